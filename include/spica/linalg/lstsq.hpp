// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_LSTSQ_HPP
#define SPICA_LINALG_LSTSQ_HPP

#include <spica/linalg/detail/decompose.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spica {

/// What spica::lstsq finds.
template <class T, int Rank, class Space>
struct LstsqResult {
  Array<T, Rank, Space> solution;                      ///< [N] or [N, K], as b is
  Array<std::int64_t, 0, Space> rank;                  ///< how many singular values count as not zero
  Array<detail::RealOf<T>, 1, Space> singular_values;  ///< [min(M, N)] of A, the largest first
};

namespace detail {

void require_rcond(double rcond);

template <class A, class B>
constexpr bool fits_least_squares() {
  if constexpr (solves<A, B>()) {
    constexpr bool ranks = A::rank == 2 && B::rank <= 2;
    static_assert(ranks,
                  "spica::lstsq: A must be a matrix, of rank 2, and b a vector or matrix, of rank 1 or 2; write "
                  "A(i, spica::all, spica::all) to solve for the matrices of a stack one by one");
    return ranks;
  } else {
    return false;
  }
}

/// b's columns, each with room for a solution, as the row-major array [K, room]; a vector is one column.
template <class B, class Space>
auto pack_sides(const Device<Space>& device, const B& b, std::int64_t room, const char* function) {
  using T = typename B::value_type;
  if constexpr (B::rank == 2) {
    return pack_columns(device, b, b.shape(), room, function);
  } else {
    const auto memory = allocate<Array<T, 2, Space>>(device, shape(1, room), function);
    using Column = Array<T, 1, Space>;
    pack(over_memory_of<Column>(memory, ArrayAccess::data(memory), b.shape(), shape(1)), b, function);
    return memory;
  }
}

template <class A, class B>
auto find_least_squares(const A& a, const B& b, double rcond, LeastSquares how) {
  constexpr auto function = "spica::lstsq";
  using T = typename A::value_type;
  using Space = typename A::execution_space;
  require_same_device(a.device(), b.device(), function, "A", "b");
  require_rows(a.shape(), b.shape(), 0, function);
  require_32_bits(a.shape(), function);
  require_rcond(rcond);
  const std::int64_t m = a.shape()[0];
  const std::int64_t n = a.shape()[1];
  const std::int64_t room = std::max(m, n);
  if constexpr (B::rank == 2) require_32_bits(room, b.shape()[1], function);
  Shape<B::rank> extents = b.shape();
  extents[0] = n;
  const LstsqResult<T, B::rank, Space> result{
      allocate<Array<T, B::rank, Space>>(a.device(), extents, function),
      allocate<Array<std::int64_t, 0, Space>>(a.device(), Shape<0>{}, function),
      allocate<Array<RealOf<T>, 1, Space>>(a.device(), shape(std::min(m, n)), function)};
  const auto work = pack_columns(a.device(), a, a.shape(), m, function);
  const auto sides = pack_sides(a.device(), b, room, function);
  least_squares(a.device(), stack_of(work), stack_of(sides), m, rcond, ArrayAccess::data(result.solution),
                ArrayAccess::data(result.singular_values), ArrayAccess::data(result.rank), how, function);
  return result;
}

}  // namespace detail

/// The x of least Euclidean norm among those that minimise |A x - b|, for each column of b: `solution`, with the
/// `rank` and the singular values of A, as new row-major arrays on A's device, where b is too. A is [M, N], over- or
/// underdetermined, of full rank or not; b is [M] or [M, K]. Singular values up to rcond times the largest count as
/// zero; without rcond, eps max(M, N) of the element type, at most sqrt(eps). NumPy's residuals are sum((matmul(A, x) -
/// b)^2). Operands may have any layout and stride and may be expressions; each is copied once, and unchanged.
///
/// float, double and complex of both, by gelsd of LAPACK on the host, by gesvd of cuSOLVER and products on an NVIDIA
/// GPU: x is exact for A + E and b + e with |E| <= c max(M, N) eps |A|, |e| <= c max(M, N) eps |b|, where no singular
/// value is at the threshold. NaN or infinity in b gives NaN. M = 0 or N = 0 gives x = 0 and rank 0.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for the operands, and the result is there when
/// it returns.
/// @throws ShapeError when b has other than M rows, or M, N, K or the workspace does not fit 32 bits; DeviceError when
/// the devices' numbers differ; ValueError when rcond is negative or NaN, when A holds NaN or infinity, or when the
/// iteration does not converge (on a GPU, for the latter two the result is NaN and what next reads from the device
/// throws it); MemoryError.
template <class A, class B>
auto lstsq(const A& a, const B& b, double rcond) {
  if constexpr (detail::fits_least_squares<A, B>()) {
    return detail::find_least_squares(a, b, rcond, detail::LeastSquares::library);
  }
}
template <class A, class B>
auto lstsq(const A& a, const B& b) {
  if constexpr (detail::fits_least_squares<A, B>()) {
    using Real = detail::RealOf<typename A::value_type>;
    const auto eps = static_cast<double>(std::numeric_limits<Real>::epsilon());
    const auto longest = static_cast<double>(std::max(a.shape()[0], a.shape()[1]));
    const double rcond = std::min(eps * longest, std::sqrt(eps));  // of millions of rows the product passes 1
    return detail::find_least_squares(a, b, rcond, detail::LeastSquares::library);
  }
}

}  // namespace spica

#endif
