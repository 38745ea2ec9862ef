// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_EXTREMA_HPP
#define SPICA_OPS_EXTREMA_HPP

#include <spica/array/array.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// NaN wins over every number, whichever side it is on.
struct Maximum {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    static_assert(!is_complex<A> && !is_complex<B>,
                  "spica::maximum: complex numbers have no order; write it of real numbers");
    static_assert(!loses_sign<A, B>,
                  "spica::maximum: the type of the result would be unsigned and one operand is signed; write "
                  "spica::cast<std::int64_t> of the unsigned one");
    using R = common_t<A, B>;
    const R x = convert<R>(a);
    const R y = convert<R>(b);
    return x >= y || x != x ? x : y;
  }
};
struct Minimum {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    static_assert(!is_complex<A> && !is_complex<B>,
                  "spica::minimum: complex numbers have no order; write it of real numbers");
    static_assert(!loses_sign<A, B>,
                  "spica::minimum: the type of the result would be unsigned and one operand is signed; write "
                  "spica::cast<std::int64_t> of the unsigned one");
    using R = common_t<A, B>;
    const R x = convert<R>(a);
    const R y = convert<R>(b);
    return x <= y || x != x ? x : y;
  }
};

/// NaN stays; where the bounds cross, the upper one counts.
struct Clip {
  template <class A, class B, class C>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& lower, const C& upper) const {
    return Minimum()(Maximum()(a, lower), upper);
  }
};

}  // namespace detail

// The larger and the smaller of operands, element by element: expressions. Exact.

/// The larger of two; NaN where either is NaN. Of a signed and an unsigned array only where the signed type is the
/// wider one, as it then holds both.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto maximum(A&& a, B&& b) {
  return detail::map_two(detail::Maximum(), "spica::maximum", std::forward<A>(a), std::forward<B>(b));
}
/// The smaller of two; NaN where either is NaN. Of a signed and an unsigned array as `maximum`.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto minimum(A&& a, B&& b) {
  return detail::map_two(detail::Minimum(), "spica::minimum", std::forward<A>(a), std::forward<B>(b));
}

/// minimum(maximum(a, lower), upper): a within bounds that are arrays, expressions or numbers. NaN, in a bound too,
/// gives NaN; where lower is above upper it is upper.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, class C,
          std::enable_if_t<detail::are_operands<A, B> && detail::are_operands<A, C> && detail::is_readable<A>, int> = 0>
auto clip(A&& a, B&& lower, C&& upper) {
  using T = detail::element_t<A>;
  return detail::make_map(detail::Clip(), "spica::clip", std::forward<A>(a),
                          detail::as_operand<T>(std::forward<B>(lower), "spica::clip"),
                          detail::as_operand<T>(std::forward<C>(upper), "spica::clip"));
}

}  // namespace spica

#endif
