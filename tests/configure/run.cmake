# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures Spica with a stand-in for Kokkos and compares the outcome: see cmake/test_configure.cmake.

file(REMOVE_RECURSE ${BINARY})
if(KOKKOS STREQUAL "real")
  set(options -DKokkos_DIR=${REAL_KOKKOS} -DKokkosKernels_DIR=${REAL_KERNELS})
else()
  include(${CMAKE_CURRENT_LIST_DIR}/kokkos.cmake)
  write_kokkos(${KOKKOS} ${BINARY}/deps/release)
  # Nothing but the stand-in is found: neither the machine's own Kokkos nor build/deps.
  set(options -DSPICA_USE_DEPS=ON -DSPICA_DEPS_FOLDER=${BINARY}/deps)
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G Ninja -DCMAKE_BUILD_TYPE=Release -DSPICA_BUILD_APPS=OFF
    -DSPICA_BUILD_TESTS=OFF -DSPICA_BUILD_PERF=OFF -DSPICA_ENABLE_IO=OFF ${options} ${OPTIONS}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)

if(OUTCOME STREQUAL "pass" AND NOT result EQUAL 0)
  message(FATAL_ERROR "does not configure:\n${output}")
elseif(OUTCOME STREQUAL "fail" AND result EQUAL 0)
  message(FATAL_ERROR "configures, and should not:\n${output}")
endif()
string(REGEX REPLACE "[ \n]+" " " output "${output}") # CMake breaks its messages into lines
if(NOT output MATCHES "${EXPECT}")
  message(FATAL_ERROR "the output does not match\n  ${EXPECT}\nbut is\n${output}")
endif()
