// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/eigh.hpp>
#include <spica/linalg/svd.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "linalg/support/residuals.hpp"

namespace {

using spica::all;
using spica::test::adjoint;
using spica::test::bound;
using spica::test::expect_error;
using spica::test::expect_fault;
using spica::test::host_matrix;
using spica::test::HostMatrix;
using spica::test::identity;
using spica::test::Lie;
using spica::test::magnitude;
using spica::test::not_finite;
using spica::test::part_of;
using spica::test::place;
using spica::test::product_minus;
using spica::test::product_of;
using spica::test::random_hermitian;
using spica::test::random_matrix;
using spica::test::real_part_of;
using spica::test::size_of;
using spica::test::to_device;
using spica::test::to_host;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class T>
class Spectral : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(Spectral, Elements, );

/// The columns times one number each.
template <class T, class Real>
HostMatrix<T> scaled_columns(HostMatrix<T> m, const HostMatrix<Real>& factors) {
  for (std::int64_t i = 0; i < m.rows; ++i) {
    for (std::int64_t j = 0; j < m.columns; ++j) m(i, j) *= factors(0, j);
  }
  return m;
}

template <class T, class Real>
void expect_eigh(const HostMatrix<T>& a, const HostMatrix<Real>& values, const HostMatrix<T>& v) {
  EXPECT_TRUE(std::is_sorted(values.values.begin(), values.values.end()));
  EXPECT_LE(size_of(product_minus(adjoint(v), v, identity<T>(a.rows))), bound<T>(a.rows));
  EXPECT_LE(size_of(product_minus(a, v, scaled_columns(v, values))), bound<T>(a.rows) * size_of(a));
}

template <class T, class Real>
void expect_svd(const HostMatrix<T>& a, const HostMatrix<T>& u, const HostMatrix<Real>& s, const HostMatrix<T>& vh) {
  const std::int64_t k = std::min(a.rows, a.columns);
  const std::int64_t longest = std::max(a.rows, a.columns);
  EXPECT_TRUE(std::is_sorted(s.values.rbegin(), s.values.rend()));
  EXPECT_GE(s.values.back(), 0);
  EXPECT_LE(size_of(product_minus(adjoint(u), u, identity<T>(k))), bound<T>(longest));
  EXPECT_LE(size_of(product_minus(vh, adjoint(vh), identity<T>(k))), bound<T>(longest));
  EXPECT_LE(size_of(product_minus(scaled_columns(u, s), vh, a)), bound<T>(longest) * size_of(a));
}

/// Whether numbers agree up to c n eps of the largest.
template <class Real>
void expect_values(const HostMatrix<Real>& got, const std::vector<double>& expected) {
  ASSERT_EQ(got.values.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(got.values[i], expected[i], bound<Real>(10)) << i;
}

TYPED_TEST(Spectral, EighDiagonalisesAndReadsTheLowerTriangle) {
  using T = TypeParam;
  for (const std::int64_t n : {1, 2, 9, 70}) {
    for (const Lie lie : {Lie::rows, Lie::columns, Lie::strided}) {
      if (n > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      SCOPED_TRACE(::testing::Message() << n << ", " << name_of(lie));
      const HostMatrix<T> a = random_hermitian<T>(n, 1);
      HostMatrix<T> lower = a;
      for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = i + 1; j < n; ++j) lower(i, j) = real_part_of<T>::make(nan, inf);
      }
      const auto placed = place(this->device, lower, lie);
      const auto result = spica::eigh(placed.matrix);
      ASSERT_EQ(result.values.shape(), spica::shape(n));
      ASSERT_EQ(result.vectors.shape(), spica::shape(n, n));
      const auto values = to_host(result.values);
      expect_eigh(a, values, to_host(result.vectors));
      const auto alone = to_host(spica::eigvalsh(placed.matrix));
      for (std::int64_t i = 0; i < n; ++i) EXPECT_NEAR(alone(0, i), values(0, i), bound<T>(n) * size_of(a));
    }
  }
}

TYPED_TEST(Spectral, EighOfKnownMatrices) {
  using T = TypeParam;
  const auto a = to_device(this->device, host_matrix<T>({{2, 9, 9}, {-1, 2, 9}, {0, -1, 2}}));
  expect_values(to_host(spica::eigh(a).values), {2 - std::sqrt(2.0), 2, 2 + std::sqrt(2.0)});
  // [[2, -i], [i, 2]]: a real type holds i's part as 0.
  HostMatrix<T> h = host_matrix<T>({{2, 0}, {0, 2}});
  h(1, 0) = real_part_of<T>::make(0, 1);
  const bool complex = h(1, 0) != T(0);
  expect_values(to_host(spica::eigvalsh(to_device(this->device, h))), {complex ? 1.0 : 2.0, complex ? 3.0 : 2.0});
  const auto none = spica::eigh(spica::empty<T>(this->device, 0, 0));
  EXPECT_EQ(none.values.shape(), spica::shape(0));
  EXPECT_EQ(none.vectors.shape(), spica::shape(0, 0));
}

TYPED_TEST(Spectral, StacksAreDecomposedOneByOne) {
  using T = TypeParam;
  const auto stack = spica::reshape(to_device(this->device, random_matrix<T>(5 * 4, 4, 2)), 5, 4, 4);
  for (std::int64_t i = 0; i < 5; ++i) {
    spica::assign(stack(i, all, all), to_device(this->device, random_hermitian<T>(4, 3 + static_cast<unsigned>(i))));
  }
  const auto eigen = spica::eigh(stack);
  const auto tall = spica::svd(stack(all, all, spica::range(0, 3)));
  const auto wide = spica::svd(stack(all, spica::range(1, 4), all));
  for (std::int64_t i = 0; i < 5; ++i) {
    const HostMatrix<T> a = part_of(stack, i);
    expect_eigh(a, to_host(eigen.values(i, all)), part_of(eigen.vectors, i));
    expect_svd(to_host(stack(i, all, spica::range(0, 3))), part_of(tall.U, i), to_host(tall.S(i, all)),
               part_of(tall.Vh, i));
    expect_svd(to_host(stack(i, spica::range(1, 4), all)), part_of(wide.U, i), to_host(wide.S(i, all)),
               part_of(wide.Vh, i));
  }
}

TYPED_TEST(Spectral, SvdGivesBackItsMatrixHoweverItLies) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {5, 5}, {66, 7}, {3, 40}, {1, 6}}) {
    for (const Lie lie : {Lie::rows, Lie::padded_columns, Lie::strided}) {
      if (m > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      SCOPED_TRACE(::testing::Message() << m << 'x' << n << ", " << name_of(lie));
      const HostMatrix<T> a = random_matrix<T>(m, n, 4);
      const auto placed = place(this->device, a, lie);
      const auto f = spica::svd(placed.matrix);
      ASSERT_EQ(f.U.shape(), spica::shape(m, std::min(m, n)));
      ASSERT_EQ(f.Vh.shape(), spica::shape(std::min(m, n), n));
      const auto s = to_host(f.S);
      expect_svd(a, to_host(f.U), s, to_host(f.Vh));
      const auto alone = to_host(spica::svdvals(placed.matrix));
      for (std::int64_t i = 0; i < s.columns; ++i) EXPECT_NEAR(alone(0, i), s(0, i), bound<T>(m + n) * size_of(a));
      EXPECT_EQ(to_host(placed.memory).values, placed.before.values);
    }
  }
}

TYPED_TEST(Spectral, SvdOfKnownAndEmptyMatrices) {
  using T = TypeParam;
  // NumPy: svd([[1, 2], [3, 4], [5, 6]]).
  const auto a = to_device(this->device, host_matrix<T>({{1, 2}, {3, 4}, {5, 6}}));
  expect_values(to_host(spica::svd(a).S), {9.52551809156511, 0.5143005806586441});
  const auto zero = spica::svd(spica::zeros<T>(this->device, 3, 2));
  expect_values(to_host(zero.S), {0, 0});
  EXPECT_EQ(size_of(product_minus(adjoint(to_host(zero.U)), to_host(zero.U), identity<T>(2))), 0);
  const auto none = spica::svd(spica::empty<T>(this->device, 0, 3));
  EXPECT_EQ(none.U.shape(), spica::shape(0, 0));
  EXPECT_EQ(none.S.shape(), spica::shape(0));
  EXPECT_EQ(none.Vh.shape(), spica::shape(0, 3));
}

TYPED_TEST(Spectral, WhatIsNotFiniteIsRefused) {
  using T = TypeParam;
  const auto with_nan = to_device(this->device, host_matrix<T>({{1, 0}, {nan, 1}}));
  expect_fault(this->device, "spica::eigh", -1, not_finite, [&] { spica::eigh(with_nan); });
  expect_fault(this->device, "spica::eigvalsh", -1, not_finite, [&] { spica::eigvalsh(with_nan); });
  const auto stack = spica::reshape(to_device(this->device, host_matrix<T>({{1, 0}, {2, -inf}})), 2, 1, 2);
  expect_fault(this->device, "spica::svd", 1, not_finite, [&] { spica::svd(stack); });
  expect_fault(this->device, "spica::svdvals", 1, not_finite, [&] { spica::svdvals(stack); });
  const auto wide = spica::ones<T>(this->device, 2, 3);
  expect_error<spica::ShapeError>("spica::eigh: A is [2, 3]; its last two extents must be equal",
                                  [&] { spica::eigh(wide); });
  expect_error<spica::ShapeError>("spica::eigvalsh: A is [2, 3]; its last two extents must be equal",
                                  [&] { spica::eigvalsh(wide); });
}

TEST(SpectralOfOtherTypes, GiveBackTheirMatrix) {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    const spica::Device<> device;
    const HostMatrix<T> a = random_hermitian<T>(6, 6);
    const auto eigen = spica::eigh(to_device(device, a));
    expect_eigh(a, to_host(eigen.values), to_host(eigen.vectors));
    const HostMatrix<T> b = random_matrix<T>(6, 5, 7);
    const auto f = spica::svd(to_device(device, b));
    expect_svd(b, to_host(f.U), to_host(f.S), to_host(f.Vh));
  };
  check(double(0));
  check(Kokkos::complex<float>(0));
}

}  // namespace
