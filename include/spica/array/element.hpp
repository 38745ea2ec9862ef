// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ELEMENT_HPP
#define SPICA_ARRAY_ELEMENT_HPP

#include <spica/array/short_float.hpp>

#include <Kokkos_Complex.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <type_traits>

namespace spica::detail {

template <class T>
struct is_complex_number : std::false_type {};
template <class R>
struct is_complex_number<Kokkos::complex<R>> : std::true_type {};

template <class T>
inline constexpr bool is_complex = is_complex_number<std::remove_cv_t<T>>::value;

/// What an array can hold.
template <class T>
inline constexpr bool is_element = std::is_arithmetic_v<std::remove_cv_t<T>> || is_short_float<T> || is_complex<T>;

/// Real floating point or complex.
template <class T>
inline constexpr bool is_inexact = std::is_floating_point_v<std::remove_cv_t<T>> || is_short_float<T> || is_complex<T>;

/// What is computed with where a `T` is stored.
template <class T>
using read_t = std::conditional_t<is_short_float<T>, float, std::remove_cv_t<T>>;

/// NumPy's name of an element type: float32, int64, complex64, bool; and bfloat16, which it has none for.
template <class T>
std::string type_name() {
  using U = std::remove_cv_t<T>;
  const std::string bits = std::to_string(8 * sizeof(U));
  if constexpr (std::is_same_v<U, bool>) return "bool";
  if constexpr (is_complex<U>) return "complex" + bits;
  if constexpr (std::is_same_v<U, bfloat16>) return "bfloat16";
  if constexpr (is_inexact<U>) return "float" + bits;
  return (std::is_signed_v<U> ? "int" : "uint") + bits;
}

/// The data type of a Kokkos View of `Rank` run-time extents.
template <class T, int Rank>
struct pointer_type {
  using type = typename pointer_type<T, Rank - 1>::type*;
};
template <class T>
struct pointer_type<T, 0> {
  using type = T;
};

}  // namespace spica::detail

#endif
