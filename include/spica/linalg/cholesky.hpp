// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_CHOLESKY_HPP
#define SPICA_LINALG_CHOLESKY_HPP

#include <spica/linalg/detail/decompose.hpp>

namespace spica {

/// The lower triangular L of A = L L^H for each symmetric or Hermitian, positive definite matrix A [..., N, N]: a new
/// row-major array on A's device, zero above the diagonal. Only A's lower triangle is read, with the real parts of its
/// diagonal. A may have any layout and stride and may be an expression; it is copied once, and unchanged.
///
/// float, double and complex of both, by potrf of LAPACK on the host, of cuSOLVER on an NVIDIA GPU:
/// |L L^H - A| <= c N eps |L| |L^H|, element by element. N = 0 gives an empty array.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when A is not square or N does not fit 32 bits; ValueError when A is not positive definite, or
/// holds NaN (on a GPU, the result is NaN and what next reads from the device throws it); MemoryError.
template <class A>
auto cholesky(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::cholesky";
    detail::require_square(a.shape(), function);
    detail::require_32_bits(a.shape(), function);
    const auto result = detail::pack_rows(a.device(), a, a.shape(), function);
    detail::factor_cholesky(a.device(), detail::stack_of(result), function);
    return result;
  }
}

}  // namespace spica

#endif
