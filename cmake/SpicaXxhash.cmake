# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds xxHash, which brings no CMake package in most distributions, as the target Spica::xxhash. Used by Spica's own
# build and, installed, by find_package(Spica). Out: SPICA_XXHASH_FOUND.

include_guard(DIRECTORY)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(SPICA_PC_XXHASH QUIET libxxhash)
endif()
find_path(SPICA_XXHASH_INCLUDE_DIR xxh3.h HINTS ${SPICA_PC_XXHASH_INCLUDE_DIRS})
find_library(SPICA_XXHASH_LIBRARY xxhash HINTS ${SPICA_PC_XXHASH_LIBRARY_DIRS})
mark_as_advanced(SPICA_XXHASH_INCLUDE_DIR SPICA_XXHASH_LIBRARY)

set(SPICA_XXHASH_FOUND FALSE)
if(SPICA_XXHASH_INCLUDE_DIR AND SPICA_XXHASH_LIBRARY)
  set(SPICA_XXHASH_FOUND TRUE)
  if(NOT TARGET Spica::xxhash)
    add_library(Spica::xxhash UNKNOWN IMPORTED)
    set_target_properties(Spica::xxhash PROPERTIES IMPORTED_LOCATION "${SPICA_XXHASH_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${SPICA_XXHASH_INCLUDE_DIR}")
  endif()
endif()
