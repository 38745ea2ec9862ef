# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What decompositions and solvers call, as the target Spica::solvers: LAPACK, and cuSOLVER where Kokkos has CUDA. Used
# by Spica's own build and, where Spica is static, by find_package(Spica).
#
# The LAPACK is that of the BLAS beneath Kokkos Kernels where it has one (OpenBLAS and MKL do), so that a process has
# one of each, with one set of threads; else the one that CMake finds.
#
# In:  Spica::blas where there is one; SPICA_LAPACK_LIBRARIES to choose; SPICA_KOKKOS_CUDA
# Out: SPICA_SOLVERS_PROBLEM, empty where all is found; Spica::solvers; SPICA_LAPACK_LIBRARIES, empty where Spica::blas
#      has it, and SPICA_BLAS_HAS_LAPACK

include_guard(DIRECTORY)

set(SPICA_SOLVERS_PROBLEM "")
if(NOT SPICA_LAPACK_LIBRARIES AND NOT SPICA_BLAS_HAS_LAPACK AND TARGET Spica::blas)
  include(CheckFunctionExists)
  include(CMakePushCheckState)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_LIBRARIES Spica::blas)
  set(CMAKE_REQUIRED_QUIET ON)
  unset(spica_has_dgesdd CACHE) # the BLAS may be another one since
  check_function_exists(dgesdd_ spica_has_dgesdd)
  cmake_pop_check_state()
  set(SPICA_BLAS_HAS_LAPACK "${spica_has_dgesdd}")
endif()
if(NOT SPICA_LAPACK_LIBRARIES AND NOT SPICA_BLAS_HAS_LAPACK)
  find_package(LAPACK QUIET)
  set(SPICA_LAPACK_LIBRARIES "${LAPACK_LIBRARIES}")
  if(NOT LAPACK_FOUND)
    set(SPICA_SOLVERS_PROBLEM "LAPACK was not found, in the BLAS beneath Kokkos Kernels or elsewhere (Debian: \
libopenblas-openmp-dev or liblapack-dev, Spack: openblas or netlib-lapack). Install it, or name its files with \
-DSPICA_LAPACK_LIBRARIES=")
  endif()
endif()

set(spica_cusolver "")
if(SPICA_KOKKOS_CUDA)
  find_package(CUDAToolkit QUIET)
  if(TARGET CUDA::cusolver)
    set(spica_cusolver CUDA::cusolver)
  else()
    set(SPICA_SOLVERS_PROBLEM "cuSOLVER was not found, which is a part of the CUDA toolkit (Debian: \
libcusolver-dev-<CUDA version>, Spack: cuda). Install it, or name the toolkit's folder with -DCUDAToolkit_ROOT=")
  endif()
endif()

if(NOT SPICA_SOLVERS_PROBLEM AND NOT TARGET Spica::solvers)
  add_library(Spica::solvers INTERFACE IMPORTED)
  target_link_libraries(Spica::solvers INTERFACE ${SPICA_LAPACK_LIBRARIES} ${spica_cusolver})
  if(TARGET Spica::blas)
    target_link_libraries(Spica::solvers INTERFACE Spica::blas)
  endif()
endif()
