// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCERS_HPP
#define SPICA_OPS_DETAIL_REDUCERS_HPP

// Sums, means and products: see detail/pairwise.hpp for what a reducer has.

#include <spica/ops/detail/pairwise.hpp>
#include <spica/ops/types.hpp>

#include <cstdint>
#include <type_traits>

namespace spica::detail {

__extension__ using Int128 = __int128;

/// A sum that carries what rounding lost (Neumaier 1974), so that a long chain of additions is as good as a pairwise
/// sum.
template <class Real>
struct Compensated {
  Real sum;
  Real lost;

  KOKKOS_INLINE_FUNCTION void add(Real value) {
    const Real total = sum + value;
    const Real a = sum < 0 ? -sum : sum;
    const Real b = value < 0 ? -value : value;
    const Real error = a >= b ? (sum - total) + value : (value - total) + sum;
    sum = total;
    lost += error - error == 0 ? error : Real(0);  // the sum itself already says Inf or NaN
  }
  KOKKOS_INLINE_FUNCTION void join(const Compensated& other) {
    add(other.sum);
    lost += other.lost;
  }
  KOKKOS_INLINE_FUNCTION Real value() const { return sum + lost; }
};

/// For short chains of additions, with the members of Compensated.
template <class Real>
struct PlainSum {
  Real sum;
  KOKKOS_INLINE_FUNCTION void add(Real value) { sum += value; }
  KOKKOS_INLINE_FUNCTION void join(const PlainSum& other) { sum += other.sum; }
  KOKKOS_INLINE_FUNCTION Real value() const { return sum; }
};

template <class T>
struct CarefulSum : ReducerDefaults {
  using accumulator = Compensated<T>;
  using result = T;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {T(0), T(0)}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, T value, std::int64_t) const { a.add(value); }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a.join(b); }
  KOKKOS_INLINE_FUNCTION T total(const accumulator& a) const { return a.value(); }
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const { return total(a); }
};
template <class Real>
struct CarefulSum<Kokkos::complex<Real>> : ReducerDefaults {
  using T = Kokkos::complex<Real>;
  struct accumulator {
    Compensated<Real> real;
    Compensated<Real> imaginary;
  };
  using result = T;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {{Real(0), Real(0)}, {Real(0), Real(0)}}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a.real.add(value.real());
    a.imaginary.add(value.imag());
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    a.real.join(b.real);
    a.imaginary.join(b.imaginary);
  }
  KOKKOS_INLINE_FUNCTION T total(const accumulator& a) const { return {a.real.value(), a.imaginary.value()}; }
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const { return total(a); }
};

/// float is summed in double, integers in 64 bits, where what does not fit wraps around.
template <class T>
struct SumReducer : ReducerDefaults {
  static constexpr auto choose_wide() {
    if constexpr (is_complex<T>) {
      return std::common_type<Kokkos::complex<std::common_type_t<double, typename real_of<T>::type>>>();
    } else if constexpr (std::is_floating_point_v<T>) {
      return std::common_type<std::common_type_t<double, T>>();
    } else if constexpr (std::is_unsigned_v<T> && !std::is_same_v<T, bool>) {
      return std::common_type<std::uint64_t>();
    } else {
      return std::common_type<std::int64_t>();
    }
  }
  using wide = typename decltype(choose_wide())::type;
  using accumulator = std::conditional_t<std::is_integral_v<T>, std::uint64_t, wide>;
  using result = std::conditional_t<is_inexact<T>, T, wide>;
  using careful = std::conditional_t<is_inexact<T> && std::is_same_v<T, wide>, CarefulSum<T>, void>;
  static constexpr bool exact = std::is_integral_v<T>;
  static constexpr bool long_chains = is_inexact<T> && !std::is_same_v<T, wide>;
  static constexpr int lanes = std::is_same_v<accumulator, double> && !long_chains ? 32 : 16;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(0); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a += convert<accumulator>(value);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a += b; }
  /// Before it is rounded to `result`.
  KOKKOS_INLINE_FUNCTION accumulator total(const accumulator& a) const { return a; }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return convert<result>(a); }
};

/// The exact sum of integers, as double.
template <class T>
struct IntegerTotal : ReducerDefaults {
  static_assert(std::is_integral_v<T>);
  /// 2^32 of the largest 32-bit numbers fit 64 bits; of 64-bit numbers only two would.
  using accumulator = std::conditional_t<(sizeof(T) > 4), Int128, std::int64_t>;
  using result = double;
  static constexpr bool exact = true;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return 0; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a += static_cast<accumulator>(value);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a += b; }
  KOKKOS_INLINE_FUNCTION double total(const accumulator& a) const { return static_cast<double>(a); }
};

/// What `Sum` computes, divided before it is rounded to `Result`.
template <class Sum, class Result>
struct DividedSum : Sum {
  using result = Result;
  using careful = std::conditional_t<std::is_void_v<typename Sum::careful>, void, DividedSum<careful_t<Sum>, Result>>;
  double divisor;

  explicit DividedSum(double by) : divisor(by) {}
  template <class Other>
  explicit DividedSum(const DividedSum<Other, Result>& other) : divisor(other.divisor) {}
  KOKKOS_INLINE_FUNCTION result finish(const typename Sum::accumulator& a) const {
    const auto total = Sum::total(a);
    if constexpr (is_complex<Result>) {
      using Part = typename std::remove_const_t<decltype(total)>::value_type;
      const auto by = static_cast<Part>(divisor);
      return convert<Result>(std::remove_const_t<decltype(total)>(total.real() / by, total.imag() / by));
    } else {
      return static_cast<Result>(total / static_cast<decltype(total)>(divisor));
    }
  }
};

template <class T>
using MeanReducer =
    std::conditional_t<std::is_integral_v<T>, DividedSum<IntegerTotal<T>, double>, DividedSum<SumReducer<T>, T>>;

/// float is multiplied in double, integers in 64 bits, where what does not fit wraps around.
template <class T>
struct ProdReducer : ReducerDefaults {
  using accumulator = typename SumReducer<T>::accumulator;
  using result = typename SumReducer<T>::result;
  static constexpr bool exact = SumReducer<T>::exact;
  static constexpr bool long_chains = SumReducer<T>::long_chains;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(1); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a *= convert<accumulator>(value);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a *= b; }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return convert<result>(a); }
};

}  // namespace spica::detail

#endif
