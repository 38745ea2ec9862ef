// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using spica::cpu;
using spica::range;

const double inf = std::numeric_limits<double>::infinity();
constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(ReduceAccuracy, RED_06_AHundredMillionFloatsDoNotStickAt16777216) {
  constexpr std::int64_t n = 100000000;
  const auto x = spica::ones<float>(cpu(), n);
  EXPECT_EQ(item(sum(x)), 1e8F);
  spica::assign(x(range(n / 2, n)), 0.1F);
  EXPECT_NEAR(item(sum(x)), 55e6, 55.0);
}

TEST(ReduceAccuracy, RED_06_NorAlongColumns) {
  constexpr std::int64_t n = 20000000;
  const auto tall = spica::broadcast_to(spica::array<float>(cpu(), {1.0F, 0.5F}), n, 2);
  EXPECT_TRUE(spica::test::matches(sum(tall, 0), {2}, {2e7F, 1e7F}));
}

TEST(ReduceAccuracy, RED_10_MoreThan2To31ElementsAreCounted) {
#ifndef NDEBUG
  GTEST_SKIP() << "takes half a minute without optimisation: the release preset runs it";
#endif
  // One row in memory, read 65537 times.
  const auto x = spica::broadcast_to(spica::full<std::uint8_t>(cpu(), 1, 32768), 65537, 32768);
  EXPECT_EQ(item(sum(x)), 2147516416U);
}

/// 1/1, 1/2, ... with their exact sum, which long double has to within n 2^-64.
struct Harmonic {
  std::vector<double> values;
  double sum = 0;
  explicit Harmonic(std::int64_t n) {
    long double total = 0;
    for (std::int64_t i = 1; i <= n; ++i) {
      values.push_back(1.0 / static_cast<double>(i));
      total += values.back();
    }
    sum = static_cast<double>(total);
  }
};

TEST(ReduceAccuracy, ADoubleSumIsAtLeastAsGoodAsAPairwiseOne) {
  // log2(n) + the 16 additions of a chain, in units of eps/2 times the sum of sizes; what is found is far below.
  for (const std::int64_t n : {1000, 65536, 1000000}) {
    const Harmonic harmonic(n);
    const auto x = spica::empty<double>(cpu(), n);
    spica::test::set_elements(x, harmonic.values);
    const double bound = (std::log2(static_cast<double>(n)) + 16) * eps / 2 * harmonic.sum;
    EXPECT_NEAR(item(sum(x)), harmonic.sum, bound) << n;
    EXPECT_NEAR(item(sum(x, 0)), harmonic.sum, bound) << n;
    const auto column = spica::reshape(x, n, 1);
    EXPECT_NEAR(item(sum(column, 0)(0)), harmonic.sum, bound) << n;
  }
}

TEST(ReduceAccuracy, ALongColumnIsAsExactAsALongRow) {
  // A running sum of n times 0.1 would be off by 1e-8 at the end.
  constexpr std::int64_t n = 1000000;
  const auto tenths = spica::full<double>(cpu(), 0.1, n, 3);
  const double exact = static_cast<double>(static_cast<long double>(0.1) * n);
  for (const double column : spica::test::elements(sum(tenths, 0))) EXPECT_NEAR(column, exact, 2 * eps * exact);
  EXPECT_NEAR(item(sum(tenths)), 3 * exact, 20 * eps * 3 * exact);
}

TEST(ReduceAccuracy, ALongColumnOfComplexNumbersToo) {
  using C = Kokkos::complex<double>;
  constexpr std::int64_t n = 300000;
  const auto tenths = spica::full<C>(cpu(), C(0.1, -0.7), n, 2);
  for (const C& column : spica::test::elements(sum(tenths, 0))) {
    EXPECT_NEAR(column.real(), 0.1 * n, 2 * eps * 0.1 * n);
    EXPECT_NEAR(column.imag(), -0.7 * n, 2 * eps * 0.7 * n);
  }
}

TEST(ReduceAccuracy, WhatCancelsInAColumnIsNotLost) {
  const auto x = spica::array<double>(cpu(), {{1e100, 1}, {1, 1e16}, {-1e100, 1}, {1, -1e16}});
  EXPECT_TRUE(spica::test::matches(sum(x, 0), {2}, {2, 2}));
}

TEST(ReduceAccuracy, InfinitiesAndOverflowFollowIeee) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double large = 1.5e308;
  const auto x = spica::array<double>(cpu(), {{inf, inf, large, 1, -inf}, {1, -inf, large, nan, -inf}});
  EXPECT_TRUE(spica::test::matches(sum(x, 0), {5}, {inf, nan, inf, nan, -inf}));
  EXPECT_TRUE(spica::test::matches(sum(spica::transpose(x), 1), {5}, {inf, nan, inf, nan, -inf}));
  EXPECT_TRUE(spica::test::matches(sum(spica::contiguous(spica::transpose(x)), 1), {5}, {inf, nan, inf, nan, -inf}));
  EXPECT_TRUE(std::isnan(item(sum(x))));
}

}  // namespace
