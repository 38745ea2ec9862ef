// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_CREATE_HPP
#define SPICA_ARRAY_CREATE_HPP

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/detail/fill.hpp>

#include <cmath>
#include <initializer_list>
#include <type_traits>

namespace spica {

namespace detail {

template <class... Extents>
inline constexpr bool are_extents = (std::is_integral_v<Extents> && ...);

/// An uninitialised array for the function of this name.
template <class T, class Space, std::size_t Rank>
Array<T, static_cast<int>(Rank), Space> make(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents,
                                             const char* function) {
  return allocate<Array<T, static_cast<int>(Rank), Space>>(device, extents, function);
}

template <class T, class Space, std::size_t Rank>
Array<T, static_cast<int>(Rank), Space> make_full(const Device<Space>& device,
                                                  const std::array<std::int64_t, Rank>& extents, T value,
                                                  const char* function) {
  auto result = make<T>(device, extents, function);
  run_kernel(result, Constant<T>(value), function);
  return result;
}

}  // namespace detail

// Each of these makes a new row-major array on `device`. Shapes are given as numbers, `zeros<float>(device, 2, 3)`, or
// as a Shape, `zeros<float>(device, X.shape())`. All throw ShapeError when an extent is negative or the bytes do not
// fit 63 bits, and MemoryError when the device has no memory left.

/// Elements undefined.
template <class T, class Space, std::size_t Rank>
auto empty(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents) {
  return detail::make<T>(device, extents, "spica::empty");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto empty(const Device<Space>& device, Extents... extents) {
  return empty<T>(device, shape(extents...));
}

/// Every element `value`.
template <class T, class Space, std::size_t Rank>
auto full(const Device<Space>& device, std::common_type_t<T> value, const std::array<std::int64_t, Rank>& extents) {
  return detail::make_full<T>(device, extents, value, "spica::full");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto full(const Device<Space>& device, std::common_type_t<T> value, Extents... extents) {
  return full<T>(device, value, shape(extents...));
}

/// Every element 0.
template <class T, class Space, std::size_t Rank>
auto zeros(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents) {
  return detail::make_full<T>(device, extents, T(0), "spica::zeros");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto zeros(const Device<Space>& device, Extents... extents) {
  return zeros<T>(device, shape(extents...));
}

/// Every element 1.
template <class T, class Space, std::size_t Rank>
auto ones(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents) {
  return detail::make_full<T>(device, extents, T(1), "spica::ones");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto ones(const Device<Space>& device, Extents... extents) {
  return ones<T>(device, shape(extents...));
}

/// The element at each index is `f(i, j, ...)`, computed on the device: `f` is a KOKKOS_LAMBDA or a function object
/// that takes one std::int64_t an axis.
template <class T, class Space, std::size_t Rank, class F>
auto from_function(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents, const F& f) {
  auto result = detail::make<T>(device, extents, "spica::from_function");
  detail::fill_by_index(result, f, "spica::from_function");
  return result;
}

/// start, start + step, ... up to but without stop; rank 1. Element i is start + i * step, rounded once to T.
/// @throws ValueError when step is 0 or not finite.
template <class T, class Space>
auto arange(const Device<Space>& device, std::common_type_t<T> start, std::common_type_t<T> stop,
            std::common_type_t<T> step = T(1)) {
  const std::int64_t count = detail::arange_count(start, stop, step);
  auto result = detail::make<T>(device, shape(count), "spica::arange");
  detail::fill_by_index(result, detail::Progression<T>{start, step}, "spica::arange");
  return result;
}
/// 0, 1, ... up to but without stop; rank 1.
template <class T, class Space>
auto arange(const Device<Space>& device, std::common_type_t<T> stop) {
  return arange<T>(device, T(0), stop);
}

/// `count` numbers from `start` to `stop`, both included, at equal distances; rank 1. `T` is floating point.
/// @throws ValueError when count is negative.
template <class T, class Space>
auto linspace(const Device<Space>& device, std::common_type_t<T> start, std::common_type_t<T> stop,
              std::int64_t count) {
  static_assert(std::is_floating_point_v<T>,
                "spica::linspace: elements are float or double; write arange for integers");
  if (count < 0) {
    throw ValueError("spica::linspace: the count is " + std::to_string(count) + "; it must be 0 or more");
  }
  auto result = detail::make<T>(device, shape(count), "spica::linspace");
  detail::fill_by_index(result, detail::Division<T>{start, stop, count}, "spica::linspace");
  return result;
}

/// Rows x columns (square by default) with ones on the diagonal and zeros elsewhere.
template <class T, class Space>
auto eye(const Device<Space>& device, std::int64_t rows, std::int64_t columns) {
  auto result = detail::make<T>(device, shape(rows, columns), "spica::eye");
  detail::fill_by_index(result, detail::Diagonal<T>(), "spica::eye");
  return result;
}
template <class T, class Space>
auto eye(const Device<Space>& device, std::int64_t rows) {
  return eye<T>(device, rows, rows);
}

namespace detail {

template <class T, int Rank>
struct nested_braces {
  using type = std::initializer_list<typename nested_braces<T, Rank - 1>::type>;
};
template <class T>
struct nested_braces<T, 0> {
  using type = T;
};

/// Notes the extents that the first entries show, and throws ShapeError where another entry differs.
template <int Rank, int Axis, class Braces>
void measure_braces(Shape<Rank>& extents, const Braces& braces, bool first) {
  const auto count = static_cast<std::int64_t>(braces.size());
  constexpr auto axis = static_cast<std::size_t>(Axis);
  if (first) {
    extents[axis] = count;
  } else if (count != extents[axis]) {
    throw ShapeError("spica::array: the braces are ragged: axis " + std::to_string(Axis) + " has " +
                     std::to_string(extents[axis]) + " entries in one place and " + std::to_string(count) +
                     " in another; all must have the same number");
  }
  if constexpr (Axis + 1 < Rank) {
    for (const auto& entry : braces) {
      measure_braces<Rank, Axis + 1>(extents, entry, first);
      first = false;
    }
  }
}
template <int Rank, class T, class Braces>
void flatten_braces(T*& out, const Braces& braces) {
  if constexpr (Rank == 0) {
    *out++ = braces;
  } else {
    for (const auto& entry : braces) flatten_braces<Rank - 1>(out, entry);
  }
}

template <class T, int Rank, class Space>
auto array_from_braces(const Device<Space>& device, const typename nested_braces<T, Rank>::type& braces) {
  Shape<Rank> extents{};
  measure_braces<Rank, 0>(extents, braces, true);
  auto host = make<T>(Device<HostSpace>(), extents, "spica::array");
  T* out = ArrayAccess::data(host);
  flatten_braces<Rank>(out, braces);
  if constexpr (std::is_same_v<Space, HostSpace>) {
    if (device == host.device()) return host;
  }
  return transfer_new(host, device, "spica::array");
}

}  // namespace detail

/// The numbers in nested braces: `array<float>(device, {{1, 2, 3}, {4, 5, 6}})` has shape [2, 3]. Ranks 1 to 3 are
/// deduced; where that is ambiguous, as for `{{1}, {2}}`, and for rank 4 name the rank: `array<float, 2>(device, ...)`.
/// On a device other than cpu(0) this is a transfer from there.
/// @throws ShapeError when the braces are ragged; TransferError.
template <class T, class Space>
auto array(const Device<Space>& device, std::initializer_list<T> braces) {
  return detail::array_from_braces<T, 1>(device, braces);
}
template <class T, class Space>
auto array(const Device<Space>& device, std::initializer_list<std::initializer_list<T>> braces) {
  return detail::array_from_braces<T, 2>(device, braces);
}
template <class T, class Space>
auto array(const Device<Space>& device, std::initializer_list<std::initializer_list<std::initializer_list<T>>> braces) {
  return detail::array_from_braces<T, 3>(device, braces);
}
template <class T, int Rank, class Space>
auto array(const Device<Space>& device, const typename detail::nested_braces<T, Rank>::type& braces) {
  return detail::array_from_braces<T, Rank>(device, braces);
}

}  // namespace spica

#endif
