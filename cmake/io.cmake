# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# HDF5's C library and xxHash, for Spica::io.

if(SPICA_ENABLE_IO)
  # No version is asked for: HDF5 2's own package file answers no to all of 1.
  find_package(HDF5 QUIET COMPONENTS C)
  if(HDF5_FOUND AND HDF5_VERSION VERSION_LESS 1.10)
    set(HDF5_FOUND FALSE)
  endif()
  spica_require("${HDF5_FOUND}" "HDF5 1.10 or later" "Debian: libhdf5-dev, Spack: hdf5" SPICA_ENABLE_IO)
  include(${CMAKE_CURRENT_LIST_DIR}/SpicaXxhash.cmake)
  spica_require("${SPICA_XXHASH_FOUND}" xxHash "Debian: libxxhash-dev, Spack: xxhash" SPICA_ENABLE_IO)
endif()
