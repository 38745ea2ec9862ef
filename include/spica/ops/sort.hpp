// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_SORT_HPP
#define SPICA_OPS_SORT_HPP

#include <spica/ops/detail/sort_order.hpp>
#include <spica/ops/detail/sort_rows.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

/// `sort_rows` or `argsort_rows` of an array or expression of a sortable type, along one axis.
template <class Source>
auto sort_along(const Source& source, int axis, SortPath path = default_sort_path<typename Source::execution_space>) {
  const auto rows = rows_along(source, axis, "spica::sort");
  if (rows.size() > 0) {
    const std::int64_t extent = rows.extent(-1);
    sort_rows(rows.device(), ArrayAccess::data(rows), rows.size() / extent, extent, "spica::sort", path);
  }
  return with_axis_at(rows, axis, "spica::sort");
}
template <class Source>
auto argsort_along(const Source& source, int axis,
                   SortPath path = default_sort_path<typename Source::execution_space>) {
  using Order = Array<std::int64_t, Source::rank, typename Source::execution_space>;
  const auto rows = rows_along(source, axis, "spica::argsort");
  const auto order = allocate<Order>(rows.device(), rows.shape(), "spica::argsort");
  if (rows.size() > 0) {
    const std::int64_t extent = rows.extent(-1);
    argsort_rows(rows.device(), static_cast<const typename Source::value_type*>(ArrayAccess::data(rows)),
                 ArrayAccess::data(order), rows.size() / extent, extent, "spica::argsort", path);
  }
  return with_axis_at(order, axis, "spica::argsort");
}

}  // namespace detail

// Sorting of an array or expression of any layout, along one axis. The order is ascending, stable and the same on every
// device and for every number of threads: equal elements stay in the order that they had, -0.0 and +0.0 among them, and
// NaN come last. false is before true. Complex numbers are ordered by their real parts, where these are equal by their
// imaginary parts; behind them come those whose imaginary part is NaN, whose real part is, whose parts both are, as in
// NumPy. Neither function waits beyond what `empty` does.
//
// On the host each row is sorted by one thread, a long one by all where there are fewer rows than threads: from some
// hundred elements on digit by digit, in time proportional to their number. On a GPU runs are merged in log2(extent)
// kernels over all elements. Besides the result that takes memory for one row a thread (argsort: two, of elements with
// their positions); on a GPU, and for a row that threads share, as for all of their elements.

/// The elements sorted along `axis`, the last one unless told otherwise: a new row-major array of X's shape on X's
/// device. `sort(reshape(X, -1))` sorts all elements of a contiguous array.
/// @throws ValueError when there is no such axis, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto sort(const Source& source, std::int64_t axis = -1) {
  static_assert(Source::rank > 0, "spica::sort: an array of rank 0 has no axis; write spica::reshape(X, 1)");
  const int along = detail::checked_axis(axis, Source::rank, "spica::sort");
  return detail::in_type_of_caller<detail::value_t<Source>>(detail::sort_along(detail::as_sortable(source), along));
}

/// The positions along `axis`, the last one unless told otherwise, of the elements in sorted order, the first of equal
/// ones first: a new row-major array of int64 of X's shape on X's device. For rank 1, `take(X, argsort(X))` is
/// `sort(X)`.
/// @throws ValueError when there is no such axis, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto argsort(const Source& source, std::int64_t axis = -1) {
  static_assert(Source::rank > 0, "spica::argsort: an array of rank 0 has no axis; write spica::reshape(X, 1)");
  const int along = detail::checked_axis(axis, Source::rank, "spica::argsort");
  return detail::argsort_along(detail::as_sortable(source), along);
}

}  // namespace spica

#endif
