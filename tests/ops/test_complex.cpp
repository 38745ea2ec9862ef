// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of complex numbers against std::complex.
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

using C = Kokkos::complex<double>;
using S = std::complex<double>;
using spica::cpu;

const std::vector<S> points{{1, 0},   {0, 1.5},   {-1, 0.5},    {0.25, -2}, {3, 4},
                            {-2, -3}, {0.5, 0.5}, {-0.1, 1e-3}, {1e-3, -20}};

/// Within `ulps` of the larger part, as Kokkos' formulas are.
template <class F, class Reference>
void expect_function(const char* name, const F& function, const Reference& reference, double ulps = 8) {
  for (const S& z : points) {
    const C got = item(function(spica::full<C>(cpu(), C(z.real(), z.imag()))));
    const S expected = reference(z);
    EXPECT_LE(std::abs(S(got.real(), got.imag()) - expected), ulps * 2.2e-16 * std::abs(expected))
        << name << z << " is (" << got.real() << ',' << got.imag() << "), expected " << expected;
  }
}

TEST(Complex, Functions) {
  expect_function(
      "exp", [](auto z) { return exp(z); }, [](S z) { return std::exp(z); });
  expect_function(
      "log", [](auto z) { return log(z); }, [](S z) { return z == S(1, 0) ? S(0, 0) : std::log(z); });
  expect_function(
      "sqrt", [](auto z) { return sqrt(z); }, [](S z) { return std::sqrt(z); });
  expect_function(
      "sin", [](auto z) { return sin(z); }, [](S z) { return std::sin(z); });
  expect_function(
      "cos", [](auto z) { return cos(z); }, [](S z) { return std::cos(z); });
  expect_function(
      "tan", [](auto z) { return tan(z); }, [](S z) { return std::tan(z); });
  expect_function(
      "sinh", [](auto z) { return sinh(z); }, [](S z) { return std::sinh(z); });
  expect_function(
      "cosh", [](auto z) { return cosh(z); }, [](S z) { return std::cosh(z); });
  expect_function(
      "tanh", [](auto z) { return tanh(z); }, [](S z) { return std::tanh(z); });
  // Inverse functions: Kokkos' formulas add to 1 what is small, so that they lose digits where the result is small.
  expect_function(
      "asinh", [](auto z) { return asinh(z); }, [](S z) { return std::asinh(z); }, 100);
  expect_function(
      "atan", [](auto z) { return atan(z); }, [](S z) { return std::atan(z); }, 1e4);
  expect_function(
      "pow", [](auto z) { return pow(z, 2.5); }, [](S z) { return std::pow(z, 2.5); }, 32);
}

TEST(Complex, TheZerothPowerIsOne) {
  const auto zero = spica::full<C>(cpu(), C(0, 0));
  EXPECT_EQ(item(pow(zero, 0.0)), C(1, 0));
  EXPECT_EQ(item(pow(zero, zero)), C(1, 0));
  EXPECT_EQ(item(pow(zero, 2.0)), C(0, 0));
}

TEST(Complex, TanhDoesNotOverflow) {
  const C far = item(tanh(spica::full<C>(cpu(), C(-1000, 1))));
  EXPECT_EQ(far.real(), -1);
  EXPECT_EQ(far.imag(), 0);
  const C near = item(tanh(spica::full<C>(cpu(), C(25, 1))));
  const S expected = std::tanh(S(25, 1));
  EXPECT_EQ(near.real(), expected.real());
  EXPECT_NEAR(near.imag() / expected.imag(), 1, 1e-14);
}

TEST(Complex, Parts) {
  const auto z = spica::array<C>(cpu(), {C(3, -4), C(-1, 0), C(1e300, 1e300)});
  static_assert(std::is_same_v<decltype(real(z))::value_type, double>);
  EXPECT_TRUE(spica::test::matches(spica::Array(real(z)), {3}, {3, -1, 1e300}));
  EXPECT_TRUE(spica::test::matches(spica::Array(imag(z)), {3}, {-4, 0, 1e300}));
  EXPECT_TRUE(spica::test::matches(spica::Array(abs(z)), {3}, {5, 1, std::hypot(1e300, 1e300)}));
  EXPECT_TRUE(spica::test::matches(spica::Array(conj(z)), {3}, {C(3, 4), C(-1, -0.0), C(1e300, -1e300)}));
  EXPECT_TRUE(spica::test::matches(spica::Array(arg(z)), {3}, {std::atan2(-4, 3), std::acos(-1.0), std::atan2(1, 1)}));
  EXPECT_TRUE(spica::test::matches(spica::Array(square(z(0))), {}, {C(-7, -24)}));
  const auto x = spica::array<float>(cpu(), {2, -3});
  static_assert(std::is_same_v<decltype(conj(x))::value_type, float>);
  EXPECT_TRUE(spica::test::matches(spica::Array(imag(x)), {2}, {0, 0}));
  EXPECT_TRUE(spica::test::matches(spica::Array(real(x)), {2}, {2, -3}));
}

TEST(Complex, NotFinite) {
  const auto z = spica::array<C>(cpu(), {C(NAN, 0), C(0, INFINITY), C(INFINITY, NAN), C(1, 2)});
  EXPECT_TRUE(spica::test::matches(spica::Array(isnan(z)), {4}, {true, false, true, false}));
  EXPECT_TRUE(spica::test::matches(spica::Array(isinf(z)), {4}, {false, true, true, false}));
  EXPECT_TRUE(spica::test::matches(spica::Array(isfinite(z)), {4}, {false, false, false, true}));
}

}  // namespace
