// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_EXPONENTIAL_HPP
#define SPICA_OPS_EXPONENTIAL_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

struct Exp {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::exp;
    return exp(convert<inexact_argument<A>>(a));
  }
};
struct Exp2 {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::exp2(real_argument<A>(a));
  }
};
struct Expm1 {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::expm1(real_argument<A>(a));
  }
};
struct Log {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::log;
    return log(convert<inexact_argument<A>>(a));
  }
};
struct Log2 {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::log2(real_argument<A>(a));
  }
};
struct Log10 {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::log10(real_argument<A>(a));
  }
};
struct Log1p {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::log1p(real_argument<A>(a));
  }
};
struct Sqrt {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::sqrt;
    return sqrt(convert<inexact_argument<A>>(a));
  }
};
struct Cbrt {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::cbrt(real_argument<A>(a));
  }
};
struct Rsqrt {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return real_argument<A>(1) / compat::math::sqrt(real_argument<A>(a));
  }
};
/// a to the power of a whole number, modulo 2^w of the type; what is below 1 in size is cut to 0, and a division by 0
/// gives 0.
template <class R, class E>
KOKKOS_INLINE_FUNCTION R integer_power(const R& base, E exponent) {
  using W = computed_t<R>;
  const bool negative = exponent < E(0);
  const bool odd = (exponent & E(1)) != E(0);
  if (negative) {
    if (base == R(1)) return R(1);
    if constexpr (std::is_signed_v<R>) {
      if (base == R(-1)) return odd ? R(-1) : R(1);
    }
    return R(0);
  }
  W power(1);
  for (W factor = static_cast<W>(base); exponent != E(0); exponent = static_cast<E>(exponent / 2)) {
    if ((exponent & E(1)) != E(0)) power *= factor;
    factor *= factor;
  }
  return static_cast<R>(power);
}

struct Pow {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using compat::math::pow;
    using R = common_t<A, B>;
    if constexpr (is_complex<R>) {
      const R exponent = convert<R>(b);
      return exponent == R(0) ? R(1) : pow(convert<R>(a), exponent);  // Kokkos' gives 0 for 0 to the power of 0
    } else if constexpr (!std::is_integral_v<R>) {
      return static_cast<R>(pow(convert<R>(a), convert<R>(b)));
    } else {
      static_assert(!std::is_same_v<R, bool>, "spica::pow: bool arrays have no power; write A | !B");
      return integer_power(convert<R>(a), b);
    }
  }
};
struct Square {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return Times()(a, a);
  }
};
struct Reciprocal {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return Divide()(A(1), a);
  }
};
struct Hypot {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = real_argument<common_t<A, B>>;
    return static_cast<R>(compat::math::hypot(convert<R>(a), convert<R>(b)));
  }
};

}  // namespace detail

// Powers, exponentials, logarithms of each element: expressions. Integers become double unless a function says
// otherwise. Accuracy is that of the device's mathematical library (within a few units in the last place), so that
// results can differ in the last bits from device to device.

/// e to the power of each element.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto exp(A&& a) {
  return detail::map_one(detail::Exp(), "spica::exp", std::forward<A>(a));
}
/// 2 to the power of each element.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto exp2(A&& a) {
  return detail::map_one(detail::Exp2(), "spica::exp2", std::forward<A>(a));
}
/// exp(a) - 1, also near 0 with full accuracy.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto expm1(A&& a) {
  return detail::map_one(detail::Expm1(), "spica::expm1", std::forward<A>(a));
}
/// The natural logarithm; NaN below 0, -inf at 0. Of complex numbers the principal value.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto log(A&& a) {
  return detail::map_one(detail::Log(), "spica::log", std::forward<A>(a));
}
/// The logarithm to base 2.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto log2(A&& a) {
  return detail::map_one(detail::Log2(), "spica::log2", std::forward<A>(a));
}
/// The logarithm to base 10.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto log10(A&& a) {
  return detail::map_one(detail::Log10(), "spica::log10", std::forward<A>(a));
}
/// log(1 + a), also near 0 with full accuracy.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto log1p(A&& a) {
  return detail::map_one(detail::Log1p(), "spica::log1p", std::forward<A>(a));
}
/// The square root, correctly rounded; NaN below 0. Of complex numbers the principal value, as exactly as Kokkos has
/// it.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto sqrt(A&& a) {
  return detail::map_one(detail::Sqrt(), "spica::sqrt", std::forward<A>(a));
}
/// The cube root, of negative numbers too.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto cbrt(A&& a) {
  return detail::map_one(detail::Cbrt(), "spica::cbrt", std::forward<A>(a));
}
/// 1 / sqrt(a); inf at 0, -inf at -0.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto rsqrt(A&& a) {
  return detail::map_one(detail::Rsqrt(), "spica::rsqrt", std::forward<A>(a));
}
/// a to the power of b. Whole numbers stay whole and wrap around; to a negative power they are cut to a whole number: 0
/// unless a is 1 or -1. As C++'s std::pow otherwise. bool has no power.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto pow(A&& a, B&& b) {
  return detail::map_two(detail::Pow(), "spica::pow", std::forward<A>(a), std::forward<B>(b));
}
/// a * a. Integers stay integers and wrap around.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto square(A&& a) {
  return detail::map_one(detail::Square(), "spica::square", std::forward<A>(a));
}
/// 1 / a; double for integers, inf at 0.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto reciprocal(A&& a) {
  return detail::map_one(detail::Reciprocal(), "spica::reciprocal", std::forward<A>(a));
}
/// sqrt(a^2 + b^2) without overflow or underflow on the way; double for integers.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto hypot(A&& a, B&& b) {
  return detail::map_two(detail::Hypot(), "spica::hypot", std::forward<A>(a), std::forward<B>(b));
}

}  // namespace spica

#endif
