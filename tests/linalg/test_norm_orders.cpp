// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/linalg/norm.hpp>
#include <spica/ops/arithmetic.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "linalg/support/matrices.hpp"
#include "support/elements.hpp"

namespace {

using spica::axes;
using spica::item;
using spica::norm;
using spica::norm_1;
using spica::norm_2;
using spica::norm_inf;
using spica::test::expect_error;
using spica::test::HostMatrix;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_device;
using spica::test::to_host;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class T>
class NormOrders : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<double, Kokkos::complex<float>>;
TYPED_TEST_SUITE(NormOrders, Elements, );

/// Sums and largest values of magnitudes by plain loops in long double.
struct Naive {
  long double sum = 0;
  long double squares = 0;
  double largest = 0;
  void add(double x) {
    sum += x;
    squares += static_cast<long double>(x) * x;
    largest = std::max(largest, x);
  }
};
template <class T>
Naive line(const HostMatrix<T>& m, std::int64_t number, bool column) {
  Naive naive;
  for (std::int64_t i = 0; i < (column ? m.rows : m.columns); ++i) {
    naive.add(spica::test::magnitude(column ? m(i, number) : m(number, i)));
  }
  return naive;
}

TYPED_TEST(NormOrders, AgreeWithPlainLoopsHoweverTheElementsLie) {
  using T = TypeParam;
  using R = spica::test::real_t<T>;
  const double eps = 8 * static_cast<double>(std::numeric_limits<R>::epsilon());
  for (const auto& [rows, columns] : {std::pair<int, int>{1, 1}, {5, 7}, {1, 300}, {300, 3}, {40, 41}}) {
    const HostMatrix<T> host = random_matrix<T>(rows, columns, 5);
    for (const auto lie : spica::test::all_lies) {
      const auto m = place(this->device, host, lie).matrix;
      double one = 0;
      double infinity = 0;
      const auto along_rows = to_host(norm(m, norm_1, axes(1)));
      const auto largest = to_host(norm(m, norm_inf, axes(-2)));
      const auto lengths = to_host(norm(m, axes(0)));
      for (std::int64_t j = 0; j < columns; ++j) {
        const Naive column = line(host, j, true);
        one = std::max(one, static_cast<double>(column.sum));
        ASSERT_NEAR(lengths(0, j), static_cast<double>(std::sqrt(column.squares)), eps * one);
        ASSERT_NEAR(largest(0, j), column.largest, eps * column.largest);
      }
      for (std::int64_t i = 0; i < rows; ++i) {
        const double sum = static_cast<double>(line(host, i, false).sum);
        infinity = std::max(infinity, sum);
        ASSERT_NEAR(along_rows(0, i), sum, eps * sum);
      }
      const auto got = norm(m, norm_1);
      static_assert(std::is_same_v<decltype(got), const spica::Array<R, 0>>);
      ASSERT_NEAR(item(got), one, eps * one) << rows << 'x' << columns << ", " << name_of(lie);
      ASSERT_NEAR(item(norm(m, norm_inf)), infinity, eps * infinity);
      const Naive row = line(host, 0, false);
      const auto x = m(0, spica::all);
      ASSERT_NEAR(item(norm(x, norm_1)), static_cast<double>(row.sum), eps * static_cast<double>(row.sum));
      ASSERT_NEAR(item(norm(x, norm_inf)), row.largest, eps * row.largest);
      ASSERT_EQ(item(norm(x, norm_2)), item(norm(x)));
    }
  }
}

/// Of A = U diag(3, 2) V^T with rotations U and V; of a matrix that is wider than high, and of its transpose.
TYPED_TEST(NormOrders, TheTwoNormIsTheLargestSingularValue) {
  using T = TypeParam;
  using R = spica::test::real_t<T>;
  const double eps = 16 * static_cast<double>(std::numeric_limits<R>::epsilon());
  const double c = std::cos(0.7);
  const double s = std::sin(0.7);
  HostMatrix<T> host(2, 3);
  for (std::int64_t j = 0; j < 2; ++j) {
    const double u = j == 0 ? c : s;
    const double v = j == 0 ? -s : c;
    host(0, j) = T(static_cast<R>(3 * c * u - 2 * s * v));
    host(1, j) = T(static_cast<R>(3 * s * u + 2 * c * v));
    host(j, 2) = T(0);
  }
  for (const auto lie : spica::test::all_lies) {
    const auto m = place(this->device, host, lie).matrix;
    const auto got = norm(m, norm_2);
    static_assert(std::is_same_v<decltype(got), const spica::Array<R, 0>>);
    EXPECT_NEAR(item(got), 3, 3 * eps) << name_of(lie);
    EXPECT_NEAR(item(norm(spica::transpose(m), norm_2)), 3, 3 * eps);
    EXPECT_NEAR(item(norm(R(2) * m, norm_2)), 6, 6 * eps);
  }
  const auto random = to_device(this->device, random_matrix<T>(7, 5, 3));
  EXPECT_EQ(item(norm(random, norm_2)), item(spica::svdvals(random)(0)));
  EXPECT_EQ(item(norm(spica::empty<T>(this->device, 0, 3), norm_2)), 0);
  EXPECT_EQ(item(norm(spica::full<T>(this->device, T(-4), 1, 1), norm_2)), 4);
}

/// Two matrices [[1, -2], [3, 4]] and [[-5, 0], [0, 12]] along axes 0 and 2, side by side along axis 1.
TYPED_TEST(NormOrders, OfTheMatricesOfAStack) {
  using T = TypeParam;
  using R = spica::test::real_t<T>;
  const auto X = spica::array<T>(this->device, {{{T(1), T(-2)}, {T(-5), T(0)}}, {{T(3), T(4)}, {T(0), T(12)}}});
  const auto values = [](const auto& x) { return spica::test::elements(spica::copy(x, spica::cpu())); };
  EXPECT_EQ(values(norm(X, norm_1, axes(0, 2))), (std::vector<R>{6, 12}));
  EXPECT_EQ(values(norm(X, norm_1, axes(2, 0))), (std::vector<R>{7, 12}));
  EXPECT_EQ(values(norm(X, norm_inf, axes(0, -1))), (std::vector<R>{7, 12}));
  EXPECT_EQ(values(norm(X, axes(0, 2))), (std::vector<R>{std::sqrt(R(30)), R(13)}));
  EXPECT_EQ(norm(X, norm_inf, axes(0, 2), spica::keepdims).shape(), spica::shape(1, 2, 1));
  EXPECT_EQ(values(norm(X, axes(0, 2), spica::keepdims)), values(norm(X, axes(0, 2))));
  EXPECT_EQ(norm(X, axes(0, 2), spica::keepdims).shape(), spica::shape(1, 2, 1));
  EXPECT_EQ(values(norm(X, norm_1, axes(1), spica::keepdims)), (std::vector<R>{6, 2, 3, 16}));
  EXPECT_EQ(norm(X, norm_1, axes(1), spica::keepdims).shape(), spica::shape(2, 1, 2));
  EXPECT_EQ(norm(X, spica::keepdims).shape(), spica::shape(1, 1, 1));
  EXPECT_EQ(values(norm(X, spica::keepdims)), values(norm(X)));
  expect_error<spica::ValueError>("spica::norm: axis -3 is named twice", [&] { norm(X, norm_1, axes(0, -3)); });
}

/// Lengths beside each other whose squares are in range, overflow, underflow or are 0.
TYPED_TEST(NormOrders, AlongAnAxisEveryScaleIsRight) {
  using T = TypeParam;
  using R = spica::test::real_t<T>;
  const R large = std::sqrt(std::numeric_limits<R>::max()) * 16;
  const R small = std::numeric_limits<R>::min() * 4;
  const auto X = spica::array<T>(
      this->device, {{T(3), T(4)}, {T(3 * large), T(-4 * large)}, {T(3 * small), T(4 * small)}, {T(0), T(0)}});
  const auto rows = spica::test::elements(spica::copy(norm(X, axes(1)), spica::cpu()));
  EXPECT_EQ(rows, (std::vector<R>{5, 5 * large, 5 * small, 0}));
  EXPECT_EQ(spica::test::elements(spica::copy(norm(spica::transpose(X), axes(0)), spica::cpu())), rows);
}

TYPED_TEST(NormOrders, OfNothingAreZero) {
  using T = TypeParam;
  const auto x = spica::empty<T>(this->device, 0);
  EXPECT_EQ(item(norm(x, norm_1)), 0);
  EXPECT_EQ(item(norm(x, norm_inf)), 0);
  EXPECT_EQ(item(norm(spica::empty<T>(this->device, 0, 3), norm_1)), 0);
  EXPECT_EQ(item(norm(spica::empty<T>(this->device, 3, 0), norm_1)), 0);
  EXPECT_EQ(norm(spica::empty<T>(this->device, 3, 0), axes(1)).shape(), spica::shape(3));
  expect_error<spica::ValueError>(
      "spica::norm: there is no axis 2 in an array of rank 2; axes are counted 0, 1, ... "
      "from the first, or -1, -2, ... from the last",
      [&] { norm(spica::empty<T>(this->device, 3, 1), norm_1, axes(2)); });
}

// NumPy 1.24: numpy.linalg.norm(x, ord) of arange(-4, 5), also as 3 x 3.
TEST(NormOrdersOfNumPy, OfArangeMinusFour) {
  const spica::Device<> device;
  const auto x = spica::arange<double>(device, -4, 5);
  EXPECT_EQ(item(norm(x, norm_1)), 20.0);
  EXPECT_EQ(item(norm(x, norm_inf)), 4.0);
  const auto m = spica::reshape(x, 3, 3);
  EXPECT_EQ(item(norm(m, norm_1)), 7.0);
  EXPECT_EQ(item(norm(m, norm_inf)), 9.0);
}

// Likewise: numpy.linalg.norm(x, 2).
TEST(NormOrdersOfNumPy, TheTwoNormOfIntegersAndShortFloats) {
  const spica::Device<> device;
  const auto m = spica::reshape(spica::arange<std::int32_t>(device, -4, 5), 3, 3);
  const auto got = norm(m, norm_2);
  static_assert(std::is_same_v<decltype(got), const spica::Array<double, 0>>);
  EXPECT_NEAR(item(got), 7.348469228349534, 1e-14);
  EXPECT_NEAR(item(norm(spica::cast<spica::float16>(m), norm_2)), 7.348469228349534, 1e-5);
  for (const double bad : {nan, inf}) {
    EXPECT_THROW(item(norm(spica::full<double>(device, bad, 2, 2), norm_2)), spica::ValueError);
  }
}

TEST(NormOrdersRange, NeitherOverflowNorLoseNaN) {
  const spica::Device<> device;
  using Z = Kokkos::complex<double>;
  const auto big = spica::full<Z>(device, Z(1e308, -1e308), 1);
  EXPECT_DOUBLE_EQ(item(norm(big, norm_1)), 1e308 * std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(item(norm(big, norm_inf)), 1e308 * std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(item(norm(spica::full<Z>(device, Z(3e-310, 4e-310), 1), norm_1)), 5e-310);
  EXPECT_DOUBLE_EQ(item(norm(spica::full<double>(device, 1e200, 1, 2), axes(1))), std::sqrt(2.0) * 1e200);
  EXPECT_EQ(spica::detail::absolute(std::numeric_limits<std::int64_t>::min()), 0x1p63);
  for (const double first : {nan, 1.0}) {
    for (const double second : {nan, -inf, 2.0}) {
      const auto x = spica::array<double>(device, {first, second});
      const double sum = std::fabs(first) + std::fabs(second);
      const auto same = [&](double got, double right) { return got == right || (got != got && right != right); };
      EXPECT_TRUE(same(item(norm(x, norm_1)), sum));
      EXPECT_TRUE(same(item(norm(x, norm_inf)), sum != sum ? nan : std::fmax(std::fabs(first), std::fabs(second))));
      EXPECT_TRUE(same(item(norm(x, axes(0))), sum == 3 ? std::sqrt(5.0) : sum));
      EXPECT_TRUE(
          same(item(norm(spica::full<Z>(device, Z(first, second), 1), norm_1)), sum == 3 ? std::sqrt(5.0) : sum));
    }
  }
}

}  // namespace
