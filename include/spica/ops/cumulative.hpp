// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_CUMULATIVE_HPP
#define SPICA_OPS_CUMULATIVE_HPP

#include <spica/array/transform.hpp>
#include <spica/ops/detail/reducers.hpp>
#include <spica/ops/detail/scan.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

/// A sum that carries what rounding lost, by Knuth's exact error of an addition: without the comparisons of Neumaier's,
/// because here every element has a sum to be finished.
template <class T>
struct RunningSum : ReducerDefaults {
  struct accumulator {
    T sum;
    T lost;
  };
  using result = T;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {T(0), T(0)}; }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    const T total = a.sum + value;
    const T added = total - a.sum;
    a.lost += (a.sum - (total - added)) + (value - added);
    a.sum = total;
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    add(a, b.sum, 0);
    a.lost += b.lost;
  }
  KOKKOS_INLINE_FUNCTION T finish(const accumulator& a) const {
    const T repaired = a.sum + a.lost;
    return repaired == repaired ? repaired : a.sum;  // where the sum is no finite number, what was lost is none either
  }
};

template <class T>
constexpr auto choose_running_sum() {
  if constexpr (std::is_floating_point_v<T> && !std::is_same_v<T, float>) {
    return RunningSum<T>();
  } else {
    return careful_t<SumReducer<T>>();
  }
}
/// The reducer of a running sum.
template <class T>
using running_sum_t = decltype(choose_running_sum<T>());

/// float is multiplied in double, integers in 64 bits, where what does not fit wraps around.
template <class T>
struct RunningProduct : ReducerDefaults {
  using accumulator = typename SumReducer<T>::accumulator;
  using result = typename SumReducer<T>::result;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return accumulator(1); }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t) const {
    a *= convert<accumulator>(value);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { a *= b; }
  KOKKOS_INLINE_FUNCTION result finish(const accumulator& a) const { return convert<result>(a); }
};

template <class T>
inline constexpr bool scans_whole_lines<RunningProduct<T>> = is_inexact<T>;

/// All elements in row-major order, along one axis.
template <class R, class Source>
auto scan_all(const R& reducer, const Source& source, const char* label) {
  if constexpr (Source::rank == 1) {
    return scan_axis(reducer, as_computed(source), 0, label);
  } else {
    return scan_axis(reducer, as_computed(reshape(contiguous(source), -1)), 0, label);
  }
}

template <class R, class Source>
auto scan_one_axis(const R& reducer, const Source& source, std::int64_t axis, const char* label) {
  static_assert(Source::rank > 0,
                "spica::cumsum, cumprod: an array of rank 0 has no axis; leave the axis out, which gives rank 1");
  return scan_axis(reducer, as_computed(source), checked_axis(axis, Source::rank, label), label);
}

}  // namespace detail

// Running sums and products of an array or expression of any layout: new row-major arrays on X's device, of the types
// of `sum`: integers and bool in 64 bits (int64 or uint64, wrapping around where it does not fit), others as X. An
// expression is computed where it is read, twice in long lines; only without an axis one of rank 2 or more is written
// into a temporary. NaN and Inf go on to all elements behind them. Results have the same bits on every run and for
// every number of threads of one kind of device. Neither function waits beyond what `empty` does.

/// The sums of the first elements in row-major order, rank 1: element i of the result is x[0] + ... + x[i]. float is
/// summed in double and rounded once an element; double carries what rounding lost (Neumaier), so that each element's
/// error is about one rounding, plus n eps^2 times the sum of sizes, which has to be representable.
/// @throws MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto cumsum(const Source& source) {
  using R = detail::running_sum_t<detail::value_t<Source>>;
  return detail::scan_all(R(), source, "spica::cumsum");
}
/// The same along one axis: the result has X's shape.
/// @throws ValueError when there is no such axis, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto cumsum(const Source& source, std::int64_t axis) {
  using R = detail::running_sum_t<detail::value_t<Source>>;
  return detail::scan_one_axis(R(), source, axis, "spica::cumsum");
}

/// The products of the first elements in row-major order, rank 1: element i of the result is x[0] * ... * x[i]. float
/// is multiplied in double and rounded once an element; the relative error of element i for double is at most
/// i eps / 2. One that overflows or underflows stays so in all elements behind it, because each line is multiplied from
/// its begin to its end: only of integers do several threads share a line.
/// @throws MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto cumprod(const Source& source) {
  return detail::scan_all(detail::RunningProduct<detail::value_t<Source>>(), source, "spica::cumprod");
}
/// The same along one axis: the result has X's shape.
/// @throws ValueError when there is no such axis, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto cumprod(const Source& source, std::int64_t axis) {
  return detail::scan_one_axis(detail::RunningProduct<detail::value_t<Source>>(), source, axis, "spica::cumprod");
}

}  // namespace spica

#endif
