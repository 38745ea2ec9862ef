// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_FITS_HPP
#define SPICA_LINALG_DETAIL_FITS_HPP

// What the compiler can check of the operands of products.

#include <spica/array/array.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>

namespace spica::detail {

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
                "spica::gemm and the like: alpha and beta must be numbers, complex ones of "
                "Kokkos::complex; write spica::item(x) to "
                "read one from an array");
  if constexpr (numbers) {
    constexpr bool reals = is_inexact<T> || (!is_inexact<Alpha> && !is_inexact<Beta>);
    static_assert(reals,
                  "spica::gemm and the like: alpha or beta is a real number and C's elements are "
                  "integers, which would cut its "
                  "fraction off; write whole numbers, or use arrays of real numbers");
    constexpr bool complexes = is_complex<T> || (!is_complex<Alpha> && !is_complex<Beta>);
    static_assert(complexes,
                  "spica::gemm and the like: alpha or beta is complex and C's elements are real; "
                  "write real numbers, or use complex "
                  "arrays");
    return reals && complexes;
  } else {
    return false;
  }
}

/// What the compiler can check of alpha A B + beta C but for the ranks.
template <class Alpha, class A, class B, class Beta, class C>
constexpr bool target_fits() {
  static_assert(is_array<C>,
                "spica::gemm and the like: C must be a Spica array, not an expression; write "
                "spica::wrap(view) to write "
                "into a Kokkos View");
  if constexpr (factors_fit<A, B>() && is_array<C>) {
    constexpr bool spaces = std::is_same_v<typename A::execution_space, typename C::execution_space>;
    static_assert(spaces,
                  "spica::gemm and the like: A and C live in the memory of different spaces; "
                  "write spica::copy(A, C.device()) and "
                  "spica::copy(B, C.device()) to bring the factors to C's device first");
    constexpr bool types = std::is_same_v<typename A::value_type, typename C::value_type>;
    static_assert(types,
                  "spica::gemm and the like: the element types of A and C differ; write "
                  "spica::cast<T>(A) with C's type T");
    constexpr bool writable = !std::is_const_v<typename C::element_type>;
    static_assert(writable,
                  "spica::gemm and the like: C's elements are const; write into an array of the "
                  "element type without const");
    constexpr bool computed = !is_short_float<typename C::value_type>;
    static_assert(computed,
                  "spica::gemm and the like: sums of products do not fit 16-bit floats; write into an array of float, "
                  "with spica::cast<float>(A) and spica::cast<float>(B)");
    return scalars_fit<typename C::value_type, Alpha, Beta>() && spaces && types && writable && computed;
  } else {
    return false;
  }
}

}  // namespace spica::detail

#endif
