// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_TRIGONOMETRIC_HPP
#define SPICA_OPS_TRIGONOMETRIC_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// The hyperbolic tangent of a complex number, also where sinh and cosh would overflow.
template <class C>
KOKKOS_INLINE_FUNCTION C complex_tanh(const C& z) {
  using R = typename C::value_type;
  const R x = z.real();
  if (!(x > R(20) || x < R(-20))) return Kokkos::tanh(z);
  const R y = z.imag();
  const R small = compat::math::exp(x > R(0) ? R(-2) * x : R(2) * x);
  return C(x > R(0) ? R(1) : R(-1), R(4) * compat::math::sin(y) * compat::math::cos(y) * small);
}

/// The inverse hyperbolic sine of a complex number, without cancellation on the left half of the plane.
template <class C>
KOKKOS_INLINE_FUNCTION C complex_asinh(const C& z) {
  return z.real() < 0 ? -Kokkos::asinh(-z) : Kokkos::asinh(z);
}

struct Sin {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::sin;
    return sin(convert<inexact_argument<A>>(a));
  }
};
struct Cos {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::cos;
    return cos(convert<inexact_argument<A>>(a));
  }
};
struct Tan {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      const A tangent = complex_tanh(A(-a.imag(), a.real()));  // tan z = -i tanh(i z)
      return A(tangent.imag(), -tangent.real());
    } else {
      return compat::math::tan(real_argument<A>(a));
    }
  }
};
struct Asin {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::asin;
    return asin(convert<inexact_argument<A>>(a));
  }
};
struct Acos {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::acos;
    return acos(convert<inexact_argument<A>>(a));
  }
};
struct Atan {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::atan;
    return atan(convert<inexact_argument<A>>(a));
  }
};
struct Sinh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::sinh;
    return sinh(convert<inexact_argument<A>>(a));
  }
};
struct Cosh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::cosh;
    return cosh(convert<inexact_argument<A>>(a));
  }
};
struct Tanh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return complex_tanh(a);
    } else {
      return compat::math::tanh(real_argument<A>(a));
    }
  }
};
struct Asinh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return complex_asinh(a);
    } else {
      return compat::math::asinh(real_argument<A>(a));
    }
  }
};
struct Acosh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::acosh;
    return acosh(convert<inexact_argument<A>>(a));
  }
};
struct Atanh {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using compat::math::atanh;
    return atanh(convert<inexact_argument<A>>(a));
  }
};
struct Atan2 {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& y, const B& x) const {
    using R = real_argument<common_t<A, B>>;
    return static_cast<R>(compat::math::atan2(convert<R>(y), convert<R>(x)));
  }
};

}  // namespace detail

// Trigonometric and hyperbolic functions of each element: expressions. Integers become double. Accuracy is that of the
// device's mathematical library for real numbers, of Kokkos' functions for complex ones, whose inverse functions lose
// relative accuracy where the result is near 0.

/// The sine of an angle in radians.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto sin(A&& a) {
  return detail::map_one(detail::Sin(), "spica::sin", std::forward<A>(a));
}
/// The cosine of an angle in radians.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto cos(A&& a) {
  return detail::map_one(detail::Cos(), "spica::cos", std::forward<A>(a));
}
/// The tangent of an angle in radians.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto tan(A&& a) {
  return detail::map_one(detail::Tan(), "spica::tan", std::forward<A>(a));
}
/// The inverse sine, in [-pi/2, pi/2]; NaN outside [-1, 1].
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto asin(A&& a) {
  return detail::map_one(detail::Asin(), "spica::asin", std::forward<A>(a));
}
/// The inverse cosine, in [0, pi]; NaN outside [-1, 1].
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto acos(A&& a) {
  return detail::map_one(detail::Acos(), "spica::acos", std::forward<A>(a));
}
/// The inverse tangent, in [-pi/2, pi/2].
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto atan(A&& a) {
  return detail::map_one(detail::Atan(), "spica::atan", std::forward<A>(a));
}
/// The hyperbolic sine.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto sinh(A&& a) {
  return detail::map_one(detail::Sinh(), "spica::sinh", std::forward<A>(a));
}
/// The hyperbolic cosine.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto cosh(A&& a) {
  return detail::map_one(detail::Cosh(), "spica::cosh", std::forward<A>(a));
}
/// The hyperbolic tangent.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto tanh(A&& a) {
  return detail::map_one(detail::Tanh(), "spica::tanh", std::forward<A>(a));
}
/// The inverse hyperbolic sine.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto asinh(A&& a) {
  return detail::map_one(detail::Asinh(), "spica::asinh", std::forward<A>(a));
}
/// The inverse hyperbolic cosine; NaN below 1.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto acosh(A&& a) {
  return detail::map_one(detail::Acosh(), "spica::acosh", std::forward<A>(a));
}
/// The inverse hyperbolic tangent; NaN outside [-1, 1], inf at 1.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto atanh(A&& a) {
  return detail::map_one(detail::Atanh(), "spica::atanh", std::forward<A>(a));
}
/// The angle of the point (x, y), in [-pi, pi], from the signs of both.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto atan2(A&& y, B&& x) {
  return detail::map_two(detail::Atan2(), "spica::atan2", std::forward<A>(y), std::forward<B>(x));
}

}  // namespace spica

#endif
