// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_BATCHED_GEMM_HPP
#define SPICA_LINALG_BATCHED_GEMM_HPP

#include <spica/linalg/detail/fits.hpp>
#include <spica/linalg/detail/multiply_into.hpp>

namespace spica {

namespace detail {

template <class Alpha, class A, class B, class Beta, class C>
constexpr bool batched_gemm_fits() {
  if constexpr (target_fits<Alpha, A, B, Beta, C>()) {
    constexpr bool stacks = C::rank >= 3;
    static_assert(stacks, "spica::batched_gemm: C must have rank 3 or more; write spica::gemm for one product");
    constexpr bool matrices = A::rank >= 2 && B::rank >= 2 && A::rank <= C::rank && B::rank <= C::rank;
    static_assert(matrices,
                  "spica::batched_gemm: A and B must have rank 2 up to C's rank; write x(spica::all, spica::newaxis) "
                  "to use a vector as one column");
    return stacks && matrices;
  } else {
    return false;
  }
}

}  // namespace detail

/// C = alpha A B + beta C for each matrix of a stack: C [..., M, N], A [..., M, K] and B [..., K, N] are on one device,
/// in any layout and stride. The leading axes of A and B are broadcast to C's by NumPy's rule: one matrix may be a
/// factor of all. `spica::matrix_transpose(A)` and `spica::adjoint(A)` transpose each matrix without a copy. All else
/// is as for spica::gemm, for each product.
///
/// Many small products use all cores: on the host each thread computes some of them, on an NVIDIA GPU one call of
/// cuBLAS all; large ones are computed one after the other. Results have the same bits on every run.
/// @throws ShapeError when the shapes do not fit, DeviceError when the devices' numbers differ, ValueError when C
/// shares elements with A or B or has two elements in one place, or when a number does not fit C's integers,
/// MemoryError; C is then unchanged.
template <class Alpha, class A, class B, class Beta, class C>
void batched_gemm(const Alpha& alpha, const A& a, const B& b, const Beta& beta, const C& c) {
  if constexpr (detail::batched_gemm_fits<Alpha, A, B, Beta, C>()) {
    detail::multiply_into({"spica::batched_gemm", "A", "B", "C"}, alpha, a, b, beta, c);
  }
}

}  // namespace spica

#endif
