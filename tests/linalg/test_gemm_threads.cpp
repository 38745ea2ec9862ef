// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/gemm.hpp>
#include <array>
#include <cstdint>
#include <thread>
#include <type_traits>

#include "linalg/support/matrices.hpp"

namespace {

using spica::detail::ProductNote;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::naive_gemm;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_host;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Whether an instance can own a part of the cores: OpenMP's from Kokkos 4 on, which lets other threads call, too.
template <class Space>
inline constexpr bool has_divisible_cores = std::is_constructible_v<Space, int>;

/// C = A B again and again on one device, with operands that are packed; counts what is wrong.
template <class T, class Space>
int count_wrong_products(const spica::Device<Space>& device, ProductNote::Path path) {
  int wrong = 0;
  for (unsigned round = 0; round < 40; ++round) {
    const std::int64_t n = 1 + round * 3;
    HostMatrix<T> host_a = random_matrix<T>(n, n + 1, round);
    HostMatrix<T> host_b = random_matrix<T>(n + 1, n, round + 100);
    for (T& x : host_a.values) x = static_cast<T>(static_cast<int>(x * 8));  // whole numbers: every order is exact
    for (T& x : host_b.values) x = static_cast<T>(static_cast<int>(x * 8));
    const auto a = place(device, host_a, round % 2 == 0 ? Lie::rows : Lie::strided);
    const auto b = place(device, host_b, round % 3 == 0 ? Lie::columns : Lie::strided_columns);
    const auto c = place(device, HostMatrix<T>(n, n, T(1)), round % 5 == 0 ? Lie::strided : Lie::rows);
    spica::gemm(2, a.matrix, b.matrix, 3, c.matrix);
    if (n > 1 && spica::detail::last_product().path != path) ++wrong;
    if (to_host(c.matrix).values != naive_gemm(T(2), host_a, host_b, T(3), HostMatrix<T>(n, n, T(1))).value.values) {
      ++wrong;
    }
  }
  return wrong;
}

/// On cpu(0) and cpu(1), by these instances.
template <class Space>
void multiply_by_two_threads(const Space& instance_of_first, const Space& instance_of_second) {
  const ProductNote::Path of_blas = [] {  // of this build's host
    const auto x = spica::ones<float>(spica::cpu(), 4, 4);
    spica::gemm(1, x, x, 0, spica::ones<float>(spica::cpu(), 4, 4));
    return spica::detail::last_product().path;
  }();
  std::array<int, 2> wrong{-1, -1};
  const auto run = [&](int number) {
    const spica::Device<Space> device(number, number == 0 ? instance_of_first : instance_of_second);
    wrong[static_cast<std::size_t>(number)] = count_wrong_products<float>(device, of_blas) +
                                              count_wrong_products<int>(device, ProductNote::Path::plain) +
                                              count_wrong_products<double>(device, of_blas);
  };
  std::thread first(run, 0);
  std::thread second(run, 1);
  first.join();
  second.join();
  EXPECT_EQ(wrong[0], 0);
  EXPECT_EQ(wrong[1], 0);
}

template <class Space>
void multiply_by_two_threads() {
  const int half = Space().concurrency() / 2;
  multiply_by_two_threads(Space(half), Space(half));
  multiply_by_two_threads(Space(), Space());  // the same one
}

TEST(GemmThreads, TwoThreadsMultiplyOnTwoDevicesAtOnce) {
  if constexpr (!has_divisible_cores<Host>) {
    GTEST_SKIP() << "needs Kokkos 4 or later, and OpenMP";
  } else {
    if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
    if (Host().concurrency() < 2) GTEST_SKIP() << "needs OMP_NUM_THREADS of 2 or more";
    multiply_by_two_threads<Host>();
  }
}

}  // namespace
