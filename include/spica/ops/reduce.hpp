// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_REDUCE_HPP
#define SPICA_OPS_REDUCE_HPP

#include <spica/ops/detail/reduce.hpp>
#include <spica/ops/types.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

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
struct CarefulSum {
  using accumulator = Compensated<T>;
  using result = T;
  using careful = void;
  static constexpr bool ordered = false;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {T(0), T(0)}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, T value, std::int64_t) const { a.add(value); }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a.join(b); }
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const { return a.value(); }
};
template <class Real>
struct CarefulSum<Kokkos::complex<Real>> {
  using T = Kokkos::complex<Real>;
  struct accumulator {
    Compensated<Real> real;
    Compensated<Real> imaginary;
  };
  using result = T;
  using careful = void;
  static constexpr bool ordered = false;
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
struct SumReducer {
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
  static constexpr bool ordered = false;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(0); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a += convert<accumulator>(value);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a += b; }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return convert<result>(a); }
};

/// The largest value; `any` is false until there is one.
template <class T>
struct MaxReducer {
  struct accumulator {
    T value;
    bool any;
  };
  using result = T;
  using careful = void;
  static constexpr bool ordered = false;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {T(), false}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a.value = !a.any || value > a.value || value != value ? value : a.value;
    a.any = true;
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    if (b.any) add(a, b.value, 0);
  }
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const { return a.value; }
};

/// The index of the first NaN if there is one, else of the first largest value.
template <class T>
struct ArgmaxReducer {
  struct accumulator {
    T value;
    std::int64_t index;  // -1: none yet
  };
  using result = std::int64_t;
  using careful = void;
  static constexpr bool ordered = true;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {T(), -1}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t index) const {
    join(a, accumulator{value, index});
  }
  /// Right whatever the order of the parts, because it compares indices.
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    if (b.index < 0) return;
    if (a.index < 0) {
      a = b;
      return;
    }
    const bool nan_a = a.value != a.value;
    const bool nan_b = b.value != b.value;
    const bool tie = (nan_a && nan_b) || a.value == b.value;
    const bool better = nan_b ? !nan_a : (!nan_a && b.value > a.value);
    if (better || (tie && nan_a == nan_b && b.index < a.index)) a = b;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(const accumulator& a) const { return a.index; }
};

template <class Source>
void require_not_empty(const Source& source, std::int64_t extent, const char* function) {
  if (extent > 0) return;
  throw ValueError(std::string(function) + ": an array of shape " + shape_text(source.shape()) +
                   " has nothing to choose from; the reduced extent must be at least 1");
}

template <class Source>
std::int64_t extent_or_one(const Source& source, int axis) {
  return axis >= 0 && axis < Source::rank ? source.extent(axis) : 1;  // a wrong axis is reported by reduce_axis
}

template <class Source>
constexpr bool has_order() {
  static_assert(!is_complex<typename Source::value_type>,
                "spica::max, spica::argmax: complex numbers have no order; reduce real numbers");
  return true;
}

}  // namespace detail

// Reductions of an array or expression. The result stays on the device: an array of rank 0, or without the reduced
// axis. An expression is reduced as it is computed, without a temporary. Results have the same bits on every run and
// for every number of threads of one kind of device.

/// The sum of all elements; 0 for none. float is summed in double and rounded once; double with the error bound of
/// pairwise summation or better; integers and bool in 64 bits (the result is int64 or uint64, and wraps around where it
/// does not fit).
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto sum(const Source& source) {
  return detail::reduce_all(detail::SumReducer<typename Source::value_type>(), source, "spica::sum");
}
/// The sums along one axis. @throws ValueError when there is no such axis.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto sum(const Source& source, int axis) {
  return detail::reduce_axis(detail::SumReducer<typename Source::value_type>(), source, axis, "spica::sum");
}

/// The largest element; NaN if there is one. @throws ValueError when there is no element.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto max(const Source& source) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, source.size(), "spica::max");
  return detail::reduce_all(detail::MaxReducer<typename Source::value_type>(), source, "spica::max");
}
/// The largest elements along one axis. @throws ValueError when there is no such axis or its extent is 0.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto max(const Source& source, int axis) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, detail::extent_or_one(source, axis), "spica::max");
  return detail::reduce_axis(detail::MaxReducer<typename Source::value_type>(), source, axis, "spica::max");
}

/// The row-major index of the largest element, as int64: the lowest one among equals, the first NaN if there is one.
/// @throws ValueError when there is no element.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto argmax(const Source& source) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, source.size(), "spica::argmax");
  return detail::reduce_all(detail::ArgmaxReducer<typename Source::value_type>(), source, "spica::argmax");
}
/// The indices of the largest elements along one axis. @throws ValueError when there is no such axis or its extent is
/// 0.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto argmax(const Source& source, int axis) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, detail::extent_or_one(source, axis), "spica::argmax");
  return detail::reduce_axis(detail::ArgmaxReducer<typename Source::value_type>(), source, axis, "spica::argmax");
}

}  // namespace spica

#endif
