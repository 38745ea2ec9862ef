// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of real numbers against <cmath>, element by element, in the type that they are documented to have. What is
// computed on is of rank 0: how expressions go through larger arrays is tested elsewhere.
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using spica::cpu;
using spica::test::agree;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> numbers{-inf, -1e300, -745.5, -20.25, -3.5,   -2.5,  -1.5, -1,   -0.75,
                                  -0.5, -1e-10, -0.0,   0.0,    5e-324, 1e-10, 0.5,  0.75, 1,
                                  1.5,  2.5,    3.5,    20.25,  709.5,  1e300, inf,  nan};

/// Within two units in the last place of `expected`.
template <class R>
bool is_close(R got, R expected) {
  if (agree(got, expected, 0)) return std::signbit(got) == std::signbit(expected) || got != got;
  return std::fabs(got - expected) <= 2 * std::numeric_limits<R>::epsilon() * std::fabs(expected);
}

/// `function` of arrays of float and double against `reference`, which is overloaded for both.
template <class F, class Reference>
void expect_function(const char* name, const F& function, const Reference& reference) {
  static_assert(std::is_same_v<typename decltype(function(spica::full<float>(cpu(), 1.0F)))::value_type, float>);
  for (const double x : numbers) {
    EXPECT_TRUE(is_close(item(function(spica::full<double>(cpu(), x))), reference(x)))
        << name << '(' << x << ") is " << item(function(spica::full<double>(cpu(), x)));
    const auto f = static_cast<float>(x);
    EXPECT_TRUE(is_close(item(function(spica::full<float>(cpu(), f))), reference(f)))
        << name << '(' << f << "f) is " << item(function(spica::full<float>(cpu(), f)));
  }
}

TEST(MathFunctions, PowersAndLogarithms) {
  expect_function(
      "exp", [](auto x) { return exp(x); }, [](auto x) { return std::exp(x); });
  expect_function(
      "exp2", [](auto x) { return exp2(x); }, [](auto x) { return std::exp2(x); });
  expect_function(
      "expm1", [](auto x) { return expm1(x); }, [](auto x) { return std::expm1(x); });
  expect_function(
      "log", [](auto x) { return log(x); }, [](auto x) { return std::log(x); });
  expect_function(
      "log2", [](auto x) { return log2(x); }, [](auto x) { return std::log2(x); });
  expect_function(
      "log10", [](auto x) { return log10(x); }, [](auto x) { return std::log10(x); });
  expect_function(
      "log1p", [](auto x) { return log1p(x); }, [](auto x) { return std::log1p(x); });
  expect_function(
      "sqrt", [](auto x) { return sqrt(x); }, [](auto x) { return std::sqrt(x); });
  expect_function(
      "cbrt", [](auto x) { return cbrt(x); }, [](auto x) { return std::cbrt(x); });
  expect_function(
      "rsqrt", [](auto x) { return rsqrt(x); }, [](auto x) { return 1 / std::sqrt(x); });
  expect_function(
      "square", [](auto x) { return square(x); }, [](auto x) { return x * x; });
  expect_function(
      "reciprocal", [](auto x) { return reciprocal(x); }, [](auto x) { return 1 / x; });
}

TEST(MathFunctions, AnglesAndHyperbolas) {
  expect_function(
      "sin", [](auto x) { return sin(x); }, [](auto x) { return std::sin(x); });
  expect_function(
      "cos", [](auto x) { return cos(x); }, [](auto x) { return std::cos(x); });
  expect_function(
      "tan", [](auto x) { return tan(x); }, [](auto x) { return std::tan(x); });
  expect_function(
      "asin", [](auto x) { return asin(x); }, [](auto x) { return std::asin(x); });
  expect_function(
      "acos", [](auto x) { return acos(x); }, [](auto x) { return std::acos(x); });
  expect_function(
      "atan", [](auto x) { return atan(x); }, [](auto x) { return std::atan(x); });
  expect_function(
      "sinh", [](auto x) { return sinh(x); }, [](auto x) { return std::sinh(x); });
  expect_function(
      "cosh", [](auto x) { return cosh(x); }, [](auto x) { return std::cosh(x); });
  expect_function(
      "tanh", [](auto x) { return tanh(x); }, [](auto x) { return std::tanh(x); });
  expect_function(
      "asinh", [](auto x) { return asinh(x); }, [](auto x) { return std::asinh(x); });
  expect_function(
      "acosh", [](auto x) { return acosh(x); }, [](auto x) { return std::acosh(x); });
  expect_function(
      "atanh", [](auto x) { return atanh(x); }, [](auto x) { return std::atanh(x); });
}

TEST(MathFunctions, SpecialOnes) {
  expect_function(
      "erf", [](auto x) { return erf(x); }, [](auto x) { return std::erf(x); });
  expect_function(
      "erfc", [](auto x) { return erfc(x); }, [](auto x) { return std::erfc(x); });
  expect_function(
      "tgamma", [](auto x) { return tgamma(x); }, [](auto x) { return std::tgamma(x); });
  expect_function(
      "lgamma", [](auto x) { return lgamma(x); }, [](auto x) { return std::lgamma(x); });
}

TEST(MathFunctions, RoundingAndSigns) {
  expect_function(
      "floor", [](auto x) { return floor(x); }, [](auto x) { return std::floor(x); });
  expect_function(
      "ceil", [](auto x) { return ceil(x); }, [](auto x) { return std::ceil(x); });
  expect_function(
      "trunc", [](auto x) { return trunc(x); }, [](auto x) { return std::trunc(x); });
  expect_function(
      "round", [](auto x) { return round(x); }, [](auto x) { return std::round(x); });
  expect_function(
      "rint", [](auto x) { return rint(x); }, [](auto x) { return std::rint(x); });
  expect_function(
      "abs", [](auto x) { return abs(x); }, [](auto x) { return std::fabs(x); });
  for (const double x : numbers) {
    const auto X = spica::full<double>(cpu(), x);
    EXPECT_EQ(item(isnan(X)), std::isnan(x)) << x;
    EXPECT_EQ(item(isinf(X)), std::isinf(x)) << x;
    EXPECT_EQ(item(isfinite(X)), std::isfinite(x)) << x;
    EXPECT_EQ(item(signbit(X)), std::signbit(x)) << x;
    EXPECT_TRUE(agree(item(sign(X)), x > 0 ? 1 : x < 0 ? -1 : x + 0.0, 0)) << x;
    for (const double y : numbers) {
      const auto Y = spica::full<double>(cpu(), y);
      EXPECT_TRUE(is_close(item(copysign(X, Y)), std::copysign(x, y))) << x << ' ' << y;
      EXPECT_TRUE(is_close(item(fmod(X, Y)), std::fmod(x, y))) << x << ' ' << y;
      EXPECT_TRUE(is_close(item(atan2(X, Y)), std::atan2(x, y))) << x << ' ' << y;
      EXPECT_TRUE(is_close(item(hypot(X, Y)), std::hypot(x, y))) << x << ' ' << y;
      EXPECT_TRUE(is_close(item(pow(X, Y)), std::pow(x, y))) << x << ' ' << y;
    }
  }
}

TEST(MathFunctions, IntegersStayWhereTheyCan) {
  const auto X = spica::array<std::int8_t>(cpu(), {-128, -3, 0, 5});
  const auto same = [&](const auto& e, const std::vector<std::int8_t>& expected) {
    static_assert(std::is_same_v<typename std::decay_t<decltype(e)>::value_type, std::int8_t>);
    EXPECT_TRUE(spica::test::matches(spica::Array(e), {4}, expected));
  };
  same(floor(X), {-128, -3, 0, 5});
  same(rint(X), {-128, -3, 0, 5});
  same(abs(X), {-128, 3, 0, 5});
  same(sign(X), {-1, -1, 0, 1});
  same(square(X), {0, 9, 0, 25});
  same(pow(X, 3), {0, -27, 0, 125});
  same(clip(X, -5, 3), {-5, -3, 0, 3});
  EXPECT_EQ(item(reciprocal(spica::full<int>(cpu(), 4))), 0.25);
  EXPECT_EQ(item(abs(spica::full<std::uint8_t>(cpu(), 200))), 200);
  EXPECT_TRUE(item(isfinite(spica::full<int>(cpu(), 4))));
  EXPECT_FALSE(item(isnan(spica::full<int>(cpu(), 4))));
}

TEST(MathFunctions, WholePowers) {
  const auto power = [](std::int32_t base, std::int32_t exponent) {
    return item(pow(spica::full<std::int32_t>(cpu(), base), spica::full<std::int32_t>(cpu(), exponent)));
  };
  EXPECT_EQ(power(2, 10), 1024);
  EXPECT_EQ(power(-2, 31), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(power(3, 40), static_cast<std::int32_t>(12157665459056928801U)) << "modulo 2^32";
  EXPECT_EQ(power(7, 0), 1);
  EXPECT_EQ(power(0, 0), 1);
  EXPECT_EQ(power(2, -1), 0);
  EXPECT_EQ(power(-1, -3), -1);
  EXPECT_EQ(power(-1, -4), 1);
  EXPECT_EQ(power(1, -4), 1);
  EXPECT_EQ(power(0, -1), 0);
  EXPECT_EQ(item(pow(spica::full<float>(cpu(), 2.0F), 0.5)), std::sqrt(2.0F)) << "float beside a number";
}

TEST(MathFunctions, ActivationsDoNotOverflow) {
  using spica::full;
  const auto at = [](double x) { return spica::full<double>(cpu(), x); };
  EXPECT_EQ(item(sigmoid(at(1000))), 1.0);
  EXPECT_EQ(item(sigmoid(at(-1000))), 0.0);
  EXPECT_EQ(item(sigmoid(at(0))), 0.5);
  EXPECT_TRUE(is_close(item(sigmoid(at(-700))), std::exp(-700.0)));
  EXPECT_TRUE(is_close(item(sigmoid(at(2))), 0.8807970779778823));
  EXPECT_EQ(item(softplus(at(1000))), 1000.0);
  EXPECT_TRUE(is_close(item(softplus(at(-700))), std::exp(-700.0)));
  EXPECT_TRUE(is_close(item(softplus(at(1))), 1.3132616875182228));
  EXPECT_EQ(item(softplus(at(-inf))), 0.0);
  EXPECT_EQ(item(softplus(at(inf))), inf);
  EXPECT_TRUE(is_close(item(gelu(at(1))), 0.8413447460685429));
  EXPECT_TRUE(is_close(item(gelu(at(-1))), -0.15865525393145707));
  // -10 Phi(-10): relative accuracy far out. Phi(-10) = 7.61985302416052606e-24 (Abramowitz and Stegun, table 26.2).
  EXPECT_NEAR(item(gelu(at(-10))) / -7.61985302416052606e-23, 1.0, 1e-14);
  EXPECT_EQ(item(gelu(at(-inf))), 0.0);
  EXPECT_EQ(item(gelu(at(inf))), inf);
  for (const double x : {nan}) {
    EXPECT_TRUE(std::isnan(item(sigmoid(at(x)))));
    EXPECT_TRUE(std::isnan(item(softplus(at(x)))));
    EXPECT_TRUE(std::isnan(item(gelu(at(x)))));
  }
}

TEST(MathFunctions, BRO_09_ClipKeepsNan) {
  const auto X = spica::array<double>(cpu(), {-5, nan, 0.5, 7});
  EXPECT_TRUE(spica::test::matches(spica::Array(clip(X, 0, 1)), {4}, {0, nan, 0.5, 1}));
  EXPECT_TRUE(spica::test::matches(spica::Array(clip(X, 2, 1)), {4}, {1, nan, 1, 1})) << "bounds that cross";
  const auto low = spica::array<double>(cpu(), {{-9}, {nan}});
  EXPECT_TRUE(spica::test::matches(spica::Array(clip(X, low, 1.0)), {2, 4}, {-5, nan, 0.5, 1, nan, nan, nan, nan}));
}

}  // namespace
