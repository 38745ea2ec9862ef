// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_EXERCISES_EXERCISE_HPP
#define SPICA_APPS_EXERCISES_EXERCISE_HPP

#include <spica/device/any_device.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace exercises {

/// How much is computed. The defaults take about 15 seconds on two cores.
struct Sizes {
  std::int64_t large = 2000;  ///< rows and columns of a large matrix
  std::int64_t small = 100;   ///< of a small one
  int products = 1000;        ///< how many small products
  int repeats = 5;            ///< each time is the median of so many
};

/// What an exercise measured, a JSON object a line. Times are in seconds, and their names end in _s.
struct Findings {
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  std::string remark;  ///< what to make of it, or why something was not measured
};

struct Exercise {
  std::string name;
  std::string title;
  std::vector<std::pair<std::string, std::string>> columns;  ///< name in the JSON, heading in the table
  Findings (*measure)(const Sizes&);
};

/// The exercises, in the order in which they are run.
std::vector<Exercise> all(const Sizes& sizes);

Findings large_products(const Sizes& sizes);
Findings small_products(const Sizes& sizes);
Findings norms(const Sizes& sizes);
Findings pair(const Sizes& sizes);

/// Every host device and every GPU.
std::vector<spica::AnyDevice> devices();

}  // namespace exercises

#endif
