// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_CUBLAS_GEMM_HPP
#define SPICA_SRC_LINALG_CUBLAS_GEMM_HPP

// Products by cuBLAS itself where Kokkos Kernels was built with it. Kokkos Kernels' own call is not used because, for
// A^T B with fewer than 1600 results (or more than 2^31, when their number wraps around), it sums with atomics, whose
// order and so whose bits differ from run to run; and because it has one handle for all GPUs, and a handle belongs to
// one.

#include <KokkosKernels_config.h>
#include <Kokkos_Core.hpp>
#include <type_traits>

#include "library_call.hpp"

namespace spica::detail {

#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOSKERNELS_ENABLE_TPL_CUBLAS)
template <class Space>
inline constexpr bool uses_cublas = std::is_same_v<Space, Kokkos::Cuda>;

/// On the instance's stream and GPU, in IEEE arithmetic of the type (no TF32). T is a type that BLAS has.
template <class T>
void cublas_gemm(const Kokkos::Cuda& instance, const GemmCall<T>& call);

/// Many products in one call.
template <class T>
void cublas_gemm_strided(const Kokkos::Cuda& instance, const StridedGemmCall<T>& call);
#else
template <class Space>
inline constexpr bool uses_cublas = false;
template <class Space, class T>
void cublas_gemm(const Space& instance, const GemmCall<T>& call);
template <class Space, class T>
void cublas_gemm_strided(const Space& instance, const StridedGemmCall<T>& call);
#endif

}  // namespace spica::detail

#endif
