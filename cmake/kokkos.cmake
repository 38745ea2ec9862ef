# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What Spica's own build does with what SpicaKokkos.cmake found.

if(NOT SPICA_KOKKOS_FOUND)
  # scripts/demo and scripts/test look for this file: only then do they build Kokkos themselves.
  file(WRITE ${PROJECT_BINARY_DIR}/kokkos-missing.txt "${SPICA_KOKKOS_PROBLEM}\n")
  message(FATAL_ERROR
    "${SPICA_KOKKOS_PROBLEM}.\n"
    "Spica needs Kokkos and Kokkos Kernels, 3.4 to 5:\n"
    "  installed already:  -DCMAKE_PREFIX_PATH=<where>, or Kokkos_ROOT and KokkosKernels_ROOT\n"
    "  Spack:              spack env activate . && spack install  (spack.yaml is here)\n"
    "  Debian 12:          scripts/deps ${SPICA_DEPS_CONFIG}, which builds both into build/deps; then "
    "-DSPICA_USE_DEPS=ON\n")
endif()
file(REMOVE ${PROJECT_BINARY_DIR}/kokkos-missing.txt)
message(STATUS "Kokkos ${SPICA_KOKKOS_VERSION} (${SPICA_KOKKOS_FLAVOUR}): ${SPICA_KOKKOS_DIR}")

# CMake leaves folders inside the source out of an installed library's RUNPATH, and build/deps is one.
set(SPICA_INSTALL_RPATH "")
foreach(package Kokkos KokkosKernels)
  get_filename_component(folder "${${package}_DIR}/../.." ABSOLUTE)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
    list(APPEND SPICA_INSTALL_RPATH ${folder})
  endif()
endforeach()
list(REMOVE_DUPLICATES SPICA_INSTALL_RPATH)

spica_check_cuda_compiler(spica_problem)
if(spica_problem)
  message(FATAL_ERROR "${spica_problem}")
endif()

# A static Kokkos inside a shared Spica would give a program that links both two copies of Kokkos' state.
if(NOT DEFINED BUILD_SHARED_LIBS)
  set(BUILD_SHARED_LIBS ${SPICA_KOKKOS_SHARED})
  if(NOT SPICA_KOKKOS_SHARED)
    message(STATUS "Spica is built static, because Kokkos is")
  endif()
elseif(BUILD_SHARED_LIBS AND NOT SPICA_KOKKOS_SHARED)
  message(FATAL_ERROR "Kokkos in ${SPICA_KOKKOS_DIR} is static, and a shared Spica would carry a second copy of it "
    "into each program. Configure Spica with -DBUILD_SHARED_LIBS=OFF, or build Kokkos with BUILD_SHARED_LIBS=ON.")
endif()

if(NOT SPICA_KOKKOS_HAS_BLAS)
  message(WARNING "Kokkos Kernels in ${KokkosKernels_DIR} was built without a BLAS: matrix products on the host will "
    "be many times slower. Build it with KokkosKernels_ENABLE_TPL_BLAS=ON.")
endif()
