// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_VARIANCE_REDUCER_HPP
#define SPICA_OPS_DETAIL_VARIANCE_REDUCER_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/detail/reducers.hpp>

#include <cstdint>
#include <type_traits>

namespace spica::detail {

/// What deviations from a mean are computed in: what a sum of such elements is, double for integers.
template <class T>
using deviation_t = std::conditional_t<std::is_integral_v<T>, double, typename SumReducer<T>::wide>;

template <class Wide>
struct Deviation {
  template <class A>
  KOKKOS_INLINE_FUNCTION Wide operator()(const A& value, const Wide& mean) const {
    return convert<Wide>(value) - mean;
  }
};

/// Of deviations: their sum, which is what the mean was off by, and that of their squares.
template <class T, bool Root, class Sum>
struct VarianceReducerOf : ReducerDefaults {
  using wide = deviation_t<T>;
  using real = typename real_of<wide>::type;
  using result = std::conditional_t<std::is_integral_v<T>, double, typename real_of<T>::type>;
  struct accumulator {
    Sum deviation;
    Sum imaginary_deviation;
    Sum square;
  };
  real count;
  real degrees;

  VarianceReducerOf(double elements, double ddof)
      : count(static_cast<real>(elements)), degrees(static_cast<real>(ddof)) {}
  template <class Other>
  explicit VarianceReducerOf(const VarianceReducerOf<T, Root, Other>& other)
      : count(other.count), degrees(other.degrees) {}

  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const wide& value, std::int64_t) const {
    if constexpr (is_complex<wide>) {
      a.deviation.add(value.real());
      a.imaginary_deviation.add(value.imag());
      a.square.add(value.real() * value.real() + value.imag() * value.imag());
    } else {
      a.deviation.add(value);
      a.square.add(value * value);
    }
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    a.deviation.join(b.deviation);
    if constexpr (is_complex<wide>) a.imaginary_deviation.join(b.imaginary_deviation);
    a.square.join(b.square);
  }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const {
    const real off = a.deviation.value();
    real spread = a.square.value() - off / count * off;
    if constexpr (is_complex<wide>) {
      const real imaginary_off = a.imaginary_deviation.value();
      spread -= imaginary_off / count * imaginary_off;
    }
    if (spread < 0) spread = 0;
    const real by = count > degrees ? count - degrees : real(0);
    const real variance = spread / by;
    return static_cast<result>(Root ? compat::math::sqrt(variance) : variance);
  }
};

/// For short chains of additions; `careful` for long ones.
template <class T, bool Root>
struct VarianceReducer : VarianceReducerOf<T, Root, PlainSum<typename real_of<deviation_t<T>>::type>> {
  using careful = VarianceReducerOf<T, Root, Compensated<typename real_of<deviation_t<T>>::type>>;
  using VarianceReducerOf<T, Root, PlainSum<typename real_of<deviation_t<T>>::type>>::VarianceReducerOf;
};

}  // namespace spica::detail

#endif
