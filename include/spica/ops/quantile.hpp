// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_QUANTILE_HPP
#define SPICA_OPS_QUANTILE_HPP

#include <spica/device/detail/launch.hpp>
#include <spica/ops/detail/sort_order.hpp>
#include <spica/ops/detail/sort_rows.hpp>

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

template <class Source>
auto quantile_of_all(const Source& source, double q, const char* label) {
  using Result = Array<quantile_t<value_t<Source>>, 0, typename Source::execution_space>;
  check_quantile(source, source.size(), q, label);
  const auto rows = rows_along(source, Source::rank - 1, label);
  const auto result = allocate<Result>(source.device(), Shape<0>{}, label);
  quantile_of_rows(rows.device(), ArrayAccess::data(rows), ArrayAccess::data(result), 1, rows.size(), q, label);
  return result;
}

template <class Source>
auto quantile_along(const Source& source, double q, std::int64_t axis, const char* label) {
  constexpr int N = Source::rank;
  static_assert(N > 0, "spica::quantile, median: an array of rank 0 has no axis; leave the axis out");
  constexpr int M = N > 0 ? N - 1 : 0;
  using Result = Array<quantile_t<value_t<Source>>, M, typename Source::execution_space>;
  const int along = checked_axis(axis, N, label);
  const std::int64_t extent = source.extent(along);
  check_quantile(source, extent, q, label);
  const auto rows = rows_along(source, along, label);
  Shape<M> kept{};
  for (std::size_t d = 0; d < kept.size(); ++d) kept[d] = rows.shape()[d];
  const auto result = allocate<Result>(source.device(), kept, label);
  quantile_of_rows(rows.device(), ArrayAccess::data(rows), ArrayAccess::data(result), result.size(), extent, q, label);
  return result;
}

}  // namespace detail

// Quantiles of an array or expression of any layout, by sorting a copy of it. float and double stay what they are,
// integers and bool give double. Where the place q * (n - 1) among the n sorted numbers is between two of them, the
// value is between them in proportion, computed in double, as by NumPy's method 'linear'. NaN among the numbers gives
// NaN. The results stay on the device: nothing is waited for beyond what `empty` does.

/// The value below which a fraction `q`, from 0 to 1, of all elements lie: rank 0.
/// @throws ValueError when q is not from 0 to 1 or there is no element, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto quantile(const Source& source, double q) {
  return detail::quantile_of_all(detail::as_sortable(source), q, "spica::quantile");
}
/// The same along one axis, which the result does not have.
/// @throws ValueError when q is not from 0 to 1, there is no such axis or its extent is 0, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto quantile(const Source& source, double q, std::int64_t axis) {
  return detail::quantile_along(detail::as_sortable(source), q, axis, "spica::quantile");
}

/// The middle one of all sorted elements, or the mean of the middle two: rank 0.
/// @throws ValueError when there is no element, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto median(const Source& source) {
  return detail::quantile_of_all(detail::as_sortable(source), 0.5, "spica::median");
}
/// The same along one axis, which the result does not have.
/// @throws ValueError when there is no such axis or its extent is 0, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto median(const Source& source, std::int64_t axis) {
  return detail::quantile_along(detail::as_sortable(source), 0.5, axis, "spica::median");
}

}  // namespace spica

#endif
