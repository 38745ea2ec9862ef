// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCERS_HPP
#define SPICA_OPS_DETAIL_REDUCERS_HPP

// What is computed of the elements: see detail/pairwise.hpp for what a reducer has.

#include <spica/ops/detail/pairwise.hpp>
#include <spica/ops/types.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace spica::detail {

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

template <class T>
struct CarefulSum : ReducerDefaults {
  using accumulator = Compensated<T>;
  using result = T;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {T(0), T(0)}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, T value, std::int64_t) const { a.add(value); }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a.join(b); }
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const { return a.value(); }
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
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const { return {a.real.value(), a.imaginary.value()}; }
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
  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(0); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a += convert<accumulator>(value);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a += b; }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return convert<result>(a); }
};

/// Below every other number.
template <class T>
inline constexpr T lowest_number = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                                        : std::numeric_limits<T>::lowest();

/// The largest value, NaN if there is one.
template <class T>
struct MaxReducer : ReducerDefaults {
  using accumulator = T;
  using result = T;
  static constexpr int lanes = 64;
  static constexpr bool exact = true;
  KOKKOS_INLINE_FUNCTION T start() const { return lowest_number<T>; }
  KOKKOS_INLINE_FUNCTION void add(T& a, const T& value, std::int64_t) const {
    const T larger = value > a ? value : a;  // one instruction, which keeps a NaN in a
    a = value != value ? value : larger;
  }
  KOKKOS_INLINE_FUNCTION void join(T& a, const T& b) const { add(a, b, 0); }
  KOKKOS_INLINE_FUNCTION T finish(const T& a) const { return a; }
};

/// The index of the first NaN if there is one, else of the first largest value.
template <class T>
struct ArgmaxReducer : ReducerDefaults {
  struct accumulator {
    T value;
    std::int64_t index;
  };
  using result = std::int64_t;
  static constexpr bool exact = true;
  static constexpr bool indexed = true;

  /// Right also where all elements are the lowest number: the answer is then 0.
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {lowest_number<T>, 0}; }
  KOKKOS_INLINE_FUNCTION static bool is_better(const T& value, const T& than) {
    return static_cast<int>(!(value <= than)) & static_cast<int>(than == than);
  }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t index) const {
    if (is_better(value, a.value)) a = {value, index};
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    const bool tie = !is_better(b.value, a.value) && !is_better(a.value, b.value);
    if (tie ? b.index < a.index : is_better(b.value, a.value)) a = b;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(const accumulator& a) const { return a.index; }

  /// The largest of the block is found side by side, and looked up only where it is better than what there was.
  template <class Row>
  void add_block(accumulator& a, const Row& row, std::int64_t first, std::int64_t count, std::int64_t index) const {
    const T largest = lanes_of(MaxReducer<T>(), row, first, count, 0);
    if (!is_better(largest, a.value)) return;
    std::int64_t j = 0;
    if (count > 32) {
      while (is_better(largest, row[first + j])) ++j;
    } else {  // without a branch, which would be missed once in every short row
      for (std::int64_t k = count - 1; k >= 0; --k) {
        j ^= (j ^ k) & -static_cast<std::int64_t>(!is_better(largest, row[first + k]));
      }
    }
    a = {largest, index + j};
  }
};

}  // namespace spica::detail

#endif
