// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

namespace st = spica::test;

using spica::all;
using spica::array;
using spica::Array;
using spica::assign;
using spica::cpu;
using spica::range;
using spica::shape;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

// ---- layouts, strides and broadcasting against a loop ----------------------------------------------------------

/// The last axes of `full`, some of them replaced by 1.
template <int Rank, std::size_t Full>
spica::Shape<Rank> part_of(st::Choices& choices, const std::array<std::int64_t, Full>& full) {
  spica::Shape<Rank> extents{};
  for (std::size_t d = 0; d < extents.size(); ++d) {
    extents[d] = choices.below(3) == 0 ? 1 : full[d + Full - extents.size()];
  }
  return extents;
}

template <int A, int B>
void broadcast_at_random(std::uint32_t seed) {
  SCOPED_TRACE("ranks " + std::to_string(A) + " and " + std::to_string(B) + ", seed " + std::to_string(seed));
  st::Choices choices(seed);
  spica::Shape<3> full{};
  for (std::int64_t& extent : full) extent = choices.below(5) == 0 ? 0 : 1 + choices.below(6);
  const st::Scattered<double, A> a(choices, part_of<A>(choices, full));
  const st::Scattered<double, B> b(choices, part_of<B>(choices, full));
  const auto e = a.array * 2.0 - b.array;
  const Index index_shape(e.shape().begin(), e.shape().end());
  const auto expected = [&](const Index& i) { return a.at(i) * 2.0 - b.at(i); };
  EXPECT_TRUE(matches_function(Array(e), index_shape, expected));
  const st::Scattered<double, 3> target(choices, full);
  assign(target.array, e);
  EXPECT_TRUE(
      matches_function(target.array, Index(full.begin(), full.end()), [&](const Index& i) { return expected(i); }));
}

TEST(ArithmeticBroadcasting, BroadcastsAnyLayoutsAsALoopDoes) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    broadcast_at_random<0, 3>(seed);
    broadcast_at_random<1, 3>(seed);
    broadcast_at_random<3, 1>(seed);
    broadcast_at_random<3, 2>(seed);
    broadcast_at_random<3, 3>(seed);
  }
}

/// Four operands of so many elements that threads share them, each repeated along some axes; and the first three.
TEST(ArithmeticBroadcasting, ManyOperandsRepeatedAlongAnyAxesAreAsALoopComputes) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    st::Choices choices(seed);
    spica::Shape<4> full{};
    for (std::int64_t& extent : full) extent = 5 + choices.below(5);
    const st::Scattered<double, 4> a(choices, full);
    const st::Scattered<double, 4> b(choices, part_of<4>(choices, full));
    const st::Scattered<double, 3> c(choices, part_of<3>(choices, full));
    const st::Scattered<double, 4> d(choices, part_of<4>(choices, full));
    const Index extents(full.begin(), full.end());
    const auto packed = Array(a.array);  // rows without gaps: the loops for patterns of repeated operands
    const auto three = [&](const Index& i) { return a.at(i) * b.at(i) - c.at(i); };
    EXPECT_TRUE(matches_function(Array(packed * b.array - c.array), extents, three));
    EXPECT_TRUE(matches_function(Array(a.array * Array(b.array) - Array(c.array)), extents, three));
    const auto four = [&](const Index& i) { return (a.at(i) - b.at(i)) * (c.at(i) + d.at(i)); };
    EXPECT_TRUE(matches_function(Array((packed - Array(b.array)) * (Array(c.array) + Array(d.array))), extents, four));
    const st::Scattered<double, 4> target(choices, full);
    assign(target.array, (a.array - b.array) * (c.array + d.array));
    EXPECT_TRUE(matches_function(target.array, extents, four));
  }
}

// ---- broadcasting ----------------------------------------------------------------------------------------------

TEST(ArithmeticBroadcasting, BRO_01_GOLD_12_ColumnsAndRowsSpread) {
  const auto column = array<double, 2>(cpu(), {{0}, {10}, {20}, {30}});
  const auto row = array<double>(cpu(), {1, 2, 3});
  EXPECT_TRUE(matches(Array(column + row), {4, 3}, {1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 32, 33}));
  EXPECT_TRUE(matches(Array(row(spica::newaxis, all) * row(all, spica::newaxis)), {3, 3}, {1, 2, 3, 2, 4, 6, 3, 6, 9}));
  const auto nine = spica::reshape(spica::arange<double>(cpu(), 9), 3, 3);
  const auto numbers_plus_five = std::vector<double>{5, 6, 7, 8, 9, 10, 11, 12, 13};
  EXPECT_TRUE(matches(Array(nine + spica::full<double>(cpu(), 5)), {3, 3}, numbers_plus_five));
  EXPECT_TRUE(matches(Array(nine + spica::full<double>(cpu(), 5, 1, 1)), {3, 3}, numbers_plus_five));
}

TEST(ArithmeticBroadcasting, GOLD_12_ShapesAreAlignedAtTheirLastAxes) {
  const auto a = spica::ones<double>(cpu(), 8, 1, 6, 1);
  const auto b = spica::ones<double>(cpu(), 7, 1, 5);
  EXPECT_EQ((a + b).shape(), shape(8, 7, 6, 5));
  EXPECT_TRUE(matches_function(Array(a + b), {8, 7, 6, 5}, [](const Index&) { return 2.0; }));
}

TEST(ArithmeticBroadcasting, BRO_06_ALoneElementOfHigherRankKeepsItsRank) {
  const auto x = array<double>(cpu(), {1, 2, 3});
  EXPECT_TRUE(matches(Array(x + spica::ones<double>(cpu(), 1, 1, 1)), {1, 1, 3}, {2, 3, 4}));
}

TEST(ArithmeticBroadcasting, ExtentZeroBroadcastsLikeAnyOther) {
  const auto none = spica::zeros<double>(cpu(), 0, 3);
  EXPECT_EQ(Array(none + spica::ones<double>(cpu(), 3)).shape(), shape(0, 3));
  EXPECT_EQ(Array(none + spica::ones<double>(cpu(), 1, 3)).shape(), shape(0, 3));
  EXPECT_EQ(Array(none + spica::ones<double>(cpu(), 1, 1)).shape(), shape(0, 3));
  EXPECT_EQ(Array(none + 1).shape(), shape(0, 3));
  EXPECT_EQ(Array(spica::zeros<double>(cpu(), 3, 0) * spica::ones<double>(cpu(), 2, 1, 1)).shape(), shape(2, 3, 0));
  EXPECT_EQ(
      message_of<spica::ShapeError>([&] { none + spica::ones<double>(cpu(), 2, 3); }),
      "spica::operator+: shapes cannot be broadcast together: A is [0, 3], B is [2, 3]; counted from the last axis, "
      "extents must be equal or 1");
}

TEST(ArithmeticBroadcasting, EightAxesBroadcast) {
  const auto a = spica::ones<double>(cpu(), 2, 1, 2, 1, 2, 1, 2, 1);
  const auto b = spica::reshape(spica::arange<double>(cpu(), 16), 2, 1, 2, 1, 2, 1, 2);
  EXPECT_TRUE(matches_function(Array(a + b), {2, 2, 2, 2, 2, 2, 2, 2}, [](const Index& i) {
    return 1.0 + static_cast<double>(i[1] * 8 + i[3] * 4 + i[5] * 2 + i[7]);
  }));
}

TEST(ArithmeticBroadcasting, BRO_03_AColumnMajorTargetIsWrittenByIndexNotByStorage) {
  const auto right = array<int>(cpu(), {{0, 1, 2}, {10, 11, 12}});
  const Array<int, 2, spica::detail::HostSpace, Kokkos::LayoutLeft> a(right);
  const Array<int, 2, spica::detail::HostSpace, Kokkos::LayoutLeft> b(spica::zeros<int>(cpu(), 2, 3));
  assign(b, spica::broadcast_to(a, 2, 3));
  EXPECT_TRUE(matches(b, {2, 3}, {0, 1, 2, 10, 11, 12}));
  EXPECT_EQ(spica::item(b(1, 0)), 10);
  assign(b, a(0, all) + 0);
  EXPECT_TRUE(matches(b, {2, 3}, {0, 1, 2, 0, 1, 2}));
}

TEST(ArithmeticBroadcasting, BRO_04_AMismatchedShapeIsRefusedAndAColumnSpreads) {
  const auto V = spica::reshape(spica::arange<int>(cpu(), 25), 5, 5);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { assign(V(all, range(0, 2)), V(all, 2)); }),
            "spica::assign: the source does not fit: target is [5, 2], source [5]; counted from the last axis, each "
            "extent of the source must be the target's or 1");
  EXPECT_TRUE(matches_function(V, {5, 5}, [](const Index& i) { return i[0] * 5 + i[1]; }));
  assign(V(all, range(0, 2)), V(all, range(2, 3)));
  EXPECT_TRUE(matches_function(V, {5, 5}, [](const Index& i) { return i[0] * 5 + (i[1] < 2 ? 2 : i[1]); }));
}

}  // namespace
