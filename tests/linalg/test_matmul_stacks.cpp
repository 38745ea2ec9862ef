// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul of operands of rank 1, 3 and 4; of matrices see test_matmul.cpp.
#include <gtest/gtest.h>

#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/path.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "linalg/support/stacks.hpp"

namespace {

using spica::all;
using spica::matmul;
using spica::newaxis;
using spica::shape;
using spica::test::are_products;
using spica::test::close_to;
using spica::test::expect_error;
using spica::test::HostMatrix;
using spica::test::random_matrix;
using spica::test::random_stack;
using spica::test::StackLie;
using spica::test::to_device;
using spica::test::to_host;

template <class T>
class MatmulOfStacks : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<Kokkos::complex<double>, std::int16_t>;
TYPED_TEST_SUITE(MatmulOfStacks, Elements, );

TYPED_TEST(MatmulOfStacks, BroadcastsLeadingAxes) {
  using T = TypeParam;
  const auto zeros = spica::zeros<T>(this->device, 1, 1, 4, 6);
  for (const StackLie lie : spica::test::all_stack_lies) {
    const auto a = random_stack<T>(this->device, {2, 3, 4, 5}, lie, 1);
    const auto b = random_stack<T>(this->device, {2, 3, 5, 6}, lie, 2);
    const auto one_a = random_stack<T>(this->device, {2, 1, 4, 5}, lie, 3);
    const auto one_b = random_stack<T>(this->device, {1, 3, 5, 6}, lie, 4);
    const auto c = matmul(a, b);
    static_assert(std::is_same_v<decltype(c), const spica::Array<T, 4>>);
    EXPECT_EQ(c.shape(), shape(2, 3, 4, 6));
    EXPECT_TRUE(are_products(c, T(1), a, b, T(0), zeros)) << name_of(lie);
    EXPECT_TRUE(are_products(matmul(a, one_b), T(1), a, one_b, T(0), zeros)) << name_of(lie);
    EXPECT_TRUE(are_products(matmul(one_a, b), T(1), one_a, b, T(0), zeros)) << name_of(lie);
    const auto outer = matmul(one_a, one_b);
    EXPECT_EQ(outer.shape(), shape(2, 3, 4, 6));
    EXPECT_TRUE(are_products(outer, T(1), one_a, one_b, T(0), zeros)) << name_of(lie);
    // Rank 4 with rank 3 and 2.
    EXPECT_TRUE(are_products(matmul(a, b(0)), T(1), a, b(spica::range(0, 1)), T(0), zeros)) << name_of(lie);
    EXPECT_TRUE(are_products(matmul(a(1, 2), b), T(1), a(spica::range(1, 2), spica::range(2, 3)), b, T(0), zeros));
    EXPECT_TRUE(are_products(matmul(a, b(1, 0)), T(1), a, b(spica::range(1, 2), spica::range(0, 1)), T(0), zeros));
  }
}

TYPED_TEST(MatmulOfStacks, VectorsAreARowOnTheLeftAndAColumnOnTheRight) {
  using T = TypeParam;
  for (const StackLie lie : spica::test::all_stack_lies) {
    const auto a = random_stack<T>(this->device, {2, 3, 4, 5}, lie, 1);
    const auto x = random_stack<T>(this->device, {1, 1, 1, 5}, lie, 2)(0, 0, 0);
    const auto y = random_stack<T>(this->device, {1, 1, 1, 4}, lie, 3)(0, 0, 0);
    const auto ax = matmul(a, x);
    EXPECT_EQ(ax.shape(), shape(2, 3, 4));
    EXPECT_TRUE(are_products(ax(all, all, all, newaxis), T(1), a, x(newaxis, newaxis, all, newaxis), T(0),
                             spica::zeros<T>(this->device, 1, 1, 4, 1)))
        << name_of(lie);
    const auto ya = matmul(y, a);
    EXPECT_EQ(ya.shape(), shape(2, 3, 5));
    EXPECT_TRUE(are_products(ya(all, all, newaxis), T(1), y(newaxis, newaxis, newaxis), a, T(0),
                             spica::zeros<T>(this->device, 1, 1, 1, 5)))
        << name_of(lie);
  }
}

TYPED_TEST(MatmulOfStacks, ProductOfTwoVectorsIsANumberOfTheirType) {
  using T = TypeParam;
  const HostMatrix<T> x = random_matrix<T>(1, 9, 1);
  HostMatrix<T> y = random_matrix<T>(1, 9, 2);
  const auto product = matmul(to_device(this->device, x)(0), to_device(this->device, y)(0));
  static_assert(std::is_same_v<decltype(product), const spica::Array<T, 0>>);
  std::swap(y.rows, y.columns);
  HostMatrix<T> got(1, 1, spica::item(product));
  EXPECT_TRUE(close_to(got, spica::test::naive_gemm(T(1), x, y, T(0), HostMatrix<T>(1, 1))));
  EXPECT_EQ(spica::item(matmul(spica::empty<T>(this->device, 0), spica::empty<T>(this->device, 0))), T(0));
}

TYPED_TEST(MatmulOfStacks, NoInnerExtentGivesZerosAndNoMatrixNothing) {
  using T = TypeParam;
  const auto zeros = matmul(spica::empty<T>(this->device, 2, 3, 0), spica::empty<T>(this->device, 0, 4));
  EXPECT_EQ(zeros.shape(), shape(2, 3, 4));
  EXPECT_TRUE(spica::test::all_exactly(to_host(spica::reshape(zeros, -1)), T(0)));
  EXPECT_EQ(matmul(spica::ones<T>(this->device, 0, 3, 2), spica::ones<T>(this->device, 1, 2, 4)).shape(),
            shape(0, 3, 4));
}

TEST(MatmulOfStacksOfBool, IsOrOfAnd) {
  const spica::Device<> device;
  const auto many = spica::ones<bool>(device, 256);
  const auto product = matmul(many, many);
  static_assert(std::is_same_v<decltype(product), const spica::Array<bool, 0>>);
  EXPECT_TRUE(spica::item(product));
  // Whole numbers wrap around in their type, as NumPy's do.
  EXPECT_EQ(spica::item(matmul(spica::full<std::int8_t>(device, 100, 2), spica::full<std::int8_t>(device, 3, 2))), 88);
}

TEST(MatmulOfStacksOfAdjoints, AreTheLibrarysConjugateTranspositions) {
  using T = Kokkos::complex<double>;
  const spica::Device<> device;
  const auto a = random_stack<T>(device, {2, 3, 5, 4}, StackLie::rows, 1);
  const auto b = random_stack<T>(device, {2, 3, 5, 6}, StackLie::rows, 2);
  const auto c = matmul(spica::adjoint(a), b);
  EXPECT_EQ(spica::linalg::last_path().packed, 0);
  EXPECT_TRUE(
      are_products(c, T(1), spica::Array<T, 4>(spica::adjoint(a)), b, T(0), spica::zeros<T>(device, 1, 1, 4, 6)));
  const auto d = matmul(spica::matrix_transpose(a), b);
  EXPECT_TRUE(are_products(d, T(1), spica::matrix_transpose(a), b, T(0), spica::zeros<T>(device, 1, 1, 4, 6)));
}

TEST(MatmulOfStacksChecks, RefuseWhatDoesNotFit) {
  const spica::Device<> device;
  const auto ones = [&](auto... extents) { return spica::ones<float>(device, extents...); };
  expect_error<spica::ShapeError>(
      "spica::matmul: inner extents differ: A is [2, 3, 5], B is [2, 6, 4]; A.extent(2) must equal B.extent(1)",
      [&] { matmul(ones(2, 3, 5), ones(2, 6, 4)); });
  expect_error<spica::ShapeError>(
      "spica::matmul: inner extents differ: A is [3], B is [2, 2, 4]; A.extent(0) must equal B.extent(1)",
      [&] { matmul(ones(3), ones(2, 2, 4)); });
  expect_error<spica::ShapeError>(
      "spica::matmul: inner extents differ: A is [3], B is [2]; A.extent(0) must equal B.extent(0)",
      [&] { matmul(ones(3), ones(2)); });
  expect_error<spica::ShapeError>(
      "spica::matmul: stacks cannot be broadcast together: A is [2, 3, 5], B is [3, 5, 4]; counted from the last, the "
      "axes before the last two must be equal or 1",
      [&] { matmul(ones(2, 3, 5), ones(3, 5, 4)); });
}

}  // namespace
