# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# HDF5's C library and xxHash, for Spica::io.

if(SPICA_ENABLE_IO)
  find_package(HDF5 1.10 QUIET COMPONENTS C)
  spica_require("${HDF5_FOUND}" "HDF5 1.10 or later" "Debian: libhdf5-dev, Spack: hdf5" SPICA_ENABLE_IO)
  include(${CMAKE_CURRENT_LIST_DIR}/SpicaXxhash.cmake)
  spica_require("${SPICA_XXHASH_FOUND}" xxHash "Debian: libxxhash-dev, Spack: xxhash" SPICA_ENABLE_IO)
endif()
