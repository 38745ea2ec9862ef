// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_CREATE_HPP
#define SPICA_ARRAY_CREATE_HPP

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/detail/fill.hpp>
#include <spica/array/detail/number.hpp>
#include <spica/device/any_device.hpp>

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

/// A new row-major array on `device`, its elements undefined: `empty<float>(device, 2, 3)` with the extents as numbers,
/// or `empty<float>(device, X.shape())`. On a GPU this waits for the device where the memory that it takes over may
/// still be in use: where its last array's `view()` or `data()` was handed out, or was on another instance.
/// @throws ShapeError when an extent is negative or the bytes do not fit 63 bits, MemoryError when the device has no
/// memory left.
template <class T, class Space, std::size_t Rank>
auto empty(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents) {
  return detail::make<T>(device, extents, "spica::empty");
}
template <class T, class Space, class... Extents>
auto empty(const Device<Space>& device, Extents... extents) {
  return empty<T>(device, shape(extents...));
}

/// A new row-major array on `device` with every element `value`, a number: `full<float>(device, 0.5, 2, 3)`, or a
/// Shape. Waits as `empty` does.
/// @throws as empty, and ValueError when a whole number does not fit the integer type T.
template <class T, class Number = T, class Space, std::size_t Rank>
auto full(const Device<Space>& device, const Number& value, const std::array<std::int64_t, Rank>& extents) {
  return detail::make_full<T>(device, extents, detail::checked_number<T>(value, "spica::full"), "spica::full");
}
template <class T, class Number = T, class Space, class... Extents>
auto full(const Device<Space>& device, const Number& value, Extents... extents) {
  return full<T>(device, value, shape(extents...));
}

/// A new row-major array on `device` with every element 0: `zeros<float>(device, 2, 3)`, or a Shape. Waits as `empty`
/// does.
/// @throws as empty.
template <class T, class Space, std::size_t Rank>
auto zeros(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents) {
  return detail::make_full<T>(device, extents, T(0), "spica::zeros");
}
template <class T, class Space, class... Extents>
auto zeros(const Device<Space>& device, Extents... extents) {
  return zeros<T>(device, shape(extents...));
}

/// A new row-major array on `device` with every element 1: `ones<float>(device, 2, 3)`, or a Shape. Waits as `empty`
/// does.
/// @throws as empty.
template <class T, class Space, std::size_t Rank>
auto ones(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents) {
  return detail::make_full<T>(device, extents, T(1), "spica::ones");
}
template <class T, class Space, class... Extents>
auto ones(const Device<Space>& device, Extents... extents) {
  return ones<T>(device, shape(extents...));
}

/// A new row-major array on `device` of shape `extents`; the element at each index is `f(i, j, ...)`, computed on the
/// device: `f` is a KOKKOS_LAMBDA or a function object that takes one std::int64_t an axis. What `f` reads besides must
/// have been computed on `device.instance()`: no other instance is waited for. Waits as `empty` does.
/// @throws as empty.
template <class T, class Space, std::size_t Rank, class F>
auto from_function(const Device<Space>& device, const std::array<std::int64_t, Rank>& extents, const F& f) {
  auto result = detail::make<T>(device, extents, "spica::from_function");
  detail::fill_by_index(result, f, "spica::from_function");
  return result;
}

/// A new array of rank 1 on `device`: start, start + step, ..., as many as are less than stop (more, for a negative
/// step). Element i is start + i * step, computed in double for real T. As in NumPy the number of real elements is
/// (stop - start) / step rounded up, so that rounding can let the last one reach stop; `linspace` has no such case.
/// Waits as `empty` does.
/// @throws ValueError when step is 0, a number is not finite or does not fit the integer type T, or there are 2^63
/// numbers or more; ShapeError and MemoryError as empty.
template <class T, class Space, class Start, class Stop, class Step = T>
auto arange(const Device<Space>& device, const Start& start, const Stop& stop, const Step& step = Step(1)) {
  const T first = detail::checked_number<T>(start, "spica::arange");
  const T distance = detail::checked_number<T>(step, "spica::arange");
  const std::int64_t count = detail::arange_count(first, detail::checked_number<T>(stop, "spica::arange"), distance);
  auto result = detail::make<T>(device, shape(count), "spica::arange");
  detail::fill_by_index(result, detail::Progression<T>{first, distance}, "spica::arange");
  return result;
}
/// 0, 1, ... up to but without stop, likewise.
template <class T, class Space, class Stop>
auto arange(const Device<Space>& device, const Stop& stop) {
  return arange<T>(device, T(0), stop);
}

/// A new array of rank 1 on `device`: `count` numbers from `start` to `stop`, both included, at equal distances,
/// computed in double. `T` is floating point. Waits as `empty` does.
/// @throws ValueError when count is negative; ShapeError and MemoryError as empty.
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

/// A new row-major matrix on `device`, [rows, columns] or square, with ones on the diagonal and zeros elsewhere. Waits
/// as `empty` does.
/// @throws as empty.
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

/// A new row-major array on `device` with the numbers in nested braces: `array<float>(device, {{1, 2, 3}, {4, 5, 6}})`
/// has shape [2, 3]. Ranks 1 to 3 are deduced; where that is ambiguous, as for `{{1}, {2}}`, and for rank 4 name the
/// rank: `array<float, 2>(device, ...)`. On a device other than cpu(0) this is a transfer from there, and waits as
/// `copy` does.
/// @throws ShapeError when the braces are ragged, TransferError inside a NoTransfers scope on a device other than
/// cpu(0), MemoryError.
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

namespace detail {

/// Refuses what would make the type of an array depend on what is known only at run time.
template <class T>
constexpr void refuse_any_device() {
  static_assert(always_false<T>,
                "spica::zeros and the like: the type of the result depends on the device's space, which an AnyDevice "
                "does not tell the compiler; write spica::with_device(where, [&](auto device) { ... "
                "spica::zeros<float>(device, 2, 3) ... })");
}

template <class Any>
using if_any_device = std::enable_if_t<std::is_same_v<Any, AnyDevice>, int>;

}  // namespace detail

// Refused, all of these: an AnyDevice where a Device is needed.
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void empty(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void full(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void zeros(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void ones(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void from_function(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void arange(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void linspace(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void eye(const Any&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, detail::if_any_device<Any> = 0>
void array(const Any&, std::initializer_list<T>) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, detail::if_any_device<Any> = 0>
void array(const Any&, std::initializer_list<std::initializer_list<T>>) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, detail::if_any_device<Any> = 0>
void array(const Any&, std::initializer_list<std::initializer_list<std::initializer_list<T>>>) {
  detail::refuse_any_device<T>();
}

}  // namespace spica

#endif
