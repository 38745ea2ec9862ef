// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/quantile.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using spica::array;
using spica::axes;
using spica::cpu;
using spica::keepdims;
using spica::median;
using spica::quantile;
using spica::test::matches;
using spica::test::message_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class QuantileOn : public ::testing::Test {};
TYPED_TEST_SUITE(QuantileOn, spica::test::as_test_types<spica::test::Spaces>::type, );

/// numpy.median and numpy.quantile of the same numbers.
TYPED_TEST(QuantileOn, OfAllAndAlongEachAxis) {
  const spica::Device<TypeParam> device;
  const auto X = spica::copy(array<double>(cpu(), {{7, 1, 4}, {3, 9, 8}}), device);
  EXPECT_TRUE(matches(median(X), {}, {5.5}));
  EXPECT_TRUE(matches(median(X, 0), {3}, {5, 5, 6}));
  EXPECT_TRUE(matches(median(X, -1), {2}, {4, 8}));
  EXPECT_TRUE(matches(quantile(X, 0.25), {}, {3.25}));
  EXPECT_TRUE(matches(quantile(X, 0.9, 1), {2}, {6.4, 8.8}, 1e-15));
  EXPECT_TRUE(matches(quantile(X, 0.0, 0), {3}, {3, 1, 4}));
  EXPECT_TRUE(matches(quantile(X, 1.0), {}, {9}));
}

/// The reduced axes stay, so that the result broadcasts with X.
TYPED_TEST(QuantileOn, KeepsTheAxes) {
  const spica::Device<TypeParam> device;
  const auto X = spica::copy(array<double>(cpu(), {{7, 1, 4}, {3, 9, 8}}), device);
  EXPECT_TRUE(matches(median(X, keepdims), {1, 1}, {5.5}));
  EXPECT_TRUE(matches(median(X, 0, keepdims), {1, 3}, {5, 5, 6}));
  EXPECT_TRUE(matches(quantile(X, 0.5, -1, keepdims), {2, 1}, {4, 8}));
  EXPECT_TRUE(matches(quantile(X, 0.25, keepdims), {1, 1}, {3.25}));
  EXPECT_TRUE(matches(spica::Array(X - median(X, 1, keepdims)), {2, 3}, {3, -3, 0, -5, 1, 0}));
  EXPECT_TRUE(matches(median(X(0, 1), keepdims), {}, {1}));
}

TYPED_TEST(QuantileOn, AlongSeveralAxes) {
  const spica::Device<TypeParam> device;
  const auto X = spica::copy(array<int>(cpu(), {{{0, 50}, {9, 1}, {2, 3}}, {{5, 6}, {40, 8}, {7, 4}}}), device);
  EXPECT_TRUE(matches(median(X, axes(0, 2)), {3}, {5.5, 8.5, 3.5}));
  EXPECT_TRUE(matches(median(X, axes(2, 0)), {3}, {5.5, 8.5, 3.5}));
  EXPECT_TRUE(matches(quantile(X, 1.0, axes(0, 1), keepdims), {1, 1, 2}, {40, 50}));
  EXPECT_TRUE(matches(quantile(X, 0.1, axes(1, -1)), {2}, {0.5, 4.5}));
  EXPECT_TRUE(matches(median(X, axes(0, 1, 2)), {}, {5.5}));
  EXPECT_EQ(message_of<spica::ValueError>([&] { median(X, axes(1, -2)); }), "spica::median: axis -2 is named twice");
}

TEST(Quantile, NanGiveNanAndInfinitiesStay) {
  const auto X = array<double>(cpu(), {{1, nan, 3}, {-inf, inf, inf}});
  EXPECT_TRUE(matches(median(X, 1), {2}, {nan, inf}));
  EXPECT_TRUE(matches(quantile(X, 0.75, 1), {2}, {nan, inf}));
  EXPECT_TRUE(matches(median(array<double>(cpu(), {-inf, 1})), {}, {-inf}));
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_TRUE(matches(median(array<double>(cpu(), {most, most * 0.5})), {}, {most * 0.75}));
  EXPECT_TRUE(matches(median(array<double>(cpu(), {-most, most})), {}, {0}));
}

TEST(Quantile, IntegersGiveDouble) {
  const auto X = array<std::int32_t>(cpu(), {4, 1});
  static_assert(std::is_same_v<decltype(median(X))::value_type, double>);
  EXPECT_TRUE(matches(median(X), {}, {2.5}));
}

TEST(Quantile, RefusesWhatHasNoAnswer) {
  const auto X = spica::zeros<double>(cpu(), 2, 0);
  EXPECT_EQ(
      message_of<spica::ValueError>([&] { median(X, 1); }),
      "spica::median: an array of shape [2, 0] has nothing to choose from; the reduced extent must be at least 1");
  EXPECT_TRUE(matches(median(X, 0), {0}, {}));
  EXPECT_EQ(message_of<spica::ValueError>([&] { quantile(X, 1.5); }),
            "spica::quantile: q is 1.5; it must be from 0 to 1");
  EXPECT_EQ(message_of<spica::ValueError>([&] { quantile(X, nan, 0); }),
            "spica::quantile: q is nan; it must be from 0 to 1");
  EXPECT_EQ(message_of<spica::ValueError>([&] { median(X, 2); }),
            "spica::median: there is no axis 2 in an array of rank 2; axes are counted 0, 1, ... from the first, or "
            "-1, -2, ... from the last");
}

}  // namespace
