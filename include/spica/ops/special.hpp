// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_SPECIAL_HPP
#define SPICA_OPS_SPECIAL_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

struct Erf {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::erf(real_argument<A>(a));
  }
};
struct Erfc {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::erfc(real_argument<A>(a));
  }
};
struct Tgamma {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::tgamma(real_argument<A>(a));
  }
};
struct Lgamma {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    return compat::math::lgamma(real_argument<A>(a));
  }
};
/// 1 / (1 + exp(-a)), written so that the power is never large.
struct Sigmoid {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using R = real_argument<A>;
    const R x(a);
    const R power = compat::math::exp(x < R(0) ? x : -x);
    return x < R(0) ? power / (R(1) + power) : R(1) / (R(1) + power);
  }
};
struct Softplus {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using R = real_argument<A>;
    const R x(a);
    const R above = x > R(0) || x != x ? x : R(0);
    return above + compat::math::log1p(compat::math::exp(x < R(0) ? x : -x));
  }
};
/// a times the normal distribution's probability below a.
struct Gelu {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using R = real_argument<A>;
    const R x(a);
    if (x == -infinite<R>) return R(0);
    constexpr R root_of_half = R(0.70710678118654752440084436210485L);
    return R(0.5) * x * compat::math::erfc(-x * root_of_half);
  }
};

}  // namespace detail

// Special functions of each element, and the activation functions that are made of them: expressions of real numbers.
// Integers become double; NaN gives NaN. Accuracy is that of the device's mathematical library.

/// The error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to a.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto erf(A&& a) {
  return detail::map_one(detail::Erf(), "spica::erf", std::forward<A>(a));
}
/// 1 - erf(a), also for large a with full accuracy.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto erfc(A&& a) {
  return detail::map_one(detail::Erfc(), "spica::erfc", std::forward<A>(a));
}
/// The gamma function.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto tgamma(A&& a) {
  return detail::map_one(detail::Tgamma(), "spica::tgamma", std::forward<A>(a));
}
/// The logarithm of the gamma function's size.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto lgamma(A&& a) {
  return detail::map_one(detail::Lgamma(), "spica::lgamma", std::forward<A>(a));
}
/// The logistic function 1 / (1 + exp(-a)), without overflow, and with full relative accuracy where it is small.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto sigmoid(A&& a) {
  return detail::map_one(detail::Sigmoid(), "spica::sigmoid", std::forward<A>(a));
}
/// log(1 + exp(a)), without overflow, and with full relative accuracy where it is small.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto softplus(A&& a) {
  return detail::map_one(detail::Softplus(), "spica::softplus", std::forward<A>(a));
}
/// a Phi(a), with Phi the normal distribution function: the exact form, a erfc(-a / sqrt 2) / 2.
/// Source: D. Hendrycks, K. Gimpel, Gaussian error linear units, arXiv:1606.08415, section 2.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto gelu(A&& a) {
  return detail::map_one(detail::Gelu(), "spica::gelu", std::forward<A>(a));
}

}  // namespace spica

#endif
