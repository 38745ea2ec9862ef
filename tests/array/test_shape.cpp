// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/shape.hpp>

#include "support/errors.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace {

using spica::Shape;
using spica::shape;
using spica::ShapeError;
using spica::detail::broadcast_into;
using spica::detail::broadcast_strides;
using spica::detail::checked_bytes;
using spica::detail::column_major_strides;
using spica::detail::lies_as;
using spica::detail::row_major_strides;
using spica::test::message_of;

constexpr std::int64_t huge = std::int64_t{1} << 40;

TEST(Shape, IsMadeFromAnyWholeNumbers) {
  const auto s = shape(2, 3U, std::int64_t{1} << 33, short{4});
  EXPECT_TRUE((std::is_same_v<decltype(s), const Shape<4>>));
  EXPECT_EQ(s, (Shape<4>{2, 3, std::int64_t{1} << 33, 4}));
  EXPECT_EQ(shape().size(), 0U);
}

TEST(Shape, TextIsInBrackets) {
  EXPECT_EQ(spica::detail::shape_text(shape()), "[]");
  EXPECT_EQ(spica::detail::shape_text(shape(5)), "[5]");
  EXPECT_EQ(spica::detail::shape_text(shape(2, -1, 0)), "[2, -1, 0]");
}

TEST(Shape, ElementCountIsTheProductAndOneForRankZero) {
  EXPECT_EQ(spica::detail::element_count(shape()), 1);
  EXPECT_EQ(spica::detail::element_count(shape(2, 3, 5)), 30);
  EXPECT_EQ(spica::detail::element_count(shape(2, 0, 5)), 0);
  EXPECT_EQ(spica::detail::element_count(shape(65536, 32769)), 2147549184);
}

TEST(CheckedBytes, CountsInSixtyFourBits) {
  EXPECT_EQ(checked_bytes(shape(), 8, "f"), 8);
  EXPECT_EQ(checked_bytes(shape(65536, 32769), 4, "f"), 8590196736);
  EXPECT_EQ(checked_bytes(shape(3, 0), 4, "f"), 0);
  EXPECT_EQ(checked_bytes(shape((std::int64_t{1} << 62) - 1), 2, "f"), std::numeric_limits<std::int64_t>::max() - 1);
}

TEST(CheckedBytes, OverflowThrowsShapeAndElementSize) {
  EXPECT_EQ(
      message_of<ShapeError>([] { checked_bytes(shape(huge, huge), 4, "spica::zeros"); }),
      "spica::zeros: an array of shape [1099511627776, 1099511627776] with elements of 4 bytes would need more than "
      "2^63 - 1 bytes");
  EXPECT_THROW(checked_bytes(shape(std::int64_t{1} << 62), 2, "f"), ShapeError);
  EXPECT_NO_THROW(checked_bytes(shape(std::int64_t{1} << 62), 1, "f"));
  // The product of 2^32 and 2^32 is 0 in 64 bits.
  EXPECT_THROW(checked_bytes(shape(std::int64_t{1} << 32, std::int64_t{1} << 32), 1, "f"), ShapeError);
}

TEST(CheckedBytes, ExtentOfZeroDoesNotHideAnOverflow) {
  EXPECT_THROW(checked_bytes(shape(0, huge, huge), 4, "f"), ShapeError);
  EXPECT_THROW(checked_bytes(shape(huge, huge, 0), 4, "f"), ShapeError);
  EXPECT_EQ(checked_bytes(shape(huge, 0, 2), 4, "f"), 0);
}

TEST(CheckedBytes, NegativeExtentThrows) {
  EXPECT_EQ(message_of<ShapeError>([] { checked_bytes(shape(2, -3), 4, "spica::empty"); }),
            "spica::empty: the shape [2, -3] has a negative extent; extents are 0 or more");
  EXPECT_THROW(checked_bytes(shape(0, -1), 4, "f"), ShapeError);
}

TEST(Strides, RowMajorAndColumnMajor) {
  EXPECT_EQ(row_major_strides<3>({2, 3, 5}), (Shape<3>{15, 5, 1}));
  EXPECT_EQ(column_major_strides<3>({2, 3, 5}), (Shape<3>{1, 2, 6}));
  EXPECT_EQ(row_major_strides<0>({}), (Shape<0>{}));
}

TEST(Strides, OfAxesWithOneElementDoNotCount) {
  EXPECT_TRUE(lies_as<3>({2, 1, 5}, {5, 77, 1}, {5, 5, 1}));
  EXPECT_FALSE(lies_as<3>({2, 3, 5}, {15, 6, 1}, {15, 5, 1}));
  EXPECT_FALSE(lies_as<2>({2, 3}, {4, 1}, {3, 1}));
}

TEST(Strides, OfEmptyArraysDoNotCount) {
  EXPECT_TRUE(lies_as<2>({5, 0}, {9, 9}, {0, 1}));
  EXPECT_TRUE(lies_as<2>({0, 5}, {9, 9}, {5, 1}));
}

TEST(Broadcast, AlignsAtTheLastAxis) {
  Shape<3> result{4, 1, 3};
  EXPECT_TRUE(broadcast_into(result, Shape<2>{5, 3}));
  EXPECT_EQ(result, (Shape<3>{4, 5, 3}));
  EXPECT_TRUE(broadcast_into(result, Shape<1>{1}));
  EXPECT_TRUE(broadcast_into(result, Shape<0>{}));
  EXPECT_EQ(result, (Shape<3>{4, 5, 3}));
}

TEST(Broadcast, GOLD_12_NumPysExample) {
  Shape<4> result{8, 1, 6, 1};
  EXPECT_TRUE(broadcast_into(result, Shape<3>{7, 1, 5}));
  EXPECT_EQ(result, (Shape<4>{8, 7, 6, 5}));
}

TEST(Broadcast, BRO_06_HighRankOnesCount) {
  Shape<3> result{1, 1, 1};
  EXPECT_TRUE(broadcast_into(result, Shape<1>{3}));
  EXPECT_EQ(result, (Shape<3>{1, 1, 3}));
}

TEST(Broadcast, ZeroIsAnExtentLikeOthers) {
  Shape<1> one{1};
  EXPECT_TRUE(broadcast_into(one, Shape<1>{0}));
  EXPECT_EQ(one, (Shape<1>{0}));
  Shape<1> zero{0};
  EXPECT_TRUE(broadcast_into(zero, Shape<1>{1}));
  EXPECT_EQ(zero, (Shape<1>{0}));
  Shape<1> two{2};
  EXPECT_FALSE(broadcast_into(two, Shape<1>{0}));
}

TEST(Broadcast, RefusalNamesEveryOperand) {
  EXPECT_EQ(
      message_of<ShapeError>([] {
        spica::detail::throw_not_broadcastable("spica::where", {"[2]", "[3]", "[4]"});
      }),
      "spica::where: shapes cannot be broadcast together: A is [2], B is [3], C is [4]; counted from the last axis, "
      "extents must be equal or 1");
}

TEST(Broadcast, StridesOfRepeatedAxesAreZero) {
  EXPECT_EQ((broadcast_strides<2, 3>({1, 5}, {7, 2}, {4, 3, 5})), (Shape<3>{0, 0, 2}));
  EXPECT_EQ((broadcast_strides<2, 2>({1, 5}, {7, 2}, {1, 5})), (Shape<2>{7, 2}));
  EXPECT_EQ((broadcast_strides<0, 2>({}, {}, {4, 3})), (Shape<2>{0, 0}));
}

}  // namespace
