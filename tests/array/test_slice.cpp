// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts, messages and lifetime of slices. Their elements: test_slice_elements*.cpp.
#include <spica/array/slice.hpp>

#include "array/support/every_slice.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/wrap.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace {

using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using Stride = Kokkos::LayoutStride;
using Host = spica::detail::HostSpace;
using spica::all;
using spica::Array;
using spica::newaxis;
using spica::range;
using spica::shape;
using spica::ValueError;
using spica::test::matches;
using spica::test::message_of;

template <class Layout, class A, class... Args>
constexpr bool slice_has_layout(const A&, Args...) {
  return std::is_same_v<typename decltype(std::declval<A>()(std::declval<Args>()...))::array_layout, Layout>;
}

TEST(SliceLayout, RowMajorKeepsItForIndicesThenOneRangeThenWholeAxes) {
  const Array<float, 3, Host> a;
  EXPECT_TRUE(slice_has_layout<Right>(a, 0, all, all));
  EXPECT_TRUE(slice_has_layout<Right>(a, 0));
  EXPECT_TRUE(slice_has_layout<Right>(a, 0, 0, 0));
  EXPECT_TRUE(slice_has_layout<Right>(a, 0, range(0, 1), all));
  EXPECT_TRUE(slice_has_layout<Right>(a, range(0, 1)));
  EXPECT_TRUE(slice_has_layout<Right>(a));
  EXPECT_TRUE(slice_has_layout<Stride>(a, range(0, 1, 2)));
  EXPECT_TRUE(slice_has_layout<Stride>(a, range(0, 1), range(0, 1)));
  EXPECT_TRUE(slice_has_layout<Stride>(a, all, 0));
  EXPECT_TRUE(slice_has_layout<Stride>(a, all, all, range(0, 1)));
  EXPECT_TRUE(slice_has_layout<Stride>(a, newaxis));
}

TEST(SliceLayout, ColumnMajorKeepsItForWholeAxesThenOneRangeThenIndices) {
  const Array<float, 3, Host, Left> a;
  EXPECT_TRUE(slice_has_layout<Left>(a, all, all, 0));
  EXPECT_TRUE(slice_has_layout<Left>(a, all, range(0, 1), 0));
  EXPECT_TRUE(slice_has_layout<Left>(a, range(0, 1), 0, 0));
  EXPECT_TRUE(slice_has_layout<Left>(a, all, all, all));
  EXPECT_TRUE(slice_has_layout<Right>(a, 0, 0, 0));
  EXPECT_TRUE(slice_has_layout<Stride>(a, 0, all, all));
  EXPECT_TRUE(slice_has_layout<Stride>(a, all, all, range(0, 1, 1)));
  EXPECT_TRUE(slice_has_layout<Stride>(a, all, range(0, 1), all));
}

TEST(SliceLayout, StridedStaysStrided) {
  const Array<float, 2, Host, Stride> a;
  EXPECT_TRUE(slice_has_layout<Stride>(a, 0));
  EXPECT_TRUE(slice_has_layout<Stride>(a, all, all));
  EXPECT_TRUE(slice_has_layout<Right>(a, 0, 0));
}

class Slice : public ::testing::Test {
 public:
  const Array<float, 2, Host> a = spica::array<float>(spica::cpu(), {{1, 2, 3}, {4, 5, 6}});
};

TEST_F(Slice, IndexOutsideItsAxisThrows) {
  EXPECT_EQ(message_of<ValueError>([&] { a(2, all); }),
            "spica::Array: index 2 is outside axis 0 of extent 2; it must be at least 0 and less than the extent");
  EXPECT_EQ(message_of<ValueError>([&] { a(all, 3); }),
            "spica::Array: index 3 is outside axis 1 of extent 3; it must be at least 0 and less than the extent");
  EXPECT_EQ(message_of<ValueError>([&] { a(newaxis, -1); }),
            "spica::Array: index -1 is outside axis 0 of extent 2; it must be at least 0 and less than the extent");
  EXPECT_THROW(a(std::numeric_limits<std::uint64_t>::max(), 0), ValueError);
  EXPECT_THROW(a((std::int64_t{1} << 32) + 1, 0), ValueError);
}

TEST_F(Slice, IndexOnAnEmptyAxisThrows) {
  const auto empty = spica::zeros<float>(spica::cpu(), 0, 3);
  EXPECT_EQ(message_of<ValueError>([&] { empty(0, all); }),
            "spica::Array: index 0 is outside axis 0 of extent 0; it must be at least 0 and less than the extent");
}

TEST_F(Slice, RangeOutsideItsAxisThrows) {
  EXPECT_EQ(message_of<ValueError>([&] { a(all, range(1, 4)); }),
            "spica::Array: range(1, 4) does not fit axis 1 of extent 3; it must be 0 <= lo <= hi <= extent");
  EXPECT_EQ(message_of<ValueError>([&] { a(range(-1, 1)); }),
            "spica::Array: range(-1, 1) does not fit axis 0 of extent 2; it must be 0 <= lo <= hi <= extent");
  EXPECT_EQ(message_of<ValueError>([&] { a(range(2, 1), all); }),
            "spica::Array: range(2, 1) does not fit axis 0 of extent 2; it must be 0 <= lo <= hi <= extent");
  EXPECT_EQ(message_of<ValueError>([&] { a(range(3, 3), all); }),
            "spica::Array: range(3, 3) does not fit axis 0 of extent 2; it must be 0 <= lo <= hi <= extent");
}

TEST_F(Slice, StepMustBeOneOrMore) {
  EXPECT_EQ(
      message_of<ValueError>([&] { a(all, range(0, 3, 0)); }),
      "spica::Array: range(0, 3, 0) does not fit axis 1 of extent 3; it must be 0 <= lo <= hi <= extent and step >= "
      "1");
  EXPECT_EQ(
      message_of<ValueError>([&] { a(all, range(0, 3, -1)); }),
      "spica::Array: range(0, 3, -1) does not fit axis 1 of extent 3; it must be 0 <= lo <= hi <= extent and step "
      ">= 1");
}

TEST_F(Slice, StepMayPassTheEndByFar) {
  EXPECT_TRUE(matches(a(0, range(0, 3, std::numeric_limits<std::int64_t>::max())), {1}, {1}));
  EXPECT_TRUE(matches(a(0, range(1, 3, 2)), {1}, {2}));
  EXPECT_TRUE(matches(a(0, range(3, 3, 5)), {0}, {}));
}

TEST_F(Slice, IndicesOfAnyWholeNumberType) {
  EXPECT_TRUE(matches(a(short{1}, 2U), {}, {6}));
  EXPECT_TRUE(matches(a(std::uint8_t{1}, std::size_t{0}), {}, {4}));
}

TEST_F(Slice, NewAxesStandWhereTheyAreWritten) {
  spica::test::check_slice(a, newaxis);
  spica::test::check_slice(a, all, newaxis);
  spica::test::check_slice(a, all, all, newaxis);
  spica::test::check_slice(a, newaxis, 1, newaxis, range(0, 2), newaxis);
  spica::test::check_slice(a(0, 1), newaxis);
  spica::test::check_slice(a, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis);  // rank 8
}

TEST_F(Slice, SlicesOfSlices) {
  const auto columns = a(all, range(1, 3));
  EXPECT_TRUE(matches(columns(1), {2}, {5, 6}));
  EXPECT_TRUE(matches(columns(all, 1)(range(1, 2)), {1}, {6}));
  EXPECT_TRUE(matches(columns(newaxis, 1, range(0, 2, 1))(0, 1), {}, {6}));
}

TEST_F(Slice, WritesGoIntoTheParent) {
  a(1, range(1, 3)).data()[1] = 60;
  EXPECT_TRUE(matches(a, {2, 3}, {1, 2, 3, 4, 5, 60}));
}

TEST_F(Slice, ConstElementsStayConst) {
  const Array<const float, 2, Host> read_only = a;
  EXPECT_TRUE((std::is_same_v<decltype(read_only(0, all).data()), const float*>));
}

TEST(SliceLifetime, PartKeepsTheStorageWhenTheParentIsGone) {
  auto parent = spica::array<float>(spica::cpu(), {{1, 2, 3}, {4, 5, 6}});
  auto column = parent(all, 2);
  parent = spica::zeros<float>(spica::cpu(), 2, 3);
  const auto other = spica::full<float>(spica::cpu(), 9, 2, 3);
  EXPECT_TRUE(matches(column, {2}, {3, 6}));
  const auto view = column.view();
  column = column(range(0, 0));
  const auto another = spica::full<float>(spica::cpu(), 8, 2, 3);
  EXPECT_EQ(view(0), 3);
  EXPECT_EQ(view(1), 6);
}

TEST(SliceLifetime, PartOfATemporary) {
  const auto part = spica::full<float>(spica::cpu(), 5, 4, 4)(1, range(2, 4));
  const auto other = spica::full<float>(spica::cpu(), 9, 4, 4);
  EXPECT_TRUE(matches(part, {2}, {5, 5}));
}

TEST(SliceOfNothing, DefaultConstructedArrays) {
  const Array<float, 2, Host> nothing;
  EXPECT_TRUE(matches(nothing(all, range(0, 0)), {0, 0}, {}));
  EXPECT_EQ(message_of<ValueError>([] { Array<float, 0, Host>()(newaxis); }),
            "spica::Array: an operand of rank 0 was default-constructed and holds no element");
}

}  // namespace
