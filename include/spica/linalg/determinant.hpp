// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETERMINANT_HPP
#define SPICA_LINALG_DETERMINANT_HPP

#include <spica/linalg/detail/decompose.hpp>

namespace spica {

/// det A = sign exp(logabsdet).
template <class T, int Rank, class Space>
struct SignLogDeterminant {
  Array<T, Rank, Space> sign;                       ///< -1, 0 or 1; for complex A of magnitude 1, or 0
  Array<detail::RealOf<T>, Rank, Space> logabsdet;  ///< the natural logarithm of |det A|; -inf where det A is 0
};

/// The determinant of each matrix A [..., N, N]: an array of the leading axes, of rank 0 for one matrix, on A's device.
/// A may have any layout and stride and may be an expression; it is copied once, and unchanged.
///
/// float, double and complex of both: the product of the pivots that getrf of LAPACK on the host, of cuSOLVER on an
/// NVIDIA GPU finds. It overflows or underflows only where the determinant itself does. The result is the exact
/// determinant of A + E with |E| <= c N eps |A|. A pivot of exactly zero gives 0, NaN gives NaN, N = 0 gives 1.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for A, and the result is there when it returns.
/// @throws ShapeError when A is not square or N does not fit 32 bits; MemoryError.
template <class A>
auto det(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::det";
    using T = typename A::value_type;
    detail::require_square(a.shape(), function);
    detail::require_32_bits(a.shape(), function);
    using Result = Array<T, A::rank - 2, typename A::execution_space>;
    const auto result = detail::allocate<Result>(a.device(), detail::stack_shape(a.shape()), function);
    const auto factors = detail::pack_rows(a.device(), a, a.shape(), function);
    detail::determinants(a.device(), detail::stack_of(factors), detail::ArrayAccess::data(result), function);
    return result;
  }
}

/// Sign and logarithm of the determinant of each matrix A [..., N, N], as arrays of the leading axes on A's device; for
/// determinants beyond the range of their type. As spica::det otherwise; N = 0 gives sign 1 and logarithm 0.
/// @throws ShapeError when A is not square or N does not fit 32 bits; MemoryError.
template <class A>
auto slogdet(const A& a) {
  if constexpr (detail::decomposes<A>()) {
    constexpr auto function = "spica::slogdet";
    using T = typename A::value_type;
    using Space = typename A::execution_space;
    detail::require_square(a.shape(), function);
    detail::require_32_bits(a.shape(), function);
    const auto extents = detail::stack_shape(a.shape());
    const SignLogDeterminant<T, A::rank - 2, Space> result{
        detail::allocate<Array<T, A::rank - 2, Space>>(a.device(), extents, function),
        detail::allocate<Array<detail::RealOf<T>, A::rank - 2, Space>>(a.device(), extents, function)};
    const auto factors = detail::pack_rows(a.device(), a, a.shape(), function);
    detail::log_determinants(a.device(), detail::stack_of(factors), detail::ArrayAccess::data(result.sign),
                             detail::ArrayAccess::data(result.logabsdet), function);
    return result;
  }
}

}  // namespace spica

#endif
