// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_TRANSFORM_HPP
#define SPICA_ARRAY_TRANSFORM_HPP

// Other shapes of the same memory. Expressions are evaluated first.

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/detail/number.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

template <class Layout>
struct transposed_layout {
  using type = Kokkos::LayoutStride;
};
template <>
struct transposed_layout<Kokkos::LayoutRight> {
  using type = Kokkos::LayoutLeft;
};
template <>
struct transposed_layout<Kokkos::LayoutLeft> {
  using type = Kokkos::LayoutRight;
};

/// The transpose of a padded row-major or column-major matrix: Kokkos makes such a View only as part of a wider one.
template <class Result, class T, class Space, class Layout>
Result transpose_padded(const Array<T, 2, Space, Layout>& array) {
  using View = typename Result::view_type;
  const auto rows = static_cast<std::size_t>(array.extent(1));
  const auto columns = static_cast<std::size_t>(array.extent(0));
  const auto& tracker = compat::tracker_of(ArrayAccess::view(array));
  T* data = ArrayAccess::data(array);
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutRight>) {
    const View wide(data, static_cast<std::size_t>(array.stride(0)), columns);
    const View part = Kokkos::subview(wide, Kokkos::pair<std::size_t, std::size_t>(0, rows), Kokkos::ALL);
    return ArrayAccess::make<Result>(compat::share_mapping(tracker, part), ArrayAccess::lease(array), array.device());
  } else {
    const View wide(data, rows, static_cast<std::size_t>(array.stride(1)));
    const View part = Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<std::size_t, std::size_t>(0, columns));
    return ArrayAccess::make<Result>(compat::share_mapping(tracker, part), ArrayAccess::lease(array), array.device());
  }
}

template <class A>
auto permute_array(const A& array, const Shape<A::rank>& axes) {
  constexpr auto rank = static_cast<std::size_t>(A::rank);
  using Result = Array<typename A::element_type, A::rank, typename A::execution_space, Kokkos::LayoutStride>;
  Shape<A::rank> extents{};
  Shape<A::rank> strides{};
  bool seen[rank == 0 ? 1 : rank] = {};
  std::string text;
  bool good = true;
  for (int place = 0; place < A::rank; ++place) {
    const auto d = static_cast<std::size_t>(place);
    const std::int64_t axis = axes[d];
    text += (d == 0 ? "" : ", ") + std::to_string(axis);
    if (axis < 0 || axis >= A::rank || seen[axis]) {
      good = false;
      continue;
    }
    seen[axis] = true;
    extents[d] = array.extent(static_cast<int>(axis));
    strides[d] = array.stride(static_cast<int>(axis));
  }
  if (!good) {
    throw ValueError("spica::permute: (" + text + ") is not an order of the axes 0 to " + std::to_string(A::rank - 1) +
                     "; name each axis once");
  }
  return over_memory_of<Result>(array, ArrayAccess::data(array), extents, strides);
}

template <class A, std::size_t Rank>
auto reshape_array(const A& array, std::array<std::int64_t, Rank> extents) {
  using Result = Array<typename A::element_type, static_cast<int>(Rank), typename A::execution_space>;
  const std::string asked = shape_text(extents);
  std::int64_t known = 1;
  int open = -1;
  bool good = true;
  for (int axis = 0; axis < static_cast<int>(Rank); ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    if (extents[d] == -1 && open < 0) {
      open = static_cast<int>(d);
    } else {
      good = good && extents[d] >= 0 && !__builtin_mul_overflow(known, extents[d], &known);
    }
  }
  if (good && open < 0) checked_bytes(extents, sizeof(typename A::value_type), "spica::reshape");
  const std::int64_t size = array.size();
  if (good && open >= 0) {
    good = known > 0 && size % known == 0;
    if (good) extents[static_cast<std::size_t>(open)] = size / known;
  } else {
    good = good && known == size;
  }
  if (!good) {
    throw ShapeError("spica::reshape: an array of shape " + shape_text(array.shape()) + " with " +
                     std::to_string(size) + " elements cannot become " + asked +
                     "; the number of elements must stay (one extent may be -1)");
  }
  if (!array.is_contiguous()) {
    throw ShapeError("spica::reshape: the elements of an array of shape " + shape_text(array.shape()) +
                     " with strides " + shape_text(array.strides()) +
                     " do not lie in row-major order, so that a view cannot have another shape; write "
                     "spica::reshape(spica::contiguous(X), ...) to copy them");
  }
  return over_memory_of<Result>(array, ArrayAccess::data(array), extents, {});
}

}  // namespace detail

/// The matrix with rows and columns exchanged: a view. A row-major matrix becomes column-major and the other way round.
/// For other ranks the order of all axes is reversed, as NumPy does; the layout is then LayoutStride.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto transpose(const Source& source) {
  const auto& array = detail::as_array(source);
  using A = detail::plain<decltype(array)>;
  if constexpr (A::rank == 2) {
    using Layout = typename detail::transposed_layout<typename A::array_layout>::type;
    using Result = Array<typename A::element_type, 2, typename A::execution_space, Layout>;
    const Shape<2> extents{array.extent(1), array.extent(0)};
    const Shape<2> strides{array.stride(1), array.stride(0)};
    if constexpr (!std::is_same_v<Layout, Kokkos::LayoutStride>) {
      const auto packed = std::is_same_v<Layout, Kokkos::LayoutRight> ? detail::row_major_strides<2>(extents)
                                                                      : detail::column_major_strides<2>(extents);
      if (!detail::lies_as<2>(extents, strides, packed)) return detail::transpose_padded<Result>(array);
    }
    return detail::over_memory_of<Result>(array, detail::ArrayAccess::data(array), extents, strides);
  } else {
    Shape<A::rank> axes{};
    for (int d = 0; d < A::rank; ++d) axes[static_cast<std::size_t>(d)] = A::rank - 1 - d;
    return detail::permute_array(array, axes);
  }
}

/// The axes in another order: axis d of the result is axis `axes[d]` of the source. A view, LayoutStride.
/// `permute(X, 2, 0, 1)`.
/// @throws ValueError when the axes are not each named once.
template <class Source, class... Axes, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto permute(const Source& source, Axes... axes) {
  static_assert(sizeof...(Axes) == static_cast<std::size_t>(Source::rank) && (std::is_integral_v<Axes> && ...),
                "spica::permute: give one axis number for each axis of the array");
  return detail::permute_array(detail::as_array(source), shape(axes...));
}

/// The same elements in row-major order with another shape: a view. One extent may be -1: it is what remains.
/// `reshape(X, 3, -1)` or `reshape(X, shape)`.
/// @throws ShapeError when the number of elements differs, or when the elements do not lie in row-major order without
/// gaps, which would need a copy.
template <class Source, std::size_t Rank, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto reshape(const Source& source, const std::array<std::int64_t, Rank>& extents) {
  return detail::reshape_array(detail::as_array(source), extents);
}
template <class Source, class... Extents,
          std::enable_if_t<detail::is_readable<Source> && (std::is_integral_v<Extents> && ...), int> = 0>
auto reshape(const Source& source, Extents... extents) {
  return reshape(source, shape(extents...));
}

/// The array in row-major order without gaps: itself where it lies so already, else a copy on the same device.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto contiguous(const Source& source) {
  const auto& array = detail::as_array(source);
  using A = detail::plain<decltype(array)>;
  using Result = Array<typename A::element_type, A::rank, typename A::execution_space>;
  if (array.is_contiguous()) {
    return detail::over_memory_of<Result>(array, detail::ArrayAccess::data(array), array.shape(), {});
  }
  return Result(copy(array));
}

/// The array repeated to a larger shape by NumPy's rule, without a copy: a view with const elements and strides of 0.
/// @throws ShapeError when the shape does not fit.
template <class Source, std::size_t Rank, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto broadcast_to(const Source& source, const std::array<std::int64_t, Rank>& extents) {
  const auto& array = detail::as_array(source);
  using A = detail::plain<decltype(array)>;
  static_assert(A::rank <= static_cast<int>(Rank),
                "spica::broadcast_to: the array has more axes than the shape; write an extent for each of its axes");
  using Result =
      Array<const typename A::value_type, static_cast<int>(Rank), typename A::execution_space, Kokkos::LayoutStride>;
  detail::require_element(array, "spica::broadcast_to");
  detail::checked_bytes(extents, sizeof(typename A::value_type), "spica::broadcast_to");
  Shape<static_cast<int>(Rank)> merged = extents;
  if (!detail::broadcast_into(merged, array.shape()) || merged != extents) {
    throw ShapeError("spica::broadcast_to: an array of shape " + detail::shape_text(array.shape()) +
                     " cannot be repeated to " + detail::shape_text(extents) +
                     "; counted from the last axis, each of its extents must be the shape's or 1");
  }
  return detail::over_memory_of<Result>(
      array, detail::ArrayAccess::data(array), extents,
      detail::broadcast_strides<A::rank, static_cast<int>(Rank)>(array.shape(), array.strides(), extents));
}
template <class Source, class... Extents,
          std::enable_if_t<detail::is_readable<Source> && (std::is_integral_v<Extents> && ...), int> = 0>
auto broadcast_to(const Source& source, Extents... extents) {
  return broadcast_to(source, shape(extents...));
}

namespace detail {

template <class To>
struct CastTo {
  template <class From>
  KOKKOS_INLINE_FUNCTION To operator()(const From& value) const {
    return convert<To>(value);
  }
};

}  // namespace detail

/// Each element converted to `To` as by static_cast: an expression. Real numbers lose their fraction in an integer; one
/// that does not fit the integer is undefined, as in C++.
template <class To, class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto cast(Source&& source) {
  static_assert(detail::is_element<To>,
                "spica::cast: the type is an arithmetic type, spica::float16, bfloat16 or Kokkos::complex");
  static_assert(detail::is_complex<To> || !detail::is_complex<typename detail::plain<Source>::value_type>,
                "spica::cast: complex numbers have no one real value; take the real part first");
  return detail::make_map(detail::CastTo<To>(), "spica::cast", std::forward<Source>(source));
}

}  // namespace spica

#endif
