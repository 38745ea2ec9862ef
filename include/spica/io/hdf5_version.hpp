// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_IO_HDF5_VERSION_HPP
#define SPICA_IO_HDF5_VERSION_HPP

#include <string>

namespace spica::io {

/// The version of the HDF5 library that the program runs with, as text: "1.10.8".
/// @throws IoError when HDF5 does not tell.
std::string hdf5_version();

}  // namespace spica::io

#endif
