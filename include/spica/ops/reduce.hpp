// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_REDUCE_HPP
#define SPICA_OPS_REDUCE_HPP

#include <spica/ops/detail/logical_reducers.hpp>
#include <spica/ops/detail/order_reducers.hpp>
#include <spica/ops/detail/reducers.hpp>
#include <spica/ops/detail/reduction.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

template <class Source>
constexpr bool has_order() {
  static_assert(!is_complex<value_t<Source>>,
                "spica::max, min, argmax, argmin: complex numbers have no order; reduce real numbers");
  return true;
}

template <class... Options>
constexpr bool names_one_axis() {
  constexpr bool one = ((axes_named<Options> <= 1) && ...);
  static_assert(one, "spica::argmax, spica::argmin: an index counts along one axis, or in all; name one axis, or none");
  return one;
}

}  // namespace detail

// Reductions of an array or expression. The result is a new array that stays on the device. An expression is reduced as
// it is computed, without a temporary. What is reduced:
//
//   sum(X)                    all elements: an array of rank 0
//   sum(X, 1)                 one axis; -1 is the last one
//   sum(X, axes(0, 2))        several axes
//   sum(X, 1, keepdims)       the reduced axes stay, with extent 1, so that the result can be broadcast with X
//
// Results have the same bits on every run and for every number of threads of one kind of device.
// @throws ValueError when there is no such axis or one is named twice, MemoryError.

/// The sum; 0 of no element. float is summed in double and rounded once; double with the error bound of pairwise
/// summation or better; integers and bool in 64 bits (the result is int64 or uint64, and wraps around where it does not
/// fit).
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto sum(const Source& source, const Options&... options) {
  return detail::reduce(detail::SumReducer<detail::value_t<Source>>(), source, "spica::sum", options...);
}

/// The product; 1 of no element. float is multiplied in double and rounded once, integers and bool in 64 bits as by
/// `sum`.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto prod(const Source& source, const Options&... options) {
  return detail::reduce(detail::ProdReducer<detail::value_t<Source>>(), source, "spica::prod", options...);
}

/// The arithmetic mean; NaN of no element. Summed as by `sum`, and divided before it is rounded; of integers and bool
/// it is double, from a sum that is exact.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto mean(const Source& source, const Options&... options) {
  const std::int64_t count = detail::reduced_count(source, "spica::mean", options...);
  return detail::reduce(detail::MeanReducer<detail::value_t<Source>>(static_cast<double>(count)), source, "spica::mean",
                        options...);
}

/// The largest element; NaN if there is one. @throws ValueError also when there is no element to choose from.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto max(const Source& source, const Options&... options) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, "spica::max", options...);
  return detail::reduce(detail::MaxReducer<detail::value_t<Source>>(), source, "spica::max", options...);
}

/// The smallest element; NaN if there is one. @throws ValueError also when there is no element to choose from.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto min(const Source& source, const Options&... options) {
  static_assert(detail::has_order<Source>());
  detail::require_not_empty(source, "spica::min", options...);
  return detail::reduce(detail::MinReducer<detail::value_t<Source>>(), source, "spica::min", options...);
}

/// The index of the largest element, as int64: the row-major one in all elements, or along one axis; the lowest one
/// among equals, the first NaN if there is one. @throws ValueError also when there is no element to choose from.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto argmax(const Source& source, const Options&... options) {
  static_assert(detail::has_order<Source>() && detail::names_one_axis<Options...>());
  detail::require_not_empty(source, "spica::argmax", options...);
  return detail::reduce(detail::ArgmaxReducer<detail::value_t<Source>>(), source, "spica::argmax", options...);
}

/// The index of the smallest element, otherwise as `argmax`.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto argmin(const Source& source, const Options&... options) {
  static_assert(detail::has_order<Source>() && detail::names_one_axis<Options...>());
  detail::require_not_empty(source, "spica::argmin", options...);
  return detail::reduce(detail::ArgminReducer<detail::value_t<Source>>(), source, "spica::argmin", options...);
}

/// Whether any element is not 0, as bool; NaN is not 0. false of no element.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto any(const Source& source, const Options&... options) {
  return detail::reduce(detail::AnyReducer<detail::value_t<Source>>(), source, "spica::any", options...);
}

namespace detail {

/// What `spica::all(X)`, declared with the slice argument of this name in array/slice.hpp, does.
template <class Source, class... Options>
auto all_true(const Source& source, const Options&... options) {
  return reduce(AllReducer<value_t<Source>>(), source, "spica::all", options...);
}

}  // namespace detail

/// How many elements are not 0, as int64; NaN is not 0.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto count_nonzero(const Source& source, const Options&... options) {
  return detail::reduce(detail::CountReducer<detail::value_t<Source>>(), source, "spica::count_nonzero", options...);
}

}  // namespace spica

#endif
