# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What Spica's own build does with what SpicaSolvers.cmake found.

include(cmake/SpicaSolvers.cmake)
if(SPICA_SOLVERS_PROBLEM)
  message(FATAL_ERROR "${SPICA_SOLVERS_PROBLEM}")
endif()
