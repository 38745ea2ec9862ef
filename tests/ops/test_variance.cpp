// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/random.hpp>
#include <spica/ops/variance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using C = Kokkos::complex<double>;
using spica::array;
using spica::cpu;
using spica::ddof;
using spica::keepdims;
using spica::var;
using spica::test::matches;

TEST(Variance, RED_08_DoesNotCancel) {
  EXPECT_EQ(item(var(array<double>(cpu(), {1e9, 1e9 + 1, 1e9 + 2}))), 0.6666666666666666);
  EXPECT_EQ(item(var(array<float>(cpu(), {10000, 10001, 10002, 10003}))), 1.25F);
  EXPECT_EQ(item(var(spica::full<float>(cpu(), 1e4F, 1000))), 0.0F);
  EXPECT_EQ(item(var(spica::full<double>(cpu(), 0.1, 1000))), 0.0);
  // The mean is not representable here: unless what it is off by is taken out, the result is 0.0002 too large.
  EXPECT_NEAR(item(var(array<double>(cpu(), {1e14, 1e14 + 0.125, 1e14 + 0.375}))), 0.0243055555555556, 1e-15);
}

TEST(Variance, AlongAxes) {
  const auto X = array<double>(cpu(), {{1, 2, 4}, {0, 0, 6}});
  EXPECT_TRUE(matches(var(X, 0), {3}, {0.25, 1, 1}));
  EXPECT_TRUE(matches(var(X, 1, keepdims), {2, 1}, {14.0 / 9, 8}, 1e-15));
  EXPECT_TRUE(matches(var(X, ddof(1), -1), {2}, {7.0 / 3, 12}, 1e-15));
  EXPECT_TRUE(
      matches(var(spica::transpose(X), spica::axes(0, 1), keepdims, ddof(1)), {1, 1}, {(57 - 169.0 / 6) / 5}, 1e-14));
  EXPECT_NEAR(item(var(X)), 57.0 / 6 - (13.0 / 6) * (13.0 / 6), 1e-14);
  EXPECT_NEAR(item(spica::std(X)), std::sqrt(57.0 / 6 - (13.0 / 6) * (13.0 / 6)), 1e-14);
}

TEST(Variance, LongAndStridedAgreesWithALoop) {
  spica::Generator generator(3);
  const auto X = spica::normal<double>(cpu(), generator, 700, 300);
  const auto loop = [&](std::int64_t count, const auto& value) {
    long double mean = 0;
    long double square = 0;
    for (std::int64_t i = 0; i < count; ++i)
      mean += static_cast<long double>(value(i)) / static_cast<long double>(count);
    for (std::int64_t i = 0; i < count; ++i) square += (value(i) - mean) * (value(i) - mean);
    return static_cast<double>(square / static_cast<long double>(count));
  };
  const auto data = spica::test::elements(X);
  const auto at = [&](std::int64_t i) { return data[static_cast<std::size_t>(i)]; };
  // n roundings of the squares at most: c eps with c well below 100 by pairwise summation.
  EXPECT_NEAR(item(var(X)), loop(210000, at), 1e-14);
  EXPECT_NEAR(item(var(X, 0)(7)), loop(700, [&](std::int64_t i) { return at(300 * i + 7); }), 1e-14);
  EXPECT_NEAR(item(var(X, 1)(9)), loop(300, [&](std::int64_t i) { return at(2700 + i); }), 1e-14);
}

TEST(Variance, OfOtherTypes) {
  const auto whole = var(array<std::int32_t>(cpu(), {2147483647, 2147483645}));
  static_assert(std::is_same_v<decltype(whole)::value_type, double>);
  EXPECT_EQ(item(whole), 1.0);
  const auto turning = var(array<C>(cpu(), {C(1, 1), C(3, 1), C(1, 3), C(3, 3)}));
  static_assert(std::is_same_v<decltype(turning)::value_type, double>);
  EXPECT_EQ(item(turning), 2.0);
}

TEST(Variance, OfTooFewIsNotANumber) {
  EXPECT_TRUE(std::isnan(item(var(spica::zeros<double>(cpu(), 0)))));
  EXPECT_TRUE(std::isnan(item(var(spica::ones<double>(cpu(), 1), ddof(1)))));
  EXPECT_TRUE(std::isnan(item(spica::std(array<double>(cpu(), {1, std::numeric_limits<double>::infinity()})))));
  EXPECT_EQ(item(var(spica::ones<double>(cpu(), 1))), 0.0);
}

}  // namespace
