// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica-exercises: questions on where time goes, answered by measuring. Each exercise is a file in exercises/.
#include <spica/device/runtime.hpp>
#include <spica/linalg/blas_info.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>
#include <string>

#include "exercises/exercise.hpp"
#include "exercises/print.hpp"
#include "support/environment.hpp"
#include "support/program.hpp"

int main(int argc, char** argv) {
  try {
    CLI::App app("Measures how fast the devices are, what reading results costs, and whether two devices work at once.",
                 "spica-exercises");
    std::string which = "all";
    exercises::Sizes sizes;
    bool json = false;
    app.add_option("exercise", which,
                   "matmul: a large product on each device; "
                   "small: many small products on each; "
                   "log: their norms, read one at a time or kept on the device and read once; "
                   "pair: two products on two devices, one after the other and at once; "
                   "all: all four")
        ->check(CLI::IsMember({"matmul", "small", "log", "pair", "all"}))
        ->capture_default_str();
    const auto option = [&](const char* name, auto& value, const char* text) {
      app.add_option(name, value, text)->check(CLI::Range(1, 1000000))->capture_default_str();
    };
    option("--large", sizes.large, "Rows and columns of the large matrices");
    option("--small", sizes.small, "Rows and columns of the small matrices");
    option("--products", sizes.products, "How many small products");
    option("--repeats", sizes.repeats, "How often each is measured; the median counts");
    app.add_flag("--json", json, "Print JSON instead of tables");
    if (const auto exit_code = apps::parse(app, argc, argv)) return *exit_code;

    apps::silence_kokkos();
    const bool two_by_default = apps::want_two_host_devices();
    spica::Runtime runtime(argc, argv);

    const int threads = Kokkos::DefaultHostExecutionSpace().concurrency();
    const std::string blas = spica::blas_info().name;
    nlohmann::ordered_json results = {{"host_threads", threads}, {"blas", blas}};
    if (!json) {
      std::cout << "Host: " << threads << (threads == 1 ? " thread" : " threads") << ", BLAS: " << blas
                << ". (spica-devices says whether a setting is slow.)\n";
      if (two_by_default) std::cout << "SPICA_HOST_DEVICES is not set; this program uses 2.\n";
    }
    for (const exercises::Exercise& exercise : exercises::all(sizes)) {
      if (which != "all" && which != exercise.name) continue;
      if (!json) std::cout << '\n' << exercise.title << std::endl;
      const exercises::Findings findings = exercise.measure(sizes);
      if (json) {
        results[exercise.name] = exercises::to_json(exercise, findings);
      } else {
        exercises::print_table(std::cout, exercise, findings);
      }
    }
    if (json) std::cout << results.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    return apps::finish("spica-exercises");
  } catch (const std::exception& error) {
    return apps::report("spica-exercises", error);
  }
}
