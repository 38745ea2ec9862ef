// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DIVISION_HPP
#define SPICA_OPS_DIVISION_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// The quotient rounded down, and what remains of it, which has the sign of the divisor. Of a division by 0 both are 0;
/// the lowest number by -1 wraps around.
template <class R>
KOKKOS_INLINE_FUNCTION R floor_quotient(const R& a, const R& b) {
  if (b == R(0)) return R(0);
  if constexpr (std::is_signed_v<R>) {
    if (b == R(-1)) return static_cast<R>(computed_t<R>(0) - static_cast<computed_t<R>>(a));
    const auto quotient = static_cast<R>(a / b);
    return static_cast<R>(quotient * b) != a && (a < R(0)) != (b < R(0)) ? static_cast<R>(quotient - 1) : quotient;
  } else {
    return static_cast<R>(a / b);
  }
}
template <class R>
KOKKOS_INLINE_FUNCTION R floor_remainder(const R& a, const R& b) {
  if (b == R(0)) return R(0);
  if constexpr (std::is_signed_v<R>) {
    if (b == R(-1)) return R(0);
    const auto rest = static_cast<R>(a % b);
    return rest != R(0) && (rest < R(0)) != (b < R(0)) ? static_cast<R>(rest + b) : rest;
  } else {
    return static_cast<R>(a % b);
  }
}

struct FloorDivide {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    static_assert(!is_complex<R>, "spica::floor_divide: complex numbers have no order; divide real numbers");
    static_assert(!loses_sign<A, B>,
                  "spica::floor_divide: the type of the result would be unsigned and one operand is signed; write "
                  "spica::cast<std::int64_t> of the unsigned one");
    static_assert(!std::is_same_v<R, bool>, "spica::floor_divide: bool arrays have no quotient; cast them to integers");
    if constexpr (std::is_integral_v<R>) {
      return floor_quotient(convert<R>(a), convert<R>(b));
    } else {
      return static_cast<R>(compat::math::floor(convert<R>(a) / convert<R>(b)));
    }
  }
};
struct Remainder {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    static_assert(!is_complex<R>, "spica::operator%: complex numbers have no order; divide real numbers");
    static_assert(!loses_sign<A, B>,
                  "spica::operator%: the type of the result would be unsigned and one operand is signed; write "
                  "spica::cast<std::int64_t> of the unsigned one");
    static_assert(!std::is_same_v<R, bool>, "spica::operator%: bool arrays have no remainder; cast them to integers");
    if constexpr (std::is_integral_v<R>) {
      return floor_remainder(convert<R>(a), convert<R>(b));
    } else {
      const R x = convert<R>(a);
      const R y = convert<R>(b);
      const R rest = compat::math::fmod(x, y);
      if (rest == R(0)) return copy_sign(R(0), y);
      return (rest < R(0)) != (y < R(0)) ? rest + y : rest;
    }
  }
};

}  // namespace detail

// Division with a whole quotient, element by element.
// @throws ShapeError, DeviceError, ValueError as arithmetic does.

/// The remainder of a / b rounded down, with the sign of b, of integers and real numbers: NumPy's rule, so that of
/// integers a == floor_divide(a, b) * b + a % b. C++'s own `%` has the sign of a: that is `fmod`. An integer modulo 0
/// is 0, a real number modulo 0 is NaN. Of a signed and an unsigned array only where the signed type is the wider one.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator%(A&& a, B&& b) {
  return detail::map_two(detail::Remainder(), "spica::operator%", std::forward<A>(a), std::forward<B>(b));
}
/// a / b rounded down, in the type of a + b. An integer divided by 0 is 0, the lowest integer by -1 wraps around; real
/// numbers as floor(a / b), where NumPy's `//` takes the remainder out first, which can give one less. Signs as for
/// `%`.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto floor_divide(A&& a, B&& b) {
  return detail::map_two(detail::FloorDivide(), "spica::floor_divide", std::forward<A>(a), std::forward<B>(b));
}

// In place, as arithmetic.hpp says.

/// target <- target % source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator%=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target % source);
  return target;
}

}  // namespace spica

#endif
