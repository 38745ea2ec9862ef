# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# README.md's project and its two programs, built against the installed package; the output is what README.md says.

if(SPICA_TEST_CONSUMERS AND TARGET spica_core)
  set(shared ${CMAKE_BINARY_DIR}/consumer/prefix-shared) # test_consumers.cmake installs Spica there
  add_test(NAME consumer.readme COMMAND ${CMAKE_COMMAND} -DGENERATOR=${CMAKE_GENERATOR}
    -DCOMPILER=${CMAKE_CXX_COMPILER} -DREADME=${PROJECT_SOURCE_DIR}/README.md
    -DBINARY=${CMAKE_BINARY_DIR}/consumer/readme -DPREFIX=${shared}
    -P ${CMAKE_CURRENT_LIST_DIR}/test_readme_run.cmake)
  set_tests_properties(consumer.readme PROPERTIES LABELS consumer TIMEOUT 900 FIXTURES_REQUIRED ${shared}
    ENVIRONMENT "OMP_NUM_THREADS=2;OMP_WAIT_POLICY=passive;OMP_PROC_BIND=false;SPICA_HOST_DEVICES=1")
endif()
