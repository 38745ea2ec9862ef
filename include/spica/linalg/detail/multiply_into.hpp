// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_MULTIPLY_INTO_HPP
#define SPICA_LINALG_DETAIL_MULTIPLY_INTO_HPP

// What gemm, gemv and batched_gemm have in common.

#include <spica/array/copy.hpp>
#include <spica/linalg/detail/factor.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace spica::detail {

/// What a function calls its operands, in its messages.
struct ProductNames {
  const char* function;
  const char* a;
  const char* b;
  const char* c;
};

[[noreturn]] void throw_inner_extents(const ProductNames& names, const std::string& a, const std::string& b, int axis_a,
                                      int axis_b);
[[noreturn]] void throw_result_shape(const ProductNames& names, const std::string& a, const std::string& b,
                                     const std::string& c, const std::string& right);
[[noreturn]] void throw_batch_axes(const ProductNames& names, const std::string& a, const std::string& b,
                                   const std::string& c);
[[noreturn]] void throw_aliased(const ProductNames& names, const char* operand);

/// @throws ShapeError when the last extent of A is not the last but one of B, or the only one of a vector.
template <class A, class B>
void require_inner_extents(const ProductNames& names, const A& a, const B& b) {
  constexpr int axis = B::rank > 1 ? B::rank - 2 : 0;
  if (a.shape()[A::rank - 1] != b.shape()[axis]) {
    throw_inner_extents(names, shape_text(a.shape()), shape_text(b.shape()), A::rank - 1, axis);
  }
}

/// The factor B as a matrix: a vector is one column.
template <class B, class Found>
auto right_matrix(const Found& array) {
  if constexpr (B::rank == 1) {
    return factor_matrix<B>(array).transposed();
  } else {
    return factor_matrix<B>(array);
  }
}

/// @throws ShapeError when C has not the shape of A B, where the batch axes of A and B are broadcast to C's.
template <class A, class B, class C>
void require_result_shape(const ProductNames& names, const A& a, const B& b, const C& c) {
  auto right = c.shape();
  if constexpr (B::rank > 1) right[C::rank - 1] = b.shape()[B::rank - 1];
  right[static_cast<std::size_t>(B::rank > 1 ? C::rank - 2 : C::rank - 1)] = a.shape()[A::rank - 2];
  if (right != c.shape()) {
    throw_result_shape(names, shape_text(a.shape()), shape_text(b.shape()), shape_text(c.shape()), shape_text(right));
  }
  if constexpr (C::rank > 2) {
    const auto own = batch_extents<C::rank - 2>(c.shape());
    auto merged = own;
    const bool fit = broadcast_into(merged, batch_extents<batch_rank<A>>(a.shape())) &&
                     broadcast_into(merged, batch_extents<batch_rank<B>>(b.shape()));
    if (!fit || merged != own) {
      throw_batch_axes(names, shape_text(a.shape()), shape_text(b.shape()), shape_text(c.shape()));
    }
  }
}

template <class A>
void require_not_aliased(const ProductNames& names, const Footprint& written, const A& a, const char* operand) {
  if constexpr (is_read_in_place<A>) {
    const bool shared = share_elements(written, footprint_of(factor_of(a, names.function)));
    if (shared) throw_aliased(names, operand);
  }
}

/// Asks for the product or products; left and right are what factor_of gave of A and B.
template <class A, class B, class T, class Left, class Right, class C>
void multiply_factors(T alpha, const Left& left, const Right& right, T beta, const C& c, const char* function) {
  const auto a = factor_matrix<A>(left);
  const auto b = right_matrix<B>(right);
  const auto target = B::rank > 1 ? matrix_of(c) : matrix_of(c).transposed();
  if constexpr (C::rank > 2) {
    Batch batch = batch_of(batch_extents<C::rank - 2>(c.shape()));
    set_batch_strides<batch_rank<A>>(batch, batch.stride_a, left);
    set_batch_strides<batch_rank<B>>(batch, batch.stride_b, right);
    set_batch_strides<C::rank - 2>(batch, batch.stride_c, c);
    batched_product<T>(c.device(), alpha, a, b, beta, target, batch, function);
  } else {
    product<T>(c.device(), alpha, a, b, beta, target, function);
  }
}

/// C = beta C.
template <class T, class C>
void scale_target(T beta, const C& c, bool is_column, const char* function) {
  const auto target = is_column ? matrix_of(c).transposed() : matrix_of(c);
  const Matrix<const T> none{nullptr, target.rows, 0, 0, 1};
  const Matrix<const T> nothing{nullptr, 0, target.columns, 0, 1};
  if constexpr (C::rank > 2) {
    Batch batch = batch_of(batch_extents<C::rank - 2>(c.shape()));
    set_batch_strides<C::rank - 2>(batch, batch.stride_c, c);
    batched_product<T>(c.device(), T(0), none, nothing, beta, target, batch, function);
  } else {
    product<T>(c.device(), T(0), none, nothing, beta, target, function);
  }
}

/// C = alpha A B + beta C, with all checks. A and B are matrices, or stacks of them broadcast to C's; B and C may be
/// vectors, which are one column then.
template <class Alpha, class A, class B, class Beta, class C>
void multiply_into(const ProductNames& names, const Alpha& any_alpha, const A& a, const B& b, const Beta& any_beta,
                   const C& c) {
  using T = typename C::value_type;
  const T alpha = convert_number<T>(any_alpha, names.function);
  const T beta = convert_number<T>(any_beta, names.function);
  require_same_device(c.device(), a.device(), names.function, names.c, names.a);
  require_same_device(c.device(), b.device(), names.function, names.c, names.b);
  require_inner_extents(names, a, b);
  require_result_shape(names, a, b, c);
  const Footprint written = footprint_of(c);
  require_not_aliased(names, written, a, names.a);
  require_not_aliased(names, written, b, names.b);
  if (repeats_elements(written)) throw_repeated(names.function, names.c);
  if (alpha == T(0)) {  // an expression is not even evaluated
    scale_target(beta, c, B::rank == 1, names.function);
    return;
  }
  const auto& left = factor_of(a, names.function);
  const auto& right = factor_of(b, names.function);
  JoinedQueues queues(c.device());
  queues.add(left.device());
  queues.add(right.device());
  multiply_factors<A, B>(alpha, left, right, beta, c, names.function);
}

}  // namespace spica::detail

#endif
