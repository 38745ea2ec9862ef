// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_COMPLEX_HPP
#define SPICA_OPS_COMPLEX_HPP

#include <spica/device/kokkos_compat.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

struct Real {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return a.real();
    } else {
      return a;
    }
  }
};
struct Imag {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return a.imag();
    } else {
      return A(0);
    }
  }
};
struct Conj {
  template <class A>
  KOKKOS_INLINE_FUNCTION A operator()(const A& a) const {
    if constexpr (is_complex<A>) {
      return A(a.real(), -a.imag());
    } else {
      return a;
    }
  }
};
struct Arg {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    using R = typename real_of<inexact_argument<A>>::type;
    return compat::math::atan2(static_cast<R>(Imag()(a)), static_cast<R>(Real()(a)));
  }
};

}  // namespace detail

// Parts of complex numbers, element by element.

/// The real part: an expression of the real type. Of real numbers themselves.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto real(A&& a) {
  return detail::map_one(detail::Real(), "spica::real", std::forward<A>(a));
}
/// The imaginary part: an expression of the real type. Of real numbers 0.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto imag(A&& a) {
  return detail::map_one(detail::Imag(), "spica::imag", std::forward<A>(a));
}
/// The conjugate. Of real numbers themselves.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto conj(A&& a) {
  return detail::map_one(detail::Conj(), "spica::conj", std::forward<A>(a));
}
/// The angle in the complex plane, in [-pi, pi]; double for integers.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto arg(A&& a) {
  return detail::map_one(detail::Arg(), "spica::arg", std::forward<A>(a));
}

}  // namespace spica

#endif
