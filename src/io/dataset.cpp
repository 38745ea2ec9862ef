// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/io/dataset.hpp>

#include "checkpoint_parts.hpp"
#include "file_context.hpp"
#include "hdf5_calls.hpp"
#include "posix_file.hpp"
#include "seal.hpp"

#include <memory>
#include <string>

namespace spica::io::detail {

namespace {

/// HDF5 would read a name to its first null character, and so another data set.
const std::string& checked_name(const FileContext& context, const std::string& name) {
  if (name.find('\0') != std::string::npos) {
    context.fail("data set " + quoted(name.c_str()) + "...: the name has a null character");
  }
  return name;
}

}  // namespace

struct DatasetReader::Parts {
  FileContext context;
  Descriptor descriptor;
  bool sealed;  // a file with a seal must match it; most data files have none
  hdf5::File file;
  std::string name;
  hdf5::Dataset dataset;

  Parts(const std::string& path, const std::string& dataset_name)
      : context{"spica::io::read", path},
        descriptor(open_for_reading(context)),
        sealed(check_seal(descriptor.get(), context)),
        file(hdf5::Mode::read, descriptor.get(), context),
        name(checked_name(context, dataset_name)),
        dataset(file.open_dataset(name, name)) {}
};

DatasetReader::DatasetReader(const std::string& path, const std::string& name, ElementType type, int rank)
    : parts_(std::make_unique<Parts>(path, name)) {
  const hdf5::Dataset& dataset = parts_->dataset;
  if (dataset.type() != type) {
    parts_->context.fail("data set " + quoted(name) + " is " + dataset.type_text() + " in the file, " +
                         std::string(element_name(type)) + " here");
  }
  if (!dataset.shape() || static_cast<int>(dataset.shape()->size()) != rank) {
    parts_->context.fail("data set " + quoted(name) + " is " +
                         (dataset.shape() ? spica::detail::shape_text(*dataset.shape()) : "a null dataspace") +
                         " in the file; rank " + std::to_string(rank) + " is wanted");
  }
  shape_ = *dataset.shape();
  try {
    spica::detail::checked_bytes(shape_, element_bytes(type), "spica::io::read");
  } catch (const ShapeError&) {
    parts_->context.fail("data set " + quoted(name) + " is " + spica::detail::shape_text(shape_) +
                         " in the file, which is more than 2^63 - 1 bytes");
  }
}

DatasetReader::~DatasetReader() = default;

void DatasetReader::read(void* data) const {
  const std::int64_t elements = element_count(shape_);
  parts_->dataset.read(0, elements, data);
  // Other programs' files may have a checksum of another kind.
  const auto recorded = parts_->dataset.find_text(checksum_attribute);
  if (!recorded || recorded->rfind(checksum_prefix, 0) != 0) return;
  Checksum checksum;
  checksum.add(data, static_cast<std::size_t>(elements) * element_bytes(*parts_->dataset.type()));
  compare_checksum(parts_->context, parts_->name, *recorded, checksum);
}

}  // namespace spica::io::detail
