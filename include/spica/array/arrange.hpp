// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ARRANGE_HPP
#define SPICA_ARRAY_ARRANGE_HPP

// New arrays with the elements of another one moved, repeated, or with a border.

#include <spica/array/assign.hpp>
#include <spica/array/axes_views.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace spica {

namespace detail {

template <class Source>
using NewLike = Array<typename Source::value_type, Source::rank, typename Source::execution_space>;

/// A new array in which axis `axis` is `count` times as long: element i of it goes to the places i * inner + k
/// (`together`), or k * extent + i, for k below `count`.
template <class Source>
NewLike<Source> repeated(const Source& source, std::int64_t count, int axis, bool together, const char* function) {
  if (count < 0) {
    throw ValueError(std::string(function) + ": " + std::to_string(count) + " is no number of repeats");
  }
  const auto& array = as_array(source);
  const auto along = static_cast<std::size_t>(axis);
  Shape<Source::rank> extents = array.shape();
  const std::int64_t extent = extents[along];
  if (__builtin_mul_overflow(extent, count, &extents[along])) {
    throw ShapeError(std::string(function) + ": the extent of the result does not fit 63 bits");
  }
  const auto result = allocate<NewLike<Source>>(array.device(), extents, function);
  if (result.size() == 0) return result;
  using Result = NewLike<Source>;
  if constexpr (Source::rank == max_rank) {  // no axis is left for the copies: a kernel for each
    Shape<Source::rank> strides = result.strides();
    const std::int64_t step = strides[along] * (together ? 1 : extent);
    if (together) strides[along] *= count;
    for (std::int64_t k = 0; k < count; ++k) {
      auto* first = ArrayAccess::data(result) + k * step;
      run_kernel(over_memory_of<StridedLike<Result>>(result, first, array.shape(), strides), array, function);
    }
  } else {
    constexpr int wide = Source::rank + 1;
    Shape<wide> shape{};
    Shape<wide> strides{};
    const int new_axis = together ? axis + 1 : axis;
    for (int d = 0, from = 0; d < wide; ++d) {
      const auto at = static_cast<std::size_t>(d);
      shape[at] = d == new_axis ? count : from == axis ? extent : extents[static_cast<std::size_t>(from)];
      strides[at] = d == new_axis ? result.stride(axis) * (together ? 1 : extent)
                                  : result.stride(from) * (from == axis && together ? count : 1);
      if (d != new_axis) ++from;
    }
    const auto places = over_memory_of<StridedLike<Result, wide>>(result, ArrayAccess::data(result), shape, strides);
    run_kernel(places, expand_dims(array, new_axis), function);
  }
  return result;
}

}  // namespace detail

/// The elements moved by `shift` places along an axis; what goes over the end comes in at the begin. A new row-major
/// array, by two kernels.
/// @throws ValueError when there is no such axis, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto roll(const Source& source, std::int64_t shift, std::int64_t axis) {
  const auto& array = detail::as_array(source);
  const int along = detail::checked_axis(axis, Source::rank, "spica::roll");
  const auto result = detail::allocate<detail::NewLike<Source>>(array.device(), array.shape(), "spica::roll");
  const std::int64_t extent = array.extent(along);
  if (result.size() == 0) return result;
  const std::int64_t moved = (shift % extent + extent) % extent;
  const auto write = [&](std::int64_t to, std::int64_t from, std::int64_t count) {
    if (count == 0) return;
    detail::run_kernel(detail::part_of_axis(result, along, to, to + count),
                       detail::part_of_axis(array, along, from, from + count), "spica::roll");
  };
  write(moved, 0, extent - moved);
  write(0, extent - moved, moved);
  return result;
}
/// The same for all elements in row-major order.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto roll(const Source& source, std::int64_t shift) {
  return reshape(roll(flatten(source), shift, 0), source.shape());
}

/// Each element `count` times, one beside the other, along an axis: a new row-major array, by one kernel; of 8 axes, by
/// `count` kernels.
/// @throws ValueError when there is no such axis or `count` is negative, ShapeError, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto repeat(const Source& source, std::int64_t count, std::int64_t axis) {
  const int along = detail::checked_axis(axis, Source::rank, "spica::repeat");
  return detail::repeated(source, count, along, true, "spica::repeat");
}
/// The same for all elements in row-major order: rank 1.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto repeat(const Source& source, std::int64_t count) {
  return detail::repeated(flatten(source), count, 0, true, "spica::repeat");
}

/// The array repeated as a whole along each axis, `tile(X, 2, 3)`: one count an axis, a new row-major array. By one
/// kernel for each axis whose count is not 1; of 8 axes, by so many as its count is.
/// @throws ValueError when a count is negative, ShapeError, MemoryError.
template <class Source, class... Counts, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto tile(const Source& source, Counts... counts) {
  static_assert(sizeof...(Counts) == static_cast<std::size_t>(Source::rank) && (std::is_integral_v<Counts> && ...),
                "spica::tile: give one count for each axis of the array");
  static_assert(Source::rank > 0, "spica::tile: an array of rank 0 has no axis; write spica::full(device, value, n)");
  const Shape<Source::rank> times = shape(counts...);
  detail::NewLike<Source> result;
  bool first = true;
  for (int axis = Source::rank - 1; axis >= 0; --axis) {
    const std::int64_t count = times[static_cast<std::size_t>(axis)];
    if (count == 1 && !(first && axis == 0)) continue;
    result = first ? detail::repeated(source, count, axis, false, "spica::tile")
                   : detail::repeated(result, count, axis, false, "spica::tile");
    first = false;
  }
  return result;
}

/// What the border of an array is made of.
enum class PadMode {
  edge,    ///< the nearest element: a a [a b c] c c
  reflect  ///< the elements mirrored at the first and the last one: c b [a b c] b a, again and again where it is wider
};

namespace detail {

using PadWidths = std::vector<std::array<std::int64_t, 2>>;

/// The shape with a border.
/// @throws ShapeError, ValueError.
template <std::size_t Rank>
std::array<std::int64_t, Rank> padded_shape(const std::array<std::int64_t, Rank>& shape, const PadWidths& widths) {
  if (widths.size() != Rank) {
    throw ShapeError("spica::pad: an array of shape " + shape_text(shape) + " has " + std::to_string(Rank) +
                     " axes, and " + std::to_string(widths.size()) +
                     " pairs of widths were given; write one pair {before, behind} an axis");
  }
  auto extents = shape;
  for (std::size_t d = 0; d < Rank; ++d) {
    const auto [before, behind] = widths[d];
    if (before < 0 || behind < 0) throw ValueError("spica::pad: widths must not be negative");
    if (__builtin_add_overflow(extents[d], before, &extents[d]) ||
        __builtin_add_overflow(extents[d], behind, &extents[d])) {
      throw ShapeError("spica::pad: the extent of the result does not fit 63 bits");
    }
  }
  return extents;
}

/// What is inside the border, along the axes from `first` on.
template <class A, std::size_t Rank>
StridedLike<A> inside_border(const A& padded, const std::array<std::int64_t, Rank>& shape, const PadWidths& widths,
                             int first) {
  StridedLike<A> inside = padded;
  for (int axis = first; axis < static_cast<int>(Rank); ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    inside = part_of_axis(inside, axis, widths[d][0], widths[d][0] + shape[d]);
  }
  return inside;
}

/// One element of an axis, `extent` times.
template <class A>
A repeated_element(const A& array, int axis, std::int64_t place, std::int64_t extent) {
  const auto along = static_cast<std::size_t>(axis);
  Shape<A::rank> extents = array.shape();
  Shape<A::rank> strides = array.strides();
  const std::int64_t offset = place * strides[along];
  extents[along] = extent;
  strides[along] = 0;
  return over_memory_of<A>(array, ArrayAccess::data(array) + offset, extents, strides);
}

/// Writes the first and the last of the elements [lo, hi) of an axis into what is before and behind.
template <class A>
void extend_edges(const A& array, int axis, std::int64_t lo, std::int64_t hi) {
  const auto write = [&](std::int64_t to, std::int64_t end, std::int64_t from) {
    if (end == to) return;
    run_kernel(part_of_axis(array, axis, to, end), repeated_element(array, axis, from, end - to), "spica::pad");
  };
  write(0, lo, lo);
  write(hi, array.extent(axis), hi - 1);
}

/// Mirrors the elements [lo, hi) of an axis, which are at least 2, at the first and the last one into what is before
/// and behind. Each turn mirrors all that is there, but for whole periods only: the mirrors are hi - lo - 1 apart.
template <class A>
void extend_reflections(const A& array, int axis, std::int64_t lo, std::int64_t hi) {
  const std::int64_t end = array.extent(axis);
  const std::int64_t period = hi - lo - 1;
  bool reversed[max_rank] = {};
  reversed[axis] = true;
  const auto write = [&](std::int64_t to, std::int64_t from, std::int64_t count) {
    if (count == 0) return;
    run_kernel(part_of_axis(array, axis, to, to + count),
               flipped(part_of_axis(array, axis, from, from + count), reversed), "spica::pad");
  };
  while (lo > 0 || hi < end) {
    const std::int64_t most = (hi - lo - 1) / period * period;
    const std::int64_t before = std::min(lo, most);
    const std::int64_t behind = std::min(end - hi, most);
    write(lo - before, lo + 1, before);
    write(hi, hi - 1 - behind, behind);
    lo -= before;
    hi += behind;
  }
}

}  // namespace detail

/// The array with a border of `value`: `pad(X, {{1, 1}, {0, 2}}, 0.5)` has for each axis how many elements stand before
/// and behind. A new row-major array, by two kernels.
/// @throws ShapeError when there is not one pair an axis, ValueError when a number of elements is negative or `value`
/// does not fit the element type, MemoryError.
template <class Source, class Number, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto pad(const Source& source, const std::vector<std::array<std::int64_t, 2>>& widths, const Number& value) {
  const Shape<Source::rank> extents = detail::padded_shape(source.shape(), widths);
  using T = typename Source::value_type;
  const detail::Constant<T> border(detail::checked_number<T>(value, "spica::pad"));
  const auto result = detail::allocate<detail::NewLike<Source>>(source.device(), extents, "spica::pad");
  detail::run_kernel(result, border, "spica::pad");
  detail::run_kernel(detail::inside_border(result, source.shape(), widths, 0), source, "spica::pad");
  return result;
}

/// The array with a border of its own elements, `pad(X, {{1, 1}, {0, 2}}, PadMode::edge)`; the corners are those of one
/// axis after the other. An axis of extent 1 has one element to reflect. A new row-major array, by one kernel and two
/// for each axis with a border; where reflections are wider than the axis, by two for each time that they are doubled.
/// @throws ShapeError when there is not one pair an axis, ValueError when a number of elements is negative or an axis
/// with a border has no element, MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto pad(const Source& source, const std::vector<std::array<std::int64_t, 2>>& widths, PadMode mode) {
  const Shape<Source::rank> shape = source.shape();
  const Shape<Source::rank> extents = detail::padded_shape(shape, widths);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0 && extents[d] > 0) {
      throw ValueError("spica::pad: axis " + std::to_string(d) + " of an array of shape " + detail::shape_text(shape) +
                       " has no element to make a border of; give a number instead of a PadMode");
    }
  }
  const auto result = detail::allocate<detail::NewLike<Source>>(source.device(), extents, "spica::pad");
  if (result.size() == 0) return result;
  detail::run_kernel(detail::inside_border(result, shape, widths, 0), source, "spica::pad");
  for (int axis = 0; axis < Source::rank; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const auto rows = detail::inside_border(result, shape, widths, axis + 1);
    const std::int64_t lo = widths[d][0];
    if (mode == PadMode::edge || shape[d] == 1) {
      detail::extend_edges(rows, axis, lo, lo + shape[d]);
    } else {
      detail::extend_reflections(rows, axis, lo, lo + shape[d]);
    }
  }
  return result;
}

}  // namespace spica

#endif
