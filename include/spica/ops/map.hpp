// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_MAP_HPP
#define SPICA_OPS_MAP_HPP

#include <spica/array/array.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// An array or expression as it is; a number as a Constant of its own type.
template <class X>
decltype(auto) as_map_operand(X&& x) {
  static_assert(is_readable<X> || is_scalar<X>,
                "spica::map: an operand is an array, an expression or a number; write spica::wrap(view) for a View");
  if constexpr (is_readable<X>) {
    return std::forward<X>(x);
  } else {
    return Constant<plain<X>>(x);
  }
}

}  // namespace detail

/// `f` of each element: the lazy expression whose element at an index is f(x, y, ...), with the elements of the
/// operands there. Operands are arrays and expressions of one device, broadcast together, and numbers, which keep their
/// own type; at least one is an array or expression. Nothing is converted: f is given each element's value in the
/// operand's type (float where 16-bit floats are stored), and what it returns is the element type of the result.
///
/// `f` is called on the device: a KOKKOS_LAMBDA, or an object with a `KOKKOS_FUNCTION operator() const` that can be
/// copied bit by bit. It must give the same for the same values, whichever the order of the calls.
/// @throws ShapeError when the shapes cannot be broadcast together, DeviceError when the devices differ.
template <class F, class... Operands>
auto map(const F& f, Operands&&... operands) {
  static_assert((detail::is_readable<Operands> || ...),
                "spica::map: at least one operand is an array or an expression, from which the shape is taken");
  using Result = decltype(f(std::declval<const detail::element_t<Operands>&>()...));
  static_assert(
      detail::is_element<Result> && !std::is_reference_v<Result>,
      "spica::map: the function returns what an array can hold: an arithmetic type, spica::float16, bfloat16 or "
      "Kokkos::complex");
  return detail::make_map(f, "spica::map", detail::as_map_operand(std::forward<Operands>(operands))...);
}

}  // namespace spica

#endif
