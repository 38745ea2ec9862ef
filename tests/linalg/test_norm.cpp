// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/linalg/norm.hpp>
#include <spica/ops/arithmetic.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "linalg/support/matrices.hpp"

namespace {

using spica::item;
using spica::norm;
using spica::test::HostMatrix;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_device;

template <class T>
class Norm : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Norm, Reals, );

template <class T>
constexpr T inf = std::numeric_limits<T>::infinity();
template <class T>
constexpr T nan_of = std::numeric_limits<T>::quiet_NaN();

/// In long double, whose exponents reach further than double's.
template <class T>
long double naive_norm(const HostMatrix<T>& m) {
  long double sum = 0;
  for (const T& x : m.values) {
    const long double size = spica::test::magnitude(x);
    sum += size * size;
  }
  return std::sqrt(sum);
}

TYPED_TEST(Norm, GOLD_11_OfArangeMinusFour) {
  using T = TypeParam;
  const auto x = spica::arange<T>(this->device, T(-4), T(5));
  // float: the double value rounded once. double: a root of a sum of exact squares.
  EXPECT_EQ(item(norm(x)), static_cast<T>(7.745966692414834));
  EXPECT_EQ(item(norm(spica::reshape(x, 3, 3))), static_cast<T>(7.745966692414834));
  static_assert(std::is_same_v<decltype(norm(x)), spica::Array<T, 0>>);
}

TEST(NormRange, GEM_15_SquaresNeitherOverflowNorUnderflow) {
  const spica::Device<> device;
  EXPECT_EQ(item(norm(spica::array<float>(device, {3e30f, 4e30f}))), 5e30f);
  EXPECT_EQ(item(norm(spica::array<float>(device, {3e-30f, 4e-30f}))), 5e-30f);
  EXPECT_DOUBLE_EQ(item(norm(spica::array<double>(device, {1e200, 1e200}))), 1.414213562373095e200);
  EXPECT_DOUBLE_EQ(item(norm(spica::array<double>(device, {3e-200, 4e-200}))), 5e-200);
  EXPECT_EQ(item(norm(spica::empty<float>(device, 0))), 0.0f);
  EXPECT_EQ(item(norm(spica::empty<double>(device, 0))), 0.0);
  EXPECT_EQ(item(norm(spica::empty<double>(device, 3, 0, 2))), 0.0);
}

// 3-4-5 triangles at every scale at which all three numbers are exact: powers of two, down to subnormal numbers.
TYPED_TEST(Norm, GEM_15_EveryScaleFromTheSmallestToTheLargestNumber) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  for (int e = Limits::min_exponent - Limits::digits; e <= Limits::max_exponent - 3; ++e) {
    const T unit = std::ldexp(T(1), e);
    EXPECT_EQ(item(norm(spica::array<T>(this->device, {3 * unit, 4 * unit}))), 5 * unit) << "2^" << e;
    // So far below the largest number the others count nothing: their squares are less than half an eps of its square.
    if (e > Limits::max_exponent - Limits::digits / 2 - 3) continue;
    EXPECT_EQ(item(norm(spica::array<T>(this->device, {unit, Limits::max(), -unit}))), Limits::max()) << "2^" << e;
  }
  EXPECT_EQ(item(norm(spica::array<T>(this->device, {Limits::max()}))), Limits::max());
  EXPECT_EQ(item(norm(spica::array<T>(this->device, {Limits::denorm_min()}))), Limits::denorm_min());
  EXPECT_EQ(item(norm(spica::array<T>(this->device, {Limits::max(), Limits::max()}))), inf<T>);
  EXPECT_EQ(item(norm(spica::zeros<T>(this->device, 5))), T(0));
}

TYPED_TEST(Norm, InfGivesInfAndNaNGivesNaNWhateverStandsBesideThem) {
  using T = TypeParam;
  for (const std::int64_t n : {3, 1000, 70000}) {
    for (const std::int64_t at : {std::int64_t{0}, n / 2, n - 1}) {
      HostMatrix<T> m(1, n, T(1));
      m(0, at) = -inf<T>;
      EXPECT_EQ(item(norm(to_device(this->device, m))), inf<T>) << n << ' ' << at;
      m(0, (at + 1) % n) = std::numeric_limits<T>::max();
      EXPECT_EQ(item(norm(to_device(this->device, m))), inf<T>) << n << ' ' << at;
      m(0, (at + 2) % n) = nan_of<T>;
      EXPECT_TRUE(std::isnan(item(norm(to_device(this->device, m))))) << n << ' ' << at;
      m(0, at) = std::numeric_limits<T>::denorm_min();
      EXPECT_TRUE(std::isnan(item(norm(to_device(this->device, m))))) << n << ' ' << at;
    }
  }
}

// What GPUs use, on whatever device there is.
TEST(NormRange, GEM_15_TheCompensatedFormIsRightToo) {
  const spica::Device<> device;
  using Careful = typename spica::detail::NormReducer<double>::careful;
  const auto careful = [](const auto& x) { return item(spica::detail::reduce(Careful(), x, "careful")); };
  EXPECT_DOUBLE_EQ(careful(spica::array<double>(device, {1e200, 1e200})), 1.414213562373095e200);
  EXPECT_DOUBLE_EQ(careful(spica::array<double>(device, {3e-200, 4e-200, 0.0})), 5e-200);
  EXPECT_EQ(careful(spica::array<double>(device, {3.0, -4.0})), 5.0);
  EXPECT_EQ(careful(spica::empty<double>(device, 0)), 0.0);
  EXPECT_EQ(careful(spica::array<double>(device, {1.0, inf<double>, 1e300})), inf<double>);
  EXPECT_TRUE(std::isnan(careful(spica::array<double>(device, {1.0, inf<double>, nan_of<double>}))));
  // A long chain beside a large number: 10^6 + 2^40 exactly, as a sum of squares.
  HostMatrix<double> m(1000, 1000, 1.0);
  m(0, 0) = 1048576.0;
  EXPECT_DOUBLE_EQ(careful(to_device(device, m)), std::sqrt(1099511627776.0 + 999999.0));
}

TYPED_TEST(Norm, AgreesWithALongDoubleSumForEveryWayThatElementsLie) {
  using T = TypeParam;
  for (const auto& [rows, columns] : {std::pair<int, int>{1, 1}, {3, 5}, {17, 65}, {300, 301}}) {
    const HostMatrix<T> m = random_matrix<T>(rows, columns, 42);
    const auto expected = static_cast<double>(naive_norm(m));
    for (const spica::test::Lie lie : spica::test::all_lies) {
      // float: one rounding at the end. double: pairwise, so less than 20 roundings each of half an eps, halved by the
      // root, then the root's own.
      const double bound = (std::is_same_v<T, float> ? 1 : 8) * static_cast<double>(std::numeric_limits<T>::epsilon());
      EXPECT_NEAR(item(norm(place(this->device, m, lie).matrix)), expected, bound * expected) << name_of(lie);
    }
  }
}

TYPED_TEST(Norm, SmallBesideLargeKeepsItsPart) {
  using T = TypeParam;
  // 10^6 numbers of 1 beside one of 1000: sqrt(2) 1000, at scales where squares overflow or underflow.
  for (const int e : {0, 3 * std::numeric_limits<T>::max_exponent / 4, -3 * std::numeric_limits<T>::max_exponent / 4}) {
    const T unit = std::ldexp(T(1), e);
    HostMatrix<T> m(1000, 1000, unit);
    m(500, 500) = 1000 * unit;
    const double got = std::ldexp(static_cast<double>(item(norm(to_device(this->device, m)))), -e);
    EXPECT_NEAR(got, std::sqrt(1999999.0), 2e-7 * 1415) << "2^" << e;
  }
}

TEST(NormLength, RED_06_OfAHundredMillionOnes) {
  const spica::Device<> device;
  EXPECT_EQ(item(norm(spica::ones<float>(device, 100000000))), 10000.0f);
  spica::trim_pool();
}

TEST(NormTypes, IntegersAreDoubleAndComplexIsReal) {
  const spica::Device<> device;
  const auto integers = norm(spica::array<std::int64_t>(device, {3000000000000000000, 4000000000000000000}));
  static_assert(std::is_same_v<decltype(integers), const spica::Array<double, 0>>);
  EXPECT_EQ(item(integers), 5e18);
  EXPECT_EQ(item(norm(spica::array<std::int8_t>(device, {-128, -128, -128, -128}))), 256.0);
  EXPECT_EQ(item(norm(spica::ones<bool>(device, 9))), 3.0);
  using Complex = Kokkos::complex<double>;
  const auto complex_norm = norm(spica::array<Complex>(device, {Complex(2, 4), Complex(-4, 8)}));
  static_assert(std::is_same_v<decltype(complex_norm), const spica::Array<double, 0>>);
  EXPECT_EQ(item(complex_norm), 10.0);
  EXPECT_DOUBLE_EQ(item(norm(spica::array<Complex>(device, {Complex(3e200, 4e200)}))), 5e200);
  const auto complex_float = norm(spica::array<Kokkos::complex<float>>(device, {Kokkos::complex<float>(3e30f, 4e30f)}));
  static_assert(std::is_same_v<decltype(complex_float), const spica::Array<float, 0>>);
  EXPECT_EQ(item(complex_float), 5e30f);
  EXPECT_EQ(item(norm(spica::full<double>(device, -2.5))), 2.5);  // rank 0
}

TEST(NormOnTheDevice, ReadsNothingAndTakesExpressions) {
  const spica::Device<> device;
  const auto x = spica::full<float>(device, 2.0f, 100, 100);
  const spica::Ledger before = spica::ledger();
  {
    const spica::NoTransfers none;
    const auto n = norm(x - 1.0f);
    EXPECT_EQ((spica::ledger() - before).transfers().count, 0);
    static_assert(std::is_same_v<decltype(n), const spica::Array<float, 0>>);
  }
  EXPECT_EQ(item(norm(x - 1.0f)), 100.0f);
}

}  // namespace
