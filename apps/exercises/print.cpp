// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "print.hpp"

#include <string>

#include "support/quantity.hpp"
#include "support/table.hpp"

namespace exercises {

namespace {

std::string cell(const std::string& name, const nlohmann::ordered_json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  const bool is_time = name.size() > 2 && name.compare(name.size() - 2, 2, "_s") == 0;
  return is_time ? apps::seconds_text(value) : apps::three_digits(value);
}

}  // namespace

void print_table(std::ostream& out, const Exercise& exercise, const Findings& findings) {
  std::vector<std::string> headings;
  for (const auto& [name, heading] : exercise.columns) headings.push_back(heading);
  apps::Table table(headings);
  for (const auto& line : findings.lines) {
    std::vector<std::string> cells;
    for (const auto& [name, heading] : exercise.columns) cells.push_back(cell(name, line.at(name)));
    table.add(cells);
  }
  if (!findings.lines.empty()) out << table;
  if (!findings.remark.empty()) out << "  " << findings.remark << '\n';
}

nlohmann::ordered_json to_json(const Exercise& exercise, const Findings& findings) {
  return {{"title", exercise.title}, {"lines", findings.lines}, {"remark", findings.remark}};
}

}  // namespace exercises
