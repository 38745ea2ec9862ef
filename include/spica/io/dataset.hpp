// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_IO_DATASET_HPP
#define SPICA_IO_DATASET_HPP

#include <spica/array/copy.hpp>
#include <spica/io/detail/checkpoint_file.hpp>

#include <string>
#include <utility>
#include <vector>

namespace spica::io {

namespace detail {

/// A data set of any HDF5 file, opened for reading.
class DatasetReader {
 public:
  /// @throws IoError when there is no such file or data set, or its elements are not of `type`, not of rank `rank` or
  /// too many.
  DatasetReader(const std::string& path, const std::string& name, ElementType type, int rank);
  ~DatasetReader();
  DatasetReader(const DatasetReader&) = delete;
  DatasetReader& operator=(const DatasetReader&) = delete;

  const std::vector<std::int64_t>& shape() const { return shape_; }

  /// Reads all elements in row-major order. @throws IoError; they are then not to be used.
  void read(void* data) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  std::vector<std::int64_t> shape_;
};

}  // namespace detail

/// A data set of any HDF5 file as a new row-major array on `device`: `read<std::uint8_t, 3>(device, "digits.h5",
/// "images")`. Type and rank must be those of the file; a checksum that Spica recorded is compared. Counts as one
/// transfer where `device` is not cpu(0).
/// @throws IoError when there is no such file or data set, its type or rank is another, or it is damaged;
/// TransferError.
template <class T, int Rank, class Space>
Array<T, Rank, Space> read(const Device<Space>& device, const std::string& path, const std::string& name) {
  using HostSpace = spica::detail::HostSpace;
  const detail::DatasetReader reader(path, name, detail::element_type<T>(), Rank);
  Shape<Rank> extents{};
  for (std::size_t d = 0; d < extents.size(); ++d) extents[d] = reader.shape()[d];
  const auto host = spica::detail::allocate<Array<T, Rank, HostSpace>>(Device<HostSpace>(), extents, "spica::io::read");
  reader.read(spica::detail::ArrayAccess::data(host));
  if constexpr (std::is_same_v<Space, HostSpace>) {
    if (device == host.device()) return host;
  }
  return spica::detail::transfer_new(host, device, "spica::io::read");
}

}  // namespace spica::io

#endif
