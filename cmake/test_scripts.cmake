# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of what is not C++: each tests/scripts/test_*.py.

option(SPICA_TEST_SCRIPTS "Test the scripts and the Spack files" ON)

if(SPICA_TEST_SCRIPTS AND TARGET spica_core)
  file(GLOB scripts CONFIGURE_DEPENDS scripts/test_*.py)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME scripts.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/support/python -B ${script})
    set_tests_properties(scripts.${name} PROPERTIES LABELS scripts TIMEOUT 120)
  endforeach()
endif()
