# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The preset `cuda` takes its compiler from the environment variable Kokkos_ROOT; without it nothing is left but this.
if(CMAKE_CXX_COMPILER STREQUAL "/bin/nvcc_wrapper" AND NOT EXISTS /bin/nvcc_wrapper)
  message(FATAL_ERROR "The preset `cuda` needs the environment variables Kokkos_ROOT and KokkosKernels_ROOT: where "
    "the Kokkos and Kokkos Kernels are that were built for CUDA. $Kokkos_ROOT/bin/nvcc_wrapper is the compiler.")
endif()
