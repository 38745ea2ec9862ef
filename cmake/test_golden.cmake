# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tests/golden: the cases that NumPy made, and new ones where there is a NumPy.

# Hundreds of expressions of many element types: a minute of a compiler's time at -O0, three in a debug build, where the
# other tests run the same kernels.
set(golden_by_default ON)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(golden_by_default OFF)
endif()
option(SPICA_TEST_GOLDEN "Test every operation against what NumPy says" ${golden_by_default})

if(SPICA_TEST_GOLDEN)
  spica_add_tests(golden)
  target_compile_options(spica_test_golden PRIVATE -O0)
  set_target_properties(spica_test_golden PROPERTIES DISABLE_PRECOMPILE_HEADERS ON) # that of the others is for -O1
  # With a seed of its own each time, which is printed; the cases of a file with a wrong one are kept.
  add_test(NAME golden.live COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/support/python -B
    ${CMAKE_CURRENT_SOURCE_DIR}/../scripts/compare-with-numpy $<TARGET_FILE:spica_test_golden>)
  set_tests_properties(golden.live PROPERTIES
    LABELS golden
    SKIP_RETURN_CODE 77
    SKIP_REGULAR_EXPRESSION "no Python with h5py and NumPy"
    TIMEOUT 300
    ENVIRONMENT "OMP_NUM_THREADS=2;OMP_WAIT_POLICY=passive;OMP_PROC_BIND=false")
endif()
