// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_SHORT_FLOAT_HPP
#define SPICA_ARRAY_SHORT_FLOAT_HPP

#include <Kokkos_Macros.hpp>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace spica {

namespace detail {

// The conversions have no branches, so that loops over them become vector instructions, and no instruction of one
// machine, so that the bits are the same everywhere.

template <class To, class From>
KOKKOS_INLINE_FUNCTION To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction.
struct Binary16 {
  static KOKKOS_INLINE_FUNCTION float to_float(std::uint16_t bits) {
    const std::uint32_t magnitude = (bits & 0x7fffU) << 13;
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    // The exponent as it stands is too small by 112; a subnormal number becomes a normal one by the product.
    const float scaled = same_bits<float>(magnitude) * 0x1p112F;
    const std::uint32_t special = magnitude >= 0x0f800000U ? 0x7f800000U : 0U;
    return same_bits<float>(same_bits<std::uint32_t>(scaled) | special | sign);
  }
  static KOKKOS_INLINE_FUNCTION std::uint16_t from_float(float value) {
    const std::uint32_t bits = same_bits<std::uint32_t>(value);
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    const std::uint32_t even = magnitude >> 13 & 1U;
    const std::uint32_t normal = (magnitude - 0x38000000U + 0x0fffU + even) >> 13;
    // The last place of numbers from 0.5 to 1 is that of binary16's subnormal numbers: the sum rounds there.
    const std::uint32_t subnormal = same_bits<std::uint32_t>(same_bits<float>(magnitude) + 0.5F) - 0x3f000000U;
    std::uint32_t rounded = magnitude < 0x38800000U ? subnormal : normal;
    rounded = magnitude >= 0x477ff000U ? 0x7c00U : rounded;  // from 65520 on
    const std::uint32_t nan = 0x7e00U | (magnitude >> 13 & 0x03ffU);
    rounded = magnitude > 0x7f800000U ? nan : rounded;
    return static_cast<std::uint16_t>(rounded | (bits >> 16 & 0x8000U));
  }
};

/// The upper half of a float: 8 bits of exponent, 7 of fraction.
struct Brain16 {
  static KOKKOS_INLINE_FUNCTION float to_float(std::uint16_t bits) {
    return same_bits<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  static KOKKOS_INLINE_FUNCTION std::uint16_t from_float(float value) {
    const std::uint32_t bits = same_bits<std::uint32_t>(value);
    const std::uint32_t rounded = (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
    const std::uint32_t nan = bits >> 16 | 0x0040U;
    return static_cast<std::uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? nan : rounded);
  }
};

/// A float that rounds to a shorter type as `value` itself does: where it is not exact it is cut off, and its last bit
/// set ("rounding to odd").
/// Source: S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to
/// odd", IEEE Transactions on Computers 57 (2008), section 3.
template <class Real>
KOKKOS_INLINE_FUNCTION float round_to_odd(Real value) {
  const float nearest = static_cast<float>(value);
  const Real back = static_cast<Real>(nearest);
  std::uint32_t bits = same_bits<std::uint32_t>(nearest);
  const bool is_exact = back == value || value != value;
  const bool is_larger = value < 0 ? back < value : back > value;
  bits = is_larger ? bits - 1 : bits;
  return is_exact ? nearest : same_bits<float>(bits | 1U);
}
/// Whole numbers too, of which a double holds 53 bits.
template <class Number>
KOKKOS_INLINE_FUNCTION double whole_to_odd(Number value) {
  if constexpr (sizeof(Number) < 8) {
    return static_cast<double>(value);
  } else {
    constexpr Number dropped = 0x7ff;
    constexpr Number limit = Number(1) << 52;
    bool is_exact = value < limit || (value & dropped) == 0;
    if constexpr (std::is_signed_v<Number>) is_exact = (value > -limit && value < limit) || (value & dropped) == 0;
    return static_cast<double>(is_exact ? value : ((value & ~dropped) | (dropped + 1)));
  }
}

}  // namespace detail

/// A real number of 16 bits, to be stored: where numbers are computed with, it is read as a float. `Format` says which
/// bits mean what. As large as, and bit for bit the same as, CUDA's `__half` or `__nv_bfloat16`, C++23's
/// `std::float16_t` or `std::bfloat16_t`.
template <class Format>
class ShortFloat {
  template <class Number>
  static constexpr bool is_number = std::is_arithmetic_v<Number>;

 public:
  ShortFloat() = default;

  /// The nearest to `value`; of two as near, the one with an even last bit. Too large a number becomes infinite, NaN
  /// stays NaN.
  template <class Number, std::enable_if_t<is_number<Number>, int> = 0>
  KOKKOS_INLINE_FUNCTION explicit ShortFloat(Number value) : bits_(Format::from_float(float_of(value))) {}
  template <class Number, std::enable_if_t<is_number<Number>, int> = 0>
  KOKKOS_INLINE_FUNCTION ShortFloat& operator=(Number value) {
    return *this = ShortFloat(value);
  }

  /// The same number: exact.
  KOKKOS_INLINE_FUNCTION operator float() const { return Format::to_float(bits_); }

  /// The number that these bits mean, and the bits of a number.
  static KOKKOS_INLINE_FUNCTION ShortFloat from_bits(std::uint16_t bits) {
    ShortFloat number;
    number.bits_ = bits;
    return number;
  }
  KOKKOS_INLINE_FUNCTION std::uint16_t bits() const { return bits_; }

  KOKKOS_INLINE_FUNCTION ShortFloat& operator+=(float b) { return *this = float(*this) + b; }
  KOKKOS_INLINE_FUNCTION ShortFloat& operator-=(float b) { return *this = float(*this) - b; }
  KOKKOS_INLINE_FUNCTION ShortFloat& operator*=(float b) { return *this = float(*this) * b; }
  KOKKOS_INLINE_FUNCTION ShortFloat& operator/=(float b) { return *this = float(*this) / b; }

 private:
  template <class Number>
  static KOKKOS_INLINE_FUNCTION float float_of(Number value) {
    if constexpr (std::is_same_v<Number, float> || std::is_same_v<Number, bool>) {
      return static_cast<float>(value);
    } else if constexpr (std::is_integral_v<Number>) {
      return detail::round_to_odd(detail::whole_to_odd(value));
    } else {
      return detail::round_to_odd(value);
    }
  }

  std::uint16_t bits_;
};

/// IEEE 754 binary16, NumPy's float16: about 3 decimal digits, at most 65504, from 6e-8 on.
using float16 = ShortFloat<detail::Binary16>;
/// The upper half of a float: about 2 decimal digits, the range of float.
using bfloat16 = ShortFloat<detail::Brain16>;

namespace detail {

template <class T>
struct is_short_float_number : std::false_type {};
template <class Format>
struct is_short_float_number<ShortFloat<Format>> : std::true_type {};
template <class T>
inline constexpr bool is_short_float = is_short_float_number<std::remove_cv_t<T>>::value;

}  // namespace detail
}  // namespace spica

#endif
