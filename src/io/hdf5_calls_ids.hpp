// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_HDF5_CALLS_IDS_HPP
#define SPICA_SRC_IO_HDF5_CALLS_IDS_HPP

#include "hdf5_calls.hpp"

#include <hdf5.h>

#include <cstdint>
#include <string>

/// Ids and errors of HDF5, for `hdf5_calls*` alone.
namespace spica::io::detail::hdf5 {

static_assert(sizeof(hid_t) == sizeof(std::int64_t), "spica::io: needs HDF5 1.10 or later");

/// Keeps HDF5 from printing its errors, for as long as it lives.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// What HDF5 says about its last failure: the innermost record names the cause.
std::string hdf5_reason();

template <herr_t (*Function)(hid_t)>
int close_id(std::int64_t id) {
  const Quiet quiet;
  return Function(id);
}

inline Id dataspace(hid_t id) { return {id, close_id<H5Sclose>}; }
inline Id datatype(hid_t id) { return {id, close_id<H5Tclose>}; }
inline Id property_list(hid_t id) { return {id, close_id<H5Pclose>}; }
inline Id attribute_id(hid_t id) { return {id, close_id<H5Aclose>}; }
inline Id group_id(hid_t id) { return {id, close_id<H5Gclose>}; }
inline Id dataset_id(hid_t id) { return {id, close_id<H5Dclose>}; }
inline Id object_id(hid_t id) { return {id, close_id<H5Oclose>}; }

}  // namespace spica::io::detail::hdf5

#endif
