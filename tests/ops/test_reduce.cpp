// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/reference.hpp"
#include "ops/support/scattered.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using spica::cpu;
using spica::shape;
using spica::test::Index;
using spica::test::matches;

Index without(Index extents, int axis) {
  if (axis < 0) return {};
  extents.erase(extents.begin() + axis);
  return extents;
}

/// sum, max and argmax of all elements and along each axis, against loops. The numbers are whole, so that every order
/// of adding them gives the same sum.
template <std::size_t N>
void compare_with_loops(std::uint32_t seed, const std::array<std::int64_t, N>& extents) {
  constexpr int rank = static_cast<int>(N);
  spica::test::Choices choices(seed);
  const spica::test::Scattered<double, rank> x(choices, extents);
  const auto& X = x.array;
  const Index index_shape(extents.begin(), extents.end());
  SCOPED_TRACE("seed " + std::to_string(seed) + ", shape " + spica::test::text_of(index_shape) + ", strides " +
               spica::detail::shape_text(X.strides()));
  const std::vector<double> values = spica::test::elements(X);
  for (int axis = -1; axis < rank; ++axis) {
    SCOPED_TRACE("axis " + std::to_string(axis));
    const Index kept = without(index_shape, axis);
    std::vector<double> sums;
    std::vector<double> largest;
    std::vector<std::int64_t> where_largest;
    bool empty = false;
    spica::test::for_each_row(values, index_shape, axis, [&](const std::vector<double>& row) {
      sums.push_back(spica::test::sum_of<double>(row));
      empty = empty || row.empty();
      if (row.empty()) return;
      largest.push_back(spica::test::max_of(row));
      where_largest.push_back(spica::test::argmax_of(row));
    });
    if (axis < 0) {
      EXPECT_TRUE(matches(sum(X), kept, sums));
      if (empty) continue;
      EXPECT_TRUE(matches(max(X), kept, largest));
      EXPECT_TRUE(matches(argmax(X), kept, where_largest));
    } else {
      EXPECT_TRUE(matches(sum(X, axis), kept, sums));
      if (X.extent(axis) == 0) continue;
      EXPECT_TRUE(matches(max(X, axis), kept, largest));
      EXPECT_TRUE(matches(argmax(X, axis), kept, where_largest));
    }
  }
}

TEST(Reduce, OneAxisEqualsALoop) {
  std::uint32_t seed = 1;
  for (const std::int64_t n :
       {0, 1, 2, 15, 16, 17, 255, 256, 257, 511, 513, 4095, 16383, 16384, 16385, 32769, 100000}) {
    compare_with_loops(seed++, shape(n));
    compare_with_loops(seed++, shape(n));
  }
}

TEST(Reduce, TwoAxesEqualALoop) {
  std::uint32_t seed = 100;
  for (const auto& extents : {shape(0, 0), shape(0, 5), shape(5, 0), shape(1, 1), shape(1, 300), shape(300, 1),
                              shape(7, 5), shape(255, 257), shape(257, 255), shape(3, 16385), shape(16385, 3)}) {
    for (int i = 0; i < 4; ++i) compare_with_loops(seed++, extents);
  }
}

TEST(Reduce, ThreeAxesEqualALoop) {
  std::uint32_t seed = 200;
  for (const auto& extents : {shape(2, 0, 3), shape(1, 1, 1), shape(4, 5, 6), shape(1, 7, 1), shape(17, 1, 19),
                              shape(3, 260, 5), shape(300, 2, 3), shape(2, 3, 1000)}) {
    for (int i = 0; i < 8; ++i) compare_with_loops(seed++, extents);
  }
}

TEST(Reduce, FourAxesEqualALoop) {
  std::uint32_t seed = 300;
  for (const auto& extents : {shape(2, 3, 4, 5), shape(5, 1, 3, 1), shape(0, 2, 3, 4), shape(2, 2, 270, 3)}) {
    for (int i = 0; i < 12; ++i) compare_with_loops(seed++, extents);
  }
}

TEST(Reduce, RankZeroIsItsOwnSumAndMaximum) {
  const auto x = spica::full<double>(cpu(), 2.5);
  EXPECT_EQ(item(sum(x)), 2.5);
  EXPECT_EQ(item(max(x)), 2.5);
  EXPECT_EQ(item(argmax(x)), 0);
}

}  // namespace
