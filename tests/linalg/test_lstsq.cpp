// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/lstsq.hpp>
#include <spica/ops/reduce.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "linalg/support/residuals.hpp"

namespace {

using spica::all;
using spica::detail::LeastSquares;
using spica::test::adjoint;
using spica::test::bound;
using spica::test::expect_error;
using spica::test::expect_fault;
using spica::test::host_matrix;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::magnitude;
using spica::test::not_finite;
using spica::test::place;
using spica::test::product_minus;
using spica::test::product_of;
using spica::test::random_matrix;
using spica::test::size_of;
using spica::test::to_device;
using spica::test::to_host;

template <class T>
class Lstsq : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(Lstsq, Elements, );

/// LAPACK's routine, and what GPUs do in its place.
constexpr LeastSquares both_ways[] = {LeastSquares::library, LeastSquares::svd};

template <class A, class B>
auto least_squares(const A& a, const B& b, LeastSquares how, double rcond = 1e-5) {
  return spica::detail::find_least_squares(a, b, rcond, how);
}

template <class T>
void expect_near(const HostMatrix<T>& got, const std::vector<double>& expected) {
  ASSERT_EQ(got.values.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_LE(magnitude(got.values[i] - spica::test::real_part_of<T>::make(expected[i], 0)), bound<T>(20)) << i;
  }
}

TYPED_TEST(Lstsq, TheResidualIsOrthogonalToTheColumns) {
  using T = TypeParam;
  for (const LeastSquares how : both_ways) {
    for (const Lie lie : {Lie::rows, Lie::columns, Lie::strided}) {
      for (const std::int64_t n : {1, 5, 20}) {
        SCOPED_TRACE(::testing::Message()
                     << 30 << 'x' << n << ", " << name_of(lie) << ", way " << static_cast<int>(how));
        const HostMatrix<T> a = random_matrix<T>(30, n, 1);
        const HostMatrix<T> b = random_matrix<T>(30, 3, 2);
        const auto placed = place(this->device, a, lie);
        const auto found = least_squares(placed.matrix, place(this->device, b, lie).matrix, how);
        ASSERT_EQ(found.solution.shape(), spica::shape(n, 3));
        EXPECT_EQ(spica::item(found.rank), n);
        const HostMatrix<T> x = to_host(found.solution);
        const HostMatrix<T> gradient = product_of(adjoint(a), product_minus(a, x, b));
        EXPECT_LE(size_of(gradient), bound<T>(30) * size_of(a) * (size_of(a) * size_of(x) + size_of(b)));
        EXPECT_EQ(to_host(placed.memory).values, placed.before.values);
      }
    }
  }
}

TYPED_TEST(Lstsq, KnownSystems) {
  using T = TypeParam;
  // NumPy: lstsq(..., rcond=None).
  const auto tall = to_device(this->device, host_matrix<T>({{1, 2}, {3, 4}, {5, 6}}));
  const auto b = to_device(this->device, host_matrix<T>({{1, 2, 4}}))(0, all);
  const auto deficient = to_device(this->device, host_matrix<T>({{1, 2}, {2, 4}, {3, 6}}));
  for (const LeastSquares how : both_ways) {
    const auto over = least_squares(tall, b, how);
    static_assert(std::is_same_v<decltype(over.solution), spica::Array<T, 1>>);
    expect_near(to_host(over.solution), {2.0 / 3, 1.0 / 12});
    expect_near(to_host(over.singular_values), {9.52551809156511, 0.5143005806586441});
    const auto under = least_squares(spica::transpose(tall), b(spica::range(0, 2)), how);
    expect_near(to_host(under.solution), {5.0 / 6, 1.0 / 3, -1.0 / 6});
    EXPECT_EQ(spica::item(under.rank), 2);
    const auto least = least_squares(deficient, b, how);
    expect_near(to_host(least.solution), {17.0 / 70, 17.0 / 35});
    EXPECT_EQ(spica::item(least.rank), 1);
  }
}

TYPED_TEST(Lstsq, RcondDecidesWhatCountsAsZero) {
  using T = TypeParam;
  const auto a = to_device(this->device, host_matrix<T>({{1, 0}, {0, 0.25}}));
  const auto b = spica::ones<T>(this->device, 2);
  EXPECT_EQ(spica::item(spica::lstsq(a, b).rank), 2);
  expect_near(to_host(spica::lstsq(a, b).solution), {1, 4});
  EXPECT_EQ(spica::item(spica::lstsq(a, b, 0.5).rank), 1);
  expect_near(to_host(spica::lstsq(a, b, 0.5).solution), {1, 0});
  expect_near(to_host(least_squares(a, b, LeastSquares::svd, 0.5).solution), {1, 0});
  for (const LeastSquares how : both_ways) {
    EXPECT_EQ(spica::item(least_squares(a, b, how, 0.0).rank), 2);
    EXPECT_EQ(spica::item(least_squares(a, b, how, 1.0).rank), 0);
    EXPECT_EQ(spica::item(least_squares(a, b, how, 2.0).rank), 0);
    expect_near(to_host(least_squares(a, b, how, 2.0).solution), {0, 0});
  }
  expect_error<spica::ValueError>(
      "spica::lstsq: rcond is -1; it must be 0 or more: singular values up to rcond times the largest count as zero",
      [&] { spica::lstsq(a, b, -1.0); });
}

TEST(LstsqOfManyRows, KeepTheirRank) {
  const std::int64_t m = 1000000;  // eps of float times m is 0.12, above the smaller singular value
  const auto A = spica::ones<float>(spica::cpu(), m, 2);
  spica::assign(A(spica::all, 1), 0.1F);
  spica::assign(A(spica::range(0, m, 2), 1), -0.1F);
  const auto b = spica::sum(A, 1);
  const auto result = spica::lstsq(A, b);
  EXPECT_EQ(spica::item(result.rank), 2);
  EXPECT_NEAR(spica::item(result.solution(1)), 1, 1e-3);
}

TYPED_TEST(Lstsq, NothingAndZeros) {
  using T = TypeParam;
  for (const LeastSquares how : both_ways) {
    const auto zero = least_squares(spica::zeros<T>(this->device, 3, 2), spica::ones<T>(this->device, 3), how);
    expect_near(to_host(zero.solution), {0, 0});
    EXPECT_EQ(spica::item(zero.rank), 0);
    const auto no_rows = least_squares(spica::empty<T>(this->device, 0, 2), spica::empty<T>(this->device, 0, 1), how);
    expect_near(to_host(no_rows.solution), {0, 0});
    EXPECT_EQ(spica::item(no_rows.rank), 0);
    const auto no_columns = least_squares(spica::empty<T>(this->device, 3, 0), spica::ones<T>(this->device, 3), how);
    EXPECT_EQ(no_columns.solution.shape(), spica::shape(0));
    const auto no_sides = least_squares(spica::ones<T>(this->device, 3, 2), spica::empty<T>(this->device, 3, 0), how);
    EXPECT_EQ(no_sides.solution.shape(), spica::shape(2, 0));
    EXPECT_EQ(spica::item(no_sides.rank), 1);
  }
}

TYPED_TEST(Lstsq, WhatDoesNotFitIsRefused) {
  using T = TypeParam;
  const auto a = spica::ones<T>(this->device, 3, 2);
  expect_error<spica::ShapeError>(
      "spica::lstsq: the rows differ: A is [3, 2], b is [2]; b.extent(0) must equal A's last extent but one",
      [&] { spica::lstsq(a, spica::ones<T>(this->device, 2)); });
  const auto with_nan = to_device(this->device, host_matrix<T>({{std::numeric_limits<double>::quiet_NaN()}, {1}}));
  for (const LeastSquares how : both_ways) {
    expect_fault(this->device, "spica::lstsq", -1, not_finite,
                 [&] { least_squares(with_nan, spica::ones<T>(this->device, 2), how); });
    const HostMatrix<T> x = to_host(least_squares(spica::ones<T>(this->device, 2, 1), with_nan(all, 0), how).solution);
    EXPECT_NE(x(0, 0), x(0, 0));
  }
}

TEST(LstsqOfOtherTypes, SolvesSquareSystems) {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    const spica::Device<> device;
    const HostMatrix<T> a = spica::test::shifted(random_matrix<T>(6, 6, 6), 3);
    const HostMatrix<T> b = random_matrix<T>(6, 2, 7);
    for (const LeastSquares how : both_ways) {
      const HostMatrix<T> x = to_host(least_squares(to_device(device, a), to_device(device, b), how).solution);
      EXPECT_LE(size_of(product_minus(a, x, b)), bound<T>(6) * size_of(a) * size_of(x));
    }
  };
  check(double(0));
  check(Kokkos::complex<float>(0));
}

}  // namespace
