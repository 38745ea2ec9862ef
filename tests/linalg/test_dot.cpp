// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/array/transform.hpp>
#include <spica/device/pool.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/ops/arithmetic.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "linalg/support/matrices.hpp"

namespace {

using spica::dot;
using spica::item;
using spica::test::expect_error;
using spica::test::HostMatrix;
using spica::test::place;
using spica::test::random_matrix;

template <class T>
class Dot : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<float, double, Kokkos::complex<float>, std::int8_t, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(Dot, Elements, );

TYPED_TEST(Dot, AgreesWithAPlainSumForEveryStride) {
  using T = TypeParam;
  using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t,
                                  std::conditional_t<std::is_arithmetic_v<T>, long double, Kokkos::complex<double>>>;
  for (const std::int64_t n : {0, 1, 2, 33, 1000, 40000}) {
    const HostMatrix<T> x = random_matrix<T>(1, n, 1);
    const HostMatrix<T> y = random_matrix<T>(1, n, 2);
    Wide sum(0);
    double size = 0;
    for (std::size_t i = 0; i < x.values.size(); ++i) {
      sum += Wide(x.values[i]) * Wide(y.values[i]);
      size += spica::test::magnitude(x.values[i]) * spica::test::magnitude(y.values[i]);
    }
    // Pairwise in blocks of 16 chains of 16: at most 16 + log2(n) additions meet one term; the reference in double adds
    // n. Real float: products are exact in double, one rounding at the end.
    double bound = 0;
    if constexpr (!std::is_integral_v<T>) {
      const double unit = static_cast<double>(std::numeric_limits<spica::test::real_t<T>>::epsilon());
      bound = 4 * (std::is_same_v<T, double> ? 32 : 1) * unit +
              (std::is_arithmetic_v<T> ? 0 : 4e-16 * static_cast<double>(n));
    }
    for (const spica::test::Lie lie : {spica::test::Lie::rows, spica::test::Lie::strided}) {
      const auto a = place(this->device, x, lie).matrix(0, spica::all);
      const auto b = place(this->device, y, spica::test::Lie::rows).matrix(0, spica::all);
      const auto got = item(dot(a, b));
      EXPECT_LE(spica::test::magnitude(got - static_cast<decltype(got)>(sum)), bound * size)
          << n << ' ' << name_of(lie);
    }
  }
}

TEST(DotTypes, StaysOnTheDeviceInTheTypeThatTheRulesSay) {
  const spica::Device<> device;
  const auto x = spica::arange<float>(device, 4);
  static_assert(std::is_same_v<decltype(dot(x, x)), spica::Array<float, 0>>);
  EXPECT_EQ(item(dot(x, x)), 14.0f);
  const auto bytes = spica::full<std::int8_t>(device, 100, 1000);
  static_assert(std::is_same_v<decltype(dot(bytes, bytes)), spica::Array<std::int64_t, 0>>);
  EXPECT_EQ(item(dot(bytes, bytes)), 10000000);
  const auto unsigned_32 = spica::full<std::uint32_t>(device, 4000000000U, 2);
  static_assert(std::is_same_v<decltype(dot(unsigned_32, unsigned_32)), spica::Array<std::uint64_t, 0>>);
  EXPECT_EQ(item(dot(unsigned_32, unsigned_32)), 2 * 16000000000000000000U);  // modulo 2^64
  const auto flags = spica::ones<bool>(device, 300);
  EXPECT_EQ(item(dot(flags, flags)), 300);
  using Complex = Kokkos::complex<double>;
  const auto z = spica::array<Complex>(device, {Complex(1, 2), Complex(0, 1)});
  EXPECT_EQ(item(dot(z, z)), Complex(-4, 4));  // no conjugate
}

TEST(DotLength, AddsMoreFloatsThanAFloatCanCount) {
  const spica::Device<> device;
  const auto x = spica::ones<float>(device, 40000000);  // a running float sum sticks at 16,777,216
  EXPECT_EQ(item(dot(x, x)), 40000000.0f);
  spica::trim_pool();
}

TEST(DotValues, NaNAndInfGoThrough) {
  const spica::Device<> device;
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(
      std::isnan(item(dot(spica::array<double>(device, {inf, 1.0}), spica::array<double>(device, {0.0, 1.0})))));
  EXPECT_EQ(item(dot(spica::array<double>(device, {inf, 1.0}), spica::array<double>(device, {2.0, 1.0}))), inf);
}

TEST(DotOperands, ExpressionsAreRead) {
  const spica::Device<> device;
  const auto x = spica::ones<double>(device, 10);
  EXPECT_EQ(item(dot(x + x, x + 2.0)), 60.0);
}

TEST(DotChecks, LengthsAndDevicesMustAgree) {
  const spica::Device<> device;
  expect_error<spica::ShapeError>("spica::dot: lengths differ: x is [3], y is [4]; they must be equal",
                                  [&] { dot(spica::ones<float>(device, 3), spica::ones<float>(device, 4)); });
  expect_error<spica::ShapeError>("spica::dot: lengths differ: x is [3], y is [1]; they must be equal",
                                  [&] { dot(spica::ones<float>(device, 3), spica::ones<float>(device, 1)); });
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "needs two host devices: SPICA_HOST_DEVICES is 1";
  expect_error<spica::DeviceError>(
      "spica::dot: operands are on different devices: x is on cpu(0), y on cpu(1); write spica::copy(y, x.device())",
      [&] { dot(spica::ones<float>(spica::cpu(0), 3), spica::ones<float>(spica::cpu(1), 3)); });
}

}  // namespace
