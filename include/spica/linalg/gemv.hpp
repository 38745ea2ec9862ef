// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_GEMV_HPP
#define SPICA_LINALG_GEMV_HPP

#include <spica/linalg/detail/fits.hpp>
#include <spica/linalg/detail/multiply_into.hpp>

namespace spica {

namespace detail {

template <class Alpha, class A, class X, class Beta, class Y>
constexpr bool gemv_fits() {
  if constexpr (target_fits<Alpha, A, X, Beta, Y>()) {
    constexpr bool ranks = A::rank == 2 && X::rank == 1 && Y::rank == 1;
    static_assert(ranks,
                  "spica::gemv: A must have rank 2, x and y rank 1; write spica::gemm for the product of two "
                  "matrices");
    return ranks;
  } else {
    return false;
  }
}

}  // namespace detail

/// y = alpha A x + beta y, the BLAS routine: A [M, K], x [K] and y [M] are on one device, in any layout and stride. The
/// same rules as for spica::gemm: A and x may be expressions, `spica::transpose(A)` and `spica::adjoint(A)` cost no
/// copy of A, beta = 0 does not read y, alpha = 0 does not read A and x.
/// @throws ShapeError when the shapes do not fit, DeviceError when the devices' numbers differ, ValueError when y
/// shares elements with A or x or has two elements in one place, or when a number does not fit y's integers,
/// MemoryError; y is then unchanged.
template <class Alpha, class A, class X, class Beta, class Y>
void gemv(const Alpha& alpha, const A& a, const X& x, const Beta& beta, const Y& y) {
  if constexpr (detail::gemv_fits<Alpha, A, X, Beta, Y>()) {
    detail::multiply_into({"spica::gemv", "A", "x", "y"}, alpha, a, x, beta, y);
  }
}

}  // namespace spica

#endif
