// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_ROUNDING_HPP
#define SPICA_OPS_ROUNDING_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

struct Floor {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (std::is_integral_v<A>) {
      return a;
    } else {
      return compat::math::floor(real_argument<A>(a));
    }
  }
};
struct Ceil {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (std::is_integral_v<A>) {
      return a;
    } else {
      return compat::math::ceil(real_argument<A>(a));
    }
  }
};
struct Trunc {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (std::is_integral_v<A>) {
      return a;
    } else {
      return compat::math::trunc(real_argument<A>(a));
    }
  }
};
/// To the nearest whole number: what is halfway between two goes to the even one, or away from 0.
template <bool ToEven>
struct Round {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (std::is_integral_v<A>) {
      return a;
    } else {
      using R = real_argument<A>;
      const R size = a < R(0) ? -a : a;
      const R below = compat::math::floor(size);
      const R rest = size - below;
      const bool odd = compat::math::floor(below / R(2)) * R(2) != below;
      const R rounded = rest > R(0.5) || (rest == R(0.5) && (!ToEven || odd)) ? below + R(1) : below;
      return size != size || rest != rest ? R(a) : copy_sign(rounded, R(a));
    }
  }
};
struct Abs {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return compat::math::hypot(a.real(), a.imag());
    } else if constexpr (std::is_floating_point_v<A>) {
      return compat::math::fabs(a);
    } else if constexpr (std::is_unsigned_v<A>) {
      return a;
    } else {
      return a < A(0) ? Negate()(a) : a;
    }
  }
};
struct Sign {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    static_assert(!is_complex<A>, "spica::sign: the elements are complex; write X / spica::abs(X)");
    static_assert(!std::is_same_v<A, bool>, "spica::sign: bool arrays have no sign; they are 0 or 1 already");
    if constexpr (is_complex<A>) {
      return a;
    } else {
      return a != a ? a : a > A(0) ? A(1) : a == A(0) ? A(0) : A(-1);
    }
  }
};
struct CopySign {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = real_argument<common_t<A, B>>;
    return copy_sign(convert<R>(a), convert<R>(b));
  }
};
struct SignBit {
  template <class A>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a) const {
    if constexpr (std::is_integral_v<A>) {
      return a < A(0);
    } else {
      return sign_bit(real_argument<A>(a));
    }
  }
};
struct IsNan {
  template <class A>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a) const {
    return !(a == a);
  }
};
struct IsFinite {
  template <class A>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return operator()(a.real()) && operator()(a.imag());
    } else {
      return std::is_integral_v<A> || a - a == A(0);
    }
  }
};
struct IsInf {
  template <class A>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return operator()(a.real()) || operator()(a.imag());
    } else {
      return !std::is_integral_v<A> && a == a && a - a != A(0);
    }
  }
};
struct Fmod {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = real_argument<common_t<A, B>>;
    return static_cast<R>(compat::math::fmod(convert<R>(a), convert<R>(b)));
  }
};

}  // namespace detail

// Rounding, sizes and signs of each element: expressions. Exact.

/// The largest whole number not above a. Integers stay as they are.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto floor(A&& a) {
  return detail::map_one(detail::Floor(), "spica::floor", std::forward<A>(a));
}
/// The smallest whole number not below a. Integers stay as they are.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto ceil(A&& a) {
  return detail::map_one(detail::Ceil(), "spica::ceil", std::forward<A>(a));
}
/// The whole number next to a towards 0. Integers stay as they are.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto trunc(A&& a) {
  return detail::map_one(detail::Trunc(), "spica::trunc", std::forward<A>(a));
}
/// The nearest whole number, halfway cases away from 0, as C++'s std::round; NumPy's round is `rint`.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto round(A&& a) {
  return detail::map_one(detail::Round<false>(), "spica::round", std::forward<A>(a));
}
/// The nearest whole number, halfway cases to the even one, whatever the rounding mode: NumPy's round.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto rint(A&& a) {
  return detail::map_one(detail::Round<true>(), "spica::rint", std::forward<A>(a));
}
/// The absolute value; of complex numbers the modulus, real, without overflow on the way. The lowest integer wraps
/// around to itself.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto abs(A&& a) {
  return detail::map_one(detail::Abs(), "spica::abs", std::forward<A>(a));
}
/// -1, 0 or 1 in the elements' type; NaN of NaN, 0 of -0.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto sign(A&& a) {
  return detail::map_one(detail::Sign(), "spica::sign", std::forward<A>(a));
}
/// The size of a with the sign of b; double for integers. NaN has a sign too.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto copysign(A&& a, B&& b) {
  return detail::map_two(detail::CopySign(), "spica::copysign", std::forward<A>(a), std::forward<B>(b));
}
/// Whether the sign is negative, as of -0 and of some NaN: bool.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto signbit(A&& a) {
  return detail::map_one(detail::SignBit(), "spica::signbit", std::forward<A>(a));
}
/// Whether it is not a number, of complex numbers whether either part is none: bool.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto isnan(A&& a) {
  return detail::map_one(detail::IsNan(), "spica::isnan", std::forward<A>(a));
}
/// Whether it is infinite, of complex numbers whether either part is: bool.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto isinf(A&& a) {
  return detail::map_one(detail::IsInf(), "spica::isinf", std::forward<A>(a));
}
/// Whether it is neither infinite nor NaN, of complex numbers whether both parts are: bool.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto isfinite(A&& a) {
  return detail::map_one(detail::IsFinite(), "spica::isfinite", std::forward<A>(a));
}
/// The remainder of a / b cut to a whole number, with the sign of a, exact; NaN where b is 0. double for integers,
/// whose remainder in their own type is `%`.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto fmod(A&& a, B&& b) {
  return detail::map_two(detail::Fmod(), "spica::fmod", std::forward<A>(a), std::forward<B>(b));
}

}  // namespace spica

#endif
