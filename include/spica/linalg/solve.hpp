// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_SOLVE_HPP
#define SPICA_LINALG_SOLVE_HPP

#include <spica/linalg/detail/decompose.hpp>

#include <cstddef>
#include <string>

namespace spica {

namespace detail {

[[noreturn]] void throw_stacks(const std::string& a, const std::string& b);

/// The stack of the systems: A's and b's, broadcast together.
template <int RankB, std::size_t RankA, std::size_t Rank>
auto system_stack(const std::array<std::int64_t, RankA>& a, const std::array<std::int64_t, Rank>& b) {
  constexpr std::size_t stack_a = RankA - 2;
  constexpr std::size_t stack_b = RankB == 1 ? 0 : Rank - 2;
  std::array<std::int64_t, (stack_a > stack_b ? stack_a : stack_b)> result;
  result.fill(1);
  bool fits = broadcast_into(result, stack_shape(a));
  if constexpr (RankB >= 2) fits = fits && broadcast_into(result, stack_shape(b));
  if (!fits) throw_stacks(shape_text(a), shape_text(b));
  return result;
}

/// A's matrices in new memory: one for each system of the stack, or the only one.
template <class A, std::size_t Rank>
auto pack_systems(const A& a, const std::array<std::int64_t, Rank>& stack, std::int64_t n, const char* function) {
  if constexpr (A::rank == 2) {
    return pack_columns(a.device(), a, a.shape(), n, function);
  } else {
    return pack_columns(a.device(), a, with_extents(stack, n, n), n, function);
  }
}

}  // namespace detail

/// The x of A x = b, by the factors P L U of A: a new row-major array on A's device, where b is too. A is [..., N, N];
/// b of rank 1 is the vector [N], and x is [..., N]; b of higher rank holds matrices [..., N, K] of right-hand sides,
/// as x does. The leading axes are a stack of systems, broadcast by NumPy's rule; a single A is factored once for all.
/// Operands may have any layout and stride and may be expressions; each is copied once, and unchanged.
///
/// float, double and complex of both, by getrf and getrs of LAPACK on the host, of cuSOLVER on an NVIDIA GPU. x is the
/// exact solution of (A + E) x = b with |E| <= c N eps |A| (backward stable in practice, as partial pivoting is).
/// NaN in A gives NaN, or makes a pivot count as zero. N = 0 gives an empty x; where b has no column, A is not looked
/// at.
///
/// On the host it runs on the calling thread and the BLAS's own, waits for the operands, and x is there when it
/// returns.
/// @throws ShapeError when A is not square, b has other than N rows, the stacks cannot be broadcast together, or N or K
/// does not fit 32 bits; DeviceError when the devices' numbers differ; ValueError when a pivot is exactly zero (on a
/// GPU, x is NaN and what next reads from the device throws it); MemoryError.
template <class A, class B>
auto solve(const A& a, const B& b) {
  if constexpr (detail::solves<A, B>()) {
    using T = typename A::value_type;
    using Space = typename A::execution_space;
    constexpr auto function = "spica::solve";
    constexpr int row_axis = B::rank == 1 ? 0 : B::rank - 2;
    detail::require_same_device(a.device(), b.device(), function, "A", "b");
    detail::require_square(a.shape(), function);
    detail::require_rows(a.shape(), b.shape(), row_axis, function);
    detail::require_32_bits(a.shape(), function);
    const std::int64_t n = a.shape()[A::rank - 1];
    const auto stack = detail::system_stack<B::rank>(a.shape(), b.shape());
    if constexpr (B::rank == 1) {
      const auto x = detail::pack_rows(a.device(), b, detail::with_extents(stack, n), function);
      const detail::Stack<T> columns{detail::ArrayAccess::data(x), detail::element_count(stack), n, 1};
      const auto factors = detail::pack_systems(a, stack, n, function);
      detail::solve_stack(a.device(), detail::stack_of(factors), columns, columns.data, function);
      return x;
    } else {
      const std::int64_t k = b.shape()[B::rank - 1];
      detail::require_32_bits(n, k, function);
      const auto extents = detail::with_extents(stack, n, k);
      using Result = Array<T, static_cast<int>(extents.size()), Space>;
      const auto x = detail::allocate<Result>(a.device(), extents, function);
      const auto columns = detail::pack_columns(a.device(), b, extents, n, function);
      const auto factors = detail::pack_systems(a, stack, n, function);
      detail::solve_stack(a.device(), detail::stack_of(factors), detail::stack_of(columns),
                          detail::ArrayAccess::data(x), function);
      return x;
    }
  }
}

}  // namespace spica

#endif
