// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_SEAL_HPP
#define SPICA_SRC_IO_SEAL_HPP

#include "file_context.hpp"

namespace spica::io::detail {

/// The seal: 40 bytes behind the end of what HDF5 knows of a file, with the length and the XXH3-128 digest of all
/// before them (docs/checkpoint-format.md). HDF5 reads past neither its own end nor over the seal, and cuts it off when
/// something opens the file for writing: then the file is unsealed, not wrong.
///
/// HDF5's own checks and the checksum of each data set leave attributes and names open to a flipped bit, and HDF5
/// itself can crash on a damaged file. So the seal is checked before HDF5 sees the file.

/// Appends the seal to a file that HDF5 has closed. @throws IoError  the file cannot be read or written
void append_seal(int descriptor, const FileContext& context);

/// Returns true where the file has a seal and it is right, false where the file ends where HDF5's part ends.
/// @throws IoError  the file is empty, no HDF5 file, truncated, or is not what was sealed
bool check_seal(int descriptor, const FileContext& context);

}  // namespace spica::io::detail

#endif
