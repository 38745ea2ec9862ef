// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/cumulative.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using spica::array;
using spica::cpu;
using spica::cumprod;
using spica::cumsum;
using spica::test::elements;
using spica::test::Index;
using spica::test::matches;
using spica::test::message_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double eps = std::numeric_limits<double>::epsilon();

template <class Space>
class CumulativeOn : public ::testing::Test {};
TYPED_TEST_SUITE(CumulativeOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(CumulativeOn, GoesAlongAnAxisOrOverAll) {
  const spica::Device<TypeParam> device;
  const auto X = spica::copy(array<double>(cpu(), {{1, 2, 3}, {4, 5, 6}}), device);
  EXPECT_TRUE(matches(cumsum(X), {6}, {1, 3, 6, 10, 15, 21}));
  EXPECT_TRUE(matches(cumsum(X, 0), {2, 3}, {1, 2, 3, 5, 7, 9}));
  EXPECT_TRUE(matches(cumsum(X, -1), {2, 3}, {1, 3, 6, 4, 9, 15}));
  EXPECT_TRUE(matches(cumprod(X), {6}, {1, 2, 6, 24, 120, 720}));
  EXPECT_TRUE(matches(cumprod(X, 0), {2, 3}, {1, 2, 3, 4, 10, 18}));
}

TEST(Cumulative, IntegersAccumulateIn64Bits) {
  const auto small = array<std::uint8_t>(cpu(), {200, 100, 255});
  static_assert(std::is_same_v<decltype(cumsum(small))::value_type, std::uint64_t>);
  EXPECT_TRUE(matches(cumsum(small), {3}, {200, 300, 555}));
  EXPECT_TRUE(matches(cumprod(small), {3}, {200, 20000, 5100000}));
  const auto flags = array<bool>(cpu(), {true, true, false, true});
  static_assert(std::is_same_v<decltype(cumsum(flags))::value_type, std::int64_t>);
  EXPECT_TRUE(matches(cumsum(flags), {4}, {1, 2, 2, 3}));
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(matches(cumsum(array<std::int64_t>(cpu(), {most, 2})), {2},
                      {most, std::numeric_limits<std::int64_t>::min() + 1}));
}

TEST(Cumulative, FloatIsRoundedOnceAnElement) {
  const auto X = array<float>(cpu(), {16777216, 1, 1, 1});
  EXPECT_TRUE(matches(cumsum(X), {4}, {16777216, 16777216, 16777218, 16777220}));  // ties go to even
  EXPECT_TRUE(matches(cumprod(array<float>(cpu(), {1e30F, 1e30F, 1e-30F})), {3},
                      {1e30F, std::numeric_limits<float>::infinity(), 1e30F}));
}

TEST(Cumulative, NanAndInfGoOn) {
  EXPECT_TRUE(matches(cumsum(array<double>(cpu(), {1, inf, 2, -inf, 3})), {5}, {1, inf, inf, nan, nan}));
  EXPECT_TRUE(matches(cumsum(array<double>(cpu(), {1e308, 1e308, -1e308})), {3}, {1e308, inf, inf}));
  EXPECT_TRUE(matches(cumprod(array<double>(cpu(), {0, inf, 1})), {3}, {0, nan, nan}));
  EXPECT_TRUE(matches(cumprod(array<double>(cpu(), {1e200, 1e200, 1e-300})), {3}, {1e200, inf, inf}));
}

TEST(Cumulative, ComplexNumbers) {
  using Complex = Kokkos::complex<double>;
  const auto X = array<Complex>(cpu(), {Complex(0, 1), Complex(0, 1), Complex(2, 0)});
  EXPECT_TRUE(matches(cumsum(X), {3}, {Complex(0, 1), Complex(0, 2), Complex(2, 2)}));
  EXPECT_TRUE(matches(cumprod(X), {3}, {Complex(0, 1), Complex(-1, 0), Complex(-2, 0)}));
}

TEST(Cumulative, EmptyAndRankZero) {
  EXPECT_TRUE(matches(cumsum(spica::zeros<double>(cpu(), 0)), {0}, {}));
  EXPECT_TRUE(matches(cumsum(spica::zeros<double>(cpu(), 3, 0), 0), {3, 0}, {}));
  EXPECT_TRUE(matches(cumsum(spica::full<double>(cpu(), 2.5, spica::shape())), {1}, {2.5}));
}

TEST(Cumulative, NoSuchAxis) {
  const auto X = spica::zeros<double>(cpu(), 2, 3);
  const std::string text =
      ": there is no axis -3 in an array of rank 2; axes are counted 0, 1, ... from the first, or "
      "-1, -2, ... from the last";
  EXPECT_EQ(message_of<spica::ValueError>([&] { cumsum(X, -3); }), "spica::cumsum" + text);
  EXPECT_EQ(message_of<spica::ValueError>([&] { cumprod(X, -3); }), "spica::cumprod" + text);
}

// ---- every way to go along lines -------------------------------------------------------------------------------

/// Integers of long lines are multiplied in parts, modulo 2^64.
TEST(Cumulative, LongProductsOfIntegersWrapAround) {
  const auto X = spica::full<std::uint8_t>(cpu(), 3, 50000);
  std::vector<std::uint64_t> products;
  std::uint64_t product = 1;
  for (int i = 0; i < 50000; ++i) products.push_back(product *= 3);
  EXPECT_TRUE(matches(cumprod(X), {50000}, products));
}

/// Whole numbers, whose sums are exact in any order.
template <class E>
void expect_loop(const E& e, const std::vector<double>& values, const Index& shape) {
  using R = spica::detail::running_sum_t<double>;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    SCOPED_TRACE("axis " + std::to_string(axis));
    std::int64_t step = 1;
    for (std::size_t d = axis + 1; d < shape.size(); ++d) step *= shape[d];
    std::vector<double> sums = values;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      if (at / step % shape[axis] != 0) sums[i] += sums[static_cast<std::size_t>(at - step)];
    }
    const auto number = static_cast<int>(axis);
    EXPECT_TRUE(matches(cumsum(e, number), shape, sums));
    EXPECT_TRUE(matches(spica::detail::scan_axis<R, E, false>(R(), e, number, "test"), shape, sums));
  }
}

void expect_loop_of_some(std::uint32_t seed, const spica::Shape<3>& extents) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  spica::test::Choices choices(seed);
  const spica::test::Scattered<double, 3> x(choices, extents);
  const spica::test::Scattered<double, 1> y(choices, {extents[2]});
  std::vector<double> values;
  const Index shape(extents.begin(), extents.end());
  spica::test::for_each_index(shape, [&](const Index& i) { values.push_back(x.at(i) - y.at(i)); });
  expect_loop(x.array - y.array, values, shape);
}

TEST(Cumulative, EqualsALoopForEveryWayThatOperandsLie) {
  const std::int64_t some[] = {1, 2, 3, 7, 300};
  for (std::uint32_t seed = 1; seed < 40; ++seed) {
    spica::test::Choices choices(seed);
    expect_loop_of_some(seed, {some[choices.below(4)], some[choices.below(5)], some[choices.below(4)]});
  }
}

TEST(Cumulative, EqualsALoopForLinesAndColumnsThatAreCut) {
  expect_loop_of_some(1, {1, 2, 33000});
  expect_loop_of_some(2, {12000, 3, 1});
}

/// The exact sums are known to long double within n 2^-64. Also: a sum of positive numbers never falls.
TEST(Cumulative, ADoubleSumIsWithinOneRounding) {
  constexpr std::int64_t n = 200000;
  std::vector<double> values;
  for (std::int64_t i = 1; i <= n; ++i) values.push_back(1.0 / static_cast<double>(i));
  const auto X = spica::empty<double>(cpu(), n);
  spica::test::set_elements(X, values);
  const std::vector<double> sums = elements(cumsum(X));
  long double exact = 0;
  double worst = 0;
  bool falls = false;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    exact += values[i];
    worst = std::max(worst, static_cast<double>(std::abs((sums[i] - exact) / exact)));
    falls = falls || (i > 0 && sums[i] < sums[i - 1]);
  }
  EXPECT_LE(worst, 0.51 * eps);
  EXPECT_FALSE(falls);
}

/// Parts of these lines have products that are no numbers, while the running product is one.
TEST(Cumulative, ProductsOfLongLinesOverflowOnlyWhereTheyDo) {
  constexpr std::int64_t n = 70000;
  std::vector<double> values(static_cast<std::size_t>(n), 1.0);
  values[0] = 1e-300;
  values[40000] = values[40001] = 1e200;
  const auto X = spica::empty<double>(cpu(), n);
  spica::test::set_elements(X, values);
  const auto products = elements(cumprod(X));
  EXPECT_NEAR(products.back(), 1e100, 1e85);
}

}  // namespace
