// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_EIGH_HPP
#define SPICA_LINALG_EIGH_HPP

#include <spica/linalg/detail/decompose.hpp>

namespace spica {

/// A V = V diag(values).
template <class T, int Rank, class Space>
struct EighResult {
  Array<detail::RealOf<T>, Rank - 1, Space> values;  ///< [..., N]: the smallest first
  Array<T, Rank, Space> vectors;                     ///< [..., N, N]: column i belongs to values(i); orthonormal
};

namespace detail {

template <class A>
auto checked_eigenvalues(const A& a, const char* function) {
  require_square(a.shape(), function);
  require_32_bits(a.shape(), function);
  const std::int64_t n = a.shape()[A::rank - 1];
  using Values = Array<RealOf<typename A::value_type>, A::rank - 1, typename A::execution_space>;
  return allocate<Values>(a.device(), with_extents(stack_shape(a.shape()), n), function);
}

}  // namespace detail

/// The eigenvalues, in ascending order, and eigenvectors of each symmetric or Hermitian matrix A [..., N, N], as new
/// row-major arrays on A's device. Only A's lower triangle is read, with the real parts of its diagonal, whatever
/// stands above it. A may have any layout and stride and may be an expression; it is copied once, and unchanged. The
/// sign (for complex A, the phase) of a vector, and the basis of an eigenvalue's space of several dimensions, are the
/// library's.
///
/// float, double and complex of both, by syevd (heevd) of LAPACK on the host, of cuSOLVER on an NVIDIA GPU: the error
/// of an eigenvalue is at most c N eps |A|, and |V^H V - 1| <= c N eps, |A V - V diag(values)| <= c N eps |A|. N = 0
/// gives empty arrays.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when A is not square, or N or the workspace does not fit 32 bits; ValueError when the lower
/// triangle holds NaN or infinity or the iteration does not converge (on a GPU, the result is NaN and what next reads
/// from the device throws it); MemoryError.
template <class A>
auto eigh(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::eigh";
    using T = typename A::value_type;
    using Space = typename A::execution_space;
    const EighResult<T, A::rank, Space> result{
        detail::checked_eigenvalues(a, function),
        detail::allocate<Array<T, A::rank, Space>>(a.device(), a.shape(), function)};
    const auto work = detail::pack_columns(a.device(), a, a.shape(), a.shape()[A::rank - 2], function);
    detail::decompose_eigh(a.device(), detail::stack_of(work), detail::ArrayAccess::data(result.values),
                           detail::ArrayAccess::data(result.vectors), function);
    return result;
  }
}

/// The eigenvalues alone, [..., N]: faster than spica::eigh, like it otherwise.
/// @throws what spica::eigh does.
template <class A>
auto eigvalsh(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::eigvalsh";
    using T = typename A::value_type;
    const auto values = detail::checked_eigenvalues(a, function);
    const auto work = detail::pack_columns(a.device(), a, a.shape(), a.shape()[A::rank - 2], function);
    detail::decompose_eigh<T>(a.device(), detail::stack_of(work), detail::ArrayAccess::data(values), nullptr, function);
    return values;
  }
}

}  // namespace spica

#endif
