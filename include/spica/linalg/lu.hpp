// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_LU_HPP
#define SPICA_LINALG_LU_HPP

#include <spica/linalg/detail/decompose.hpp>

#include <algorithm>

namespace spica {

/// A = P L U: row i of A is row `permutation(i)` of the product L U, for each matrix of a stack. As a matrix, P has
/// ones at (i, permutation(i)).
template <class T, int Rank, class Space>
struct LuFactors {
  Array<std::int64_t, Rank - 1, Space> permutation;  ///< [..., M]: the numbers 0 to M - 1
  Array<T, Rank, Space> L;                           ///< [..., M, min(M, N)]: lower trapezoidal, ones on the diagonal
  Array<T, Rank, Space> U;                           ///< [..., min(M, N), N]: upper trapezoidal
};

/// The factors A = P L U of each matrix A [..., M, N] with partial pivoting, as new row-major arrays on A's device:
/// permutation, L and U, as SciPy's lu(A, p_indices=True) gives them. A may have any layout and stride and may be an
/// expression; it is copied once, and unchanged.
///
/// float, double and complex of both, by getrf of LAPACK on the host, of cuSOLVER on an NVIDIA GPU:
/// |P L U - A| <= c min(M, N) eps |L| |U|, element by element; |L| <= 1. A singular matrix has factors too: U then has
/// a zero on its diagonal. NaN gives NaN.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when M or N does not fit 32 bits; MemoryError.
template <class A>
auto lu(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::lu";
    using T = typename A::value_type;
    using Space = typename A::execution_space;
    const auto extents = a.shape();
    detail::require_32_bits(extents, function);
    const std::int64_t m = extents[A::rank - 2];
    const std::int64_t n = extents[A::rank - 1];
    const std::int64_t k = std::min(m, n);
    const auto stack = detail::stack_shape(extents);
    using Matrices = Array<T, A::rank, Space>;
    const LuFactors<T, A::rank, Space> result{
        detail::allocate<Array<std::int64_t, A::rank - 1, Space>>(a.device(), detail::with_extents(stack, m), function),
        detail::allocate<Matrices>(a.device(), detail::with_extents(stack, m, k), function),
        detail::allocate<Matrices>(a.device(), detail::with_extents(stack, k, n), function)};
    const auto factors = detail::pack_columns(a.device(), a, extents, m, function);
    detail::factor_lu(a.device(), detail::stack_of(factors), detail::ArrayAccess::data(result.permutation),
                      detail::ArrayAccess::data(result.L), detail::ArrayAccess::data(result.U), function);
    return result;
  }
}

}  // namespace spica

#endif
