// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_SVD_HPP
#define SPICA_LINALG_SVD_HPP

#include <spica/linalg/detail/decompose.hpp>

#include <algorithm>

namespace spica {

/// A = U diag(S) Vh.
template <class T, int Rank, class Space>
struct SvdFactors {
  Array<T, Rank, Space> U;                      ///< [..., M, min(M, N)]: orthonormal columns
  Array<detail::RealOf<T>, Rank - 1, Space> S;  ///< [..., min(M, N)]: the largest first, none negative
  Array<T, Rank, Space> Vh;                     ///< [..., min(M, N), N]: orthonormal rows, V^H
};

namespace detail {

/// cuSOLVER takes no matrix that is wider than high: such a one is decomposed as its transpose.
template <class A>
auto pack_tall(const A& a, const char* function) {
  const auto extents = a.shape();
  if (extents[A::rank - 1] > extents[A::rank - 2]) return pack_rows(a.device(), a, extents, function);
  return pack_columns(a.device(), a, extents, extents[A::rank - 2], function);
}

template <class A>
auto checked_singular_values(const A& a, const char* function) {
  const auto extents = a.shape();
  require_32_bits(extents, function);
  using Values = Array<RealOf<typename A::value_type>, A::rank - 1, typename A::execution_space>;
  const std::int64_t k = std::min(extents[A::rank - 2], extents[A::rank - 1]);
  return allocate<Values>(a.device(), with_extents(stack_shape(extents), k), function);
}

}  // namespace detail

/// The reduced singular value decomposition A = U diag(S) Vh of each matrix A [..., M, N], as new row-major arrays on
/// A's device. A may have any layout and stride and may be an expression; it is copied once, and unchanged. The sign
/// (for complex A, the phase) of each pair of vectors is the library's.
///
/// float, double and complex of both, by gesdd of LAPACK on the host, gesvd of cuSOLVER on an NVIDIA GPU: the error of
/// a singular value is at most c max(M, N) eps |A|, and so is |U diag(S) Vh - A|; |U^H U - 1| and |Vh V - 1| are at
/// most c max(M, N) eps. M = 0 or N = 0 gives empty arrays.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when M, N or the workspace does not fit 32 bits; ValueError when A holds NaN or infinity or the
/// iteration does not converge (on a GPU, the result is NaN and what next reads from the device throws it);
/// MemoryError.
template <class A>
auto svd(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::svd";
    using T = typename A::value_type;
    using Space = typename A::execution_space;
    const auto s = detail::checked_singular_values(a, function);
    const std::int64_t m = a.shape()[A::rank - 2];
    const std::int64_t n = a.shape()[A::rank - 1];
    const auto stack = detail::stack_shape(a.shape());
    using Matrices = Array<T, A::rank, Space>;
    const SvdFactors<T, A::rank, Space> result{
        detail::allocate<Matrices>(a.device(), detail::with_extents(stack, m, std::min(m, n)), function), s,
        detail::allocate<Matrices>(a.device(), detail::with_extents(stack, std::min(m, n), n), function)};
    const auto work = detail::pack_tall(a, function);
    detail::decompose_svd(a.device(), detail::stack_of(work), n > m, detail::ArrayAccess::data(result.U),
                          detail::ArrayAccess::data(s), detail::ArrayAccess::data(result.Vh), function);
    return result;
  }
}

namespace detail {

template <class A>
auto singular_values(const A& a, const char* function) {
  using T = typename A::value_type;
  const auto s = checked_singular_values(a, function);
  const auto work = pack_tall(a, function);
  decompose_svd<T>(a.device(), stack_of(work), a.shape()[A::rank - 1] > a.shape()[A::rank - 2], nullptr,
                   ArrayAccess::data(s), nullptr, function);
  return s;
}

}  // namespace detail

/// The singular values alone, [..., min(M, N)]: faster than spica::svd, like it otherwise.
/// @throws what spica::svd does.
template <class A>
auto svdvals(const A& a) {
  if constexpr (detail::decomposes<A>()) return detail::singular_values(a, "spica::svdvals");
}

}  // namespace spica

#endif
