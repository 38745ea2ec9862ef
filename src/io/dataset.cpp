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
        name(dataset_name),
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
