// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/determinant.hpp>
#include <spica/linalg/inverse.hpp>
#include <spica/linalg/solve.hpp>
#include <spica/ops/arithmetic.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "linalg/support/residuals.hpp"

namespace {

using spica::all;
using spica::test::all_lies;
using spica::test::bound;
using spica::test::expect_error;
using spica::test::expect_fault;
using spica::test::host_matrix;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::place;
using spica::test::product_minus;
using spica::test::random_matrix;
using spica::test::shifted;
using spica::test::singular_at;
using spica::test::size_of;
using spica::test::to_device;
using spica::test::to_host;

template <class T>
class Solve : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(Solve, Elements, );

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TYPED_TEST(Solve, LeavesASmallResidualHoweverTheOperandsLie) {
  using T = TypeParam;
  for (const std::int64_t n : {1, 2, 7, 65}) {
    for (const Lie lie : all_lies) {
      if (n > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      SCOPED_TRACE(::testing::Message() << n << ", " << name_of(lie));
      const HostMatrix<T> a = shifted(random_matrix<T>(n, n, 1), 1);
      const HostMatrix<T> b = random_matrix<T>(n, 3, 2);
      const auto placed_a = place(this->device, a, lie);
      const auto placed_b = place(this->device, b, lie == Lie::rows ? Lie::strided : lie);
      const auto x = spica::solve(placed_a.matrix, placed_b.matrix);
      static_assert(std::is_same_v<decltype(x), const spica::Array<T, 2>>);
      ASSERT_EQ(x.shape(), spica::shape(n, 3));
      EXPECT_TRUE(x.is_contiguous());
      EXPECT_EQ(x.label(), "spica::solve");
      const HostMatrix<T> host_x = to_host(x);
      EXPECT_LE(size_of(product_minus(a, host_x, b)), bound<T>(n) * size_of(a) * size_of(host_x));
      EXPECT_EQ(to_host(placed_a.memory).values, placed_a.before.values);
      EXPECT_EQ(to_host(placed_b.memory).values, placed_b.before.values);
      const auto y = spica::solve(placed_a.matrix, placed_b.matrix(all, 1));
      static_assert(std::is_same_v<decltype(y), const spica::Array<T, 1>>);
      ASSERT_EQ(y.shape(), spica::shape(n));
      for (std::int64_t i = 0; i < n; ++i) {
        EXPECT_LE(spica::test::magnitude(to_host(y)(0, i) - host_x(i, 1)), bound<T>(n) * 100 * size_of(host_x));
      }
    }
  }
}

TEST(SolveOfDoubles, StacksAreBroadcast) {
  using T = double;
  const spica::Device<> device;
  const HostMatrix<T> a = shifted(random_matrix<T>(6 * 4, 4, 3), 1);
  const HostMatrix<T> b = random_matrix<T>(3 * 4, 2, 4);
  const auto stack_a = spica::reshape(to_device(device, a), 2, 3, 4, 4);
  const auto stack_b = spica::reshape(to_device(device, b), 3, 4, 2);
  const auto x = spica::solve(stack_a, stack_b);
  static_assert(std::is_same_v<decltype(x), const spica::Array<T, 4>>);
  ASSERT_EQ(x.shape(), spica::shape(2, 3, 4, 2));
  const auto single = spica::solve(stack_a(1, 2, all, all), stack_b);
  ASSERT_EQ(single.shape(), spica::shape(3, 4, 2));
  const auto vector = spica::solve(stack_a, stack_b(1, all, 0));
  ASSERT_EQ(vector.shape(), spica::shape(2, 3, 4));
  const auto expect_solved = [&](const auto& matrix, const auto& solution, const auto& right) {
    const HostMatrix<T> host_a = to_host(matrix);
    HostMatrix<T> host_x = to_host(solution);
    HostMatrix<T> host_b = to_host(right);
    if (host_x.rows == 1) std::swap(host_x.rows, host_x.columns);
    if (host_b.rows == 1) std::swap(host_b.rows, host_b.columns);
    EXPECT_LE(size_of(product_minus(host_a, host_x, host_b)), bound<T>(4) * size_of(host_a) * size_of(host_x));
  };
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      expect_solved(stack_a(i, j, all, all), x(i, j, all, all), stack_b(j, all, all));
      expect_solved(stack_a(i, j, all, all), vector(i, j, all), stack_b(1, all, 0));
      expect_solved(stack_a(1, 2, all, all), single(j, all, all), stack_b(j, all, all));
    }
  }
}

TYPED_TEST(Solve, InverseAndDeterminantOfAKnownMatrix) {
  using T = TypeParam;
  // By cofactors: the inverse is the adjugate divided by the determinant, -6.
  const auto a = to_device(this->device, host_matrix<T>({{2, 1, 3}, {4, -1, 5}, {0, 6, 3}}));
  const HostMatrix<T> adjugate = host_matrix<T>({{-33, 15, 8}, {-12, 6, 2}, {24, -12, -6}});
  const auto got = to_host(spica::inv(a));
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    EXPECT_LE(spica::test::magnitude(got.values[i] * T(-6) - adjugate.values[i]), bound<T>(3) * 100);
  }
  EXPECT_LE(spica::test::magnitude(spica::item(spica::det(a)) - T(-6)), bound<T>(3) * 10);
}

TYPED_TEST(Solve, InverseTimesTheMatrixIsTheIdentity) {
  using T = TypeParam;
  for (const std::int64_t n : {1, 5, 66}) {
    for (const Lie lie : {Lie::rows, Lie::padded_columns, Lie::strided}) {
      if (n > 60 && lie != Lie::strided) continue;  // large ones once: they take all threads
      const HostMatrix<T> a = shifted(random_matrix<T>(n, n, 5), 2);
      const auto inverse = spica::inv(place(this->device, a, lie).matrix);
      EXPECT_EQ(inverse.label(), "spica::inv");
      const HostMatrix<T> x = to_host(inverse);
      EXPECT_LE(size_of(product_minus(x, a, spica::test::identity<T>(n))), bound<T>(n) * size_of(x) * size_of(a));
    }
  }
  const auto stack = spica::inv(spica::reshape(to_device(this->device, host_matrix<T>({{2}, {4}, {8}})), 3, 1, 1));
  EXPECT_TRUE(spica::test::has_exactly(stack(all, 0, all), {{0.5}, {0.25}, {0.125}}));
}

TEST(SolveOfDoubles, ExpressionsAreOperands) {
  using T = double;
  const spica::Device<> device;
  const auto a = to_device(device, host_matrix<T>({{1, 2}, {3, 4}}));
  const auto b = to_device(device, host_matrix<T>({{5}, {11}}));
  const auto x = to_host(spica::solve(a + a, b + b));  // 1 and 2
  EXPECT_LE(spica::test::magnitude(x(0, 0) - T(1)), bound<T>(2));
  EXPECT_LE(spica::test::magnitude(x(1, 0) - T(2)), bound<T>(2));
  EXPECT_LE(spica::test::magnitude(spica::item(spica::det(a + a)) - T(-8)), bound<T>(2) * 8);
}

TYPED_TEST(Solve, DeterminantsDoNotOverflowOnTheWay) {
  using T = TypeParam;
  using Real = spica::test::real_t<T>;
  const double large = std::is_same_v<Real, float> ? 0x1p100 : 0x1p1000;
  // Row 0 and 1 large, 2 and 3 small: the product of the first two overflows, the determinant is 2.
  const auto a = to_device(
      this->device, host_matrix<T>({{large, 0, 0, 0}, {0, large, 0, 0}, {0, 0, 2 / large, 0}, {0, 0, 0, 1 / large}}));
  EXPECT_EQ(spica::item(spica::det(a)), T(2));
  const auto b = to_device(this->device, host_matrix<T>({{0, large}, {large, 0}}));  // -large^2
  EXPECT_EQ(spica::item(spica::det(b)), T(-std::numeric_limits<Real>::infinity()));
  const auto logs = spica::slogdet(b);
  EXPECT_EQ(spica::item(logs.sign), T(-1));
  EXPECT_NEAR(static_cast<double>(spica::item(logs.logabsdet)), 2 * std::log(large), bound<T>(2) * 1400);
}

TEST(SolveOfDoubles, EmptyMatricesFollowNumPy) {
  using T = double;
  const spica::Device<> device;
  const auto none = spica::empty<T>(device, 0, 0);
  EXPECT_EQ(spica::item(spica::det(none)), T(1));
  EXPECT_EQ(spica::item(spica::slogdet(none).sign), T(1));
  EXPECT_EQ(spica::item(spica::slogdet(none).logabsdet), 0);
  EXPECT_EQ(spica::inv(none).shape(), spica::shape(0, 0));
  EXPECT_EQ(spica::solve(none, spica::empty<T>(device, 0)).shape(), spica::shape(0));
  EXPECT_EQ(spica::solve(none, spica::empty<T>(device, 0, 3)).shape(), spica::shape(0, 3));
  const auto one = spica::ones<T>(device, 2, 2);
  EXPECT_EQ(spica::solve(one, spica::empty<T>(device, 2, 0)).shape(), spica::shape(2, 0));
  EXPECT_EQ(spica::det(spica::empty<T>(device, 0, 2, 2)).shape(), spica::shape(0));
  EXPECT_EQ(spica::det(spica::empty<T>(device, 3, 0, 0)).shape(), spica::shape(3));
  EXPECT_EQ(spica::solve(spica::empty<T>(device, 0, 2, 2), one).shape(), spica::shape(0, 2, 2));
}

TYPED_TEST(Solve, SingularMatricesAreRefusedByNumber) {
  using T = TypeParam;
  const auto a = to_device(this->device, host_matrix<T>({{1, 2, 3}, {2, 4, 6}, {1, 1, 1}}));
  const auto b = spica::ones<T>(this->device, 3);
  expect_fault(this->device, "spica::solve", -1, singular_at(2), [&] { spica::solve(a, b); });
  EXPECT_EQ(spica::item(spica::det(a)), T(0));
  EXPECT_EQ(spica::item(spica::slogdet(a).sign), T(0));
  EXPECT_EQ(spica::item(spica::slogdet(a).logabsdet), -std::numeric_limits<spica::test::real_t<T>>::infinity());
  for (const auto& hidden : {host_matrix<T>({{0, 0}, {0, nan}}), host_matrix<T>({{0, nan}, {0, 1}})}) {
    const auto logs = spica::slogdet(to_device(this->device, hidden));
    EXPECT_TRUE(spica::item(logs.sign) != spica::item(logs.sign)) << "a zero does not hide NaN";
    EXPECT_TRUE(spica::item(logs.logabsdet) != spica::item(logs.logabsdet));
  }
  const auto stack = spica::reshape(
      to_device(this->device, host_matrix<T>({{1, 0}, {0, 1}, {1, 0}, {0, 0}, {0, 0}, {0, 0}})), 3, 2, 2);
  expect_fault(this->device, "spica::inv", 1, singular_at(1), [&] { spica::inv(stack); });
  EXPECT_TRUE(spica::test::has_exactly(spica::det(stack), {{1, 0, 0}}));
}

TYPED_TEST(Solve, NaNGivesNaN) {
  using T = TypeParam;
  const auto a = to_device(this->device, host_matrix<T>({{1, 2}, {nan, 4}}));
  const auto b = spica::ones<T>(this->device, 2);
  const auto x = to_host(spica::solve(a, b));
  EXPECT_NE(x(0, 0), x(0, 0));
  EXPECT_NE(x(0, 1), x(0, 1));
  const T det = spica::item(spica::det(a));
  EXPECT_NE(det, det);
}

TEST(SolveOfDoubles, ShapesThatDoNotFitAreRefused) {
  using T = double;
  const spica::Device<> device;
  const auto wide = spica::ones<T>(device, 2, 3);
  const auto square = spica::ones<T>(device, 3, 3);
  expect_error<spica::ShapeError>("spica::solve: A is [2, 3]; its last two extents must be equal",
                                  [&] { spica::solve(wide, wide); });
  expect_error<spica::ShapeError>("spica::inv: A is [2, 3]; its last two extents must be equal",
                                  [&] { spica::inv(wide); });
  expect_error<spica::ShapeError>("spica::det: A is [2, 3]; its last two extents must be equal",
                                  [&] { spica::det(wide); });
  expect_error<spica::ShapeError>("spica::slogdet: A is [2, 3]; its last two extents must be equal",
                                  [&] { spica::slogdet(wide); });
  expect_error<spica::ShapeError>(
      "spica::solve: the rows differ: A is [3, 3], b is [2, 3]; b.extent(0) must equal A's last extent but one",
      [&] { spica::solve(square, wide); });
  expect_error<spica::ShapeError>(
      "spica::solve: the rows differ: A is [3, 3], b is [2]; b.extent(0) must equal A's last extent but one",
      [&] { spica::solve(square, wide(all, 0)); });
  const auto stack_a = spica::ones<T>(device, 2, 3, 3);
  const auto stack_b = spica::ones<T>(device, 4, 3, 1);
  expect_error<spica::ShapeError>(
      "spica::solve: the stacks cannot be broadcast together: A is [2, 3, 3], b is [4, 3, 1]; counted from the last "
      "axis "
      "before those of the matrices, extents must be equal or 1",
      [&] { spica::solve(stack_a, stack_b); });
}

TEST(SolveOfOtherTypes, LeavesASmallResidual) {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    const spica::Device<> device;
    const HostMatrix<T> a = shifted(random_matrix<T>(6, 6, 6), 1);
    const HostMatrix<T> b = random_matrix<T>(6, 2, 7);
    const auto on_device = to_device(device, a);
    const HostMatrix<T> x = to_host(spica::solve(on_device, to_device(device, b)));
    EXPECT_LE(size_of(product_minus(a, x, b)), bound<T>(6) * size_of(a) * size_of(x));
    const HostMatrix<T> inverse = to_host(spica::inv(on_device));
    EXPECT_LE(size_of(product_minus(inverse, a, spica::test::identity<T>(6))),
              bound<T>(6) * size_of(inverse) * size_of(a));
    const double det = spica::test::magnitude(spica::item(spica::det(on_device)));
    const double log = static_cast<double>(spica::item(spica::slogdet(on_device).logabsdet));
    EXPECT_NEAR(std::log(det), log, bound<T>(6) * 10);
  };
  check(double(0));
  check(Kokkos::complex<float>(0));
}

}  // namespace
