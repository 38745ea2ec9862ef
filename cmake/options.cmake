# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Everything that can be chosen. Inside another project only the library is built.

option(SPICA_ENABLE_IO "Build Spica::io: checkpoints in HDF5" ON)
option(SPICA_BUILD_APPS "Build the programs in apps/" ${PROJECT_IS_TOP_LEVEL})
option(SPICA_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(SPICA_BUILD_PERF "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(SPICA_WARNINGS_AS_ERRORS "Treat warnings in Spica's own files as errors" ${PROJECT_IS_TOP_LEVEL})

# BUILD_SHARED_LIBS has no option here: cmake/kokkos.cmake sets its default by what Kokkos is.

option(SPICA_USE_DEPS "Take Kokkos from build/deps even where another is installed" OFF)
set(SPICA_DEPS_CONFIG "release" CACHE STRING "Which of the builds that scripts/deps makes: release or debug")
set_property(CACHE SPICA_DEPS_CONFIG PROPERTY STRINGS release debug)
set(SPICA_DEPS_FOLDER ${PROJECT_SOURCE_DIR}/build/deps CACHE PATH "Where scripts/deps builds")
set(SPICA_KOKKOS_HINT ${SPICA_DEPS_FOLDER}/${SPICA_DEPS_CONFIG})
set(SPICA_KOKKOS_SEARCH caller hint)
if(SPICA_USE_DEPS)
  set(SPICA_KOKKOS_SEARCH hint)
  # What an earlier run found elsewhere would be taken first.
  unset(Kokkos_DIR CACHE)
  unset(KokkosKernels_DIR CACHE)
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()
