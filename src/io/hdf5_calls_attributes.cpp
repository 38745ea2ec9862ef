// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_calls_attributes.hpp"

#include <algorithm>

namespace spica::io::detail::hdf5 {
namespace {

constexpr std::size_t longest_text = 1 << 20;  // bytes of an attribute: more is a damaged or hostile file

/// Writes an attribute that is not there yet.
bool put_attribute(hid_t object, const std::string& name, hid_t type, const void* value) {
  const Id scalar = dataspace(H5Screate(H5S_SCALAR));
  Id attribute = attribute_id(H5Acreate2(object, name.c_str(), type, scalar.get(), H5P_DEFAULT, H5P_DEFAULT));
  return attribute.get() >= 0 && H5Awrite(attribute.get(), type, value) >= 0 && attribute.close();
}

/// Reads a text of variable length. HDF5 allocates it.
bool get_variable_text(hid_t attribute, hid_t type, hid_t space, std::string& text) {
  char* characters = nullptr;
  const Id memory = datatype(H5Tcopy(type));
  if (H5Aread(attribute, memory.get(), &characters) < 0) return false;
  if (characters != nullptr) text = characters;
#if H5_VERSION_GE(1, 12, 0)
  return H5Treclaim(memory.get(), space, H5P_DEFAULT, &characters) >= 0;
#else
  return H5Dvlen_reclaim(memory.get(), space, H5P_DEFAULT, &characters) >= 0;
#endif
}

/// Reads a text of fixed length, which ends at a null or is padded by spaces.
bool get_fixed_text(hid_t attribute, hid_t type, std::string& text) {
  const std::size_t size = H5Tget_size(type);
  if (size > longest_text) return false;
  text.assign(size, '\0');
  if (H5Aread(attribute, type, text.data()) < 0) return false;
  text.resize(std::min(text.find('\0'), text.size()));
  if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) text.resize(text.find_last_not_of(' ') + 1);
  return true;
}

}  // namespace

// Of fixed length, at least 1, padded by nulls. Texts of variable length, which h5py makes of a str,
// would lie in a heap that HDF5 does not checksum, and a flipped bit there can keep it looping for ever (seen
// with 1.10.8).
bool put_text(hid_t object, const std::string& name, const std::string& text) {
  const Id type = datatype(H5Tcopy(H5T_C_S1));
  return H5Tset_size(type.get(), std::max<std::size_t>(text.size(), 1)) >= 0 &&
         H5Tset_strpad(type.get(), H5T_STR_NULLPAD) >= 0 && H5Tset_cset(type.get(), H5T_CSET_UTF8) >= 0 &&
         put_attribute(object, name, type.get(), text.c_str());
}

bool put_integer(hid_t object, const std::string& name, std::int64_t value) {
  const Id type = datatype(H5Tcopy(H5T_STD_I64LE));
  return type.get() >= 0 && put_attribute(object, name, type.get(), &value);
}

Found get_text(hid_t object, const std::string& name, std::string& text) {
  const htri_t exists = H5Aexists(object, name.c_str());
  if (exists <= 0) return exists == 0 ? Found::no : Found::error;
  const Id attribute = attribute_id(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  const Id type = datatype(H5Aget_type(attribute.get()));
  const Id space = dataspace(H5Aget_space(attribute.get()));
  if (attribute.get() < 0 || type.get() < 0 || space.get() < 0) return Found::error;
  if (H5Tget_class(type.get()) != H5T_STRING) return Found::other_type;
  text.clear();
  if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return Found::yes;
  if (H5Sget_simple_extent_npoints(space.get()) != 1) return Found::other_type;
  const bool success = H5Tis_variable_str(type.get()) > 0
                           ? get_variable_text(attribute.get(), type.get(), space.get(), text)
                           : get_fixed_text(attribute.get(), type.get(), text);
  return success ? Found::yes : Found::error;
}

Found get_integer(hid_t object, const std::string& name, std::int64_t& value) {
  const htri_t exists = H5Aexists(object, name.c_str());
  if (exists <= 0) return exists == 0 ? Found::no : Found::error;
  const Id attribute = attribute_id(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  const Id type = datatype(H5Aget_type(attribute.get()));
  const Id space = dataspace(H5Aget_space(attribute.get()));
  if (attribute.get() < 0 || type.get() < 0 || space.get() < 0) return Found::error;
  if (H5Tget_class(type.get()) != H5T_INTEGER || H5Sget_simple_extent_npoints(space.get()) != 1) {
    return Found::other_type;
  }
  return H5Aread(attribute.get(), H5T_NATIVE_INT64, &value) >= 0 ? Found::yes : Found::error;
}

}  // namespace spica::io::detail::hdf5
