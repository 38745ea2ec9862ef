// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/array/wrap.hpp>
#include <spica/linalg/cholesky.hpp>
#include <spica/linalg/lu.hpp>
#include <spica/linalg/qr.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "linalg/support/residuals.hpp"

namespace {

using spica::all;
using spica::test::adjoint;
using spica::test::bound;
using spica::test::expect_error;
using spica::test::expect_fault;
using spica::test::has_exactly;
using spica::test::host_matrix;
using spica::test::HostMatrix;
using spica::test::identity;
using spica::test::Lie;
using spica::test::magnitude;
using spica::test::part_of;
using spica::test::place;
using spica::test::product_minus;
using spica::test::product_of;
using spica::test::random_matrix;
using spica::test::shifted;
using spica::test::size_of;
using spica::test::to_device;
using spica::test::to_host;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class T>
class Factors : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(Factors, Elements, );

/// The largest magnitude above (or below) the diagonal.
template <class T>
double largest_beside_diagonal(const HostMatrix<T>& m, bool above) {
  double largest = 0;
  for (std::int64_t i = 0; i < m.rows; ++i) {
    for (std::int64_t j = 0; j < m.columns; ++j) {
      if (above ? i < j : i > j) largest = std::max(largest, magnitude(m(i, j)));
    }
  }
  return largest;
}

/// Rows in another order: row i is row order(i) of m.
template <class T>
HostMatrix<T> rows_of(const HostMatrix<T>& m, const HostMatrix<std::int64_t>& order) {
  HostMatrix<T> result(order.columns, m.columns);
  for (std::int64_t i = 0; i < result.rows; ++i) {
    for (std::int64_t j = 0; j < m.columns; ++j) result(i, j) = m(order(0, i), j);
  }
  return result;
}

template <class T>
void expect_lu(const HostMatrix<T>& a, const HostMatrix<std::int64_t>& order, const HostMatrix<T>& l,
               const HostMatrix<T>& u) {
  const std::int64_t k = std::min(a.rows, a.columns);
  const HostMatrix<T> product = rows_of(product_of(l, u), order);
  EXPECT_LE(size_of(product_minus(product, identity<T>(a.columns), a)), bound<T>(k) * size_of(l) * size_of(u));
  EXPECT_EQ(largest_beside_diagonal(l, true), 0);
  EXPECT_EQ(largest_beside_diagonal(u, false), 0);
  EXPECT_LE(largest_beside_diagonal(l, false), 1.5);  // complex pivots are chosen by |re| + |im|
  for (std::int64_t i = 0; i < k; ++i) EXPECT_EQ(l(i, i), T(1));
}

TYPED_TEST(Factors, LuGivesBackItsMatrixHoweverItLies) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {5, 5}, {66, 66}, {7, 4}, {4, 9}}) {
    for (const Lie lie : {Lie::rows, Lie::padded_columns, Lie::strided}) {
      if (m > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      SCOPED_TRACE(::testing::Message() << m << 'x' << n << ", " << name_of(lie));
      const HostMatrix<T> a = random_matrix<T>(m, n, 1);
      const auto placed = place(this->device, a, lie);
      const auto factors = spica::lu(placed.matrix);
      EXPECT_EQ(factors.L.shape(), spica::shape(m, std::min(m, n)));
      EXPECT_EQ(factors.U.shape(), spica::shape(std::min(m, n), n));
      ASSERT_EQ(factors.permutation.shape(), spica::shape(m));
      expect_lu(a, to_host(factors.permutation), to_host(factors.L), to_host(factors.U));
      EXPECT_EQ(to_host(placed.memory).values, placed.before.values);
    }
  }
}

TYPED_TEST(Factors, LuOfAKnownMatrix) {
  using T = TypeParam;
  // SciPy: lu([[1, 2, 4], [4, 8, 8], [2, 8, 0]], p_indices=True); all numbers are exact.
  const auto f = spica::lu(to_device(this->device, host_matrix<T>({{1, 2, 4}, {4, 8, 8}, {2, 8, 0}})));
  EXPECT_TRUE(has_exactly(f.permutation, {{2, 0, 1}}));
  EXPECT_TRUE(has_exactly(f.L, {{1, 0, 0}, {0.5, 1, 0}, {0.25, 0, 1}}));
  EXPECT_TRUE(has_exactly(f.U, {{4, 8, 8}, {0, 4, -4}, {0, 0, 2}}));
}

TYPED_TEST(Factors, LuOfAStackOfSingularAndEmptyMatrices) {
  using T = TypeParam;
  const HostMatrix<T> a = random_matrix<T>(5 * 4, 3, 2);
  const auto f = spica::lu(spica::reshape(to_device(this->device, a), 5, 4, 3));
  for (std::int64_t i = 0; i < 5; ++i) {
    const HostMatrix<T> part = part_of(spica::reshape(to_device(this->device, a), 5, 4, 3), i);
    expect_lu(part, to_host(f.permutation(i, all)), part_of(f.L, i), part_of(f.U, i));
  }
  const auto zero = spica::lu(spica::zeros<T>(this->device, 2, 2));
  EXPECT_TRUE(has_exactly(zero.permutation, {{0, 1}}));
  EXPECT_TRUE(has_exactly(zero.L, {{1, 0}, {0, 1}}));
  EXPECT_TRUE(has_exactly(zero.U, {{0, 0}, {0, 0}}));
  const auto none = spica::lu(spica::empty<T>(this->device, 3, 0));
  EXPECT_TRUE(has_exactly(none.permutation, {{0, 1, 2}}));
  EXPECT_EQ(none.L.shape(), spica::shape(3, 0));
  EXPECT_EQ(none.U.shape(), spica::shape(0, 0));
}

TYPED_TEST(Factors, CholeskyGivesBackItsMatrixAndReadsTheLowerTriangle) {
  using T = TypeParam;
  for (const std::int64_t n : {1, 4, 67}) {
    for (const Lie lie : {Lie::rows, Lie::columns, Lie::strided}) {
      if (n > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      SCOPED_TRACE(::testing::Message() << n << ", " << name_of(lie));
      const HostMatrix<T> x = random_matrix<T>(n, n, 3);
      HostMatrix<T> a = shifted(product_of(x, adjoint(x)), 1);
      HostMatrix<T> lower = a;
      for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = i + 1; j < n; ++j) lower(i, j) = spica::test::real_part_of<T>::make(nan, 0);
      }
      const HostMatrix<T> l = to_host(spica::cholesky(place(this->device, lower, lie).matrix));
      EXPECT_EQ(largest_beside_diagonal(l, true), 0);
      EXPECT_LE(size_of(product_minus(l, adjoint(l), a)), bound<T>(n) * size_of(l) * size_of(l));
    }
  }
}

TYPED_TEST(Factors, CholeskyOfAStackOfKnownMatrices) {
  using T = TypeParam;
  const auto a = to_device(this->device, host_matrix<T>({{4, 0}, {2, 10}, {1, 0}, {0, 9}, {16, 0}, {4, 2}}));
  const auto l = spica::cholesky(spica::reshape(a, 3, 2, 2));
  EXPECT_EQ(l.label(), "spica::cholesky");
  EXPECT_TRUE(has_exactly(l(0, all, all), {{2, 0}, {1, 3}}));
  EXPECT_TRUE(has_exactly(l(1, all, all), {{1, 0}, {0, 3}}));
  EXPECT_TRUE(has_exactly(l(2, all, all), {{4, 0}, {1, 1}}));
  EXPECT_EQ(spica::cholesky(spica::empty<T>(this->device, 0, 0)).shape(), spica::shape(0, 0));
}

TYPED_TEST(Factors, CholeskyRefusesWhatIsNotPositiveDefinite) {
  using T = TypeParam;
  const auto fault = [](int order) {
    return "is not positive definite: its leading minor of order " + std::to_string(order) + " is not positive";
  };
  const auto indefinite = to_device(this->device, host_matrix<T>({{1, 0, 0}, {2, 1, 0}, {0, 0, 1}}));
  expect_fault(this->device, "spica::cholesky", -1, fault(2), [&] { spica::cholesky(indefinite); });
  const auto with_nan = to_device(this->device, host_matrix<T>({{1, 0, 0}, {0, 1, 0}, {0, nan, 1}}));
  expect_fault(this->device, "spica::cholesky", -1, fault(3), [&] { spica::cholesky(with_nan); });
  const auto stack = spica::reshape(to_device(this->device, host_matrix<T>({{1}, {2}, {-1}, {0}})), 4, 1, 1);
  expect_fault(this->device, "spica::cholesky", 2, fault(1), [&] { spica::cholesky(stack); });
  expect_error<spica::ShapeError>("spica::cholesky: A is [4, 1]; its last two extents must be equal",
                                  [&] { spica::cholesky(stack(all, all, 0)); });
}

TYPED_TEST(Factors, QrGivesBackItsMatrixWithOrthonormalColumns) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {5, 5}, {66, 40}, {3, 8}}) {
    for (const Lie lie : {Lie::rows, Lie::padded_columns, Lie::strided}) {
      if (m > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      SCOPED_TRACE(::testing::Message() << m << 'x' << n << ", " << name_of(lie));
      const HostMatrix<T> a = random_matrix<T>(m, n, 4);
      const auto factors = spica::qr(place(this->device, a, lie).matrix);
      ASSERT_EQ(factors.Q.shape(), spica::shape(m, std::min(m, n)));
      ASSERT_EQ(factors.R.shape(), spica::shape(std::min(m, n), n));
      const HostMatrix<T> q = to_host(factors.Q);
      const HostMatrix<T> r = to_host(factors.R);
      EXPECT_EQ(largest_beside_diagonal(r, false), 0);
      EXPECT_LE(size_of(product_minus(q, r, a)), bound<T>(m) * size_of(a));
      EXPECT_LE(size_of(product_minus(adjoint(q), q, identity<T>(q.columns))), bound<T>(m));
    }
  }
}

TYPED_TEST(Factors, QrOfStacksAndOfNothing) {
  using T = TypeParam;
  const HostMatrix<T> a = random_matrix<T>(3 * 4, 2, 5);
  const auto stack = spica::reshape(to_device(this->device, a), 3, 4, 2);
  const auto f = spica::qr(stack);
  for (std::int64_t i = 0; i < 3; ++i) {
    EXPECT_LE(size_of(product_minus(part_of(f.Q, i), part_of(f.R, i), part_of(stack, i))), bound<T>(4) * size_of(a));
  }
  // NumPy: qr([[3, 0], [4, 5]]) is Q = [[-0.6, -0.8], [-0.8, 0.6]], R = [[-5, -4], [0, 3]].
  const auto known = to_host(spica::qr(to_device(this->device, host_matrix<T>({{3, 0}, {4, 5}}))).R);
  const HostMatrix<T> expected = host_matrix<T>({{-5, -4}, {0, 3}});
  EXPECT_LE(size_of(product_minus(known, identity<T>(2), expected)), bound<T>(2) * 5);
  EXPECT_EQ(spica::qr(spica::empty<T>(this->device, 3, 0)).Q.shape(), spica::shape(3, 0));
  EXPECT_EQ(spica::qr(spica::empty<T>(this->device, 0, 3)).R.shape(), spica::shape(0, 3));
}

TEST(FactorsOfOtherTypes, GiveBackTheirMatrix) {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    const spica::Device<> device;
    const HostMatrix<T> a = random_matrix<T>(6, 6, 6);
    const auto f = spica::lu(to_device(device, a));
    expect_lu(a, to_host(f.permutation), to_host(f.L), to_host(f.U));
    const auto g = spica::qr(to_device(device, a));
    EXPECT_LE(size_of(product_minus(to_host(g.Q), to_host(g.R), a)), bound<T>(6) * size_of(a));
    const HostMatrix<T> square = product_of(a, adjoint(a));
    const HostMatrix<T> l = to_host(spica::cholesky(to_device(device, square)));
    EXPECT_LE(size_of(product_minus(l, adjoint(l), square)), bound<T>(6) * size_of(square));
  };
  check(double(0));
  check(Kokkos::complex<float>(0));
}

TEST(FactorsOfLargeMatrices, AreRefusedBeforeAnythingIsAllocated) {
  // 2^31 rows that are all one element.
  const Kokkos::View<float**, Kokkos::LayoutStride, Kokkos::HostSpace> view("one", Kokkos::LayoutStride(1, 1, 1, 1));
  const Kokkos::View<float**, Kokkos::LayoutStride, Kokkos::HostSpace> rows(
      view.data(), Kokkos::LayoutStride(std::size_t(1) << 31, 0, 1, 1));
  expect_error<spica::ShapeError>(
      "spica::qr: a matrix of 2147483648 x 1 is too large: the solvers count in 32 bits; extents must be at most "
      "2147483647",
      [&] { spica::qr(spica::wrap(rows)); });
}

}  // namespace
