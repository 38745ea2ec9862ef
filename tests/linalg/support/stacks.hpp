// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_LINALG_SUPPORT_STACKS_HPP
#define SPICA_TESTS_LINALG_SUPPORT_STACKS_HPP

// Stacks of matrices of rank 4 that lie in memory in some way, and their products by three loops.

#include <gtest/gtest.h>

#include <spica/array/transform.hpp>
#include <algorithm>
#include <cstdint>

#include "linalg/support/matrices.hpp"

namespace spica::test {

enum class StackLie {
  rows,         ///< row-major
  columns,      ///< each matrix column-major
  strided,      ///< every second and third element of more memory
  batch_inside  ///< neighbouring elements in memory belong to different matrices
};
inline constexpr StackLie all_stack_lies[] = {StackLie::rows, StackLie::columns, StackLie::strided,
                                              StackLie::batch_inside};
inline const char* name_of(StackLie lie) {
  constexpr const char* names[] = {"rows", "columns", "strided", "batch inside"};
  return names[static_cast<int>(lie)];
}

template <class T, class Space>
using Stack = Array<T, 4, Space, Kokkos::LayoutStride>;

/// Random numbers [p, q, rows, columns].
template <class T, class Space>
Stack<T, Space> random_stack(const Device<Space>& device, const Shape<4>& extents, StackLie lie, unsigned seed) {
  const auto numbers = [&](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    return reshape(to_device(device, random_matrix<T>(1, a * b * c * d, seed)), a, b, c, d);
  };
  const auto [p, q, rows, columns] = extents;
  switch (lie) {
    case StackLie::columns:
      return permute(numbers(p, q, columns, rows), 0, 1, 3, 2);
    case StackLie::strided:
      return numbers(p, 2 * q, 3 * rows, 2 * columns)(all, range(0, 2 * q, 2), range(0, 3 * rows, 3),
                                                      range(0, 2 * columns, 2));
    case StackLie::batch_inside:
      return permute(numbers(rows, columns, p, q), 2, 3, 0, 1);
    case StackLie::rows:
      break;
  }
  return numbers(p, q, rows, columns);
}

/// Matrix [i, j] of a stack, the only one where there is one along an axis.
template <class A>
auto matrix_at(const A& stack, std::int64_t i, std::int64_t j) {
  return to_host(stack(std::min(i, stack.extent(0) - 1), std::min(j, stack.extent(1) - 1), all, all));
}

/// Whether `got` is alpha A B + beta C for each matrix; C is what `got` was before.
template <class T, class A, class B, class C, class Got>
::testing::AssertionResult are_products(const Got& got, T alpha, const A& a, const B& b, T beta, const C& c) {
  for (std::int64_t i = 0; i < got.extent(0); ++i) {
    for (std::int64_t j = 0; j < got.extent(1); ++j) {
      const auto expected = naive_gemm(alpha, matrix_at(a, i, j), matrix_at(b, i, j), beta, matrix_at(c, i, j));
      auto result = close_to(matrix_at(got, i, j), expected);
      if (!result) return result << "; matrix [" << i << ", " << j << "]";
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace spica::test

#endif
