// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/types.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>

namespace {

using spica::cpu;
using spica::detail::common_t;
using spica::detail::number_t;
using spica::test::message_of;

using C64 = Kokkos::complex<float>;
using C128 = Kokkos::complex<double>;

// The type of a sum does not depend on the order of the operands.
template <class A, class B, class Expected>
constexpr bool adds_to = std::is_same_v<common_t<A, B>, Expected>&& std::is_same_v<common_t<B, A>, Expected>;

// Two arrays: what C++ gives ...
static_assert(adds_to<float, float, float>);
static_assert(adds_to<float, double, double>);
static_assert(adds_to<int, float, float>);
static_assert(adds_to<std::int64_t, float, float>);
static_assert(adds_to<std::int64_t, double, double>);
static_assert(adds_to<bool, float, float>);
static_assert(adds_to<float, C64, C64>);
static_assert(adds_to<double, C64, C128>);
static_assert(adds_to<int, C64, C64>);
static_assert(adds_to<bool, C128, C128>);
static_assert(adds_to<C64, C128, C128>);
// ... but integers are never wider than the wider of the two, and unsigned where both are as wide.
static_assert(adds_to<bool, bool, bool>);
static_assert(adds_to<std::int8_t, std::int8_t, std::int8_t>);
static_assert(adds_to<std::uint16_t, std::uint16_t, std::uint16_t>);
static_assert(adds_to<std::int8_t, std::int16_t, std::int16_t>);
static_assert(adds_to<std::uint8_t, std::int16_t, std::int16_t>);
static_assert(adds_to<std::int8_t, std::uint16_t, std::uint16_t>);
static_assert(adds_to<std::int32_t, std::uint32_t, std::uint32_t>);
static_assert(adds_to<std::int64_t, std::uint64_t, std::uint64_t>);
static_assert(adds_to<std::int32_t, std::int64_t, std::int64_t>);
static_assert(adds_to<bool, std::int8_t, std::int8_t>);
static_assert(adds_to<bool, std::uint8_t, std::uint8_t>);
static_assert(adds_to<bool, std::int64_t, std::int64_t>);

// A number takes the type of the array beside it ...
static_assert(std::is_same_v<number_t<float, double>, float>);
static_assert(std::is_same_v<number_t<float, int>, float>);
static_assert(std::is_same_v<number_t<float, bool>, float>);
static_assert(std::is_same_v<number_t<double, float>, double>);
static_assert(std::is_same_v<number_t<std::int8_t, int>, std::int8_t>);
static_assert(std::is_same_v<number_t<std::uint64_t, int>, std::uint64_t>);
static_assert(std::is_same_v<number_t<C64, double>, C64>);
static_assert(std::is_same_v<number_t<C64, C128>, C64>);
static_assert(std::is_same_v<number_t<bool, bool>, bool>);
// ... but a real number makes integers double, a complex number makes real numbers complex, a whole one makes bool
// int64.
static_assert(std::is_same_v<number_t<int, double>, double>);
static_assert(std::is_same_v<number_t<std::int64_t, float>, double>);
static_assert(std::is_same_v<number_t<bool, double>, double>);
static_assert(std::is_same_v<number_t<float, C128>, C64>);
static_assert(std::is_same_v<number_t<double, C64>, C128>);
static_assert(std::is_same_v<number_t<int, C64>, C128>);
static_assert(std::is_same_v<number_t<bool, int>, std::int64_t>);

template <class E, class Expected>
constexpr bool has_type = std::is_same_v<typename E::value_type, Expected>;

/// An array of rank 0: its expressions are the cheapest to compile.
template <class T>
auto one(T value) {
  return spica::full<T>(cpu(), value);
}

template <class A, class B, class Sum, class Quotient>
void expect_types() {
  const auto x = one<A>(1);
  const auto y = one<B>(1);
  static_assert(has_type<decltype(x + y), Sum>);
  static_assert(has_type<decltype(x * y), Sum>);
  static_assert(has_type<decltype(x / y), Quotient>);
  static_assert(has_type<decltype(x == y), bool>);
  static_assert(has_type<decltype(spica::where(x == y, x, y)), Sum>);
  EXPECT_EQ(item(x + y), (std::is_same_v<Sum, bool> ? Sum(1) : Sum(2)));
  EXPECT_EQ(item(x / y), Quotient(1));
  EXPECT_TRUE(item(x == y));
  EXPECT_EQ(item(spica::where(x == y, x, y)), Sum(1));
}

TEST(Types, TwoArrays) {
  expect_types<float, double, double, double>();
  expect_types<int, float, float, float>();
  expect_types<std::int8_t, bool, std::int8_t, double>();
  expect_types<bool, std::int8_t, std::int8_t, double>();
  expect_types<bool, bool, bool, double>();
  expect_types<std::int32_t, std::uint32_t, std::uint32_t, double>();
  expect_types<C64, double, C128, C128>();
  expect_types<std::int64_t, C64, C64, C64>();
  expect_types<C64, C64, C64, C64>();
}

TEST(Types, AFloatArrayTimesADoubleStaysFloat) {
  const auto e = one(1.0F) * 0.1;
  static_assert(has_type<decltype(e), float>);
  EXPECT_EQ(item(e), 0.1F);
}

TEST(Types, AnIntegerArrayWithARealNumberIsDouble) {
  const auto i = one<std::int64_t>(3);
  static_assert(has_type<decltype(i * 0.5F), double>);
  EXPECT_EQ(item(i * 0.5F), 1.5);
  EXPECT_EQ(item(0.25 - i), -2.75);
  EXPECT_EQ(item(i / 2), 1.5);
  EXPECT_EQ(item(i / i), 1.0);
  EXPECT_TRUE(item(i > 2.5));
}

TEST(Types, ABoolArrayCountsWithNumbers) {
  const auto yes = one(true);
  static_assert(has_type<decltype(yes + 1), std::int64_t>);
  EXPECT_EQ(item(yes + 1), 2);
  EXPECT_EQ(item(yes * 0.5), 0.5);
  EXPECT_EQ(item(yes + yes), true);
  EXPECT_EQ(item(yes * false), false);
}

TEST(Types, ARealArrayWithAComplexNumberIsComplex) {
  EXPECT_EQ(item(one(2.0F) * C128(1, -3)), C64(2, -6));
  EXPECT_EQ(item(one(2) + C64(0, 1)), C128(2, 1));
  EXPECT_EQ(item(one(C64(1, 1)) * 2.0), C64(2, 2));
  EXPECT_EQ(item(one(C64(1, 1)) / one(C64(1, 1))), C64(1, 0));
  EXPECT_TRUE(item(one(C64(1, 1)) != one(C64(1, 2))));
  EXPECT_FALSE(item(one(C64(1, 1)) == 1.0));
}

TEST(Types, AWholeNumberThatDoesNotFitThrows) {
  const auto i8 = one<std::int8_t>(1);
  const auto u8 = one<std::uint8_t>(1);
  const auto u64 = one<std::uint64_t>(1);
  const auto text = [](const char* function, const char* number, const char* type) {
    return std::string("spica::") + function + ": " + number + " does not fit the array's type " + type +
           "; write spica::cast to a wider type first";
  };
  EXPECT_EQ(message_of<spica::ValueError>([&] { i8 + 128; }), text("operator+", "128", "int8"));
  EXPECT_EQ(message_of<spica::ValueError>([&] { -129 * i8; }), text("operator*", "-129", "int8"));
  EXPECT_EQ(message_of<spica::ValueError>([&] { u8 - -1; }), text("operator-", "-1", "uint8"));
  EXPECT_EQ(message_of<spica::ValueError>([&] { static_cast<void>(u64 < -1); }), text("operator<", "-1", "uint64"));
  EXPECT_EQ(message_of<spica::ValueError>([&] { spica::where(u8 == u8, 256, u8); }), text("where", "256", "uint8"));
  EXPECT_EQ(item(i8 + 126), 127);
  EXPECT_EQ(item(i8 + -128), -127);
  EXPECT_EQ(item(u64 + 18446744073709551614U), 18446744073709551615U);
  EXPECT_EQ(item(u8 + 254), 255);
}

TEST(Types, AFailedOperatorInPlaceLeavesTheTargetAlone) {
  const auto i8 = one<std::int8_t>(5);
  EXPECT_EQ(message_of<spica::ValueError>([&] { i8 += 1000; }),
            "spica::operator+: 1000 does not fit the array's type int8; write spica::cast to a wider type first");
  EXPECT_EQ(item(i8), 5);
}

}  // namespace
