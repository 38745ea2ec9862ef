// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_HDF5_CALLS_TYPES_HPP
#define SPICA_SRC_IO_HDF5_CALLS_TYPES_HPP

#include "hdf5_calls_ids.hpp"

#include <optional>
#include <string>

/// Types of elements in HDF5's terms, for `hdf5_calls*` alone.
namespace spica::io::detail::hdf5 {

/// The type as it is stored, little-endian, and as it is in memory. Negative ids where HDF5 fails.
Id file_type(ElementType type);
Id memory_type(ElementType type);

/// The type that HDF5's type is, in either byte order; none where it is no type that Spica reads.
std::optional<ElementType> type_of(hid_t type);

/// "float of 16 bytes", "text", "compound of 24 bytes", ...
std::string unknown_type_text(hid_t type);

}  // namespace spica::io::detail::hdf5

#endif
