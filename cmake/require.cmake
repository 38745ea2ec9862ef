# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# spica_require(FOUND NAME PACKAGES OPTION): ends configuring where FOUND is false, with what to install (PACKAGES), and
# the OPTION that leaves out what needs it.
function(spica_require found name packages option)
  if(NOT found)
    message(FATAL_ERROR "${name} was not found (${packages}). Install it, or leave out what needs it with "
      "-D${option}=OFF.")
  endif()
endfunction()
