// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that only a GPU runs, called over host memory.
#include <gtest/gtest.h>

#include <spica/linalg/detail/plain_product.hpp>
#include <cstdint>

#include "linalg/support/matrices.hpp"

namespace {

using spica::cpu;
using spica::detail::matrix_of;
using spica::test::all_lies;
using spica::test::close_to;
using spica::test::HostMatrix;
using spica::test::naive_gemm;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_host;

template <class T>
class ElementProduct : public ::testing::Test {};
using Elements = ::testing::Types<std::int8_t, std::uint16_t, std::int64_t, long double>;
TYPED_TEST_SUITE(ElementProduct, Elements, );

TYPED_TEST(ElementProduct, AgreesWithThreeLoopsForEveryWayThatOperandsLie) {
  using T = TypeParam;
  struct Sizes {
    std::int64_t m, n, k;
  };
  unsigned seed = 1;
  for (const Sizes& size : {Sizes{1, 1, 1}, Sizes{2, 3, 5}, Sizes{7, 1, 4}, Sizes{1, 6, 2}, Sizes{4, 3, 0}}) {
    for (const auto lie_a : all_lies) {
      for (const auto lie_b : all_lies) {
        for (const auto lie_c : all_lies) {
          const T beta = static_cast<T>(seed % 3);
          const HostMatrix<T> host_a = random_matrix<T>(size.m, size.k, seed++);
          const HostMatrix<T> host_b = random_matrix<T>(size.k, size.n, seed++);
          const HostMatrix<T> host_c = random_matrix<T>(size.m, size.n, seed++);
          const auto a = place(cpu(), host_a, lie_a);
          const auto b = place(cpu(), host_b, lie_b);
          const auto c = place(cpu(), host_c, lie_c);
          const spica::detail::ElementProduct<T> kernel{matrix_of(a.matrix).as_const(), matrix_of(b.matrix).as_const(),
                                                        matrix_of(c.matrix), T(2), beta};
          for (std::int64_t item = 0; item < size.m * size.n; ++item) kernel(item);
          ASSERT_TRUE(close_to(to_host(c.matrix), naive_gemm(T(2), host_a, host_b, beta, host_c)))
              << size.m << 'x' << size.n << 'x' << size.k << ", A " << name_of(lie_a) << ", B " << name_of(lie_b)
              << ", C " << name_of(lie_c) << ", seed " << seed;
          ASSERT_EQ(c.surroundings_changed(), 0);
        }
      }
    }
  }
}

TEST(ElementProductOfStacks, GoesFromProductToProduct) {
  const auto host_a = random_matrix<std::int32_t>(2, 6, 1);  // two matrices of 2 x 3 side by side
  const auto host_b = random_matrix<std::int32_t>(3, 4, 2);
  const auto a = place(cpu(), host_a, all_lies[5]).matrix;
  const auto b = place(cpu(), host_b, all_lies[1]).matrix;
  const auto c = spica::zeros<std::int32_t>(cpu(), 2, 2, 4);
  spica::detail::Batch batch;
  batch.axes = 1;
  batch.extent[0] = 2;
  batch.stride_a[0] = 3 * a.stride(1);
  batch.stride_c[0] = 8;
  using Kernel = spica::detail::ElementProduct<std::int32_t>;
  const auto part = [](const auto& m) { return m(spica::all, spica::range(0, 3)); };
  const Kernel first{matrix_of(part(a)).as_const(), matrix_of(b).as_const(), matrix_of(c), 1, 0};
  const spica::detail::EachProduct<Kernel> kernel{first, batch, 8};
  for (std::int64_t item = 0; item < 16; ++item) kernel(item);
  for (std::int64_t product = 0; product < 2; ++product) {
    HostMatrix<std::int32_t> host(2, 3);
    for (std::int64_t i = 0; i < 2; ++i) {
      for (std::int64_t k = 0; k < 3; ++k) host(i, k) = host_a(i, 3 * product + k);
    }
    EXPECT_TRUE(close_to(to_host(c(product, spica::all, spica::all)),
                         naive_gemm(1, host, host_b, 0, HostMatrix<std::int32_t>(2, 4))));
  }
}

}  // namespace
