// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_GEMM_HPP
#define SPICA_LINALG_GEMM_HPP

#include <spica/linalg/detail/fits.hpp>
#include <spica/linalg/detail/multiply_into.hpp>

namespace spica {

namespace detail {

template <class Alpha, class A, class B, class Beta, class C>
constexpr bool gemm_fits() {
  if constexpr (target_fits<Alpha, A, B, Beta, C>()) {
    constexpr bool ranks = A::rank == 2 && B::rank == 2 && C::rank == 2;
    static_assert(ranks,
                  "spica::gemm: A, B and C must have rank 2; write x(spica::all, spica::newaxis) to use a vector "
                  "as one column, or spica::batched_gemm for stacks of matrices");
    return ranks;
  } else {
    return false;
  }
}

}  // namespace detail

/// C = alpha A B + beta C, the BLAS routine: A [M, K], B [K, N] and C [M, N] are on one device, in any layout, stride
/// and transposition (`spica::transpose(A)` is a view, `spica::adjoint(A)` the conjugate transpose without a copy); A
/// and B may be expressions, which are evaluated first. beta = 0 does not read C, alpha = 0 does not read A and B, and
/// K = 0 still scales C.
///
/// float, double and complex of both are computed by the BLAS that Kokkos Kernels was built with, at full precision (no
/// TF32); operands without a unit stride are packed first. |error| <= c eps (K |alpha| |A| |B| + |beta| |C|), element
/// by element. Integers wrap around as in NumPy; bool is "or" of "and". spica::linalg::last_path() tells which routine
/// computed it.
///
/// alpha and beta are numbers of any type, converted to that of C's elements; of a C of integers, whole numbers.
///
/// With Kokkos 4 or later several threads may call it at once, where none writes what another one reads or writes.
/// Waits only where a queue of an NVIDIA GPU has no cuBLAS handle yet: 32 queues of a GPU keep theirs.
/// @throws ShapeError when the shapes do not fit, DeviceError when the devices' numbers differ, ValueError when C
/// shares elements with A or B or has two elements in one place, or when a number does not fit C's integers,
/// MemoryError; C is then unchanged.
template <class Alpha, class A, class B, class Beta, class C>
void gemm(const Alpha& alpha, const A& a, const B& b, const Beta& beta, const C& c) {
  if constexpr (detail::gemm_fits<Alpha, A, B, Beta, C>()) {
    detail::multiply_into({"spica::gemm", "A", "B", "C"}, alpha, a, b, beta, c);
  }
}

}  // namespace spica

#endif
