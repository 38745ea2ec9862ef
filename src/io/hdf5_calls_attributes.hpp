// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_HDF5_CALLS_ATTRIBUTES_HPP
#define SPICA_SRC_IO_HDF5_CALLS_ATTRIBUTES_HPP

#include "hdf5_calls_ids.hpp"

#include <cstdint>
#include <string>

/// Attributes of an object of HDF5, for `hdf5_calls*` alone.
namespace spica::io::detail::hdf5 {

/// Write an attribute that is not there yet. Return false where HDF5 fails.
bool put_text(hid_t object, const std::string& name, const std::string& text);
bool put_integer(hid_t object, const std::string& name, std::int64_t value);

enum class Found : std::uint8_t { yes, no, other_type, error };

/// Read an attribute that is one text, or one integer. h5py.Empty is the empty text.
Found get_text(hid_t object, const std::string& name, std::string& text);
Found get_integer(hid_t object, const std::string& name, std::int64_t& value);

/// What the texts of errors call it.
inline std::string attribute_subject(const std::string& name) { return "attribute " + quoted(name); }

}  // namespace spica::io::detail::hdf5

#endif
