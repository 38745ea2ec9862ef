// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_ARGUMENTS_HPP
#define SPICA_OPS_DETAIL_ARGUMENTS_HPP

// What mathematical functions are computed in.

#include <spica/array/element.hpp>

#include <Kokkos_Core.hpp>
#include <limits>
#include <type_traits>

namespace spica::detail {

/// Floating point and complex as it is; integers become double.
template <class A>
using inexact_argument = std::conditional_t<std::is_integral_v<A>, double, A>;

/// The same for functions of real numbers.
template <class A>
struct real_argument_of {
  static_assert(std::is_arithmetic_v<A>,
                "spica::exp2, cbrt, erf, floor, sigmoid and other functions of real numbers: the elements are complex; "
                "write it of spica::real, imag or abs of them");
  using type = inexact_argument<A>;
};
template <class A>
using real_argument = typename real_argument_of<A>::type;

/// A variable, which kernels can read, as they cannot call the function.
template <class R>
inline constexpr R infinite = std::numeric_limits<R>::infinity();

/// Whether the sign is negative, of NaN and 0 too.
template <class R>
KOKKOS_INLINE_FUNCTION bool sign_bit(const R& value) {
#if defined(__CUDA_ARCH__)
  return signbit(value);
#else
  return __builtin_signbit(value) != 0;
#endif
}

/// `size` with the sign of `sign`.
template <class R>
KOKKOS_INLINE_FUNCTION R copy_sign(const R& size, const R& sign) {
  return sign_bit(size) == sign_bit(sign) ? size : -size;
}

}  // namespace spica::detail

#endif
