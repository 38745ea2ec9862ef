# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DSOURCE=file.cpp -DCOMMANDS=compile_commands.json -P: see test_compile_fail.cmake.

# The line of the compilation database that compiles SOURCE.
string(REGEX REPLACE "([.+*?^$()|]|\\[|\\])" "\\\\\\1" pattern "${SOURCE}")
file(STRINGS ${COMMANDS} line REGEX "^ *\"command\": .* -c ${pattern}\"" LIMIT_COUNT 1)
if(NOT line)
  message(FATAL_ERROR "${COMMANDS} does not say how ${SOURCE} is compiled")
endif()
string(REGEX REPLACE ",$" "" line "${line}")
string(JSON command GET "{${line}}" command)
separate_arguments(command UNIX_COMMAND "${command}")

# Nothing is written: g++ and clang only look at the syntax, nvcc cannot and writes to nowhere.
list(FIND command "-o" at)
math(EXPR at "${at} + 1")
list(REMOVE_AT command ${at})
list(REMOVE_ITEM command -o)
if(command MATCHES "nvcc")
  list(APPEND command -o /dev/null)
else()
  list(APPEND command -fsyntax-only)
endif()

execute_process(COMMAND ${command} RESULT_VARIABLE result ERROR_VARIABLE errors OUTPUT_QUIET)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the twin, which must compile, does not:\n${errors}")
endif()

execute_process(COMMAND ${command} -DSPICA_MUST_FAIL RESULT_VARIABLE result ERROR_VARIABLE errors OUTPUT_QUIET)
if(result EQUAL 0)
  message(FATAL_ERROR "the mistake compiles")
endif()
file(STRINGS ${SOURCE} expected REGEX "^// expect: ")
if(NOT expected)
  message(FATAL_ERROR "${SOURCE} has no line '// expect: <regular expression>'")
endif()
foreach(line IN LISTS expected)
  string(REGEX REPLACE "^// expect: " "" line "${line}")
  if(NOT errors MATCHES "${line}")
    message(FATAL_ERROR "the message does not match\n  ${line}\nbut is\n${errors}")
  endif()
endforeach()
