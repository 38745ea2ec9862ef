// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/gemv.hpp>
#include <spica/linalg/path.hpp>
#include <cstdint>
#include <limits>

#include "linalg/support/matrices.hpp"

namespace {

using spica::gemv;
using spica::detail::Conj;
using spica::test::all_exactly;
using spica::test::close_to;
using spica::test::expect_error;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::naive_gemm;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_device;
using spica::test::to_host;

template <class T>
class Gemv : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<double, Kokkos::complex<float>>;
TYPED_TEST_SUITE(Gemv, Elements, );

template <class T>
HostMatrix<T> as_column(HostMatrix<T> m) {
  std::swap(m.rows, m.columns);
  return m;
}

TYPED_TEST(Gemv, AgreesWithThreeLoopsHoweverOperandsLieAndConjugated) {
  using T = TypeParam;
  const HostMatrix<T> host_a = random_matrix<T>(6, 4, 1);
  HostMatrix<T> adjoint(4, 6);
  HostMatrix<T> conjugate_x(4, 1);
  const HostMatrix<T> host_x = random_matrix<T>(1, 4, 2);
  for (std::int64_t i = 0; i < 6; ++i) {
    for (std::int64_t j = 0; j < 4; ++j) adjoint(j, i) = Conj()(host_a(i, j));
  }
  for (std::int64_t j = 0; j < 4; ++j) conjugate_x(j, 0) = Conj()(host_x(0, j));
  for (const Lie lie_a : spica::test::all_lies) {
    for (const bool steps : {false, true}) {
      for (int modes = 0; modes < 4; ++modes) {
        const T beta = modes == 2 ? T(0) : T(3);
        const auto a = place(this->device, (modes & 1) != 0 ? adjoint : host_a, lie_a).matrix;
        const auto x = place(this->device, host_x, steps ? Lie::strided : Lie::rows).matrix(0, spica::all);
        const HostMatrix<T> host_y = random_matrix<T>(1, 6, 3);
        const auto placed = place(this->device, host_y, steps ? Lie::strided : Lie::rows);
        const auto y = placed.matrix(0, spica::all);
        if (modes == 0) gemv(2, a, x, beta, y);
        if (modes == 1) gemv(2, spica::adjoint(a), x, beta, y);
        if (modes == 2) gemv(2, a, spica::adjoint(x), beta, y);
        if (modes == 3) gemv(2, spica::adjoint(a), spica::adjoint(x), beta, y);
        const auto expected =
            naive_gemm(T(2), host_a, (modes & 2) != 0 ? conjugate_x : as_column(host_x), beta, as_column(host_y));
        ASSERT_TRUE(close_to(as_column(to_host(y)), expected)) << name_of(lie_a) << ", mode " << modes;
        ASSERT_EQ(placed.surroundings_changed(), 0);
        if (lie_a != Lie::strided && lie_a != Lie::strided_columns && !steps && modes == 0) {
          ASSERT_EQ(spica::linalg::last_path().packed, 0);
        }
      }
    }
  }
}

TYPED_TEST(Gemv, FollowsTheBlasRule) {
  using T = TypeParam;
  const T nan(std::numeric_limits<float>::quiet_NaN());
  const auto y = spica::full<T>(this->device, nan, 5);
  gemv(1, spica::ones<T>(this->device, 5, 3), spica::ones<T>(this->device, 3), 0, y);  // GEM_01
  EXPECT_TRUE(all_exactly(to_host(y), T(3)));
  gemv(1, spica::ones<T>(this->device, 5, 0), spica::ones<T>(this->device, 0), 2, y);  // GEM_02
  EXPECT_TRUE(all_exactly(to_host(y), T(6)));
  gemv(0, spica::full<T>(this->device, nan, 5, 3), spica::full<T>(this->device, nan, 3), 0.5, y);  // GEM_04
  EXPECT_TRUE(all_exactly(to_host(y), T(3)));
  // Expressions.
  const auto ones = spica::ones<T>(this->device, 5, 5);
  gemv(1, spica::cast<T>(ones), spica::cast<T>(y), 1, spica::copy(y));
}

TEST(GemvChecks, RefuseWhatDoesNotFitAndYStays) {
  const spica::Device<> device;
  const auto ones = [&](auto... extents) { return spica::ones<double>(device, extents...); };
  const auto y = spica::full<double>(device, 7.0, 4);
  expect_error<spica::ShapeError>(
      "spica::gemv: inner extents differ: A is [4, 3], x is [2]; A.extent(1) must equal x.extent(0)",
      [&] { gemv(1, ones(4, 3), ones(2), 0, y); });
  expect_error<spica::ShapeError>("spica::gemv: y has the wrong shape: A is [5, 3], x is [3], y is [4]; y must be [5]",
                                  [&] { gemv(1, ones(5, 3), ones(3), 0, y); });
  expect_error<spica::ValueError>(
      "spica::gemv: aliasing: y shares elements with x, which would be overwritten while it is read; write into "
      "another array, or multiply spica::copy(x)",
      [&] { gemv(1, ones(4, 4), y, 0, y); });
  EXPECT_TRUE(all_exactly(to_host(y), 7.0));
  const auto whole = spica::full<std::int32_t>(device, 2, 3);
  gemv(2, spica::ones<std::int32_t>(device, 3, 2), spica::ones<std::int32_t>(device, 2), 5, whole);
  EXPECT_TRUE(all_exactly(to_host(whole), 14));
}

TEST(GemvChecks, AliasedConjugatesAreRefused) {
  using T = Kokkos::complex<double>;
  const auto y = spica::ones<T>(spica::Device<>(), 4);
  expect_error<spica::ValueError>(
      "spica::gemv: aliasing: y shares elements with x, which would be overwritten while it is read; write into "
      "another array, or multiply spica::copy(x)",
      [&] { gemv(1, spica::ones<T>(spica::Device<>(), 4, 4), spica::adjoint(y), 0, y); });
}

}  // namespace
