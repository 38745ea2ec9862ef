# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets SPICA_VERSION from the macros of include/spica/version.hpp.
set(SPICA_VERSION "")
foreach(part MAJOR MINOR PATCH)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../include/spica/version.hpp line REGEX "^#define SPICA_VERSION_${part} ")
  string(REGEX MATCH "[0-9]+$" number "${line}")
  string(APPEND SPICA_VERSION ".${number}")
endforeach()
string(SUBSTRING "${SPICA_VERSION}" 1 -1 SPICA_VERSION)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../include/spica/version.hpp)
