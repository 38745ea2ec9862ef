// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_EXERCISES_PRINT_HPP
#define SPICA_APPS_EXERCISES_PRINT_HPP

#include <ostream>

#include "exercise.hpp"

namespace exercises {

/// The lines as a table with the exercise's columns, and the remark below.
void print_table(std::ostream& out, const Exercise& exercise, const Findings& findings);

/// The same as JSON: {"title": ..., "lines": [...], "remark": ...}.
nlohmann::ordered_json to_json(const Exercise& exercise, const Findings& findings);

}  // namespace exercises

#endif
