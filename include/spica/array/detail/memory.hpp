// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_MEMORY_HPP
#define SPICA_ARRAY_DETAIL_MEMORY_HPP

// How arrays are made: out of new memory, or over the memory of another array.

#include <spica/array/detail/footprint.hpp>
#include <spica/array/expression.hpp>
#include <spica/array/shape.hpp>
#include <spica/device/detail/block.hpp>
#include <spica/device/device.hpp>
#include <spica/device/kokkos_compat.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

template <class T, int Rank, class Space>
class HeldArray;

/// Makes arrays out of parts, and reads the parts without marking the memory as handed out.
struct ArrayAccess {
  template <class A>
  static A make(typename A::view_type view, Lease lease, Device<typename A::execution_space> device) {
    return A(std::move(view), std::move(lease), std::move(device));
  }
  template <class A>
  static const typename A::view_type& view(const A& array) {
    return array.view_;
  }
  template <class A>
  static typename A::element_type* data(const A& array) {
    return array.view_.data();
  }
  template <class T, int Rank, class Space>
  static const T* data(const HeldArray<T, Rank, Space>& array) {
    return array.data_;
  }
  template <class A>
  static const Lease& lease(const A& array) {
    return array.lease_;
  }
};

template <class Layout, int Rank>
Layout make_layout(const Shape<Rank>& extents, [[maybe_unused]] const Shape<Rank>& strides) {
  Layout layout;
  for (int axis = 0; axis < Rank; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    layout.dimension[d] = static_cast<std::size_t>(extents[d]);
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) layout.stride[d] = static_cast<std::size_t>(strides[d]);
  }
  return layout;
}

/// An array of another shape or type over the memory of `like`, beginning at `data`. LayoutRight and LayoutLeft results
/// have no gaps: `strides` counts for LayoutStride only.
template <class Result, class Like>
Result over_memory_of(const Like& like, typename Result::element_type* data, const Shape<Result::rank>& extents,
                      const Shape<Result::rank>& strides) {
  using View = typename Result::view_type;
  const auto& tracker = compat::tracker_of(ArrayAccess::view(like));
  return ArrayAccess::make<Result>(
      compat::share_view<View>(tracker, data,
                               make_layout<typename Result::array_layout, Result::rank>(extents, strides)),
      ArrayAccess::lease(like), like.device());
}

/// New memory on `device`, elements undefined; a LayoutStride result is row-major.
/// @throws ShapeError, MemoryError; their texts begin with `function`.
template <class Result>
Result allocate(const Device<typename Result::execution_space>& device, const Shape<Result::rank>& extents,
                const char* function) {
  using T = typename Result::element_type;
  const std::int64_t bytes = checked_bytes(extents, sizeof(T), function);
  Lease lease = lease_block(device, static_cast<std::size_t>(bytes), function);
  auto view = compat::share_view<typename Result::view_type>(
      lease->tracker, reinterpret_cast<T*>(lease->data),
      make_layout<typename Result::array_layout, Result::rank>(extents, row_major_strides<Result::rank>(extents)));
  return ArrayAccess::make<Result>(std::move(view), std::move(lease), device);
}

/// @throws ValueError, beginning with `function`, for a default-constructed array of rank 0, which holds nothing, and
/// for an array in an expression that was moved from.
template <class A>
void require_element([[maybe_unused]] const A& array, [[maybe_unused]] const char* function) {
  if constexpr (A::rank == 0) {
    if (ArrayAccess::data(array) == nullptr) {
      throw ValueError(std::string(function) + ": an operand of rank 0 was default-constructed and holds no element");
    }
  } else if (ArrayAccess::data(array) == nullptr && element_count(array.shape()) > 0) {
    throw ValueError(std::string(function) + ": an operand was moved from, by std::move of an expression");
  }
}

template <class A>
Footprint footprint_of(const A& array) {
  Footprint result{ArrayAccess::data(array), sizeof(typename A::value_type), A::rank, {}, {}};
  const Shape<A::rank>& extents = array.shape();
  const Shape<A::rank>& strides = array.strides();
  std::copy(extents.begin(), extents.end(), result.extent);
  std::copy(strides.begin(), strides.end(), result.stride);
  return result;
}

/// What a kernel holds of an array that is broadcast to `target`.
template <class T, int N, class A>
BoundArray<T, N> bind_array(const A& array, const Shape<N>& target) {
  BoundArray<T, N> bound{ArrayAccess::data(array), {}};
  const Shape<N> spread = broadcast_strides<A::rank, N>(array.shape(), array.strides(), target);
  std::copy(spread.begin(), spread.end(), bound.stride);
  return bound;
}

}  // namespace detail
}  // namespace spica

#endif
