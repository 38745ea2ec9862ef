// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_TABLE_HPP
#define SPICA_APPS_SUPPORT_TABLE_HPP

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace apps {

/// Lines of cells, each column as wide as its widest cell. Columns whose heading begins with a blank hold numbers and
/// are aligned to the right.
class Table {
 public:
  /// Without a line of headings.
  Table() = default;

  explicit Table(std::vector<std::string> headings) {
    for (const std::string& heading : headings) numbers_.push_back(heading.rfind(' ', 0) == 0);
    add(std::move(headings));
  }

  /// Appends a line.
  void add(std::vector<std::string> cells) { lines_.push_back(std::move(cells)); }

  friend std::ostream& operator<<(std::ostream& out, const Table& table) {
    for (const auto& line : table.lines_) {
      std::string text;
      for (std::size_t column = 0; column < line.size(); ++column) {
        const std::string padding(table.width(column) - line[column].size(), ' ');
        const bool number = column < table.numbers_.size() && table.numbers_[column];
        text += "  " + (number ? padding + line[column] : line[column] + padding);
      }
      out << text.substr(0, text.find_last_not_of(' ') + 1) << '\n';
    }
    return out;
  }

 private:
  std::size_t width(std::size_t column) const {
    std::size_t widest = 0;
    for (const auto& line : lines_) widest = std::max(widest, column < line.size() ? line[column].size() : 0);
    return widest;
  }

  std::vector<std::vector<std::string>> lines_;
  std::vector<bool> numbers_;
};

}  // namespace apps

#endif
