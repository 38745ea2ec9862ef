// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_SLICE_ARRAY_HPP
#define SPICA_ARRAY_DETAIL_SLICE_ARRAY_HPP

#include <spica/array/detail/memory.hpp>
#include <spica/array/slice.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace spica::detail {

/// What Array::operator() returns.
template <class T, int Rank, class Space, class Layout, class... Args>
auto slice_array(const Array<T, Rank, Space, Layout>& array, Args... args) {
  static_assert((is_slice_argument<Args> && ...),
                "spica::Array: an argument is an index, spica::all, spica::range(lo, hi, step) or spica::newaxis");
  static_assert(axes_used<Args...> <= Rank,
                "spica::Array: more arguments than the array has axes; write at most one index, spica::all or "
                "spica::range an axis");
  constexpr int result_rank = sliced_rank<Rank, Args...>;
  static_assert(result_rank <= 8, "spica::Array: the result would have more than 8 axes; leave out a spica::newaxis");
  constexpr bool right = std::is_same_v<Layout, Kokkos::LayoutRight> && keeps_row_major<Args...>();
  constexpr bool left = std::is_same_v<Layout, Kokkos::LayoutLeft> && keeps_column_major<Rank, Args...>();
  using ResultLayout = std::conditional_t<right || result_rank == 0, Kokkos::LayoutRight,
                                          std::conditional_t<left, Kokkos::LayoutLeft, Kokkos::LayoutStride>>;
  using Result = Array<T, result_rank, Space, ResultLayout>;
  if constexpr (result_rank > 0) require_element(array, "spica::Array");

  SliceGeometry geometry;
  int axis = 0;
  const auto take = [&](auto arg) {
    if constexpr (std::is_same_v<decltype(arg), NewAxis>) {
      geometry.keep(1, 1);
    } else {
      if constexpr (is_index<decltype(arg)>) {
        slice_axis(geometry, array.extent(axis), array.stride(axis), axis, static_cast<std::int64_t>(arg));
      } else {
        slice_axis(geometry, array.extent(axis), array.stride(axis), axis, arg);
      }
      ++axis;
    }
  };
  (take(args), ...);
  while (axis < Rank) take(All());

  Shape<result_rank> extents{};
  Shape<result_rank> strides{};
  for (int d = 0; d < result_rank; ++d) {
    extents[static_cast<std::size_t>(d)] = geometry.extent[d];
    strides[static_cast<std::size_t>(d)] = geometry.stride[d];
  }
  if constexpr (!std::is_same_v<ResultLayout, Kokkos::LayoutStride>) {
    const Shape<result_rank> packed =
        right ? row_major_strides<result_rank>(extents) : column_major_strides<result_rank>(extents);
    if (!lies_as<result_rank>(extents, strides, packed)) {  // a wrapped View with padding: only Kokkos can make that
      const auto part =
          kokkos_subview(ArrayAccess::view(array), std::make_index_sequence<axes_left<Rank, Args...>>(), args...);
      if constexpr (std::is_same_v<typename decltype(part)::array_layout, ResultLayout>) {
        return ArrayAccess::make<Result>(typename Result::view_type(part), ArrayAccess::lease(array), array.device());
      }
      throw ShapeError("spica::Array: this part of the padded View \"" + array.label() +
                       "\" has no Kokkos layout of its own; slice spica::contiguous of it");
    }
  }
  return over_memory_of<Result>(array, ArrayAccess::data(array) + geometry.offset, extents, strides);
}

}  // namespace spica::detail

#endif
