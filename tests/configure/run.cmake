# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures Spica with a stand-in for Kokkos and compares the outcome: see cmake/test_configure.cmake.
#   SOURCE  a project beside this file that is configured instead, and has Spica within
#   BEFORE  another stand-in: first, in the same folder, Spica is configured where that is installed

# configure(OPTION...): sets `result` and `output`.
function(configure)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G Ninja -DCMAKE_BUILD_TYPE=Release
      -DSPICA_BUILD_APPS=OFF -DSPICA_BUILD_TESTS=OFF -DSPICA_BUILD_PERF=OFF -DSPICA_ENABLE_IO=OFF ${ARGN} ${OPTIONS}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(result "${result}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${BINARY})
include(${CMAKE_CURRENT_LIST_DIR}/kokkos.cmake)
if(SOURCE)
  set(SOURCE ${CMAKE_CURRENT_LIST_DIR}/${SOURCE})
  list(APPEND OPTIONS -DSPICA=${SPICA})
else()
  set(SOURCE ${SPICA})
endif()
if(BEFORE)
  write_kokkos(${BEFORE} ${BINARY}/before)
  configure(-DCMAKE_PREFIX_PATH=${BINARY}/before -DSPICA_DEPS_FOLDER=${BINARY}/none)
endif()
if(KOKKOS STREQUAL "real")
  configure(-DKokkos_DIR=${REAL_KOKKOS} -DKokkosKernels_DIR=${REAL_KERNELS})
else()
  write_kokkos(${KOKKOS} ${BINARY}/deps/release)
  # Nothing but the stand-in is found: neither the machine's own Kokkos nor build/deps.
  configure(-DSPICA_USE_DEPS=ON -DSPICA_DEPS_FOLDER=${BINARY}/deps)
endif()

if(OUTCOME STREQUAL "pass" AND NOT result EQUAL 0)
  message(FATAL_ERROR "does not configure:\n${output}")
elseif(OUTCOME STREQUAL "fail" AND result EQUAL 0)
  message(FATAL_ERROR "configures, and should not:\n${output}")
endif()
string(REGEX REPLACE "[ \n]+" " " output "${output}") # CMake breaks its messages into lines
if(NOT output MATCHES "${EXPECT}")
  message(FATAL_ERROR "the output does not match\n  ${EXPECT}\nbut is\n${output}")
endif()
