// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_MATMUL_HPP
#define SPICA_LINALG_MATMUL_HPP

#include <spica/linalg/gemm.hpp>

namespace spica {

namespace detail {

template <class A, class B>
constexpr bool matmul_fits() {
  if constexpr (factors_fit<A, B>()) {
    constexpr bool ranks = (A::rank == 1 || A::rank == 2) && (B::rank == 1 || B::rank == 2);
    static_assert(ranks,
                  "spica::matmul: A and B must be matrices or vectors, of rank 2 or 1; write A(i, spica::all, "
                  "spica::all) to multiply the matrices of a stack one by one");
    constexpr bool vectors = A::rank == 1 && B::rank == 1;
    static_assert(!vectors, "spica::matmul: the product of two vectors is a number; write spica::dot(A, B)");
    return ranks && !vectors;
  } else {
    return false;
  }
}

/// The shape of A B: A's rows and B's columns, where each has them.
template <class A, class B>
auto product_shape(const A& a, const B& b) {
  if constexpr (A::rank == 1) return shape(b.shape()[1]);
  if constexpr (B::rank == 1) return shape(a.shape()[0]);
  if constexpr (A::rank == 2 && B::rank == 2) return shape(a.shape()[0], b.shape()[1]);
}

}  // namespace detail

/// The matrix product A B: A [M, K] times B [K, N] is [M, N], A [M, K] times the vector B [K] is [M], the vector A [K]
/// times B [K, N] is [N]; a new row-major array on A's device, where B is too. Operands may have any layout, stride and
/// transposition (`spica::transpose(A)` is a view), and may be expressions, which are evaluated first. K = 0 gives
/// zeros. How it is computed, and how exactly: see spica::gemm.
/// @throws ShapeError when A's last extent is not B's first, DeviceError when the devices' numbers differ, MemoryError.
template <class A, class B>
auto matmul(const A& a, const B& b) {
  if constexpr (detail::matmul_fits<A, B>()) {
    detail::require_same_device(a.device(), b.device(), "spica::matmul");
    detail::require_inner_extents("spica::matmul", a, b);
    const auto& left = detail::as_array(a);
    const auto& right = detail::as_array(b);
    using T = typename A::value_type;
    using Result = Array<T, A::rank + B::rank - 2, typename A::execution_space>;
    const Result result = detail::allocate<Result>(a.device(), detail::product_shape(a, b), "spica::matmul");
    detail::JoinedQueues queues(result.device());
    queues.add(right.device());
    const auto row_or_matrix = detail::matrix_of(left).as_const();
    auto column_or_matrix = detail::matrix_of(right).as_const();
    auto target = detail::matrix_of(result);
    if constexpr (B::rank == 1) {
      column_or_matrix = column_or_matrix.transposed();
      target = target.transposed();
    }
    detail::product<T>(result.device(), T(1), row_or_matrix, column_or_matrix, T(0), target, "spica::matmul");
    return result;
  }
}

}  // namespace spica

#endif
