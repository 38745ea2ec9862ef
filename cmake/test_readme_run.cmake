# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Takes the project (the first block of CMake), the program (C++) and its output (text) out of README, builds the
# program in BINARY against the Spica in PREFIX, runs it, and compares. A GPU's name stands for the host's.
#   cmake -DREADME= -DBINARY= -DPREFIX= -DGENERATOR= -DCOMPILER= -P test_readme_run.cmake

file(READ ${README} readme)

# The first block of this language, without its fences.
function(take_block language out)
  string(FIND "${readme}" "```${language}\n" begin)
  if(begin LESS 0)
    message(FATAL_ERROR "${README} has no block of ${language}")
  endif()
  string(LENGTH "```${language}\n" fence)
  math(EXPR begin "${begin} + ${fence}")
  string(SUBSTRING "${readme}" ${begin} -1 rest)
  string(FIND "${rest}" "```\n" end)
  string(SUBSTRING "${rest}" 0 ${end} text)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message("${output}${errors}")
    message(FATAL_ERROR "README.md's example does not ${what} (${result}): see above")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

take_block(cmake project)
take_block(cpp program)
take_block(text expected)
file(WRITE ${BINARY}/source/CMakeLists.txt "${project}")
file(WRITE ${BINARY}/source/main.cpp "${program}")
run(configure ${CMAKE_COMMAND} -S ${BINARY}/source -B ${BINARY}/build -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${PREFIX})
run(build ${CMAKE_COMMAND} --build ${BINARY}/build)
run(run ${BINARY}/build/simulation)
string(REPLACE "gpu(0)" "cpu(0)" output "${output}")
if(NOT output STREQUAL expected)
  message("README.md says that its example prints\n${expected}but it prints\n${output}")
  message(FATAL_ERROR "README.md's example prints something else than README.md says: see above")
endif()
message("${output}")
