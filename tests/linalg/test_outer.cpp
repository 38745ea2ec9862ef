// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// outer, kron, adjoint, matrix_transpose and vdot.
#include <gtest/gtest.h>

#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/linalg/outer.hpp>
#include <type_traits>

#include "linalg/support/matrices.hpp"

namespace {

using spica::adjoint;
using spica::Array;
using spica::shape;
using spica::test::expect_error;
using spica::test::has_exactly;
using Z = Kokkos::complex<double>;

const spica::Device<>& device() {
  static const spica::Device<> device;
  return device;
}

// Values by hand, as NumPy's outer, kron, vdot, conj give them.
TEST(Outer, IsAnExpressionOfAllProducts) {
  const auto x = spica::array<double>(device(), {1, 2, 3});
  const auto y = spica::array<double>(device(), {10, 20});
  EXPECT_TRUE(has_exactly(Array(spica::outer(x, y)), {{10, 20}, {20, 40}, {30, 60}}));
  EXPECT_TRUE(has_exactly(Array(spica::outer(y + y, x)), {{20, 40, 60}, {40, 80, 120}}));
  EXPECT_TRUE(has_exactly(Array(spica::outer(x, y) + 1), {{11, 21}, {21, 41}, {31, 61}}));
  EXPECT_EQ(spica::outer(x, spica::empty<double>(device(), 0)).shape(), shape(3, 0));
  const auto z = spica::full<Z>(device(), Z(0, 1), 1);
  EXPECT_EQ(spica::item(spica::outer(z, z)), Z(-1, 0));  // no conjugate
}

TEST(Kron, MultipliesAllElementsOfTwoMatrices) {
  const auto a = spica::array<double>(device(), {{1, 2}, {3, 4}, {5, 6}});
  const auto b = spica::array<double>(device(), {{0, 1}, {10, 100}});
  EXPECT_TRUE(has_exactly(
      spica::kron(a, b),
      {{0, 1, 0, 2}, {10, 100, 20, 200}, {0, 3, 0, 4}, {30, 300, 40, 400}, {0, 5, 0, 6}, {50, 500, 60, 600}}));
  const auto row = spica::kron(spica::transpose(a), b + b);
  EXPECT_EQ(row.shape(), shape(4, 6));
  EXPECT_EQ(spica::item(row(3, 4)), 6 * 20);
  EXPECT_EQ(spica::kron(a, spica::empty<double>(device(), 0, 2)).shape(), shape(0, 4));
}

TEST(Adjoint, IsAViewOfRealsAndAnExpressionOfComplexNumbers) {
  const auto x = spica::array<double>(device(), {{1, 2, 3}, {4, 5, 6}});
  const auto turned = adjoint(x);
  EXPECT_TRUE(turned.same_storage(x));
  EXPECT_TRUE(has_exactly(turned, {{1, 4}, {2, 5}, {3, 6}}));
  const auto z = spica::full<Z>(device(), Z(1, 2), 2, 3);
  const auto expression = adjoint(z);
  static_assert(!spica::detail::is_array<decltype(expression)>);
  static_assert(spica::detail::is_conjugated<spica::detail::plain<decltype(expression)>>);
  EXPECT_EQ(expression.shape(), shape(3, 2));
  EXPECT_EQ(spica::item(Array(expression)(2, 1)), Z(1, -2));
  EXPECT_EQ(spica::item(Array(expression + z(0, 0))(2, 1)), Z(2, 0));
  EXPECT_EQ(spica::item(adjoint(z(0, spica::range(0, 1)))), Z(1, -2));
}

TEST(MatrixTranspose, ExchangesTheLastTwoAxes) {
  const auto x = spica::empty<float>(device(), 2, 3, 4, 5);
  const auto turned = spica::matrix_transpose(x);
  EXPECT_EQ(turned.shape(), shape(2, 3, 5, 4));
  EXPECT_EQ(turned.strides(), shape(60, 20, 1, 5));
  EXPECT_TRUE(turned.same_storage(x));
  EXPECT_EQ(spica::matrix_transpose(x(0, 0)).shape(), shape(5, 4));
}

TEST(Vdot, ConjugatesItsFirstOperand) {
  const auto x = spica::full<Z>(device(), Z(1, 2), 3);
  const auto y = spica::full<Z>(device(), Z(3, 4), 3);
  EXPECT_EQ(spica::item(spica::vdot(x, y)), Z(33, -6));
  EXPECT_EQ(spica::item(spica::dot(x, y)), Z(-15, 30));
  EXPECT_EQ(spica::item(spica::vdot(spica::full<double>(device(), 3.0, 4), spica::full<double>(device(), 2.0, 4))), 24);
  expect_error<spica::ShapeError>("spica::vdot: lengths differ: x is [3], y is [2]; they must be equal",
                                  [&] { spica::vdot(x, y(spica::range(0, 2))); });
}

TEST(OuterChecks, OperandsOnDifferentDevicesAreRefused) {
  if (!spica::detail::is_host_space<spica::Device<>::execution_space> || spica::num_devices() < 2) {
    GTEST_SKIP() << "needs two devices of one space: SPICA_HOST_DEVICES is 1";
  }
  const auto x = spica::ones<float>(spica::cpu(0), 2);
  const auto y = spica::ones<float>(spica::cpu(1), 2);
  expect_error<spica::DeviceError>(
      "spica::outer: operands are on different devices: x is on cpu(0), y on cpu(1); "
      "write spica::copy(y, x.device())",
      [&] { spica::outer(x, y); });
}

}  // namespace
