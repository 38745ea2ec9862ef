# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# HDF5's C library and xxHash, for Spica::io.

if(SPICA_ENABLE_IO)
  find_package(HDF5 COMPONENTS C)
  include(SpicaXxhash)
  set(spica_missing "")
  if(NOT HDF5_FOUND)
    list(APPEND spica_missing "HDF5 (Debian: libhdf5-dev, Spack: hdf5)")
  endif()
  if(NOT SPICA_XXHASH_FOUND)
    list(APPEND spica_missing "xxHash (Debian: libxxhash-dev, Spack: xxhash)")
  endif()
  if(spica_missing)
    list(JOIN spica_missing ", " spica_missing)
    message(FATAL_ERROR "Not found: ${spica_missing}. Install what is missing, or leave Spica::io out with "
      "-DSPICA_ENABLE_IO=OFF.")
  endif()
endif()
