// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_BLAS_THREADS_HPP
#define SPICA_SRC_LINALG_BLAS_THREADS_HPP

#include <spica/linalg/blas_info.hpp>

#include <Kokkos_Core.hpp>
#include <type_traits>

namespace spica::detail {

/// Whether the BLAS, and the LAPACK on it, computes by the calling thread alone inside a parallel region of this space,
/// however large the matrices. OpenBLAS with threads of its own would have those compete with the callers.
template <class Space>
bool blas_stays_on_its_thread() {
  static const BlasInfo::Threads threads = blas_info().threads;
  if (threads == BlasInfo::Threads::sequential) return true;
#if defined(KOKKOS_ENABLE_OPENMP)
  return std::is_same_v<Space, Kokkos::OpenMP> && threads == BlasInfo::Threads::openmp;
#else
  return false;
#endif
}

}  // namespace spica::detail

#endif
