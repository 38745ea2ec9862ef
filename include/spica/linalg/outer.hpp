// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_OUTER_HPP
#define SPICA_LINALG_OUTER_HPP

#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>

#include <type_traits>

namespace spica {

namespace detail {

template <int Rank, class X, class Y>
constexpr bool both_have_rank() {
  if constexpr (is_readable<X> && is_readable<Y>) {
    return X::rank == Rank && Y::rank == Rank;
  } else {
    return false;
  }
}

}  // namespace detail

/// The products x_i y_j of all elements of two vectors, [M] and [N], on one device: an expression [M, N], whose
/// elements are what x * y of two arrays has (no conjugate). `C + alpha * outer(x, y)` is one kernel. x and y may be
/// expressions, which are evaluated first.
/// @throws DeviceError when the devices' numbers differ, MemoryError.
template <class X, class Y>
auto outer(const X& x, const Y& y) {
  constexpr bool vectors = detail::both_have_rank<1, X, Y>();
  static_assert(vectors,
                "spica::outer: x and y must be Spica arrays or expressions of rank 1; write spica::reshape(x, -1) to "
                "use all elements of a larger array");
  if constexpr (vectors) {
    detail::require_same_device(x.device(), y.device(), "spica::outer", "x", "y");
    return detail::as_array(x)(all, newaxis) * detail::as_array(y)(newaxis, all);
  }
}

/// The Kronecker product of two matrices [M, N] and [P, Q] on one device: a new array [M P, N Q], whose element (i P +
/// k, j Q + l) is a_ij b_kl. Expressions are evaluated first.
/// @throws ShapeError when the result would need more than 2^63 - 1 bytes, DeviceError when the devices' numbers
/// differ, MemoryError.
template <class A, class B>
auto kron(const A& a, const B& b) {
  constexpr bool matrices = detail::both_have_rank<2, A, B>();
  static_assert(matrices,
                "spica::kron: A and B must be Spica arrays or expressions of rank 2; write x(spica::newaxis, "
                "spica::all) to use a vector as one row");
  if constexpr (matrices) {
    detail::require_same_device(a.device(), b.device(), "spica::kron");
    const Array products = detail::as_array(a)(all, newaxis, all, newaxis) * detail::as_array(b)(newaxis, all, newaxis);
    return reshape(products, a.extent(0) * b.extent(0), a.extent(1) * b.extent(1));
  }
}

}  // namespace spica

#endif
