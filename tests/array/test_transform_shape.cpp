// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape, broadcast_to and cast of transform.hpp.
#include <spica/array/transform.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"

#include <spica/array/create.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using Host = spica::detail::HostSpace;
using spica::all;
using spica::Array;
using spica::cpu;
using spica::range;
using spica::reshape;
using spica::shape;
using spica::ShapeError;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

TEST(Reshape, IsAViewInRowMajorOrder) {
  const auto a = spica::arange<float>(cpu(), 24);
  const auto b = reshape(a, 2, 3, 4);
  EXPECT_TRUE((std::is_same_v<decltype(b), const Array<float, 3, Host>>));
  EXPECT_EQ(b.data(), a.data());
  EXPECT_TRUE(matches_function(b, {2, 3, 4}, [](const Index& i) { return 12 * i[0] + 4 * i[1] + i[2]; }));
  EXPECT_TRUE(matches(reshape(b, shape(24)), {24}, spica::test::elements(a)));
}

TEST(Reshape, OneExtentMayBeWhatRemains) {
  const auto a = spica::arange<float>(cpu(), 24);
  EXPECT_EQ(reshape(a, 3, -1).shape(), shape(3, 8));
  EXPECT_EQ(reshape(a, -1, 4, 2).shape(), shape(3, 4, 2));
  EXPECT_EQ(reshape(a, -1).shape(), shape(24));
  EXPECT_EQ(reshape(a, 24, -1).shape(), shape(24, 1));
  EXPECT_EQ(reshape(spica::zeros<float>(cpu(), 0, 3), -1).shape(), shape(0));
  EXPECT_EQ(reshape(spica::zeros<float>(cpu(), 0, 3), 5, -1).shape(), shape(5, 0));
}

TEST(Reshape, RankZeroAndEmptyArrays) {
  const auto one = spica::full<float>(cpu(), 7);
  EXPECT_TRUE(matches(reshape(one, 1, 1), {1, 1}, {7}));
  EXPECT_TRUE(matches(reshape(reshape(one, 1, 1), shape()), {}, {7}));
  EXPECT_TRUE(matches(reshape(spica::zeros<float>(cpu(), 0, 3), 7, 0, 2), {7, 0, 2}, {}));
}

TEST(Reshape, TakesAPartThatLiesWithoutGaps) {
  const auto a = reshape(spica::arange<float>(cpu(), 24), 4, 6);
  EXPECT_TRUE(matches(reshape(a(range(1, 3)), 3, 4), {3, 4}, {6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
}

TEST(Reshape, AnotherCountThrows) {
  const auto a = spica::arange<float>(cpu(), 24);
  const auto message = [](const char* asked) {
    return std::string("spica::reshape: an array of shape [24] with 24 elements cannot become ") + asked +
           "; the number of elements must stay (one extent may be -1)";
  };
  EXPECT_EQ(message_of<ShapeError>([&] { reshape(a, 5, 5); }), message("[5, 5]"));
  EXPECT_EQ(message_of<ShapeError>([&] { reshape(a, 7, -1); }), message("[7, -1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { reshape(a, 0, -1); }), message("[0, -1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { reshape(a, -1, -1); }), message("[-1, -1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { reshape(a, -2, -12); }), message("[-2, -12]"));
  EXPECT_EQ(message_of<ShapeError>([&] { reshape(a, shape()); }), message("[]"));
  // 2^32 * 2^32 is 0 in 64 bits, 2^33 * 2^31 * 24 would be, too.
  EXPECT_THROW(reshape(spica::zeros<float>(cpu(), 0), std::int64_t{1} << 32, std::int64_t{1} << 32), ShapeError);
  EXPECT_THROW(reshape(a, std::int64_t{1} << 33, std::int64_t{1} << 31, 24), ShapeError);
}

TEST(Reshape, ExtentsBesideAZeroMustNotOverflowEither) {
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_THROW(reshape(spica::zeros<float>(cpu(), 0), 0, huge, huge), ShapeError);
}

TEST(Reshape, GEM_11_ColumnMajorThrowsAndNamesTheCure) {
  const auto a = spica::transpose(spica::zeros<float>(cpu(), 3, 2));
  EXPECT_EQ(
      message_of<ShapeError>([&] { reshape(a, 6); }),
      "spica::reshape: the elements of an array of shape [2, 3] with strides [1, 2] do not lie in row-major order, so "
      "that a view cannot have another shape; write spica::reshape(spica::contiguous(X), ...) to copy them");
  EXPECT_THROW(reshape(spica::zeros<float>(cpu(), 3, 4)(all, range(0, 2)), 6), ShapeError);
}

TEST(Reshape, GEM_11_TheCureKeepsTheOrderOfTheIndices) {
  const Guarded<float, 3, Host, Kokkos::LayoutLeft> guarded(cpu(), {2, 2, 2});
  const auto flat = reshape(spica::contiguous(guarded.array()), 2, 4);
  EXPECT_TRUE(matches(flat, {2, 4}, spica::test::numbers<float>(8)));
}

TEST(Reshape, EvaluatesAnExpressionFirst) {
  EXPECT_TRUE(matches(reshape(spica::cast<int>(spica::arange<float>(cpu(), 4)), 2, 2), {2, 2}, {0, 1, 2, 3}));
}

TEST(BroadcastTo, RepeatsWithoutACopy) {
  const auto row = spica::array<float>(cpu(), {1, 2, 3});
  const auto b = spica::broadcast_to(row, 2, 3);
  EXPECT_TRUE((std::is_same_v<decltype(b), const Array<const float, 2, Host, Kokkos::LayoutStride>>));
  EXPECT_EQ(b.data(), row.data());
  EXPECT_EQ(b.strides(), shape(0, 1));
  EXPECT_TRUE(matches(b, {2, 3}, {1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(matches(spica::broadcast_to(spica::reshape(row, 3, 1), 3, 2), {3, 2}, {1, 1, 2, 2, 3, 3}));
  EXPECT_TRUE(matches(spica::broadcast_to(spica::full<float>(cpu(), 5), shape(2, 2)), {2, 2}, {5, 5, 5, 5}));
  EXPECT_TRUE(matches(spica::broadcast_to(row, 3), {3}, {1, 2, 3}));
}

TEST(BroadcastTo, OneBecomesZero) {
  EXPECT_TRUE(matches(spica::broadcast_to(spica::ones<float>(cpu(), 1), 0), {0}, {}));
  EXPECT_TRUE(matches(spica::broadcast_to(spica::ones<float>(cpu(), 4, 1), 4, 0), {4, 0}, {}));
}

TEST(BroadcastTo, BRO_03_ColumnMajorSourceKeepsItsIndices) {
  const Guarded<float, 2, Host, Kokkos::LayoutLeft> guarded(cpu(), {2, 3}, {0, 1, 2, 10, 11, 12});
  EXPECT_TRUE(matches(spica::broadcast_to(guarded.array(), 2, 3), {2, 3}, {0, 1, 2, 10, 11, 12}));
}

TEST(BroadcastTo, ShapeThatDoesNotFitThrows) {
  const auto row = spica::zeros<float>(cpu(), 3);
  const auto message = [](const char* asked) {
    return std::string("spica::broadcast_to: an array of shape [3] cannot be repeated to ") + asked +
           "; counted from the last axis, each of its extents must be the shape's or 1";
  };
  EXPECT_EQ(message_of<ShapeError>([&] { spica::broadcast_to(row, 4); }), message("[4]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::broadcast_to(row, 3, 1); }), message("[3, 1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::broadcast_to(row, 0); }), message("[0]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::broadcast_to(row, -1, 3); }),
            "spica::broadcast_to: the shape [-1, 3] has a negative extent; extents are 0 or more");
  EXPECT_THROW(spica::broadcast_to(row, std::int64_t{1} << 62, 3), ShapeError);
}

TEST(BroadcastTo, DefaultConstructedRankZeroThrows) {
  EXPECT_EQ(message_of<spica::ValueError>([] { spica::broadcast_to(Array<float, 0, Host>(), 2); }),
            "spica::broadcast_to: an operand of rank 0 was default-constructed and holds no element");
}

TEST(Cast, ConvertsAsStaticCastDoes) {
  const auto a = spica::array<float>(cpu(), {-1.75F, 0, 2.5F});
  EXPECT_TRUE(matches(spica::Array(spica::cast<int>(a)), {3}, {-1, 0, 2}));
  EXPECT_TRUE(matches(spica::Array(spica::cast<bool>(a)), {3}, {true, false, true}));
  EXPECT_TRUE(matches(spica::Array(spica::cast<double>(a)), {3}, {-1.75, 0, 2.5}));
  const auto big = spica::array<std::int64_t>(cpu(), {300, -1, 16777217});
  EXPECT_TRUE(matches(spica::Array(spica::cast<std::uint8_t>(big)), {3}, {44, 255, 1}));
  EXPECT_TRUE(matches(spica::Array(spica::cast<float>(big)), {3}, {300, -1, 16777216}));
}

TEST(Cast, ComplexNumbers) {
  using Z = Kokkos::complex<double>;
  using C = Kokkos::complex<float>;
  const auto a = spica::array<float>(cpu(), {1, 2.5F});
  EXPECT_TRUE(matches(spica::Array(spica::cast<Z>(a)), {2}, {Z(1, 0), Z(2.5, 0)}));
  const auto z = spica::array<Z, 1>(cpu(), {Z(1.5, -2), Z(0.1, 3)});
  EXPECT_TRUE(matches(spica::Array(spica::cast<C>(z)), {2}, {C(1.5F, -2), C(0.1F, 3)}));
}

TEST(Cast, IsAnExpressionThatSeesLaterChanges) {
  const auto a = spica::array<float>(cpu(), {1, 2});
  const auto e = spica::cast<int>(a);
  EXPECT_EQ(e.shape(), shape(2));
  EXPECT_EQ(e.size(), 2);
  EXPECT_TRUE(e.device() == cpu());
  a.data()[0] = 9;
  EXPECT_TRUE(matches(spica::Array(e), {2}, {9, 2}));
}

}  // namespace
