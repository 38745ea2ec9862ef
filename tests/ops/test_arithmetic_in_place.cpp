// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace {

using spica::all;
using spica::array;
using spica::Array;
using spica::assign;
using spica::cpu;
using spica::range;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

// ---- ownership -------------------------------------------------------------------------------------------------

auto expression_of_locals() {
  const auto x = spica::full<double>(cpu(), 2.0, 1000);
  const auto y = spica::arange<double>(cpu(), 1000);
  return (x + y * 3.0) / 2.0 - spica::ones<double>(cpu(), 1);
}

TEST(ArithmeticInPlace, AnExpressionOutlivesTheNamesOfItsOperands) {
  const auto e = expression_of_locals();
  const auto overwritten = spica::full<double>(cpu(), -1.0, 1000);  // would take freed memory
  EXPECT_TRUE(matches_function(Array(e), {1000}, [](const Index& i) { return 1.5 * static_cast<double>(i[0]); }));
  EXPECT_TRUE(matches_function(Array(e + overwritten), {1000},
                               [](const Index& i) { return 1.5 * static_cast<double>(i[0]) - 1.0; }));
}

TEST(ArithmeticInPlace, AnExpressionSeesLaterChangesOfElementsButNotOfNames) {
  auto x = spica::full<double>(cpu(), 1.0, 3);
  const auto e = x + 10.0;
  assign(x, 5.0);
  EXPECT_TRUE(matches(Array(e), {3}, {15, 15, 15}));
  const auto before = x;
  x = spica::full<double>(cpu(), 100.0, 3);
  EXPECT_TRUE(matches(Array(e), {3}, {15, 15, 15}));
  before += 1;
  EXPECT_TRUE(matches(Array(e), {3}, {16, 16, 16}));
}

TEST(ArithmeticInPlace, AnExpressionCanBeCopiedAndUsedTwice) {
  const auto x = spica::full<int>(cpu(), 3, 2);
  const auto e = x * x;
  const auto f = e;
  EXPECT_TRUE(matches(Array(e + f), {2}, {18, 18}));
}

TEST(ArithmeticInPlace, AWrappedViewInAnExpressionIsKeptAlive) {
  const Kokkos::View<double*, Kokkos::HostSpace> view("of the caller", 4);
  Kokkos::deep_copy(view, 2.0);
  {
    const auto e = spica::wrap(view) * 2.0;
    EXPECT_EQ(view.use_count(), 2);
    const auto copied = e;
    EXPECT_EQ(view.use_count(), 3);
    EXPECT_TRUE(matches(Array(copied + e), {4}, {8, 8, 8, 8}));
  }
  EXPECT_EQ(view.use_count(), 1);
}

TEST(ArithmeticInPlace, AnArrayInAnExpressionIsKeptAlive) {
  const auto make = [] { return spica::full<double>(cpu(), 2.0, 4) * 2.0; };
  const auto e = make();
  const auto other = spica::full<double>(cpu(), 5.0, 4);  // would have the same memory, were it free
  EXPECT_TRUE(matches(Array(e), {4}, {4, 4, 4, 4}));
}

TEST(ArithmeticInPlace, AnExpressionThatWasMovedFromIsRefused) {
  auto e = spica::full<double>(cpu(), 2.0, 4) * 2.0;
  const auto f = std::move(e) + 1.0;
  EXPECT_TRUE(matches(Array(f), {4}, {5, 5, 5, 5}));
  // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move): what it does is tested
  EXPECT_EQ(message_of<spica::ValueError>([&] { const Array z = e; }),
            "spica::Array::expression: an operand was moved from, by std::move of an expression");
  e = spica::full<double>(cpu(), 3.0, 4) * 2.0;
  EXPECT_TRUE(matches(Array(e), {4}, {6, 6, 6, 6}));
}

// ---- in place --------------------------------------------------------------------------------------------------

TEST(ArithmeticInPlace, OperatorsInPlaceWriteIntoStorage) {
  const auto x = array<double>(cpu(), {1, 2, 3, 4});
  const auto also_x = x;
  x += 1;
  x *= array<double>(cpu(), {2});
  x -= x(range(0, 1));
  x /= 2.0;
  EXPECT_TRUE(matches(also_x, {4}, {0, 1, 2, 3}));
  x(range(1, 4, 2)) += 10;
  EXPECT_TRUE(matches(also_x, {4}, {0, 11, 2, 13}));
  EXPECT_TRUE(matches((x += 1) *= 2, {4}, {2, 24, 6, 28}));
}

TEST(ArithmeticInPlace, AnIntegerTargetKeepsItsType) {
  const auto x = array<std::int8_t>(cpu(), {1, 2, 3});
  x += array<std::int32_t>(cpu(), {1, 1, 1});
  EXPECT_TRUE(matches(x, {3}, {2, 3, 4}));
  const auto f = array<double>(cpu(), {1, 2, 3});
  f += array<double>(cpu(), {0.5, 0.5, 0.5});
  EXPECT_TRUE(matches(f, {3}, {1.5F, 2.5F, 3.5F}));
}

TEST(ArithmeticInPlace, ATargetNeverGrows) {
  const auto row = spica::ones<double>(cpu(), 1, 3);
  const auto matrix = spica::ones<double>(cpu(), 4, 3);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { row += matrix; }),
            "spica::assign: the source does not fit: target is [1, 3], source [4, 3]; counted from the last axis, each "
            "extent of the source must be the target's or 1");
  EXPECT_TRUE(matches(row, {1, 3}, {1, 1, 1}));
  matrix += row;
  EXPECT_TRUE(matches_function(matrix, {4, 3}, [](const Index&) { return 2.0; }));
}

TEST(ArithmeticInPlace, AnOverlappingSourceIsReadFirst) {
  const std::int64_t n = 20000;
  const auto down = spica::arange<double>(cpu(), n);
  down(range(1, n)) += down(range(0, n - 1));
  EXPECT_TRUE(matches_function(down, {n}, [](const Index& i) { return i[0] == 0 ? 0 : 2 * i[0] - 1; }));
  const auto up = spica::arange<double>(cpu(), n);
  up(range(0, n - 1)) += up(range(1, n));
  EXPECT_TRUE(matches_function(up, {n}, [&](const Index& i) { return i[0] == n - 1 ? n - 1 : 2 * i[0] + 1; }));
  const auto stepped = spica::arange<double>(cpu(), n);
  assign(stepped(range(0, n / 2)), stepped(range(0, n, 2)) * 1);
  EXPECT_TRUE(matches_function(stepped, {n}, [&](const Index& i) { return i[0] < n / 2 ? 2 * i[0] : i[0]; }));
}

TEST(ArithmeticInPlace, ATransposeOfItselfIsReadFirst) {
  const auto x = spica::reshape(spica::arange<double>(cpu(), 150 * 150), 150, 150);
  x += spica::transpose(x);
  EXPECT_TRUE(matches_function(x, {150, 150}, [](const Index& i) { return static_cast<double>(151 * (i[0] + i[1])); }));
}

TEST(ArithmeticInPlace, ItsOwnRowAndColumnAreReadFirst) {
  const auto x = spica::reshape(spica::arange<double>(cpu(), 12), 3, 4);
  x -= x(0, all);
  EXPECT_TRUE(matches(x, {3, 4}, {0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8}));
  const auto y = spica::reshape(spica::arange<double>(cpu(), 12), 3, 4);
  y -= y(all, range(3, 4));
  EXPECT_TRUE(matches(y, {3, 4}, {-3, -2, -1, 0, -3, -2, -1, 0, -3, -2, -1, 0}));
}

TEST(ArithmeticInPlace, ARealViewOfComplexMemoryIsReadFirst) {
  Kokkos::View<double*, Kokkos::HostSpace> memory("shared", 8);
  for (std::size_t i = 0; i < 8; ++i) memory(i) = static_cast<double>(i);
  using Complex = Kokkos::complex<double>;
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  const auto numbers = spica::wrap(Kokkos::View<double*, Kokkos::HostSpace, Unmanaged>(memory.data(), 4));
  const auto pairs =
      spica::wrap(Kokkos::View<Complex*, Kokkos::HostSpace, Unmanaged>(reinterpret_cast<Complex*>(memory.data()), 4));
  assign(pairs, numbers * 10.0);
  EXPECT_TRUE(matches(pairs, {4}, {Complex(0), Complex(10), Complex(20), Complex(30)}));
}

}  // namespace
