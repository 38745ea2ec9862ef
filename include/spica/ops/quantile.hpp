// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_QUANTILE_HPP
#define SPICA_OPS_QUANTILE_HPP

#include <spica/device/detail/launch.hpp>
#include <spica/ops/detail/reduce_options.hpp>
#include <spica/ops/detail/sort_order.hpp>
#include <spica/ops/detail/sort_rows.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// The value at a fraction of the way through each sorted row.
template <class T, class Result>
struct QuantileOfRows {
  const T* rows;
  std::int64_t extent;
  std::int64_t below;  // the position that the way leads to, and what is left of it to the next
  double fraction;
  Result* target;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t row) const {
    const T* sorted = rows + row * extent;
    const auto last = static_cast<double>(sorted[extent - 1]);
    const auto low = static_cast<double>(sorted[below]);
    const auto high = static_cast<double>(sorted[below + 1 < extent ? below + 1 : below]);
    target[row] = static_cast<Result>(last != last ? last : between(low, high));
  }

  KOKKOS_INLINE_FUNCTION double between(double low, double high) const {
    if (fraction == 0 || low == high) return low;  // also of two infinities
    const double distance = high - low;
    if (distance - distance != 0) return (1 - fraction) * low + fraction * high;  // it is no finite number
    return fraction < 0.5 ? low + fraction * distance : high - (1 - fraction) * distance;
  }
};

/// Of rows that lie one behind the other; sorts them.
template <class Result, class T, class Space>
void quantile_of_rows(const Device<Space>& device, T* rows, Result* target, std::int64_t count, std::int64_t extent,
                      double q, const char* label) {
  if (count == 0) return;
  sort_rows(device, rows, count, extent, label);
  const double way = q * static_cast<double>(extent - 1);
  const auto below = static_cast<std::int64_t>(way);
  launch(label, device.instance(), count,
         QuantileOfRows<T, Result>{rows, extent, below, way - static_cast<double>(below), target});
}

template <class Source>
void check_quantile(const Source& source, std::int64_t extent, double q, const char* label) {
  static_assert(!is_complex<value_t<Source>>,
                "spica::quantile, median: complex numbers have no order; write it of real numbers");
  if (!(q >= 0 && q <= 1)) {
    std::ostringstream text;
    text << label << ": q is " << q << "; it must be from 0 to 1";
    throw ValueError(text.str());
  }
  if (extent == 0) {
    throw ValueError(std::string(label) + ": an array of shape " + shape_text(source.shape()) +
                     " has nothing to choose from; the reduced extent must be at least 1");
  }
}

template <class T>
using quantile_t = std::conditional_t<std::is_integral_v<T>, double, T>;

/// Where the axes of an array are in one that has the reduced ones last, and both in order.
template <int N>
Shape<N> places_with_reduced_last(const ReducedAxes<N>& reduced) {
  Shape<N> places{};
  std::int64_t next = 0;
  for (const bool last : {false, true}) {
    for (std::size_t d = 0; d < places.size(); ++d) {
      if (reduced[d] == last) places[d] = next++;
    }
  }
  return places;
}

template <class Source, class... Options>
auto quantile_of(const Source& source, double q, const char* label, const Options&... options) {
  constexpr int N = Source::rank;
  static_assert(N > 0 || ((axes_named<Options> == 0) && ...),
                "spica::quantile, median: an array of rank 0 has no axis; leave the axis out");
  using Form = ReductionForm<N, Options...>;
  using Result = Array<quantile_t<value_t<Source>>, Form::result_rank, typename Source::execution_space>;
  const ReducedAxes<N> reduced = reduced_axes<N>(label, options...);
  const std::int64_t extent = reduced_count(source, label, options...);
  check_quantile(source, extent, q, label);
  const auto rows = copy_with_axes_at(source, places_with_reduced_last<N>(reduced), label);
  const auto result = allocate<Result>(source.device(), reduced_shape<Form>(source.shape(), reduced), label);
  quantile_of_rows(rows.device(), ArrayAccess::data(rows), ArrayAccess::data(result), result.size(), extent, q, label);
  return result;
}

}  // namespace detail

// Quantiles of an array or expression of any layout, by sorting a copy of it: of all elements, or along the axes that
// stand behind, `quantile(X, 0.9, 1)`, `median(X, axes(0, 2), keepdims)`, as for a reduction (reduce.hpp). float and
// double stay what they are, integers and bool give double. Where the place q * (n - 1) among the n sorted numbers is
// between two of them, the value is between them in proportion, computed in double, as by NumPy's method 'linear'. NaN
// among the numbers gives NaN. The results stay on the device: nothing is waited for beyond what `empty` does.

/// The value below which a fraction `q`, from 0 to 1, of the elements lie.
/// @throws ValueError when q is not from 0 to 1, there is no such axis, one is named twice, or there is no element to
/// choose from, MemoryError.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto quantile(const Source& source, double q, const Options&... options) {
  return detail::quantile_of(detail::as_sortable(source), q, "spica::quantile", options...);
}

/// The middle one of the sorted elements, or the mean of the middle two.
/// @throws as quantile.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto median(const Source& source, const Options&... options) {
  return detail::quantile_of(detail::as_sortable(source), 0.5, "spica::median", options...);
}

}  // namespace spica

#endif
