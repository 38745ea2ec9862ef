// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_REDUCE_HPP
#define SPICA_OPS_REDUCE_HPP

#include <spica/ops/detail/reduce_axis.hpp>
#include <spica/ops/detail/reducers.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

template <class Source>
void require_not_empty(const Source& source, std::int64_t extent, const char* function) {
  if (extent > 0) return;
  throw ValueError(std::string(function) + ": an array of shape " + shape_text(source.shape()) +
                   " has nothing to choose from; the reduced extent must be at least 1");
}

/// The number of an axis; one that no array has for what does not fit.
template <class Axis>
std::int64_t axis_number(const Axis& axis) {
  constexpr bool whole = std::is_integral_v<Axis> && !std::is_same_v<Axis, bool>;
  static_assert(whole,
                "spica::sum, spica::max, spica::argmax: the second argument is the number of an axis; write "
                "spica::maximum(X, Y) for the larger elements of two arrays or of an array and a number");
  if constexpr (whole) {
    return std::is_unsigned_v<Axis> && axis > Axis(max_rank) ? max_rank : static_cast<std::int64_t>(axis);
  } else {
    return 0;
  }
}

template <class Source>
std::int64_t extent_or_one(const Source& source, std::int64_t axis, const char* function) {
  return source.extent(checked_axis(axis, Source::rank, function));
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
template <class Source, class Axis, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto sum(const Source& source, const Axis& axis) {
  return detail::reduce_axis(detail::SumReducer<typename Source::value_type>(), source, detail::axis_number(axis),
                             "spica::sum");
}

/// The largest element; NaN if there is one. @throws ValueError when there is no element.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto max(const Source& source) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, source.size(), "spica::max");
  return detail::reduce_all(detail::MaxReducer<typename Source::value_type>(), source, "spica::max");
}
/// The largest elements along one axis. @throws ValueError when there is no such axis or its extent is 0.
template <class Source, class Axis, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto max(const Source& source, const Axis& axis) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, detail::extent_or_one(source, detail::axis_number(axis), "spica::max"),
                            "spica::max");
  return detail::reduce_axis(detail::MaxReducer<typename Source::value_type>(), source, detail::axis_number(axis),
                             "spica::max");
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
template <class Source, class Axis, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto argmax(const Source& source, const Axis& axis) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, detail::extent_or_one(source, detail::axis_number(axis), "spica::argmax"),
                            "spica::argmax");
  return detail::reduce_axis(detail::ArgmaxReducer<typename Source::value_type>(), source, detail::axis_number(axis),
                             "spica::argmax");
}

}  // namespace spica

#endif
