// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_SHAPE_HPP
#define SPICA_ARRAY_SHAPE_HPP

#include <spica/device/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace spica {

/// The extents of an array of rank `Rank`, the first axis first.
template <int Rank>
using Shape = std::array<std::int64_t, static_cast<std::size_t>(Rank)>;

/// `shape(2, 3)` is the `Shape<2>` [2, 3].
template <class... Extents>
constexpr auto shape(Extents... extents) {
  static_assert((std::is_integral_v<Extents> && ...), "spica::shape: extents are whole numbers; write shape(2, 3)");
  return Shape<static_cast<int>(sizeof...(Extents))>{static_cast<std::int64_t>(extents)...};
}

/// The numbers of several axes, for functions that take more than one.
template <int Count>
struct Axes {
  std::array<std::int64_t, static_cast<std::size_t>(Count)> number;
};

/// `axes(0, 2)`: the first and the third axis; -1 is the last one, -2 the one before.
template <class... Numbers>
constexpr auto axes(Numbers... numbers) {
  static_assert((std::is_integral_v<Numbers> && ...), "spica::axes: axes are whole numbers; write axes(0, 2)");
  return Axes<static_cast<int>(sizeof...(Numbers))>{{static_cast<std::int64_t>(numbers)...}};
}

/// What `keepdims` is: the last argument of a reduction that keeps the reduced axes, with extent 1.
struct KeepDims {};
inline constexpr KeepDims keepdims;

namespace detail {

inline constexpr int max_rank = 8;

/// The number of an axis that is counted 0, 1, ... from the first, or -1, -2, ... from the last one.
/// @throws ValueError, beginning with `function`, when an array of `rank` axes has no such axis.
inline int checked_axis(std::int64_t axis, int rank, const char* function) {
  if (axis < -rank || axis >= rank) {
    throw ValueError(std::string(function) + ": there is no axis " + std::to_string(axis) + " in an array of rank " +
                     std::to_string(rank) +
                     "; axes are counted 0, 1, ... from the first, or -1, -2, ... from the last");
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

/// `[2, 3]`
template <class Extents>
std::string shape_text(const Extents& extents) {
  std::string text = "[";
  for (std::size_t i = 0; i < extents.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(extents[i]);
  return text + ']';
}

/// The number of elements. Call it on checked extents only.
template <class Extents>
std::int64_t element_count(const Extents& extents) {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) count *= extent;
  return count;
}

/// The bytes of an array of this shape. Extents of 0 do not hide that the others are too large together: strides are
/// products of them.
/// @throws ShapeError, beginning with `function`, when an extent is negative or the bytes do not fit 63 bits.
template <class Extents>
std::int64_t checked_bytes(const Extents& extents, std::size_t element_bytes, const char* function) {
  bool empty = false;
  for (const std::int64_t extent : extents) {
    if (extent < 0) {
      throw ShapeError(std::string(function) + ": the shape " + shape_text(extents) +
                       " has a negative extent; extents are 0 or more");
    }
    empty = empty || extent == 0;
  }
  std::int64_t bytes = static_cast<std::int64_t>(element_bytes);
  for (const std::int64_t extent : extents) {
    if (extent != 0 && __builtin_mul_overflow(bytes, extent, &bytes)) {
      throw ShapeError(std::string(function) + ": an array of shape " + shape_text(extents) + " with elements of " +
                       std::to_string(element_bytes) + " bytes would need more than 2^63 - 1 bytes");
    }
  }
  return empty ? 0 : bytes;
}

/// Strides of row-major storage without gaps.
template <int Rank>
Shape<Rank> row_major_strides(const Shape<Rank>& extents) {
  Shape<Rank> strides{};
  std::int64_t step = 1;
  for (int d = Rank - 1; d >= 0; --d) {
    strides[static_cast<std::size_t>(d)] = step;
    step *= extents[static_cast<std::size_t>(d)];
  }
  return strides;
}

/// Strides of column-major storage without gaps.
template <int Rank>
Shape<Rank> column_major_strides(const Shape<Rank>& extents) {
  Shape<Rank> strides{};
  std::int64_t step = 1;
  for (int d = 0; d < Rank; ++d) {
    strides[static_cast<std::size_t>(d)] = step;
    step *= extents[static_cast<std::size_t>(d)];
  }
  return strides;
}

/// Whether elements at these strides lie as at `packed`. Strides of axes with at most one element do not count, nor do
/// those of an empty array.
template <int Rank>
bool lies_as(const Shape<Rank>& extents, const Shape<Rank>& strides, const Shape<Rank>& packed) {
  bool alike = true;
  for (int axis = 0; axis < Rank; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    if (extents[d] == 0) return true;
    alike = alike && (extents[d] == 1 || strides[d] == packed[d]);
  }
  return alike;
}

/// Merges `extents` into `result`, which has at least its rank, by NumPy's rule: shapes are aligned at their last axes,
/// and an extent of 1 is repeated. False where they do not fit.
template <std::size_t Rank, std::size_t Result>
bool broadcast_into(std::array<std::int64_t, Result>& result, const std::array<std::int64_t, Rank>& extents) {
  static_assert(Rank <= Result);
  for (int axis = 0; axis < static_cast<int>(Rank); ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const std::int64_t extent = extents[d];
    std::int64_t& merged = result[d + Result - Rank];
    if (extent != merged && extent != 1 && merged != 1) return false;
    if (merged == 1) merged = extent;
  }
  return true;
}

/// Throws ShapeError for operands, named A, B, ..., whose shapes do not fit by that rule.
[[noreturn]] inline void throw_not_broadcastable(const char* function, const std::vector<std::string>& shapes) {
  std::string text = std::string(function) + ": shapes cannot be broadcast together: ";
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(1, static_cast<char>('A' + i)) + " is " + shapes[i];
  }
  throw ShapeError(text + "; counted from the last axis, extents must be equal or 1");
}

/// The strides with which an array of shape `extents` is read as one of shape `target`: 0 on repeated axes.
template <int Rank, int Target>
Shape<Target> broadcast_strides(const Shape<Rank>& extents, const Shape<Rank>& strides, const Shape<Target>& target) {
  static_assert(Rank <= Target);
  Shape<Target> result{};
  for (int d = 0; d < Rank; ++d) {
    const auto from = static_cast<std::size_t>(d);
    const auto to = static_cast<std::size_t>(d + Target - Rank);
    result[to] = extents[from] == 1 && target[to] != 1 ? 0 : strides[from];
  }
  return result;
}

}  // namespace detail
}  // namespace spica

#endif
