// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/error.hpp>
#include <spica/io/hdf5_version.hpp>

#include <hdf5.h>

namespace spica::io {

std::string hdf5_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  if (H5get_libversion(&major, &minor, &release) < 0) {
    throw IoError("spica::io::hdf5_version: H5get_libversion failed; the HDF5 library cannot be used");
  }
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(release);
}

}  // namespace spica::io
