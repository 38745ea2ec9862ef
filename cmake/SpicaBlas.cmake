# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The BLAS that Kokkos Kernels calls on the host, as the target Spica::blas. Used by Spica's own build and, installed,
# by find_package(Spica).
#
# A process should have one BLAS, so whatever Kokkos Kernels links is taken, with one exception: Debian's generic
# libblas.so and libopenblas.so stand for whichever build the alternatives prefer, and they prefer the OpenBLAS built on
# pthreads, which runs at half speed beneath Kokkos' OpenMP. There the build on OpenMP is linked by its own folder, and
# RUNPATH names the folder, because the library's name alone would again be resolved by the alternatives.
#
# In:  SPICA_KOKKOS_HAS_BLAS, Kokkos' targets    Out: Spica::blas, SPICA_BLAS_LIBRARIES, SPICA_BLAS_FOLDER

include_guard(DIRECTORY)

function(spica_blas_of_kernels out)
  set(${out} "" PARENT_SCOPE)
  foreach(target Kokkos::BLAS KokkosKernels::BLAS KokkosKernels::TPLBLAS BLAS::BLAS)
    if(TARGET ${target})
      get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
      get_target_property(place ${target} IMPORTED_LOCATION)
      foreach(library IN LISTS place links)
        if(EXISTS "${library}")
          set(${out} "${library}" PARENT_SCOPE)
          return()
        endif()
      endforeach()
    endif()
  endforeach()
endfunction()

if(SPICA_KOKKOS_HAS_BLAS AND NOT TARGET Spica::blas)
  set(spica_blas "${SPICA_BLAS_LIBRARIES}")
  if(NOT spica_blas)
    spica_blas_of_kernels(spica_blas)
    if(NOT spica_blas OR spica_blas MATCHES "^/usr/lib/[^/]*/lib(blas|openblas)\\.so")
      find_library(spica_openblas_openmp openblas PATH_SUFFIXES openblas-openmp NO_CACHE)
      if(spica_openblas_openmp)
        set(spica_blas "${spica_openblas_openmp}")
      endif()
    endif()
  endif()
  if(NOT spica_blas)
    find_package(BLAS QUIET)
    set(spica_blas "${BLAS_LIBRARIES}")
  endif()

  set(SPICA_BLAS_LIBRARIES "${spica_blas}")
  set(SPICA_BLAS_FOLDER "")
  add_library(Spica::blas INTERFACE IMPORTED)
  list(GET spica_blas 0 spica_first)
  if(NOT IS_ABSOLUTE "${spica_first}" OR NOT spica_first MATCHES "\\.so")
    target_link_libraries(Spica::blas INTERFACE ${spica_blas})
  else()
    # Needed even where no symbol of it is used directly: what is loaded first is what everybody else gets.
    target_link_libraries(Spica::blas INTERFACE
      "-Wl,--push-state,--no-as-needed" ${spica_blas} "-Wl,--pop-state")
    get_filename_component(spica_folder "${spica_first}" DIRECTORY)
    if(NOT spica_folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
      set(SPICA_BLAS_FOLDER "${spica_folder}")
      # As a link option, so that it is in installed programs too.
      target_link_options(Spica::blas INTERFACE "LINKER:-rpath,${spica_folder}")
    endif()
  endif()
endif()
