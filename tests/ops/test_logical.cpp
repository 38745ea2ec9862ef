// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits, truth values, whole quotients. The expected numbers are NumPy's.
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/division.hpp>
#include <spica/ops/logical.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using spica::array;
using spica::Array;
using spica::cpu;
using spica::floor_divide;
using spica::test::matches;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Bits, OfIntegers) {
  const auto a = array<std::int8_t>(cpu(), {12, -1, 5});
  const auto b = array<std::int8_t>(cpu(), {10, 3, -128});
  EXPECT_TRUE(matches(Array(a & b), {3}, {8, 3, 0}));
  EXPECT_TRUE(matches(Array(a | b), {3}, {14, -1, -123}));
  EXPECT_TRUE(matches(Array(a ^ b), {3}, {6, -4, -123}));
  EXPECT_TRUE(matches(Array(~a), {3}, {-13, 0, -6}));
  EXPECT_TRUE(matches(Array(a & 1), {3}, {0, 1, 1}));
  static_assert(std::is_same_v<decltype(a & 1)::value_type, std::int8_t>);
}

TEST(Bits, OfBoolAreLogical) {
  const auto a = array<bool>(cpu(), {true, true, false, false});
  const auto b = array<bool>(cpu(), {true, false, true, false});
  static_assert(std::is_same_v<decltype(~a)::value_type, bool>);
  EXPECT_TRUE(matches(Array(a & b), {4}, {true, false, false, false}));
  EXPECT_TRUE(matches(Array(a | b), {4}, {true, true, true, false}));
  EXPECT_TRUE(matches(Array(a ^ b), {4}, {false, true, true, false}));
  EXPECT_TRUE(matches(Array(~a), {4}, {false, false, true, true}));
}

TEST(Bits, ShiftsByAnyNumberAreDefined) {
  const auto a = array<std::int8_t>(cpu(), {1, -3, 127});
  for (const int by : {0, 1, 7}) {
    EXPECT_TRUE(matches(Array(a << by), {3},
                        {static_cast<std::int8_t>(1 << by), static_cast<std::int8_t>(-3 * (1 << by)),
                         static_cast<std::int8_t>(127 * (1 << by))}));
    EXPECT_TRUE(matches(
        Array(a >> by), {3},
        {static_cast<std::int8_t>(1 >> by), static_cast<std::int8_t>(-3 >> by), static_cast<std::int8_t>(127 >> by)}));
  }
  for (const int by : {8, 64, 100, -1}) {
    EXPECT_TRUE(matches(Array(a << by), {3}, {0, 0, 0})) << by;
    EXPECT_TRUE(matches(Array(a >> by), {3}, {0, -1, 0})) << by;
  }
  const auto wide = array<std::uint64_t>(cpu(), {1, 3});
  EXPECT_TRUE(matches(Array(wide << 63), {2}, {1ULL << 63, 1ULL << 63}));
  EXPECT_TRUE(matches(Array(wide << array<std::uint64_t>(cpu(), {64, 2})), {2}, {0, 12}));
}

TEST(Truth, IsOfWhatIsNotZero) {
  const auto a = array<double>(cpu(), {0, -0.0, nan, 2});
  const auto b = array<int>(cpu(), {1, 1, 1, 0});
  static_assert(std::is_same_v<decltype(a && b)::value_type, bool>);
  EXPECT_TRUE(matches(Array(a && b), {4}, {false, false, true, false}));
  EXPECT_TRUE(matches(Array(a || b), {4}, {true, true, true, true}));
  EXPECT_TRUE(matches(Array(!a), {4}, {true, true, false, false}));
  EXPECT_TRUE(matches(Array(!a || b == 0), {4}, {true, true, false, true}));
}

TEST(WholeQuotient, HasTheSignOfTheDivisor) {
  const auto a = array<std::int32_t>(cpu(), {7, -7, 7, -7, 6, -6});
  const auto b = array<std::int32_t>(cpu(), {3, 3, -3, -3, 3, 3});
  EXPECT_TRUE(matches(Array(floor_divide(a, b)), {6}, {2, -3, -3, 2, 2, -2}));
  EXPECT_TRUE(matches(Array(a % b), {6}, {1, 2, -2, -1, 0, 0}));
  const auto u = array<std::uint8_t>(cpu(), {200, 7});
  EXPECT_TRUE(matches(Array(u % 9), {2}, {2, 7}));
  EXPECT_TRUE(matches(Array(floor_divide(u, 9)), {2}, {22, 0}));
}

TEST(WholeQuotient, ByZeroAndOfTheLowestIsDefined) {
  constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
  const auto a = array<std::int32_t>(cpu(), {5, lowest, lowest});
  const auto b = array<std::int32_t>(cpu(), {0, -1, 0});
  EXPECT_TRUE(matches(Array(floor_divide(a, b)), {3}, {0, lowest, 0}));
  EXPECT_TRUE(matches(Array(a % b), {3}, {0, 0, 0}));
  const auto c = array<std::int64_t>(cpu(), {std::numeric_limits<std::int64_t>::min()});
  EXPECT_TRUE(matches(Array(c % -1), {1}, {0}));
  const auto d = array<std::int8_t>(cpu(), {-128, 127});
  EXPECT_TRUE(matches(Array(floor_divide(d, -1)), {2}, {-128, -127}));
}

TEST(WholeQuotient, OfRealNumbers) {
  const auto a = array<double>(cpu(), {7.5, -7.5, 7.5, -6, 5, inf, 5});
  const auto b = array<double>(cpu(), {2, 2, -2, 3, 0, 2, inf});
  EXPECT_TRUE(matches(Array(a % b), {7}, {1.5, 0.5, -0.5, 0, nan, nan, 5}));
  EXPECT_TRUE(matches(Array(floor_divide(a, b)), {7}, {3, -4, -4, -2, inf, inf, 0}));
  EXPECT_TRUE(std::signbit(item(spica::full<double>(cpu(), 6.0) % -3.0))) << "a remainder of 0 has the divisor's sign";
}

TEST(InPlace, BitsAndRemainders) {
  const auto a = array<std::int32_t>(cpu(), {12, -7, 255});
  a %= 10;
  EXPECT_TRUE(matches(a, {3}, {2, 3, 5}));
  a <<= 2;
  a |= 1;
  EXPECT_TRUE(matches(a, {3}, {9, 13, 21}));
  a ^= array<std::int32_t>(cpu(), {1, 1, 1});
  a >>= 1;
  a &= 6;
  EXPECT_TRUE(matches(a, {3}, {4, 6, 2}));
}

}  // namespace
