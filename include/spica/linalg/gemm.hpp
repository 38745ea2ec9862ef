// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_GEMM_HPP
#define SPICA_LINALG_GEMM_HPP

#include <spica/array/copy.hpp>
#include <spica/linalg/detail/product.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>

namespace spica {

namespace detail {

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

/// alpha and beta take the type of C's elements, so that `gemm(1.0, ...)` works on floats; nothing may get lost.
template <class T, class Alpha, class Beta>
constexpr bool scalars_fit() {
  constexpr bool numbers = is_scalar<Alpha> && is_scalar<Beta>;
  static_assert(numbers,
                "spica::gemm: alpha and beta must be numbers, complex ones of Kokkos::complex; write spica::item(x) to "
                "read one from an array");
  if constexpr (numbers) {
    constexpr bool reals = is_inexact<T> || (!is_inexact<Alpha> && !is_inexact<Beta>);
    static_assert(reals,
                  "spica::gemm: alpha or beta is a real number and C's elements are integers, which would cut its "
                  "fraction off; write whole numbers, or use arrays of real numbers");
    constexpr bool complexes = is_complex<T> || (!is_complex<Alpha> && !is_complex<Beta>);
    static_assert(complexes,
                  "spica::gemm: alpha or beta is complex and C's elements are real; write real numbers, or use complex "
                  "arrays");
    return reals && complexes;
  } else {
    return false;
  }
}

template <class Alpha, class A, class B, class Beta, class C>
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
    return scalars_fit<typename C::value_type, Alpha, Beta>() && ranks && spaces && types && writable;
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
/// TF32); operands without a unit stride are packed first. |error| <= c eps (K |alpha| |A| |B| + |beta| |C|), element
/// by element. Integers wrap around as in NumPy; bool is "or" of "and".
///
/// alpha and beta are numbers of any type, converted to that of C's elements; of a C of integers, whole numbers.
///
/// With Kokkos 4 or later several threads may call it at once, where none writes what another one reads or writes.
/// Waits only where a queue of an NVIDIA GPU has no cuBLAS handle yet: 32 queues of a GPU keep theirs.
/// @throws ShapeError when the shapes do not fit, DeviceError when the devices' numbers differ, ValueError when C
/// shares elements with A or B or has two elements in one place, or when a number does not fit C's integers,
/// MemoryError; C is then unchanged.
template <class Alpha, class A, class B, class Beta, class C>
void gemm(const Alpha& any_alpha, const A& a, const B& b, const Beta& any_beta, const C& c) {
  if constexpr (detail::gemm_fits<Alpha, A, B, Beta, C>()) {
    using T = typename C::value_type;
    const T alpha = detail::convert_number<T>(any_alpha, "spica::gemm");
    const T beta = detail::convert_number<T>(any_beta, "spica::gemm");
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
    if (alpha == T(0)) {  // an expression is not even evaluated
      const detail::Matrix<const T> none{nullptr, target.rows, 0, 0, 1};
      const detail::Matrix<const T> nothing{nullptr, 0, target.columns, 0, 1};
      detail::product<T>(c.device(), alpha, none, nothing, beta, target, "spica::gemm");
      return;
    }
    const auto& left = detail::as_array(a);
    const auto& right = detail::as_array(b);
    detail::JoinedQueues queues(c.device());
    queues.add(left.device());
    queues.add(right.device());
    detail::product<T>(c.device(), alpha, detail::matrix_of(left).as_const(), detail::matrix_of(right).as_const(), beta,
                       target, "spica::gemm");
  }
}

}  // namespace spica

#endif
