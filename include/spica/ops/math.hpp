// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_MATH_HPP
#define SPICA_OPS_MATH_HPP

#include <spica/array/array.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// Floating point as it is; integers become double.
template <class A>
struct real_argument_of {
  static_assert(std::is_arithmetic_v<A>,
                "spica::exp, spica::log, spica::tanh, spica::sqrt: the elements are complex; write it of real numbers");
  using type = std::conditional_t<std::is_integral_v<A>, double, A>;
};
template <class A>
using real_argument = typename real_argument_of<A>::type;

struct Exp {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::exp(static_cast<real_argument<A>>(a));
  }
};
struct Log {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::log(static_cast<real_argument<A>>(a));
  }
};
struct Tanh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::tanh(static_cast<real_argument<A>>(a));
  }
};
struct Sqrt {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::sqrt(static_cast<real_argument<A>>(a));
  }
};

/// Whether the common type of two integers cannot hold the negative values of one of them.
template <class A, class B>
inline constexpr bool loses_sign = std::is_unsigned_v<common_t<A, B>> && (std::is_signed_v<A> || std::is_signed_v<B>);

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

}  // namespace detail

// Functions of each element: expressions. Integers become double. Accuracy is that of the device's mathematical
// library (within a few units in the last place), so that results can differ in the last bits from device to device.

/// e to the power of each element.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto exp(A&& a) {
  return detail::map_one(detail::Exp(), "spica::exp", std::forward<A>(a));
}
/// The natural logarithm; NaN below 0, -inf at 0.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto log(A&& a) {
  return detail::map_one(detail::Log(), "spica::log", std::forward<A>(a));
}
/// The hyperbolic tangent.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto tanh(A&& a) {
  return detail::map_one(detail::Tanh(), "spica::tanh", std::forward<A>(a));
}
/// The square root; NaN below 0. Correctly rounded.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto sqrt(A&& a) {
  return detail::map_one(detail::Sqrt(), "spica::sqrt", std::forward<A>(a));
}
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

}  // namespace spica

#endif
