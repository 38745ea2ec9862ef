// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_OPS_SUPPORT_REFERENCE_HPP
#define SPICA_TESTS_OPS_SUPPORT_REFERENCE_HPP

// Reductions as one would write them down: what the library's are compared with.

#include "support/elements.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spica::test {

/// The values of one row of a reduction, in index order.
template <class T>
using Row = std::vector<T>;

/// Calls `f` with the elements that are reduced to each element of the result, in the result's order. Axis -1 reduces
/// all axes.
template <class T, class F>
void for_each_row(const std::vector<T>& values, const Index& shape, int axis, const F& f) {
  if (axis < 0) {
    f(Row<T>(values));
    return;
  }
  const auto along = static_cast<std::size_t>(axis);
  Index kept = shape;
  kept.erase(kept.begin() + axis);
  for_each_index(kept, [&](const Index& outer) {
    Row<T> row;
    Index index = outer;
    index.insert(index.begin() + axis, 0);
    for (index[along] = 0; index[along] < shape[along]; ++index[along])
      row.push_back(values[position_of(index, shape)]);
    f(row);
  });
}

template <class Result, class T>
Result sum_of(const Row<T>& row) {
  Result sum{};
  for (const T& value : row) sum += static_cast<Result>(value);
  return sum;
}

/// The first index whose value none exceeds, NaN exceeding everything.
template <class T>
std::int64_t argmax_of(const Row<T>& row) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] != row[i]) return static_cast<std::int64_t>(i);
    if (row[i] > row[best]) best = i;
  }
  return static_cast<std::int64_t>(best);
}

template <class T>
T max_of(const Row<T>& row) {
  return row[static_cast<std::size_t>(argmax_of(row))];
}

}  // namespace spica::test

#endif
