// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_MATMUL_HPP
#define SPICA_LINALG_MATMUL_HPP

#include <spica/array/transform.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/linalg/gemm.hpp>

#include <algorithm>
#include <cstddef>

namespace spica {

namespace detail {

template <class A, class B>
constexpr bool matmul_fits() {
  if constexpr (factors_fit<A, B>()) {
    constexpr bool ranks = A::rank > 0 && B::rank > 0;
    static_assert(ranks, "spica::matmul: A and B must have axes; write A * B to multiply by an array of rank 0");
    return ranks;
  } else {
    return false;
  }
}

/// How many batch axes A B has.
template <class A, class B>
inline constexpr int product_batch_rank = std::max(batch_rank<A>, batch_rank<B>);

/// The batch axes of A B, broadcast together.
template <class A, class B>
auto product_batch(const ProductNames& names, const A& a, const B& b) {
  Shape<product_batch_rank<A, B>> batch;
  batch.fill(1);
  if (!broadcast_into(batch, batch_extents<batch_rank<A>>(a.shape())) ||
      !broadcast_into(batch, batch_extents<batch_rank<B>>(b.shape()))) {
    throw_batch_axes(names, shape_text(a.shape()), shape_text(b.shape()), "");
  }
  return batch;
}

/// The shape of A B: the batch axes, A's rows and B's columns, where each has them.
template <class A, class B>
auto product_shape(const A& a, const B& b, const Shape<product_batch_rank<A, B>>& batch) {
  constexpr int rank = product_batch_rank<A, B> + (A::rank > 1) + (B::rank > 1);
  Shape<rank> result{};
  std::copy(batch.begin(), batch.end(), result.begin());
  std::size_t place = batch.size();
  if constexpr (A::rank > 1) result[place++] = a.shape()[A::rank - 2];
  if constexpr (B::rank > 1) result[place++] = b.shape()[B::rank - 1];
  return result;
}

/// The products of matrices, of which the vectors among the factors are one row or one column.
template <class A, class B>
auto matmul_matrices(const A& a, const B& b) {
  using T = typename A::value_type;
  const ProductNames names{"spica::matmul", "A", "B", "C"};
  require_inner_extents(names, a, b);
  const auto extents = product_batch(names, a, b);
  const auto shape = product_shape(a, b, extents);
  const auto& left = factor_of(a, names.function);
  const auto& right = factor_of(b, names.function);
  using Result = Array<T, static_cast<int>(shape.size()), typename A::execution_space>;
  const Result result = allocate<Result>(a.device(), shape, names.function);
  JoinedQueues queues(result.device());
  queues.add(left.device());
  queues.add(right.device());
  const auto rows = factor_matrix<A>(left);
  const auto columns = right_matrix<B>(right);
  // The result of one vector has the other factor's free axis alone.
  constexpr int matrix_axes = (A::rank > 1) + (B::rank > 1);
  const std::int64_t width = columns.columns;
  const Matrix<T> target{ArrayAccess::data(result), rows.rows, width, width, 1};
  if constexpr (Result::rank > matrix_axes) {
    Batch batch = batch_of(extents);
    set_batch_strides<batch_rank<A>>(batch, batch.stride_a, left);
    set_batch_strides<batch_rank<B>>(batch, batch.stride_b, right);
    set_batch_strides<Result::rank - matrix_axes>(batch, batch.stride_c, result);
    batched_product<T>(result.device(), T(1), rows, columns, T(0), target, batch, names.function);
  } else {
    product<T>(result.device(), T(1), rows, columns, T(0), target, names.function);
  }
  return result;
}

}  // namespace detail

/// The matrix product A B, NumPy's `A @ B`: A [..., M, K] times B [..., K, N] is [..., M, N], where the leading axes
/// are those of stacks of matrices and broadcast together; a vector A [K] is one row and a vector B [K] one column,
/// which the result is without; the product of two vectors is their inner product (no conjugate), of rank 0. A new
/// row-major array on A's device, where B is too, with A's element type.
///
/// Operands may have any layout, stride and transposition (`spica::transpose(A)` of a matrix and
/// `spica::matrix_transpose(A)` of a stack are views, `spica::adjoint(A)` costs no copy), and may be other expressions,
/// which are evaluated first. K = 0 gives zeros. How it is computed, and how exactly: see spica::gemm, of stacks
/// spica::batched_gemm, of two vectors spica::dot, whose integer result is converted to A's type.
/// @throws ShapeError when A's last extent is not B's last but one (of a vector, its only one), or when the leading
/// axes cannot be broadcast together; DeviceError when the devices' numbers differ, MemoryError.
template <class A, class B>
auto matmul(const A& a, const B& b) {
  if constexpr (detail::holds_short_floats<A>() || detail::holds_short_floats<B>()) {
    return matmul(detail::as_computed(a), detail::as_computed(b));
  } else if constexpr (detail::matmul_fits<A, B>()) {
    detail::require_same_device(a.device(), b.device(), "spica::matmul");
    if constexpr (A::rank == 1 && B::rank == 1) {
      detail::require_inner_extents({"spica::matmul", "A", "B", "C"}, a, b);
      if constexpr (std::is_integral_v<typename A::value_type>) {
        return Array(cast<typename A::value_type>(dot(a, b)));
      } else {
        return dot(a, b);
      }
    } else {
      return detail::matmul_matrices(a, b);
    }
  }
}

}  // namespace spica

#endif
