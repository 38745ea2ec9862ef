// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_DEVICES_PRINT_HPP
#define SPICA_APPS_DEVICES_PRINT_HPP

#include <nlohmann/json.hpp>

#include <ostream>
#include <vector>

#include "advice.hpp"
#include "report.hpp"

namespace devices {

/// For people.
void print_text(std::ostream& out, const Report& report, const std::vector<Advice>& advice);

/// For programs: versions, devices, back ends, BLAS, settings (null where not set) and warnings; memory in bytes.
nlohmann::ordered_json to_json(const Report& report, const std::vector<Advice>& advice);

}  // namespace devices

#endif
