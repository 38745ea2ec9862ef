// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_APPS_SUPPORT_APP_HPP
#define SPICA_TESTS_APPS_SUPPORT_APP_HPP

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace spica::test {

/// Where spica-`name` is.
inline std::string app_file(const std::string& name) { return std::string(SPICA_TEST_PROGRAMS) + "/spica-" + name; }

/// Runs spica-`name`. An entry of `environment` is NAME=value, or NAME to take the variable away.
inline Ended run_app(const std::string& name, const std::vector<std::string>& arguments = {},
                     const std::vector<std::string>& environment = {}) {
  return run_executable(app_file(name), arguments, environment);
}

/// Runs spica-`name` on one host device and lets it print on a full disk.
inline Ended run_app_on_full_disk(const std::string& name, const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"-c", "exec \"$@\" >/dev/full", "sh", app_file(name)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_executable("/bin/sh", all, {"SPICA_HOST_DEVICES=1"});
}

/// What the program printed as JSON. @throws where it printed anything else, which fails the test.
inline nlohmann::json json_of(const Ended& ended) { return nlohmann::json::parse(ended.out); }

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The line of `text` that begins with `start`, blanks before it not counted; empty where there is none.
inline std::string line_with(const std::string& text, const std::string& start) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line.compare(first, start.size(), start) == 0) return line.substr(first);
    begin = end + 1;
  }
  return "";
}

}  // namespace spica::test

#endif
