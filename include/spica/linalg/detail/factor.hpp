// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_FACTOR_HPP
#define SPICA_LINALG_DETAIL_FACTOR_HPP

// How products read their operands: arrays as they lie, the conjugate of an array as the library's conjugate
// transposition, other expressions evaluated.

#include <spica/array/copy.hpp>
#include <spica/linalg/detail/product.hpp>

#include <type_traits>

namespace spica::detail {

/// The conjugate of a complex number; a real number as it is.
struct ConjugateOf {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(const T& value) const {
    if constexpr (is_complex<T>) {
      return T(value.real(), -value.imag());
    } else {
      return value;
    }
  }
};

/// Whether an operation of an expression is conjugation.
template <class Op>
inline constexpr bool is_conjugation = false;
template <>
inline constexpr bool is_conjugation<ConjugateOf> = true;

/// Whether a factor is the conjugate of an array, which the library multiplies as it lies.
template <class A>
inline constexpr bool is_conjugated = false;
template <class Op, class T, int Rank, class Space>
inline constexpr bool is_conjugated<Map<Op, HeldArray<T, Rank, Space>>> =
    is_conjugation<Op>&& is_complex<T>&& is_blas_type<T>;

/// Whether a factor is read where it lies, without having been evaluated into memory of its own.
template <class A>
inline constexpr bool is_read_in_place = is_array<A> || is_conjugated<A>;

/// The array that a factor is or conjugates; the values of another expression. Valid as long as the factor.
template <class A>
decltype(auto) factor_of(const A& a, [[maybe_unused]] const char* function) {
  if constexpr (is_conjugated<A>) {
    const HeldArray<typename A::value_type, A::rank, typename A::execution_space>* array = nullptr;
    a.visit_arrays([&](const auto& held) { array = &held; });
    require_element(*array, function);
    return *array;
  } else {
    return as_array(a);
  }
}

/// The matrix (of a stack the first) that the factor `A` has in `array`, which is what factor_of gave; a vector is one
/// row.
template <class A, class Found>
auto factor_matrix(const Found& array) {
  auto matrix = matrix_of(array).as_const();
  matrix.conjugate = is_conjugated<A>;
  return matrix;
}

}  // namespace spica::detail

#endif
