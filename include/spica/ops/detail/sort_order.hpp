// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_SORT_ORDER_HPP
#define SPICA_OPS_DETAIL_SORT_ORDER_HPP

// The order in which elements are sorted, and the element types that are sorted.

#include <spica/array/transform.hpp>
#include <spica/ops/comparison.hpp>

#include <cstdint>
#include <type_traits>

namespace spica::detail {

/// How far back NaN puts a number: 0 for numbers, then complex numbers whose imaginary part is NaN, whose real part is,
/// whose parts both are.
template <class T>
KOKKOS_INLINE_FUNCTION int nan_rank(const T& value) {
  if constexpr (is_complex<T>) {
    return (value.real() != value.real() ? 2 : 0) + (value.imag() != value.imag() ? 1 : 0);
  } else if constexpr (std::is_floating_point_v<T>) {
    return value != value ? 1 : 0;
  } else {
    return 0;
  }
}

/// Whether `a` must come before `b`: ascending, NaN last, -0.0 and +0.0 equal. Integers are compared by value whatever
/// their types, an integer and a real number as real numbers.
template <class A, class B>
KOKKOS_INLINE_FUNCTION bool sorts_before(const A& a, const B& b) {
  if constexpr (is_complex<A>) {
    const int rank_a = nan_rank(a);
    const int rank_b = nan_rank(b);
    if (rank_a != rank_b) return rank_a < rank_b;
    if (a.real() < b.real()) return true;
    if (b.real() < a.real()) return false;
    return a.imag() < b.imag();
  } else if constexpr (std::is_integral_v<A> && std::is_floating_point_v<B>) {
    return sorts_before(static_cast<std::common_type_t<double, B>>(a), b);
  } else if constexpr (std::is_floating_point_v<A> && std::is_integral_v<B>) {
    return sorts_before(a, static_cast<std::common_type_t<double, A>>(b));
  } else if constexpr (std::is_floating_point_v<A>) {
    return (static_cast<int>(!(a >= b)) & static_cast<int>(a == a)) != 0;  // true where only b is NaN; no branch
  } else {
    return is_less(a, b);
  }
}

/// Whether two elements, of which neither comes before the other or `a` comes first, are one value for `unique`: all
/// NaN are one.
template <class T>
KOKKOS_INLINE_FUNCTION bool is_same_value(const T& a, const T& b) {
  return !sorts_before(a, b) || (nan_rank(a) != 0 && nan_rank(b) != 0);
}

template <class T>
constexpr auto choose_sortable() {
  if constexpr (std::is_same_v<T, bool> || !std::is_integral_v<T>) {
    return std::common_type<T>();
  } else {
    constexpr bool has_sign = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1) {
      return std::common_type<std::conditional_t<has_sign, std::int8_t, std::uint8_t>>();
    } else if constexpr (sizeof(T) == 2) {
      return std::common_type<std::conditional_t<has_sign, std::int16_t, std::uint16_t>>();
    } else if constexpr (sizeof(T) == 4) {
      return std::common_type<std::conditional_t<has_sign, std::int32_t, std::uint32_t>>();
    } else {
      return std::common_type<std::conditional_t<has_sign, std::int64_t, std::uint64_t>>();
    }
  }
}

/// The type of the same values for which the library has sorting: `char` and `long long` are others of equal width.
template <class T>
using sortable_t = typename decltype(choose_sortable<T>())::type;

/// The source itself, or as an expression of the type that is sorted.
template <class Source>
decltype(auto) as_sortable(const Source& source) {
  using T = value_t<Source>;
  static_assert(!std::is_same_v<T, long double> && !std::is_same_v<T, Kokkos::complex<long double>>,
                "spica::sort, argsort, unique: elements of long double are not sorted; write spica::cast<double>(X)");
  if constexpr (holds_short_floats<Source>()) {
    return as_computed(source);
  } else if constexpr (std::is_same_v<T, sortable_t<T>>) {
    return (source);
  } else {
    return cast<sortable_t<T>>(source);
  }
}

/// The array itself, or its values in the type that the caller has.
template <class T, class A>
auto in_type_of_caller(const A& sorted) {
  if constexpr (std::is_same_v<T, typename A::value_type>) {
    return sorted;
  } else {
    return Array(cast<T>(sorted));
  }
}

}  // namespace spica::detail

#endif
