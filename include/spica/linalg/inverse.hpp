// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_INVERSE_HPP
#define SPICA_LINALG_INVERSE_HPP

#include <spica/linalg/detail/decompose.hpp>

namespace spica {

/// The inverse of each matrix A [..., N, N]: a new row-major array on A's device. To solve A x = b, spica::solve is
/// faster and more exact. A may have any layout and stride and may be an expression; it is copied once, and unchanged.
///
/// float, double and complex of both, by getrf and getri of LAPACK on the host, getrf and getrs of cuSOLVER on an
/// NVIDIA GPU: |X A - 1| <= c N eps |X| |A| by norms. NaN gives NaN, or makes a pivot count as zero. N = 0 gives an
/// empty array.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when A is not square or N does not fit 32 bits; ValueError when a pivot is exactly zero (on a
/// GPU, the result is NaN and what next reads from the device throws it); MemoryError.
template <class A>
auto inv(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::inv";
    detail::require_square(a.shape(), function);
    detail::require_32_bits(a.shape(), function);
    const auto result = detail::pack_rows(a.device(), a, a.shape(), function);
    detail::invert_stack(a.device(), detail::stack_of(result), function);
    return result;
  }
}

}  // namespace spica

#endif
