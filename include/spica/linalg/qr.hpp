// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_QR_HPP
#define SPICA_LINALG_QR_HPP

#include <spica/linalg/detail/decompose.hpp>

#include <algorithm>

namespace spica {

/// A = Q R.
template <class T, int Rank, class Space>
struct QrFactors {
  Array<T, Rank, Space> Q;  ///< [..., M, min(M, N)]: orthonormal columns
  Array<T, Rank, Space> R;  ///< [..., min(M, N), N]: upper trapezoidal, its diagonal of either sign
};

/// The reduced factors A = Q R of each matrix A [..., M, N], Q^H Q = 1, as new row-major arrays on A's device. A may
/// have any layout and stride and may be an expression; it is copied once, and unchanged. The signs are those of
/// LAPACK's Householder reflections, as NumPy's are.
///
/// float, double and complex of both, by geqrf and orgqr (ungqr) of LAPACK on the host, of cuSOLVER on an NVIDIA GPU:
/// |Q R - A| <= c M N eps |A| by norms, column by column, and |Q^H Q - 1| <= c M N eps, however near A is to a singular
/// matrix. NaN gives NaN. M = 0 or N = 0 gives empty arrays.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when M or N does not fit 32 bits; MemoryError.
template <class A>
auto qr(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::qr";
    const auto extents = a.shape();
    detail::require_32_bits(extents, function);
    const std::int64_t m = extents[A::rank - 2];
    const std::int64_t n = extents[A::rank - 1];
    const std::int64_t k = std::min(m, n);
    const auto stack = detail::stack_shape(extents);
    using Matrices = Array<typename A::value_type, A::rank, typename A::execution_space>;
    const QrFactors<typename A::value_type, A::rank, typename A::execution_space> result{
        detail::allocate<Matrices>(a.device(), detail::with_extents(stack, m, k), function),
        detail::allocate<Matrices>(a.device(), detail::with_extents(stack, k, n), function)};
    const auto factors = detail::pack_columns(a.device(), a, extents, m, function);
    detail::factor_qr(a.device(), detail::stack_of(factors), detail::ArrayAccess::data(result.Q),
                      detail::ArrayAccess::data(result.R), function);
    return result;
  }
}

}  // namespace spica

#endif
