// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_NORM_REDUCERS_HPP
#define SPICA_LINALG_DETAIL_NORM_REDUCERS_HPP

// Not by Kokkos Kernels' nrm2, which squares its input (3e30f overflows) and in 3.4 takes no execution-space instance.

#include <spica/ops/detail/reducers.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace spica::detail {

/// What the norm of elements T is: the real type of float, double and complex, double for integers.
template <class T>
struct norm_type {
  using type = std::conditional_t<std::is_integral_v<T>, double, T>;
};
template <class R>
struct norm_type<Kokkos::complex<R>> {
  using type = R;
};

/// What squares are summed in. The squares of all floats and integers are within double's range.
template <class T>
using norm_accumulator =
    std::conditional_t<std::is_same_v<typename norm_type<T>::type, float>, double, typename norm_type<T>::type>;

/// For constants only: kernels read what the compiler has worked out.
template <class Wide>
constexpr Wide power_of_two(int exponent) {
  Wide value(1);
  for (; exponent > 0; --exponent) value *= Wide(2);
  for (; exponent < 0; ++exponent) value /= Wide(2);
  return value;
}

/// Calls `f` with the parts whose squares add up to |value|^2.
template <class Wide, class T, class F>
KOKKOS_INLINE_FUNCTION void for_each_part(const T& value, const F& f) {
  if constexpr (is_complex<T>) {
    f(static_cast<Wide>(value.real()));
    f(static_cast<Wide>(value.imag()));
  } else {
    f(static_cast<Wide>(value));
  }
}

/// The squares of numbers that are scaled down, as they are, and scaled up: whatever the result, one of the three sums
/// holds it without overflow or underflow.
template <class T, class Sum>
struct ScaledNorm : ReducerDefaults {
  using wide = norm_accumulator<T>;
  struct accumulator {
    Sum down;
    Sum plain;
    Sum up;
  };
  using result = typename norm_type<T>::type;

  /// With E the largest exponent, 1024 for double: numbers of 2^E scaled by 2^-(E/2 + 88) have squares below
  /// 2^(E - 176), of which 2^63 can be added. The sum of unscaled squares overflows only when a number is over
  /// 2^(E/2 - 32), and then what the first sum loses by underflow counts nothing. Below 2^(124 - E) the unscaled sum
  /// may have lost small squares; all numbers are then under 2^(62 - E/2), and scaled up have squares below 2^300.
  static constexpr wide up_scale = power_of_two<wide>(std::numeric_limits<wide>::max_exponent / 2 + 88);
  static constexpr wide down_scale = power_of_two<wide>(-std::numeric_limits<wide>::max_exponent / 2 - 88);
  static constexpr wide least = power_of_two<wide>(124 - std::numeric_limits<wide>::max_exponent);
  static constexpr wide largest = std::numeric_limits<wide>::max();

  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(); }

  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    for_each_part<wide>(value, [&](const wide& part) {
      const wide down = part * down_scale;
      const wide up = part * up_scale;
      a.down.add(down * down);
      a.plain.add(part * part);
      a.up.add(up * up);
    });
  }

  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    a.down.join(b.down);
    a.plain.join(b.plain);
    a.up.join(b.up);
  }

  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const {
    const wide plain = a.plain.value();
    if (!(plain <= largest)) return static_cast<result>(compat::math::sqrt(a.down.value()) * up_scale);
    if (plain < least) return static_cast<result>(compat::math::sqrt(a.up.value()) * down_scale);
    return static_cast<result>(compat::math::sqrt(plain));
  }
};

/// The square root of a plain sum of squares.
template <class T>
struct NormReducer : ReducerDefaults {
  using accumulator = norm_accumulator<T>;
  using result = typename norm_type<T>::type;
  /// Whether a square can overflow or underflow.
  static constexpr bool needs_care = std::is_same_v<accumulator, result> && !std::is_integral_v<T>;
  static constexpr bool long_chains = !std::is_same_v<accumulator, result>;
  using careful = std::conditional_t<needs_care, ScaledNorm<T, Compensated<accumulator>>, void>;

  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(0); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    for_each_part<accumulator>(value, [&](const accumulator& part) { a += part * part; });
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a += b; }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const {
    return static_cast<result>(compat::math::sqrt(a));
  }

  /// Whether nothing can have been lost by overflow or underflow.
  static bool is_safe(const result& norm) {
    constexpr result least = power_of_two<result>(std::numeric_limits<result>::min_exponent / 2 + 64);
    return norm != norm || (norm >= least && norm <= std::numeric_limits<result>::max());
  }
};

template <class Wide>
inline constexpr Wide largest_number = std::numeric_limits<Wide>::max();

/// |value| in the type that values are summed in. Of complex numbers without overflow: Inf for an infinite part, NaN
/// for a part that is NaN.
template <class T>
KOKKOS_INLINE_FUNCTION norm_accumulator<T> absolute(const T& value) {
  using Wide = norm_accumulator<T>;
  if constexpr (is_complex<T>) {
    const Wide re = value.real() < 0 ? -static_cast<Wide>(value.real()) : static_cast<Wide>(value.real());
    const Wide im = value.imag() < 0 ? -static_cast<Wide>(value.imag()) : static_cast<Wide>(value.imag());
    const Wide larger = re > im ? re : im;
    const Wide smaller = re > im ? im : re;
    if (!(larger > 0 && larger <= largest_number<Wide>) || smaller != smaller) return re + im;
    const Wide ratio = smaller / larger;
    return larger * compat::math::sqrt(Wide(1) + ratio * ratio);
  } else {
    const Wide wide = static_cast<Wide>(value);
    return wide < 0 ? -wide : wide;
  }
}

/// The sum of |x|, with the carried rounding error where `Sum` has one.
template <class T, class Sum>
struct AbsoluteSum : ReducerDefaults {
  using accumulator = Sum;
  using result = typename norm_type<T>::type;
  static constexpr bool needs_care = std::is_same_v<norm_accumulator<T>, result> && !std::is_integral_v<T>;
  static constexpr bool long_chains = !std::is_same_v<norm_accumulator<T>, result>;
  using careful = std::conditional_t<needs_care, AbsoluteSum<T, Compensated<norm_accumulator<T>>>, void>;

  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const { a.add(absolute(value)); }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a.join(b); }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return static_cast<result>(a.value()); }
};

/// The largest |x|, NaN if there is one; 0 of nothing.
template <class T>
struct AbsoluteMax : ReducerDefaults {
  using accumulator = norm_accumulator<T>;
  using result = typename norm_type<T>::type;
  static constexpr bool exact = true;

  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(0); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const { join(a, absolute(value)); }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    const accumulator larger = b > a ? b : a;  // keeps a NaN in a
    a = b != b ? b : larger;
  }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return static_cast<result>(a); }
};

}  // namespace spica::detail

#endif
