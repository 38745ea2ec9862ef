# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Each test program runs under each of these: threads / logical host devices.
set(SPICA_TEST_SETTINGS 1/1 2/4 3/1 CACHE STRING "Settings of the test programs: OMP_NUM_THREADS/SPICA_HOST_DEVICES")

option(SPICA_TEST_SERIAL "Run the typed tests on Kokkos' Serial space too where another host space is the default" ON)

# What dominates the time of the whole suite is compiling the tests. At -O1 they take half the time of -O3; the library,
# the programs, the benchmarks and the outside projects are compiled as users compile them.
# A stack trace needs no more than line numbers. In the debug preset the checks of every pointer for null and alignment
# are a quarter of the compile time and find nothing that AddressSanitizer does not; src/ is compiled with all of them.
set(SPICA_TEST_OPTIONS
  "$<$<CONFIG:Release>:-O1;-fstrict-aliasing>;$<$<CONFIG:Debug>:-g1;-fno-sanitize=null,alignment,vptr,object-size>")

# spica_compile_as_test(TARGET): with these options, and with the headers that every test includes read once for all.
function(spica_compile_as_test target)
  target_compile_options(${target} PRIVATE ${SPICA_TEST_OPTIONS})
  spica_set_warnings(${target})
  if(SPICA_KOKKOS_CUDA)
    return() # nvcc has no precompiled headers
  elseif(target STREQUAL "spica_test_main")
    target_precompile_headers(${target} PRIVATE <gtest/gtest.h> <spica/spica.hpp>)
  else()
    target_precompile_headers(${target} REUSE_FROM spica_test_main)
  endif()
endfunction()

# spica_add_tests(FOLDER): one program from all FOLDER/test_*.cpp and FOLDER/support/*.cpp, one CTest entry a setting.
function(spica_add_tests folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/test_*.cpp ${folder}/support/*.cpp)
  if(NOT sources)
    return()
  endif()
  set(program spica_test_${folder})
  add_executable(${program} ${sources})
  target_link_libraries(${program} PRIVATE spica_test_main)
  spica_compile_as_test(${program})
  foreach(setting IN LISTS SPICA_TEST_SETTINGS)
    string(REPLACE "/" ";" setting ${setting})
    list(GET setting 0 threads)
    list(GET setting 1 devices)
    set(name ${folder}.threads_${threads}.devices_${devices})
    add_test(NAME ${name} COMMAND ${program} --gtest_brief=1)
    # Most of a test is on one core: starting other programs, comparing. No binding and no spinning: the suite must not
    # care that other programs want the cores too.
    set_tests_properties(${name} PROPERTIES
      LABELS ${folder}
      PROCESSORS 1
      TIMEOUT 1500
      ENVIRONMENT "OMP_NUM_THREADS=${threads};SPICA_HOST_DEVICES=${devices};\
OMP_WAIT_POLICY=passive;OMP_PROC_BIND=false;UBSAN_OPTIONS=print_stacktrace=1")
  endforeach()
endfunction()
