# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Takes two programs (blocks of C++), each with its output (the block of text behind it), and then the project (a
# block of CMake) out of README, builds each program in BINARY against the Spica in PREFIX, runs it, and compares. A
# GPU's name stands for the host's. A project without a build type must be told that it will be slow.
#   cmake -DREADME= -DBINARY= -DPREFIX= -DGENERATOR= -DCOMPILER= -P test_readme_run.cmake

file(READ ${README} readme)

# The next block of this language, without its fences.
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
  string(SUBSTRING "${rest}" ${end} -1 rest)
  set(readme "${rest}" PARENT_SCOPE)
endfunction()

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message("${output}${errors}")
    message(FATAL_ERROR "README.md's example does not ${what} (${result}): see above")
  endif()
  set(output "${output}" PARENT_SCOPE)
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

foreach(example 1 2)
  take_block(cpp program_${example})
  take_block(text expected_${example})
endforeach()
take_block(cmake project)
file(WRITE ${BINARY}/source/CMakeLists.txt "${project}")
file(WRITE ${BINARY}/source/main.cpp "${program_1}")
run(configure ${CMAKE_COMMAND} -S ${BINARY}/source -B ${BINARY}/build-without-type -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${PREFIX})
if(NOT errors MATCHES "CMAKE_BUILD_TYPE is not set")
  message(FATAL_ERROR "a project without optimisation is told nothing: ${output}${errors}")
endif()
foreach(example 1 2)
  file(WRITE ${BINARY}/source/main.cpp "${program_${example}}")
  run(configure ${CMAKE_COMMAND} -S ${BINARY}/source -B ${BINARY}/build-${example} -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${PREFIX})
  if(errors MATCHES "CMAKE_BUILD_TYPE")
    message(FATAL_ERROR "a project with a build type is warned: ${errors}")
  endif()
  run(build ${CMAKE_COMMAND} --build ${BINARY}/build-${example})
  run(run ${CMAKE_COMMAND} -E chdir ${BINARY} ${BINARY}/build-${example}/simulation)
  string(REPLACE "gpu(0)" "cpu(0)" output "${output}")
  if(NOT output STREQUAL expected_${example})
    message("README.md says that its example prints\n${expected_${example}}but it prints\n${output}")
    message(FATAL_ERROR "README.md's example prints something else than README.md says: see above")
  endif()
  message("${output}")
endforeach()
