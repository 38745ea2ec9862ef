// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_AXES_VIEWS_HPP
#define SPICA_ARRAY_AXES_VIEWS_HPP

// Parts of an array, and other arrangements of its axes, over the same memory. Expressions are evaluated first. Axes
// are counted 0, 1, ... from the first, or -1, -2, ... from the last.

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/transform.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace spica {

namespace detail {

template <class A, int Rank = A::rank>
using StridedLike = Array<typename A::element_type, Rank, typename A::execution_space, Kokkos::LayoutStride>;

/// The elements [lo, hi) of one axis, which are inside.
template <class A>
StridedLike<A> part_of_axis(const A& array, int axis, std::int64_t lo, std::int64_t hi) {
  Shape<A::rank> extents = array.shape();
  const Shape<A::rank> strides = array.strides();
  const auto along = static_cast<std::size_t>(axis);
  extents[along] = hi - lo;
  const std::int64_t offset = hi > lo ? lo * strides[along] : 0;
  return over_memory_of<StridedLike<A>>(array, ArrayAccess::data(array) + offset, extents, strides);
}

/// Some axes in reverse order.
template <class A>
StridedLike<A> flipped(const A& array, const bool* reversed) {
  const Shape<A::rank> extents = array.shape();
  Shape<A::rank> strides = array.strides();
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(A::rank); ++d) {
    if (!reversed[d]) continue;
    if (array.size() > 0) offset += (extents[d] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  return over_memory_of<StridedLike<A>>(array, ArrayAccess::data(array) + offset, extents, strides);
}

/// The axis number that an axis at `place` of the result has, where axis `from` stands at `to`.
inline int moved_axis(int place, int from, int to) {
  if (place == to) return from;
  const int rest = place < to ? place : place - 1;
  return rest < from ? rest : rest + 1;
}

}  // namespace detail

/// The elements of one axis in reverse order: a view, LayoutStride, with a negative stride.
/// @throws ValueError when there is no such axis.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto flip(const Source& source, std::int64_t axis) {
  const auto& array = detail::as_array(source);
  bool reversed[detail::max_rank] = {};
  reversed[detail::checked_axis(axis, Source::rank, "spica::flip")] = true;
  return detail::flipped(array, reversed);
}
/// The same for several axes, `flip(X, axes(0, 2))`.
/// @throws ValueError when there is no such axis or one is named twice.
template <class Source, int Count, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto flip(const Source& source, const Axes<Count>& axes) {
  const auto& array = detail::as_array(source);
  bool reversed[detail::max_rank] = {};
  for (const std::int64_t axis : axes.number) {
    bool& named = reversed[detail::checked_axis(axis, Source::rank, "spica::flip")];
    if (named) throw ValueError("spica::flip: axis " + std::to_string(axis) + " is named twice");
    named = true;
  }
  return detail::flipped(array, reversed);
}
/// The same for all axes.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto flip(const Source& source) {
  const auto& array = detail::as_array(source);
  bool reversed[detail::max_rank] = {};
  for (int d = 0; d < Source::rank; ++d) reversed[d] = true;
  return detail::flipped(array, reversed);
}

/// The array in `sections` equal parts along an axis: views, LayoutStride, in order.
/// @throws ValueError when there is no such axis, or its extent is no multiple of `sections`, which is at least 1.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto split(const Source& source, std::int64_t sections, std::int64_t axis = 0) {
  const auto& array = detail::as_array(source);
  const int along = detail::checked_axis(axis, Source::rank, "spica::split");
  const std::int64_t extent = array.extent(along);
  if (sections < 1 || extent % sections != 0) {
    throw ValueError("spica::split: an axis of extent " + std::to_string(extent) + " has no " +
                     std::to_string(sections) + " equal parts; write spica::split_at(X, {i, j}, axis) for others");
  }
  std::vector<detail::StridedLike<detail::plain<decltype(array)>>> parts;
  const std::int64_t each = extent / sections;
  for (std::int64_t i = 0; i < sections; ++i) {
    parts.push_back(detail::part_of_axis(array, along, i * each, (i + 1) * each));
  }
  return parts;
}

/// The array cut along an axis before the elements `positions`: `split_at(X, {2, 5})` is the parts [0, 2), [2, 5) and
/// [5, extent), views, LayoutStride.
/// @throws ValueError when there is no such axis, or positions do not rise from 0 to its extent.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto split_at(const Source& source, const std::vector<std::int64_t>& positions, std::int64_t axis = 0) {
  const auto& array = detail::as_array(source);
  const int along = detail::checked_axis(axis, Source::rank, "spica::split_at");
  const std::int64_t extent = array.extent(along);
  std::vector<detail::StridedLike<detail::plain<decltype(array)>>> parts;
  std::int64_t begin = 0;
  const auto cut = [&](std::int64_t end) {
    if (end < begin || end > extent) {
      throw ValueError("spica::split_at: the position " + std::to_string(end) + " after " + std::to_string(begin) +
                       " does not fit an axis of extent " + std::to_string(extent) +
                       "; positions rise from 0 to the extent");
    }
    parts.push_back(detail::part_of_axis(array, along, begin, end));
    begin = end;
  };
  for (const std::int64_t position : positions) cut(position);
  cut(extent);
  return parts;
}

/// A new axis of extent 1 that is axis `axis` of the result: a view, LayoutStride.
/// @throws ValueError when the result has no such axis.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto expand_dims(const Source& source, std::int64_t axis) {
  static_assert(Source::rank < detail::max_rank,
                "spica::expand_dims: the array has 8 axes already, the most there are");
  const auto& array = detail::as_array(source);
  constexpr int rank = Source::rank + 1;
  const int place = detail::checked_axis(axis, rank, "spica::expand_dims");
  Shape<rank> extents{};
  Shape<rank> strides{};
  for (int d = 0; d < rank; ++d) {
    const int from = d < place ? d : d - 1;
    extents[static_cast<std::size_t>(d)] = d == place ? 1 : array.extent(from);
    strides[static_cast<std::size_t>(d)] = d == place ? 1 : array.stride(from);
  }
  using Result = detail::StridedLike<detail::plain<decltype(array)>, rank>;
  return detail::over_memory_of<Result>(array, detail::ArrayAccess::data(array), extents, strides);
}

/// The array without an axis of extent 1: a view, LayoutStride.
/// @throws ValueError when there is no such axis, ShapeError when its extent is not 1.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto squeeze(const Source& source, std::int64_t axis) {
  static_assert(Source::rank > 0, "spica::squeeze: an array of rank 0 has no axis to take away");
  const auto& array = detail::as_array(source);
  constexpr int rank = Source::rank - 1;
  const int gone = detail::checked_axis(axis, Source::rank, "spica::squeeze");
  if (array.extent(gone) != 1) {
    throw ShapeError("spica::squeeze: axis " + std::to_string(axis) + " of an array of shape " +
                     detail::shape_text(array.shape()) + " has an extent other than 1; index it, or reduce it");
  }
  Shape<rank> extents{};
  Shape<rank> strides{};
  for (int d = 0; d < rank; ++d) {
    extents[static_cast<std::size_t>(d)] = array.extent(d < gone ? d : d + 1);
    strides[static_cast<std::size_t>(d)] = array.stride(d < gone ? d : d + 1);
  }
  using Result = detail::StridedLike<detail::plain<decltype(array)>, rank>;
  return detail::over_memory_of<Result>(array, detail::ArrayAccess::data(array), extents, strides);
}

/// Two axes exchanged: a view, LayoutStride.
/// @throws ValueError when there is no such axis.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto swapaxes(const Source& source, std::int64_t a, std::int64_t b) {
  const int first = detail::checked_axis(a, Source::rank, "spica::swapaxes");
  const int second = detail::checked_axis(b, Source::rank, "spica::swapaxes");
  Shape<Source::rank> order{};
  for (int d = 0; d < Source::rank; ++d) {
    order[static_cast<std::size_t>(d)] = d == first ? second : d == second ? first : d;
  }
  return detail::permute_array(detail::as_array(source), order);
}

/// Axis `from` moved so that it is axis `to` of the result; the others stay in order: a view, LayoutStride.
/// @throws ValueError when there is no such axis.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto moveaxis(const Source& source, std::int64_t from, std::int64_t to) {
  const int here = detail::checked_axis(from, Source::rank, "spica::moveaxis");
  const int there = detail::checked_axis(to, Source::rank, "spica::moveaxis");
  Shape<Source::rank> order{};
  for (int d = 0; d < Source::rank; ++d) {
    order[static_cast<std::size_t>(d)] = detail::moved_axis(d, here, there);
  }
  return detail::permute_array(detail::as_array(source), order);
}

/// All elements in row-major order, rank 1: a view where they lie so already, else a copy on the same device.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto flatten(const Source& source) {
  return reshape(contiguous(source), -1);
}

}  // namespace spica

#endif
