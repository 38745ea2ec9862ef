// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_CONCATENATE_HPP
#define SPICA_OPS_CONCATENATE_HPP

#include <spica/array/axes_views.hpp>
#include <spica/ops/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace spica {

namespace detail {

template <class First, class... Rest>
struct common_of {
  using type = common_t<First, typename common_of<Rest...>::type>;
};
template <class Only>
struct common_of<Only> {
  using type = Only;
};

template <class First, class... Rest>
constexpr bool parts_fit() {
  constexpr bool readable = is_readable<First> && (is_readable<Rest> && ...);
  static_assert(readable, "spica::concatenate, spica::stack: behind the axis stand arrays or expressions");
  if constexpr (readable) {
    constexpr bool ranks = ((Rest::rank == First::rank) && ...);
    static_assert(ranks,
                  "spica::concatenate, spica::stack: all parts have one rank; write spica::expand_dims(X, axis)");
    constexpr bool spaces = (std::is_same_v<typename Rest::execution_space, typename First::execution_space> && ...);
    static_assert(spaces,
                  "spica::concatenate, spica::stack: parts live in the memory of different spaces; write "
                  "spica::copy(Y, X.device()) to bring one to the other's device first");
    return ranks && spaces;
  } else {
    return false;
  }
}

/// Adds a part's extent to `total`, whose other extents it must have. `name` says which part it is.
template <std::size_t Rank, class Space>
void add_part(std::array<std::int64_t, Rank>& total, const std::array<std::int64_t, Rank>& part,
              const std::array<std::int64_t, Rank>& first, int axis, const Device<Space>& device,
              const Device<Space>& own, const std::string& name, const char* function) {
  require_same_device(device, own, function, "part 1", name.c_str());
  for (std::size_t d = 0; d < Rank; ++d) {
    if (static_cast<int>(d) == axis || part[d] == first[d]) continue;
    throw ShapeError(std::string(function) + ": parts do not fit together along axis " + std::to_string(axis) +
                     ": part 1 is " + shape_text(first) + ", " + name + " is " + shape_text(part) +
                     "; all other extents must be equal");
  }
  const auto along = static_cast<std::size_t>(axis);
  if (__builtin_add_overflow(total[along], part[along], &total[along])) {
    throw ShapeError(std::string(function) + ": the extent of the result does not fit 63 bits");
  }
}

/// Writes `part` into the elements of `result` along `axis` from `begin` on, and moves `begin` behind them.
template <class Result, class Part>
void write_part(const Result& result, int axis, std::int64_t& begin, const Part& part, const char* function) {
  const std::int64_t end = begin + part.shape()[static_cast<std::size_t>(axis)];
  if (part.size() > 0) run_kernel(part_of_axis(result, axis, begin, end), part, function);
  begin = end;
}

/// `concatenate` under the name of `function`.
template <class First, class... Rest>
auto joined(const char* function, int axis, const First& first, const Rest&... rest) {
  Shape<First::rank> total = first.shape();
  int number = 1;
  (add_part(total, rest.shape(), first.shape(), axis, first.device(), rest.device(), "part " + std::to_string(++number),
            function),
   ...);
  using T = typename common_of<typename First::value_type, typename Rest::value_type...>::type;
  const auto result = allocate<Array<T, First::rank, typename First::execution_space>>(first.device(), total, function);
  std::int64_t begin = 0;
  write_part(result, axis, begin, first, function);
  (write_part(result, axis, begin, rest, function), ...);
  return result;
}

template <class T, int Rank, class Space, class Layout>
auto joined_list(const char* function, int axis, const std::vector<Array<T, Rank, Space, Layout>>& parts) {
  const auto& first = parts.front();
  Shape<Rank> total = first.shape();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    add_part(total, parts[i].shape(), first.shape(), axis, first.device(), parts[i].device(),
             "part " + std::to_string(i + 1), function);
  }
  const auto result = allocate<Array<std::remove_const_t<T>, Rank, Space>>(first.device(), total, function);
  std::int64_t begin = 0;
  for (const auto& part : parts) write_part(result, axis, begin, part, function);
  return result;
}

template <class Parts>
void require_parts(const Parts& parts, const char* function) {
  if (!parts.empty()) return;
  throw ValueError(std::string(function) + ": there is no part, and so no shape; give at least one");
}

}  // namespace detail

/// The parts X, Y, ... one behind the other along an axis: `concatenate(0, X, Y, Z)`. A new row-major array on their
/// device, of the element type that a sum of them has. Parts may have any layout, or be expressions; each is written
/// into its place by one kernel.
/// @throws ValueError when there is no such axis, ShapeError when another extent differs, DeviceError, MemoryError.
template <class First, class... Rest>
auto concatenate(std::int64_t axis, const First& first, const Rest&... rest) {
  if constexpr (detail::parts_fit<First, Rest...>()) {
    constexpr const char* function = "spica::concatenate";
    static_assert(First::rank > 0, "spica::concatenate: arrays of rank 0 have no axis; write spica::stack(0, x, y)");
    return detail::joined(function, detail::checked_axis(axis, First::rank, function), first, rest...);
  }
}

/// The same for arrays whose number is known at run time only.
/// @throws also ValueError when there is none.
template <class T, int Rank, class Space, class Layout>
auto concatenate(std::int64_t axis, const std::vector<Array<T, Rank, Space, Layout>>& parts) {
  constexpr const char* function = "spica::concatenate";
  static_assert(Rank > 0, "spica::concatenate: arrays of rank 0 have no axis; write spica::stack(0, parts)");
  detail::require_parts(parts, function);
  return detail::joined_list(function, detail::checked_axis(axis, Rank, function), parts);
}

/// The parts X, Y, ..., all of one shape, side by side along a new axis: `stack(0, X, Y)` is [2, ...], `stack(-1, X,
/// Y)` is [..., 2]. Expressions are evaluated first. Otherwise as `concatenate`.
/// @throws ValueError when the result has no such axis, ShapeError when shapes differ, DeviceError, MemoryError.
template <class First, class... Rest>
auto stack(std::int64_t axis, const First& first, const Rest&... rest) {
  if constexpr (detail::parts_fit<First, Rest...>()) {
    static_assert(First::rank < detail::max_rank, "spica::stack: the parts have 8 axes already, the most there are");
    const int place = detail::checked_axis(axis, First::rank + 1, "spica::stack");
    int number = 1;
    const auto require_same_shape = [&](const auto& part) {
      ++number;
      if (part.shape() == first.shape()) return;
      throw ShapeError("spica::stack: shapes differ: part 1 is " + detail::shape_text(first.shape()) + ", part " +
                       std::to_string(number) + " is " + detail::shape_text(part.shape()) + "; they must be equal");
    };
    (require_same_shape(rest), ...);
    return detail::joined("spica::stack", place, expand_dims(first, place), expand_dims(rest, place)...);
  }
}

/// The same for arrays whose number is known at run time only.
/// @throws also ValueError when there is none.
template <class T, int Rank, class Space, class Layout>
auto stack(std::int64_t axis, const std::vector<Array<T, Rank, Space, Layout>>& parts) {
  static_assert(Rank < detail::max_rank, "spica::stack: the parts have 8 axes already, the most there are");
  detail::require_parts(parts, "spica::stack");
  const int place = detail::checked_axis(axis, Rank + 1, "spica::stack");
  std::vector<Array<T, Rank + 1, Space, Kokkos::LayoutStride>> expanded;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].shape() != parts[0].shape()) {
      throw ShapeError("spica::stack: shapes differ: part 1 is " + detail::shape_text(parts[0].shape()) + ", part " +
                       std::to_string(i + 1) + " is " + detail::shape_text(parts[i].shape()) + "; they must be equal");
    }
    expanded.push_back(expand_dims(parts[i], place));
  }
  return detail::joined_list("spica::stack", place, expanded);
}

}  // namespace spica

#endif
