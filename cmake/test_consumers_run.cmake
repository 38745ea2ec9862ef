# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures and builds SOURCE in BINARY with OPTIONS, then installs it into INSTALL, or, where that is not given, runs
# its program `consumer`, whose output must match EXPECT. See test_consumers.cmake.
#   cmake -DSOURCE= -DBINARY= -DGENERATOR= -DCOMPILER= -DOPTIONS= [-DINSTALL= | -DEXPECT=] -P test_consumers_run.cmake

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} does not ${what} (${result}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_BUILD_TYPE=Release ${OPTIONS})
run(build ${CMAKE_COMMAND} --build ${BINARY})
if(INSTALL)
  run(install ${CMAKE_COMMAND} --install ${BINARY} --prefix ${INSTALL})
else()
  run(run ${BINARY}/consumer)
  if(NOT output MATCHES "${EXPECT}")
    message(FATAL_ERROR "the output does not match\n  ${EXPECT}\nbut is\n${output}")
  endif()
endif()
message("${output}")
