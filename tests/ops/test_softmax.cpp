// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/softmax.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using spica::array;
using spica::axes;
using spica::cpu;
using spica::keepdims;
using spica::logsumexp;
using spica::softmax;
using spica::test::matches;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Softmax, NNF_01_DoesNotOverflow) {
  const auto X = array<float>(cpu(), {{1e4F, 0, -1e4F}, {-431, 279, 427}});
  EXPECT_TRUE(matches(softmax(X, 1), {2, 3}, {1, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(matches(logsumexp(X, 1), {2}, {10000, 427}));
  EXPECT_TRUE(matches(spica::log_softmax(X, 1), {2, 3}, {0, -10000, -20000, -858, -148, 0}));
}

TEST(Softmax, NNF_02_OfNoLogitIsZero) {
  const auto X = array<double>(cpu(), {{0, -inf, 0}, {-inf, -inf, -inf}, {1, nan, 2}, {0, inf, 0}});
  EXPECT_TRUE(matches(softmax(X, 1), {4, 3}, {0.5, 0, 0.5, nan, nan, nan, nan, nan, nan, nan, nan, nan}));
  EXPECT_TRUE(matches(logsumexp(X, 1), {4}, {std::log(2.0), -inf, nan, inf}));
}

TEST(Softmax, AlongEveryAxis) {
  // exp(log k) = k
  const auto X = spica::Array(log(array<double>(cpu(), {{1, 2, 3}, {4, 5, 5}})));
  EXPECT_TRUE(matches(softmax(X, -1), {2, 3}, {1. / 6, 2. / 6, 3. / 6, 4. / 14, 5. / 14, 5. / 14}, 1e-15));
  EXPECT_TRUE(matches(softmax(X, 0), {2, 3}, {.2, 2. / 7, 3. / 8, .8, 5. / 7, 5. / 8}, 1e-15));
  EXPECT_TRUE(matches(softmax(X, axes(0, 1)), {2, 3}, {.05, .1, .15, .2, .25, .25}, 1e-15));
  EXPECT_TRUE(
      matches(softmax(spica::transpose(X), 0), {3, 2}, {1. / 6, 4. / 14, 2. / 6, 5. / 14, 3. / 6, 5. / 14}, 1e-15));
  EXPECT_TRUE(matches(softmax(X * 1.0), {2, 3}, {.05, .1, .15, .2, .25, .25}, 1e-15));
  EXPECT_TRUE(matches(logsumexp(X), {}, {std::log(20.0)}, 1e-15));
  EXPECT_TRUE(matches(logsumexp(X, 0, keepdims), {1, 3}, {std::log(5.0), std::log(7.0), std::log(8.0)}, 1e-15));
}

TEST(Softmax, OfIntegersIsDouble) {
  const auto p = softmax(array<std::int8_t>(cpu(), {-128, 127}));
  static_assert(std::is_same_v<decltype(p)::value_type, double>);
  EXPECT_TRUE(matches(p, {2}, {std::exp(-255.0), 1}));
  EXPECT_TRUE(matches(logsumexp(array<std::int8_t>(cpu(), {100, 100})), {}, {100 + std::log(2.0)}, 1e-13));
}

TEST(Softmax, OfNothing) {
  EXPECT_TRUE(matches(softmax(spica::zeros<float>(cpu(), 2, 0), 1), {2, 0}, {}));
  EXPECT_TRUE(matches(logsumexp(spica::zeros<double>(cpu(), 2, 0), 1), {2}, {-inf, -inf}));
  EXPECT_TRUE(matches(logsumexp(spica::zeros<int>(cpu(), 0)), {}, {-inf}));
}

}  // namespace
