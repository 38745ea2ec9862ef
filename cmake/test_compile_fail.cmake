# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What must not compile. Each tests/compile_fail/NAME.cpp holds both halves:
#
#   // expect: a regular expression (CMake's) that the compiler's messages must match; several lines: all of them
#   #ifdef SPICA_MUST_FAIL
#   the mistake
#   #else
#   the same, as the message says to write it
#   #endif
#
# One CTest entry a file compiles the twin, which must pass, and the mistake, which must fail with that message.

option(SPICA_TEST_COMPILE_FAIL "Test what must not compile" ON)

if(SPICA_TEST_COMPILE_FAIL)
  # Never built: the object library only tells how such a file would be compiled, in compile_commands.json.
  file(GLOB sources CONFIGURE_DEPENDS compile_fail/*.cpp)
  if(sources)
    add_library(spica_test_compile_fail OBJECT EXCLUDE_FROM_ALL ${sources})
    target_link_libraries(spica_test_compile_fail PRIVATE spica_test_main) # for the precompiled header
    spica_compile_as_test(spica_test_compile_fail)
    set_target_properties(spica_test_compile_fail PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  endif()
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    add_test(NAME compile_fail.${name} COMMAND ${CMAKE_COMMAND} -DSOURCE=${source}
      -DCOMMANDS=${CMAKE_BINARY_DIR}/compile_commands.json -P ${CMAKE_CURRENT_LIST_DIR}/test_compile_fail_run.cmake)
    set_tests_properties(compile_fail.${name} PROPERTIES LABELS compile_fail TIMEOUT 600)
  endforeach()
endif()
