// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_SLICE_HPP
#define SPICA_ARRAY_SLICE_HPP

#include <spica/array/shape.hpp>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {
template <class Source, class... Options>
auto all_true(const Source& source, const Options&... options);
}  // namespace detail

/// The whole of one axis, in `A(0, spica::all)`. Write it qualified: CUDA has a global `all`.
///
/// `spica::all(X)`, `spica::all(X, axis)`, ... is a reduction, see ops/reduce.hpp: whether all elements are not 0, as
/// bool; NaN is not 0; true of no element.
struct All {
  template <class Source, class... Options>
  auto operator()(const Source& source, const Options&... options) const {
    return detail::all_true(source, options...);
  }
};
inline constexpr All all{};

/// A new axis of extent 1, in `A(spica::all, spica::newaxis)`.
struct NewAxis {};
inline constexpr NewAxis newaxis{};

/// The part [lo, hi) of one axis.
struct Range {
  std::int64_t lo;
  std::int64_t hi;
};

/// Every `step`-th element of the part [lo, hi) of one axis.
struct SteppedRange {
  std::int64_t lo;
  std::int64_t hi;
  std::int64_t step;
};

/// Elements lo, lo + 1, ... below hi of one axis: 0 <= lo <= hi <= extent, checked when the array is sliced.
constexpr Range range(std::int64_t lo, std::int64_t hi) { return {lo, hi}; }

/// Elements lo, lo + step, ... below hi of one axis: 0 <= lo <= hi <= extent, step >= 1, checked when the array is
/// sliced.
constexpr SteppedRange range(std::int64_t lo, std::int64_t hi, std::int64_t step) { return {lo, hi, step}; }

namespace detail {

template <class Arg>
inline constexpr bool is_index = std::is_integral_v<Arg>;

template <class Arg>
inline constexpr bool is_slice_argument = is_index<Arg> || std::is_same_v<Arg, All> || std::is_same_v<Arg, Range> ||
                                          std::is_same_v<Arg, SteppedRange> || std::is_same_v<Arg, NewAxis>;

/// How many axes of the array the arguments use up, how many they leave, and how many the result has.
template <class... Args>
inline constexpr int axes_used = (0 + ... + (std::is_same_v<Args, NewAxis> ? 0 : 1));
template <int Rank, class... Args>
inline constexpr std::size_t axes_left = Rank > axes_used<Args...> ? Rank - axes_used<Args...> : 0;
template <int Rank, class... Args>
inline constexpr int sliced_rank = Rank - axes_used<Args...> + (0 + ... + (is_index<Args> ? 0 : 1));

/// Whether a row-major array stays row-major: indices, then at most one range, then whole axes.
template <class... Args>
constexpr bool keeps_row_major() {
  constexpr bool index[] = {is_index<Args>..., false};
  constexpr bool range[] = {std::is_same_v<Args, Range>..., false};
  constexpr bool whole[] = {std::is_same_v<Args, All>..., false};
  constexpr int n = static_cast<int>(sizeof...(Args));
  int i = 0;
  while (i < n && index[i]) ++i;
  if (i < n && range[i]) ++i;
  while (i < n && whole[i]) ++i;
  return i == n;
}

/// Whether a column-major array of rank `Rank` stays column-major: whole axes, then at most one range, then indices,
/// with every axis named.
template <int Rank, class... Args>
constexpr bool keeps_column_major() {
  constexpr bool index[] = {is_index<Args>..., false};
  constexpr bool range[] = {std::is_same_v<Args, Range>..., false};
  constexpr bool whole[] = {std::is_same_v<Args, All>..., false};
  constexpr int n = static_cast<int>(sizeof...(Args));
  int i = 0;
  while (i < n && whole[i]) ++i;
  if (i < n && range[i]) ++i;
  while (i < n && index[i]) ++i;
  return i == n && n == Rank;
}

/// Where a slice begins, and its extents and strides.
struct SliceGeometry {
  std::int64_t offset = 0;
  std::int64_t extent[max_rank + 8] = {};
  std::int64_t stride[max_rank + 8] = {};
  int rank = 0;

  void keep(std::int64_t e, std::int64_t s) {
    extent[rank] = e;
    stride[rank] = s;
    ++rank;
  }
};

/// @throws ValueError when an index or a range is outside the axis.
inline void slice_axis(SliceGeometry& result, std::int64_t extent, std::int64_t stride, int axis, std::int64_t index) {
  if (index < 0 || index >= extent) {
    throw ValueError("spica::Array: index " + std::to_string(index) + " is outside axis " + std::to_string(axis) +
                     " of extent " + std::to_string(extent) + "; it must be at least 0 and less than the extent");
  }
  result.offset += index * stride;
}

inline void slice_axis(SliceGeometry& result, std::int64_t extent, std::int64_t stride, int, All) {
  result.keep(extent, stride);
}

inline void slice_axis(SliceGeometry& result, std::int64_t extent, std::int64_t stride, int axis, SteppedRange range) {
  if (range.lo < 0 || range.hi < range.lo || range.hi > extent || range.step < 1) {
    throw ValueError("spica::Array: range(" + std::to_string(range.lo) + ", " + std::to_string(range.hi) +
                     (range.step == 1 ? "" : ", " + std::to_string(range.step)) + ") does not fit axis " +
                     std::to_string(axis) + " of extent " + std::to_string(extent) +
                     "; it must be 0 <= lo <= hi <= extent" + (range.step == 1 ? "" : " and step >= 1"));
  }
  const std::int64_t count = (range.hi - range.lo) / range.step + ((range.hi - range.lo) % range.step != 0 ? 1 : 0);
  if (count > 0) result.offset += range.lo * stride;
  result.keep(count, count > 1 ? stride * range.step : stride);
}

inline void slice_axis(SliceGeometry& result, std::int64_t extent, std::int64_t stride, int axis, Range range) {
  slice_axis(result, extent, stride, axis, SteppedRange{range.lo, range.hi, 1});
}

/// The argument for Kokkos::subview.
inline auto kokkos_slice_argument(All) { return Kokkos::ALL; }
inline auto kokkos_slice_argument(Range range) { return Kokkos::pair<std::int64_t, std::int64_t>(range.lo, range.hi); }
template <class Index, std::enable_if_t<is_index<Index>, int> = 0>
std::int64_t kokkos_slice_argument(Index index) {
  return static_cast<std::int64_t>(index);
}

/// Kokkos::subview, which wants an argument for every axis: as many whole axes as `Unnamed` counts follow `args`.
template <class View, std::size_t... Unnamed, class... Args>
auto kokkos_subview(const View& view, std::index_sequence<Unnamed...>, Args... args) {
  return Kokkos::subview(view, kokkos_slice_argument(args)..., (static_cast<void>(Unnamed), Kokkos::ALL)...);
}

}  // namespace detail
}  // namespace spica

#endif
