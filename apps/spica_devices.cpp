// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica-devices: what Spica computes on here, and which settings make it slow.
#include <spica/device/runtime.hpp>

#include <iostream>

#include "devices/advice.hpp"
#include "devices/print.hpp"
#include "devices/report.hpp"
#include "support/environment.hpp"
#include "support/program.hpp"

int main(int argc, char** argv) {
  try {
    CLI::App app("Lists devices, back ends, BLAS and thread settings, and warns of what makes them slow.",
                 "spica-devices");
    bool json = false;
    app.add_flag("--json", json, "Print JSON; memory is in bytes");
    if (const auto exit_code = apps::parse(app, argc, argv)) return *exit_code;

    apps::silence_kokkos();
    spica::Runtime runtime(argc, argv);
    const devices::Report report = devices::look();
    const std::vector<devices::Advice> advice = devices::advice(report);
    if (json) {
      std::cout
          << devices::to_json(report, advice).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
          << '\n';
    } else {
      devices::print_text(std::cout, report, advice);
    }
    return apps::finish("spica-devices");
  } catch (const std::exception& error) {
    return apps::report("spica-devices", error);
  }
}
