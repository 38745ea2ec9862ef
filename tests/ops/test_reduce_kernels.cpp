// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels of reductions go by: long and short rows, few and many outputs, operands that repeat, and the
// kernels for GPUs, which are run here over host memory.
#include "ops/support/scattered.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/random.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using spica::all;
using spica::cpu;
using spica::test::elements;
using spica::test::matches;

/// A matrix's rows as vectors.
std::vector<std::vector<double>> rows_of(const std::vector<double>& values, std::int64_t rows, std::int64_t width) {
  std::vector<std::vector<double>> result;
  for (std::int64_t i = 0; i < rows; ++i) {
    result.emplace_back(values.begin() + i * width, values.begin() + (i + 1) * width);
  }
  return result;
}
std::vector<std::vector<double>> columns_of(const std::vector<double>& values, std::int64_t rows, std::int64_t width) {
  std::vector<std::vector<double>> result(static_cast<std::size_t>(width));
  for (std::int64_t i = 0; i < rows * width; ++i) {
    result[static_cast<std::size_t>(i % width)].push_back(values[static_cast<std::size_t>(i)]);
  }
  return result;
}

/// sum, max and argmax along one axis of a matrix whose elements are whole numbers.
template <class Matrix>
void expect_along(const Matrix& X, int axis, const std::vector<std::vector<double>>& lines) {
  SCOPED_TRACE("axis " + std::to_string(axis));
  std::vector<double> sums;
  std::vector<double> largest;
  std::vector<std::int64_t> where;
  for (const std::vector<double>& line : lines) {
    double total = 0;
    for (const double value : line) total += value;
    const auto best = std::max_element(line.begin(), line.end());
    sums.push_back(total);
    largest.push_back(*best);
    where.push_back(best - line.begin());
  }
  const auto count = static_cast<std::int64_t>(lines.size());
  EXPECT_TRUE(matches(sum(X, axis), {count}, sums));
  EXPECT_TRUE(matches(max(X, axis), {count}, largest));
  EXPECT_TRUE(matches(argmax(X, axis), {count}, where));
}

template <class Matrix>
void expect_all(const Matrix& X, const std::vector<double>& values, std::int64_t rows, std::int64_t width) {
  expect_along(X, 1, rows_of(values, rows, width));
  expect_along(X, 0, columns_of(values, rows, width));
  double total = 0;
  for (const double value : values) total += value;
  const auto best = std::max_element(values.begin(), values.end());
  EXPECT_EQ(item(sum(X)), total);
  EXPECT_EQ(item(max(X)), *best);
  EXPECT_EQ(item(argmax(X)), best - values.begin());
}

class ReduceShapes : public ::testing::TestWithParam<std::pair<std::int64_t, std::int64_t>> {};

/// Whole numbers: every order of adding them gives the same.
TEST_P(ReduceShapes, EqualALoop) {
  const auto [rows, width] = GetParam();
  spica::Generator generator(7);
  const auto drawn = spica::uniform<double>(cpu(), generator, rows, width);
  std::vector<double> values = elements(drawn);
  for (double& value : values) value = static_cast<double>(static_cast<int>(value * 2000) - 1000);
  const auto X = spica::empty<double>(cpu(), rows, width);
  spica::test::set_elements(X, values);
  expect_all(X, values, rows, width);

  std::vector<double> turned;
  for (const auto& column : columns_of(values, rows, width)) turned.insert(turned.end(), column.begin(), column.end());
  expect_all(spica::transpose(X), turned, width, rows);

  const auto column = spica::arange<double>(cpu(), rows)(all, spica::newaxis);
  const auto row = spica::arange<double>(cpu(), width);
  std::vector<double> less_column = values;
  std::vector<double> with_both = values;
  for (std::int64_t i = 0; i < rows * width; ++i) {
    const auto at = static_cast<std::size_t>(i);
    less_column[at] -= static_cast<double>(i / width);
    with_both[at] = values[at] + static_cast<double>(i / width) - 3 * static_cast<double>(i % width);
  }
  expect_all(X - column, less_column, rows, width);
  expect_all(X + column - row * 3.0, with_both, rows, width);
}
INSTANTIATE_TEST_SUITE_P(Extents, ReduceShapes,
                         ::testing::Values(std::pair(1, 1), std::pair(1, 70000), std::pair(70000, 1), std::pair(3, 2),
                                           std::pair(17, 15), std::pair(16, 64), std::pair(33, 65), std::pair(5000, 10),
                                           std::pair(2, 40000), std::pair(40000, 2), std::pair(700, 257),
                                           std::pair(257, 700)));

/// What a GPU computes one by one, and what the host computes in rows.
template <class R, class E>
void expect_same(const E& e) {
  using spica::detail::reduce;
  EXPECT_EQ(elements(reduce<R, E, false>(R(), e, "test")), elements(reduce<R, E, true>(R(), e, "test")));
  for (int axis = 0; axis < E::rank; ++axis) {
    SCOPED_TRACE("axis " + std::to_string(axis));
    EXPECT_EQ(elements(reduce<R, E, false>(R(), e, "test", axis)), elements(reduce<R, E, true>(R(), e, "test", axis)));
  }
}

TEST(ReduceOneByOne, EqualsRowsForEveryWayThatOperandsLie) {
  const std::int64_t extents[] = {1, 2, 3, 5, 17, 400};
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    spica::test::Choices choices(seed);
    const spica::Shape<2> whole{extents[choices.below(6)], extents[choices.below(6)]};
    const spica::Shape<2> part{choices.below(2) == 0 ? 1 : whole[0], choices.below(2) == 0 ? 1 : whole[1]};
    const spica::test::Scattered<double, 2> a(choices, whole);
    const spica::test::Scattered<double, 2> b(choices, part);
    const auto e = a.array * 2.0 - b.array;
    using E = decltype(e);
    expect_same<spica::detail::SumReducer<double>, std::remove_const_t<E>>(e);
    expect_same<spica::detail::MaxReducer<double>, std::remove_const_t<E>>(e);
    expect_same<spica::detail::ArgmaxReducer<double>, std::remove_const_t<E>>(e);
  }
}

TEST(ReduceOneByOne, FewOutputsAreCutIntoChunks) {
  const auto long_rows = spica::cast<double>(spica::arange<std::int64_t>(cpu(), 200000)(spica::newaxis, all));
  const auto X = spica::Array(long_rows * 1.0);
  using A = std::remove_const_t<decltype(X)>;
  expect_same<spica::detail::SumReducer<double>, A>(X);
  expect_same<spica::detail::ArgmaxReducer<double>, A>(X);
  EXPECT_EQ(elements(sum(X, 1)), std::vector<double>{200000.0 * 199999.0 / 2});
}

TEST(ReduceOrder, AllElementsAtTheLowestValue) {
  const double lowest = -std::numeric_limits<double>::infinity();
  const auto X = spica::full<double>(cpu(), lowest, 70000);
  EXPECT_EQ(item(argmax(X)), 0);
  EXPECT_EQ(item(max(X)), lowest);
  EXPECT_EQ(elements(argmax(spica::full<double>(cpu(), lowest, 3, 5), 1)), (std::vector<std::int64_t>{0, 0, 0}));
  EXPECT_EQ(item(max(spica::full<std::int32_t>(cpu(), std::numeric_limits<std::int32_t>::min(), 5000))),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(item(argmax(spica::full<bool>(cpu(), false, 100))), 0);
}

TEST(ReduceOrder, TheFirstNanOfALongRowIsFound) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::int64_t at : {0, 1, 15, 16, 31, 32, 4095, 4096, 16383, 16384, 49999}) {
    auto values = std::vector<double>(50000, 3.0);
    values[static_cast<std::size_t>(at)] = nan;
    values[49999] = nan;
    const auto X = spica::empty<double>(cpu(), 50000);
    spica::test::set_elements(X, values);
    EXPECT_EQ(item(argmax(X)), at);
    EXPECT_TRUE(item(max(X)) != item(max(X)));
    EXPECT_EQ(item(argmax(spica::reshape(X, 1, 50000), 1)(0)), at);
  }
}

}  // namespace
