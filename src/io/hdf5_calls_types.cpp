// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_calls_types.hpp"

#include <array>

namespace spica::io::detail::hdf5 {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "spica::io: checksums are of little-endian elements");

struct TypeIds {
  ElementType type;
  hid_t little_endian;
  hid_t big_endian;
  hid_t native;
};

/// The types that have HDF5 types of their own; `boolean` is an enumeration.
std::array<TypeIds, 10> plain_types() {
  return {{{ElementType::float32, H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_NATIVE_FLOAT},
           {ElementType::float64, H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE},
           {ElementType::int8, H5T_STD_I8LE, H5T_STD_I8BE, H5T_NATIVE_INT8},
           {ElementType::int16, H5T_STD_I16LE, H5T_STD_I16BE, H5T_NATIVE_INT16},
           {ElementType::int32, H5T_STD_I32LE, H5T_STD_I32BE, H5T_NATIVE_INT32},
           {ElementType::int64, H5T_STD_I64LE, H5T_STD_I64BE, H5T_NATIVE_INT64},
           {ElementType::uint8, H5T_STD_U8LE, H5T_STD_U8BE, H5T_NATIVE_UINT8},
           {ElementType::uint16, H5T_STD_U16LE, H5T_STD_U16BE, H5T_NATIVE_UINT16},
           {ElementType::uint32, H5T_STD_U32LE, H5T_STD_U32BE, H5T_NATIVE_UINT32},
           {ElementType::uint64, H5T_STD_U64LE, H5T_STD_U64BE, H5T_NATIVE_UINT64}}};
}

/// h5py's bool: one byte, an enumeration of FALSE and TRUE.
Id boolean_type() {
  Id type = datatype(H5Tenum_create(H5T_STD_I8LE));
  const std::int8_t no = 0;
  const std::int8_t yes = 1;
  if (H5Tenum_insert(type.get(), "FALSE", &no) < 0 || H5Tenum_insert(type.get(), "TRUE", &yes) < 0) return {};
  return type;
}

bool is_boolean(hid_t type) {
  std::int8_t no = -1;
  std::int8_t yes = -1;
  return H5Tget_class(type) == H5T_ENUM && H5Tget_size(type) == 1 && H5Tget_nmembers(type) == 2 &&
         H5Tenum_valueof(type, "FALSE", &no) >= 0 && H5Tenum_valueof(type, "TRUE", &yes) >= 0 && no == 0 && yes == 1;
}

}  // namespace

Id file_type(ElementType type) {
  for (const auto& plain : plain_types()) {
    if (plain.type == type) return datatype(H5Tcopy(plain.little_endian));
  }
  return boolean_type();
}

Id memory_type(ElementType type) {
  for (const auto& plain : plain_types()) {
    if (plain.type == type) return datatype(H5Tcopy(plain.native));
  }
  return boolean_type();
}

std::optional<ElementType> type_of(hid_t type) {
  for (const auto& plain : plain_types()) {
    if (H5Tequal(type, plain.little_endian) > 0 || H5Tequal(type, plain.big_endian) > 0) return plain.type;
  }
  if (is_boolean(type)) return ElementType::boolean;
  return std::nullopt;
}

std::string unknown_type_text(hid_t type) {
  const std::string size = " of " + std::to_string(H5Tget_size(type)) + " bytes";
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return "integer" + size;
    case H5T_FLOAT:
      return "float" + size;
    case H5T_STRING:
      return "text";
    case H5T_COMPOUND:
      return "compound" + size;
    case H5T_ENUM:
      return "enumeration" + size;
    case H5T_VLEN:
      return "variable-length";
    case H5T_ARRAY:
      return "array" + size;
    default:
      return "unknown type" + size;
  }
}

}  // namespace spica::io::detail::hdf5
