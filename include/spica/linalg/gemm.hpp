// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_GEMM_HPP
#define SPICA_LINALG_GEMM_HPP

#include <spica/array/copy.hpp>
#include <spica/linalg/detail/product.hpp>

#include <type_traits>

namespace spica {

namespace detail {

/// The type of alpha and beta: C's elements'. C alone decides it, so that `gemm(1.0, ...)` works on floats.
template <class C, bool Readable = is_readable<C>>
struct gemm_scalar {
  using type = double;
};
template <class C>
struct gemm_scalar<C, true> {
  using type = typename C::value_type;
};

/// What the compiler can check of the factors; true where it is all right.
template <class A, class B>
constexpr bool factors_fit() {
  static_assert(is_readable<A> && is_readable<B>,
                "spica::matmul, spica::gemm: A and B must be Spica arrays or expressions; write spica::wrap(view) to "
                "multiply a Kokkos View");
  if constexpr (is_readable<A> && is_readable<B>) {
    constexpr bool spaces = std::is_same_v<typename A::execution_space, typename B::execution_space>;
    static_assert(spaces,
                  "spica::matmul, spica::gemm: A and B live in the memory of different spaces; write spica::copy(B, "
                  "A.device()) to bring B to A's device first");
    constexpr bool types = std::is_same_v<typename A::value_type, typename B::value_type>;
    static_assert(types,
                  "spica::matmul, spica::gemm: the element types of A and B differ; write spica::cast<T>(B) with A's "
                  "type T");
    return spaces && types;
  } else {
    return false;
  }
}

template <class A, class B, class C>
constexpr bool gemm_fits() {
  static_assert(is_array<C>,
                "spica::gemm: C must be a Spica array, not an expression; write spica::wrap(view) to write "
                "into a Kokkos View");
  if constexpr (factors_fit<A, B>() && is_array<C>) {
    constexpr bool ranks = A::rank == 2 && B::rank == 2 && C::rank == 2;
    static_assert(ranks,
                  "spica::gemm: A, B and C must have rank 2; write x(spica::all, spica::newaxis) to use a vector "
                  "as one column");
    constexpr bool spaces = std::is_same_v<typename A::execution_space, typename C::execution_space>;
    static_assert(spaces,
                  "spica::gemm: A and C live in the memory of different spaces; write spica::copy(A, C.device()) and "
                  "spica::copy(B, C.device()) to bring the factors to C's device first");
    constexpr bool types = std::is_same_v<typename A::value_type, typename C::value_type>;
    static_assert(types, "spica::gemm: the element types of A and C differ; write spica::cast<T>(A) with C's type T");
    constexpr bool writable = !std::is_const_v<typename C::element_type>;
    static_assert(writable,
                  "spica::gemm: C's elements are const; write into an array of the element type without const");
    return ranks && spaces && types && writable;
  } else {
    return false;
  }
}

}  // namespace detail

/// C = alpha A B + beta C, the BLAS routine: A [M, K], B [K, N] and C [M, N] are on one device, in any layout, stride
/// and transposition (`spica::transpose(A)` is a view); A and B may be expressions, which are evaluated first. beta = 0
/// does not read C, alpha = 0 does not read A and B, and K = 0 still scales C.
///
/// float, double and complex of both are computed by the BLAS that Kokkos Kernels was built with, at full precision (no
/// TF32); operands without a unit stride are packed first. |error| <= c K eps |alpha| |A| |B|, element by element.
/// Integers wrap around as in NumPy; bool is "or" of "and".
/// @throws ShapeError when the shapes do not fit, DeviceError when the devices' numbers differ, ValueError when C
/// shares elements with A or B or has two elements in one place, MemoryError; C is then unchanged.
template <class A, class B, class C>
void gemm(typename detail::gemm_scalar<C>::type alpha, const A& a, const B& b,
          typename detail::gemm_scalar<C>::type beta, const C& c) {
  if constexpr (detail::gemm_fits<A, B, C>()) {
    detail::require_same_device(c.device(), a.device(), "spica::gemm", "C", "A");
    detail::require_same_device(c.device(), b.device(), "spica::gemm", "C", "B");
    detail::require_inner_extents("spica::gemm", a, b);
    const auto target = detail::matrix_of(c);
    if (target.rows != a.shape()[0] || target.columns != b.shape()[1]) {
      detail::throw_result_shape(detail::shape_text(a.shape()), detail::shape_text(b.shape()),
                                 detail::shape_text(c.shape()), detail::shape_text(shape(a.extent(0), b.extent(1))));
    }
    const detail::Footprint written = detail::footprint_of(c);
    if constexpr (detail::is_array<A>) {
      if (detail::share_elements(written, detail::footprint_of(a))) detail::throw_aliased("A");
    }
    if constexpr (detail::is_array<B>) {
      if (detail::share_elements(written, detail::footprint_of(b))) detail::throw_aliased("B");
    }
    if (detail::repeats_elements(written)) detail::throw_repeated("spica::gemm", "C");
    using T = typename C::value_type;
    if (alpha == T(0)) {  // an expression is not even evaluated
      const detail::Matrix<const T> none{nullptr, target.rows, 0, 0, 1};
      const detail::Matrix<const T> nothing{nullptr, 0, target.columns, 0, 1};
      detail::product<T>(c.device(), alpha, none, nothing, beta, target, "spica::gemm");
      return;
    }
    const auto& left = detail::as_array(a);
    const auto& right = detail::as_array(b);
    detail::join_queues(c.device(), left.device(), detail::ArrayAccess::lease(left));
    detail::join_queues(c.device(), right.device(), detail::ArrayAccess::lease(right));
    detail::product<T>(c.device(), alpha, detail::matrix_of(left).as_const(), detail::matrix_of(right).as_const(), beta,
                       target, "spica::gemm");
  }
}

}  // namespace spica

#endif
