// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_NUMBER_HPP
#define SPICA_ARRAY_DETAIL_NUMBER_HPP

// Numbers that become elements.

#include <spica/array/element.hpp>
#include <spica/device/error.hpp>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace spica::detail {

/// `value` as a `To`, which holds the type of every value that it is used for.
template <class To, class From>
KOKKOS_INLINE_FUNCTION To convert(const From& value) {
  if constexpr (!is_complex<To>) {
    return static_cast<To>(value);
  } else if constexpr (is_complex<From>) {
    using Real = typename To::value_type;
    return To(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
  } else {
    return To(static_cast<typename To::value_type>(value));
  }
}

/// @throws ValueError when a whole number does not fit the integer type that it takes.
template <class To, class Number>
To convert_number(Number number, const char* function, const char* cure = "write spica::cast to a wider type first") {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<Number> && !std::is_same_v<To, bool> &&
                !std::is_same_v<Number, bool>) {
    const bool too_small = std::is_signed_v<Number> && number < Number(0) &&
                           (std::is_unsigned_v<To> || static_cast<std::intmax_t>(number) <
                                                          static_cast<std::intmax_t>(std::numeric_limits<To>::min()));
    const bool too_large = number > Number(0) && static_cast<std::uintmax_t>(number) >
                                                     static_cast<std::uintmax_t>(std::numeric_limits<To>::max());
    if (too_small || too_large) {
      throw ValueError(std::string(function) + ": " + std::to_string(number) + " does not fit the array's type " +
                       type_name<To>() + "; " + cure);
    }
  }
  return convert<To>(number);
}

/// A number that is written into an array of `T`.
/// @throws ValueError when a whole number does not fit the integer type.
template <class T, class Number>
T checked_number(const Number& number, const char* function) {
  constexpr bool whole = !is_inexact<Number> || is_inexact<T>;
  constexpr bool real = !is_complex<Number> || is_complex<T>;
  static_assert(whole,
                "spica::assign, spica::full, spica::arange: a real number into an integer array would lose its "
                "fraction; write a whole number");
  static_assert(real || !whole,
                "spica::assign, spica::full: a complex number into a real array would lose its imaginary part; write a "
                "real number");
  if constexpr (whole && real) return convert_number<T>(number, function, "make the array of a wider type");
}

}  // namespace spica::detail

#endif
