// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/array/wrap.hpp>
#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/batched_gemm.hpp>
#include <spica/linalg/path.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "linalg/support/stacks.hpp"

namespace {

using spica::batched_gemm;
using spica::shape;
using spica::Shape;
using spica::detail::BatchWay;
using spica::test::all_stack_lies;
using spica::test::are_products;
using spica::test::expect_error;
using spica::test::random_stack;
using spica::test::StackLie;

template <class T>
class BatchedGemm : public ::testing::Test {
 public:
  spica::Device<> device;

  /// A copy that lies as the stack does not: for the values before.
  template <class A>
  auto before(const A& stack) {
    return spica::Array<T, 4>(spica::copy(stack));
  }
};
using Elements = ::testing::Types<double, Kokkos::complex<float>>;
TYPED_TEST_SUITE(BatchedGemm, Elements, );

/// The call beneath batched_gemm, in a way of the test's choice.
template <class T, class A, class B, class C>
void multiply(T alpha, const A& a, const B& b, T beta, const C& c, bool conjugate_a, BatchWay way) {
  using namespace spica::detail;
  Batch batch = batch_of(batch_extents<2>(c.shape()));
  set_batch_strides<2>(batch, batch.stride_a, a);
  set_batch_strides<2>(batch, batch.stride_b, b);
  set_batch_strides<2>(batch, batch.stride_c, c);
  batch.simplify();
  auto left = matrix_of(a).as_const();
  left.conjugate = conjugate_a && is_complex<T>;
  blas_batched_product<T>(c.device(), alpha, left, matrix_of(b).as_const(), beta, matrix_of(c), batch, "spica::test",
                          way);
}

TYPED_TEST(BatchedGemm, AgreesWithThreeLoopsInEveryWay) {
  using T = TypeParam;
  struct Sizes {
    std::int64_t m, n, k;
  };
  unsigned seed = 1;
  for (const Sizes& size : {Sizes{3, 4, 5}, Sizes{1, 4, 1}, Sizes{4, 1, 3}}) {
    for (const StackLie lie_a : all_stack_lies) {
      for (const StackLie lie_b : all_stack_lies) {
        for (const StackLie lie_c : all_stack_lies) {
          for (const BatchWay way : {BatchWay::chosen, BatchWay::threads, BatchWay::loop, BatchWay::strided}) {
            const T beta = seed % 2 == 0 ? T(0) : T(-0.5);
            const bool one_a = seed % 3 == 0;
            const bool one_b = seed % 5 == 0;
            const auto a = random_stack<T>(this->device, {one_a ? 1 : 2, 3, size.m, size.k}, lie_a, seed++);
            const auto b = random_stack<T>(this->device, {one_b ? 1 : 2, one_b ? 1 : 3, size.k, size.n}, lie_b, seed++);
            const auto c = random_stack<T>(this->device, {2, 3, size.m, size.n}, lie_c, seed++);
            const auto old = this->before(c);
            multiply(T(2), a, b, beta, c, false, way);
            ASSERT_TRUE(are_products(c, T(2), a, b, beta, old))
                << size.m << 'x' << size.n << 'x' << size.k << ", A " << name_of(lie_a) << ", B " << name_of(lie_b)
                << ", C " << name_of(lie_c) << ", way " << static_cast<int>(way) << ", seed " << seed;
            if (way == BatchWay::threads) {
              ASSERT_EQ(spica::linalg::last_path().calls, 6);
            }
          }
        }
      }
    }
  }
}

TYPED_TEST(BatchedGemm, ConjugatesInEveryWay) {
  using T = TypeParam;
  for (const StackLie lie_a : all_stack_lies) {
    for (const StackLie lie_c : all_stack_lies) {
      for (const BatchWay way : {BatchWay::threads, BatchWay::loop, BatchWay::strided}) {
        for (const std::int64_t n : {1, 4}) {
          const auto a = random_stack<T>(this->device, {2, 3, 5, 2}, lie_a, 1);
          const auto b = random_stack<T>(this->device, {1, 3, 2, n}, StackLie::rows, 2);
          const auto c = random_stack<T>(this->device, {2, 3, 5, n}, lie_c, 3);
          const auto old = this->before(c);
          const spica::Array<T, 4> conjugated(spica::adjoint(spica::matrix_transpose(a)));
          multiply(T(1), a, b, T(2), c, true, way);
          ASSERT_TRUE(are_products(c, T(1), conjugated, b, T(2), old)) << name_of(lie_a) << ", C " << name_of(lie_c);
        }
      }
    }
  }
}

TYPED_TEST(BatchedGemm, OneMatrixOfAllIsOneLargerProduct) {
  using T = TypeParam;
  const auto stack = random_stack<T>(this->device, {2, 3, 4, 5}, StackLie::rows, 1);
  const auto wide = random_stack<T>(this->device, {2, 3, 5, 4}, StackLie::columns, 2);
  const auto matrix = spica::test::to_device(this->device, spica::test::random_matrix<T>(5, 7, 3));
  const auto c = spica::full<T>(this->device, T(std::numeric_limits<float>::quiet_NaN()), 2, 3, 4, 7);
  batched_gemm(1, stack, matrix, 0, c);
  EXPECT_EQ(spica::linalg::last_path().calls, 1);
  EXPECT_TRUE(are_products(c, T(1), stack, matrix(spica::newaxis, spica::newaxis), T(0), c));
  const auto d = spica::permute(spica::empty<T>(this->device, 2, 3, 4, 7), 0, 1, 3, 2);
  const auto left = spica::transpose(matrix);
  batched_gemm(1, left, wide, 0, d);
  EXPECT_EQ(spica::linalg::last_path().calls, 1);
  EXPECT_TRUE(are_products(d, T(1), left(spica::newaxis, spica::newaxis), wide, T(0), d));
}

TYPED_TEST(BatchedGemm, FollowsTheBlasRule) {
  using T = TypeParam;
  const T nan(std::numeric_limits<float>::quiet_NaN());
  const auto& where = this->device;
  const auto all_are = [](const auto& array, T value) {
    return spica::test::all_exactly(spica::test::to_host(spica::reshape(array, -1)), value);
  };
  // K = 0, alpha = 0, beta = 0.
  const auto c = spica::full<T>(where, T(3), 2, 3, 4);
  batched_gemm(1, spica::empty<T>(where, 2, 3, 0), spica::empty<T>(where, 2, 0, 4), 2, c);
  EXPECT_TRUE(all_are(c, T(6)));
  batched_gemm(0, spica::full<T>(where, nan, 3, 1), spica::full<T>(where, nan, 1, 4), 0.5, c);
  EXPECT_TRUE(all_are(c, T(3)));
  spica::assign(c, nan);
  batched_gemm(1, spica::ones<T>(where, 2, 3, 5), spica::ones<T>(where, 5, 4), 0, c);
  EXPECT_TRUE(all_are(c, T(5)));
  batched_gemm(0, c, spica::ones<T>(where, 4, 4), 0, spica::full<T>(where, nan, 2, 3, 4));
  batched_gemm(1, spica::ones<T>(where, 0, 3, 5), spica::ones<T>(where, 5, 4), 0, spica::empty<T>(where, 0, 3, 4));
}

TYPED_TEST(BatchedGemm, RefusesWhatDoesNotFitAndCStays) {
  using T = TypeParam;
  const auto ones = [&](auto... extents) { return spica::ones<T>(this->device, extents...); };
  const auto c = spica::full<T>(this->device, T(5), 2, 3, 4);
  expect_error<spica::ShapeError>(
      "spica::batched_gemm: inner extents differ: A is [2, 3, 5], B is [2, 6, 4]; A.extent(2) must equal B.extent(1)",
      [&] { batched_gemm(1, ones(2, 3, 5), ones(2, 6, 4), 0, c); });
  expect_error<spica::ShapeError>(
      "spica::batched_gemm: C has the wrong shape: A is [2, 3, 5], B is [5, 7], C is [2, 3, 4]; C must be [2, 3, 7]",
      [&] { batched_gemm(1, ones(2, 3, 5), ones(5, 7), 0, c); });
  expect_error<spica::ShapeError>(
      "spica::batched_gemm: stacks do not fit: A is [3, 3, 5], B is [5, 4], C is [2, 3, 4]; counted from the last, the "
      "axes of A and B before the last two must be equal to C's or 1",
      [&] { batched_gemm(1, ones(3, 3, 5), ones(5, 4), 0, c); });
  expect_error<spica::ShapeError>(
      "spica::batched_gemm: stacks do not fit: A is [2, 3, 5], B is [5, 4], C is [1, 3, 4]; counted from the last, the "
      "axes of A and B before the last two must be equal to C's or 1",
      [&] { batched_gemm(1, ones(2, 3, 5), ones(5, 4), 0, ones(1, 3, 4)); });
  const auto square = ones(2, 3, 3);
  expect_error<spica::ValueError>(
      "spica::batched_gemm: aliasing: C shares elements with B, which would be overwritten while it is read; write "
      "into another array, or multiply spica::copy(B)",
      [&] { batched_gemm(1, ones(3, 3), square, 0, square); });
  EXPECT_TRUE(spica::test::all_exactly(spica::test::to_host(spica::reshape(c, -1)), T(5)));
}

TEST(BatchedGemmOfMany, HasTheSameBitsOnEveryRunAndUsesAllThreads) {
  const spica::Device<> device;
  const auto numbers = spica::test::to_device(device, spica::test::random_matrix<float>(1, 40 * 20 * 30, 1));
  const auto a = spica::reshape(numbers, 40, 20, 30);
  const auto b = spica::reshape(numbers, 40, 30, 20);
  const auto c = spica::empty<float>(device, 40, 20, 20);
  const auto product = [&] {
    batched_gemm(1, a, b, 0, c);
    return spica::test::to_host(spica::reshape(c, -1));
  };
  const auto first = product();
  if (spica::linalg::last_path().is_vendor()) {
    EXPECT_EQ(spica::linalg::last_path().kind, spica::linalg::ProductPath::Kind::vendor_batched);
  }
  for (int i = 0; i < 5; ++i) {
    const auto again = product();
    ASSERT_EQ(std::memcmp(first.values.data(), again.values.data(), first.values.size() * sizeof(float)), 0);
  }
}

TEST(BatchedGemmBatch, AxesAreJoinedWhereAllStepThroughThemAsOne) {
  spica::detail::Batch batch;
  batch.axes = 3;
  const std::int64_t extents[] = {2, 1, 3};
  const std::int64_t strides[] = {30, 7, 10};
  for (int d = 0; d < 3; ++d) {
    batch.extent[d] = extents[d];
    batch.stride_a[d] = batch.stride_b[d] = batch.stride_c[d] = strides[d];
  }
  batch.simplify();
  EXPECT_EQ(batch.axes, 1);
  EXPECT_EQ(batch.count(), 6);
  EXPECT_EQ(batch.at(5).c, 50);
}

}  // namespace
