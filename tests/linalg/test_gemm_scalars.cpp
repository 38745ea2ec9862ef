// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// alpha and beta: their types, and scaling C by beta alone.
#include <gtest/gtest.h>

#include <spica/linalg/gemm.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "linalg/support/matrices.hpp"

namespace {

using spica::cpu;
using spica::gemm;
using spica::test::all_exactly;
using spica::test::expect_error;
using spica::test::to_host;

template <class T>
auto full(T value, std::int64_t rows, std::int64_t columns) {
  return spica::full<T>(cpu(), value, rows, columns);
}

TEST(GemmScalars, TakeTheTypeOfC) {
  const auto a = full<float>(1, 2, 3);
  const auto b = full<float>(1, 3, 2);
  const auto c = full<float>(1, 2, 2);
  gemm(1.0, a, b, 0.5, c);
  EXPECT_TRUE(all_exactly(to_host(c), 3.5F));
  gemm(1, a, b, 0L, c);
  EXPECT_TRUE(all_exactly(to_host(c), 3.0F));
  using Complex = Kokkos::complex<float>;
  const auto z = full<Complex>({0, 1}, 2, 2);
  const auto out = full<Complex>(1, 2, 2);
  gemm(2.0, z, z, Kokkos::complex<double>(0, 1), out);
  EXPECT_TRUE(all_exactly(to_host(out), Complex(-4, 1)));
}

TEST(GemmScalars, OfIntegersAreWholeNumbersOfAnyType) {
  const auto a = full<int>(1, 2, 2);
  const auto c = full<int>(10, 2, 2);
  gemm(std::int8_t(3), a, a, std::uint64_t(2), c);
  EXPECT_TRUE(all_exactly(to_host(c), 26));
}

TEST(GemmScalars, NumbersThatDoNotFitAreRefusedAndCStays) {
  const std::string rule = " does not fit the array's type ";
  const std::string cure = "; write spica::cast to a wider type first";
  const auto a = full<std::int8_t>(1, 1, 1);
  const auto c = full<std::int8_t>(5, 1, 1);
  expect_error<spica::ValueError>("spica::gemm: 300" + rule + "int8" + cure, [&] { gemm(300, a, a, 0, c); });
  expect_error<spica::ValueError>("spica::gemm: -129" + rule + "int8" + cure, [&] { gemm(0, a, a, -129, c); });
  EXPECT_TRUE(all_exactly(to_host(c), std::int8_t(5)));
  const auto u = full<std::uint32_t>(5, 1, 1);
  expect_error<spica::ValueError>("spica::gemm: -1" + rule + "uint32" + cure,
                                  [&] { gemm(1, full<std::uint32_t>(1, 1, 1), full<std::uint32_t>(1, 1, 1), -1, u); });
  EXPECT_TRUE(all_exactly(to_host(u), 5U));
}

/// beta C, by alpha = 0 and by K = 0.
template <class T>
void expect_scaled(T c, T beta, T expected) {
  const auto by_alpha = full<T>(c, 2, 3);
  gemm(0, full<T>(1, 2, 4), full<T>(1, 4, 3), beta, by_alpha);
  EXPECT_TRUE(all_exactly(to_host(by_alpha), expected));
  const auto by_k = full<T>(c, 2, 3);
  gemm(1, full<T>(1, 2, 0), full<T>(1, 0, 3), beta, by_k);
  EXPECT_TRUE(all_exactly(to_host(by_k), expected));
}

TEST(GemmScalars, ScalingOfIntegersWrapsAround) {  // undefined in C++ where signed types overflow: see the debug build
  expect_scaled<std::int32_t>(2000000000, 3, 1705032704);
  expect_scaled<std::int64_t>(std::numeric_limits<std::int64_t>::max(), 3, 9223372036854775805);
  expect_scaled<std::uint16_t>(65535, 65535, 1);
  expect_scaled<std::int8_t>(100, 100, 16);
  expect_scaled<std::uint64_t>(std::uint64_t(1) << 63U, 2, 0);
}

TEST(GemmScalars, ScalingOfRealNumbersKeepsTheSignOfZero) {
  const auto c = full<double>(-0.0, 1, 1);
  gemm(0, full<double>(1, 1, 1), full<double>(1, 1, 1), 2.0, c);
  EXPECT_TRUE(std::signbit(to_host(c)(0, 0)));
  expect_scaled<double>(-1.5, 2.0, -3.0);
}

}  // namespace
