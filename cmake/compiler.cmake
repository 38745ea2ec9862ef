# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# C++17 at least: a parent project's 14 is raised for Spica's own targets, 17 and 20 are kept. A Kokkos that needs more
# (5 needs C++20) says so on its target, and CMake takes the higher of the two.
if(NOT CMAKE_CXX_STANDARD OR CMAKE_CXX_STANDARD LESS 17 OR CMAKE_CXX_STANDARD EQUAL 98)
  set(CMAKE_CXX_STANDARD 17)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
if(NOT DEFINED CMAKE_CXX_EXTENSIONS)
  set(CMAKE_CXX_EXTENSIONS OFF)
endif()

# NaN and Inf have a meaning in Spica, and sums an order: flags that let the compiler drop both are refused.
get_directory_property(spica_flags COMPILE_OPTIONS)
string(APPEND spica_flags " $ENV{CXXFLAGS} ${CMAKE_CXX_FLAGS}")
string(TOUPPER "${CMAKE_BUILD_TYPE}" spica_build_type)
foreach(config IN LISTS spica_build_type CMAKE_CONFIGURATION_TYPES)
  string(TOUPPER "${config}" config)
  string(APPEND spica_flags " ${CMAKE_CXX_FLAGS_${config}}")
endforeach()
set(spica_refused "Ofast|ffast-math|funsafe-math-optimizations|ffinite-math-only|fassociative-math|-?use_fast_math")
if(spica_flags MATCHES "-(${spica_refused}|fp-model[ =]fast)")
  message(FATAL_ERROR "Spica cannot be compiled with ${CMAKE_MATCH_0}: it keeps NaN and Inf, and the order of sums. "
    "Remove the flag from CMAKE_CXX_FLAGS, CXXFLAGS or add_compile_options; -O3 is fine.")
endif()

# spica_set_warnings(TARGET): for Spica's own targets. Never part of what a user of the library gets.
function(spica_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion)
  # nvcc writes line markers and generated code that -Wpedantic complains of, whatever the source says.
  if(NOT SPICA_KOKKOS_CUDA)
    target_compile_options(${target} PRIVATE -Wpedantic)
  endif()
  if(SPICA_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
