// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_calls_attributes.hpp"
#include "hdf5_calls_types.hpp"

#include <algorithm>

namespace spica::io::detail::hdf5 {
namespace {

/// Takes the range [first, first + count) of an array's elements apart into rectangular blocks and calls
/// `transfer(start, extent, elements)` for each, in order. A range needs at most 2 * rank - 1 of them.
template <class Transfer>
bool for_each_block(const std::vector<std::int64_t>& shape, std::int64_t first, std::int64_t count,
                    const Transfer& transfer) {
  const std::size_t rank = shape.size();
  std::vector<hsize_t> start(rank);
  std::vector<hsize_t> extent(rank);
  while (count > 0) {
    // The outermost dimension whose whole rows fit, starting where one starts.
    std::int64_t row = 1;  // elements of one index of dimension `outer`
    std::size_t outer = rank - 1;
    while (outer > 0 && first % (row * shape[outer]) == 0 && count >= row * shape[outer]) row *= shape[outer--];
    std::int64_t rest = first;
    for (std::size_t d = rank; d-- > 0; rest /= shape[d]) {
      start[d] = static_cast<hsize_t>(rest % shape[d]);
      extent[d] = d > outer ? static_cast<hsize_t>(shape[d]) : 1;
    }
    const std::int64_t rows = std::min(count / row, shape[outer] - static_cast<std::int64_t>(start[outer]));
    extent[outer] = static_cast<hsize_t>(rows);
    if (!transfer(start.data(), extent.data(), rows * row)) return false;
    first += rows * row;
    count -= rows * row;
  }
  return true;
}

/// Calls `transfer(memory space, file space, data)` for the parts of a range of a data set's elements.
template <class Data, class Transfer>
bool transfer_range(hid_t dataset, const std::vector<std::int64_t>& shape, std::size_t bytes, std::int64_t first,
                    std::int64_t count, Data* data, const Transfer& transfer) {
  if (shape.empty()) return count == 0 || transfer(H5S_ALL, H5S_ALL, data);
  const Id file_space = dataspace(H5Dget_space(dataset));
  if (file_space.get() < 0) return false;
  return for_each_block(shape, first, count, [&](const hsize_t* start, const hsize_t* extent, std::int64_t elements) {
    const auto size = static_cast<hsize_t>(elements);
    const Id memory_space = dataspace(H5Screate_simple(1, &size, nullptr));
    if (memory_space.get() < 0 ||
        H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start, nullptr, extent, nullptr) < 0 ||
        !transfer(static_cast<hid_t>(memory_space.get()), static_cast<hid_t>(file_space.get()), data)) {
      return false;
    }
    data += static_cast<std::size_t>(elements) * bytes;
    return true;
  });
}

}  // namespace

void Dataset::describe() {
  const Id type = datatype(H5Dget_type(id_.get()));
  const Id space = dataspace(H5Dget_space(id_.get()));
  file_->check(type.get() >= 0 && space.get() >= 0, name_);
  type_ = type_of(type.get());
  type_text_ = type_ ? std::string(element_name(*type_)) : unknown_type_text(type.get());
  if (type_) memory_type_ = memory_type(*type_);
  file_->check(!type_ || memory_type_.get() >= 0, name_);

  shape_.reset();
  if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return;
  const int rank = H5Sget_simple_extent_ndims(space.get());
  file_->check(rank >= 0, name_);
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  file_->check(H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr) >= 0, name_);
  shape_.emplace(extents.begin(), extents.end());
}

void Dataset::write(std::int64_t first, std::int64_t count, const void* data) {
  const Quiet quiet;
  const bool success =
      transfer_range(id_.get(), *shape_, element_bytes(*type_), first, count, static_cast<const char*>(data),
                     [&](hid_t memory_space, hid_t file_space, const char* part) {
                       return H5Dwrite(id_.get(), memory_type_.get(), memory_space, file_space, H5P_DEFAULT, part) >= 0;
                     });
  file_->check(success, name_);
}

void Dataset::read(std::int64_t first, std::int64_t count, void* data) const {
  const Quiet quiet;
  const bool success =
      transfer_range(id_.get(), *shape_, element_bytes(*type_), first, count, static_cast<char*>(data),
                     [&](hid_t memory_space, hid_t file_space, char* part) {
                       return H5Dread(id_.get(), memory_type_.get(), memory_space, file_space, H5P_DEFAULT, part) >= 0;
                     });
  file_->check(success, name_);
}

void Dataset::write_text(const std::string& attribute, const std::string& text) {
  const Quiet quiet;
  file_->check(put_text(id_.get(), attribute, text), name_);
}

std::optional<std::string> Dataset::find_text(const std::string& attribute) const {
  const Quiet quiet;
  std::string text;
  return get_text(id_.get(), attribute, text) == Found::yes ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::string> Dataset::read_text(const std::string& attribute) const {
  const Quiet quiet;
  std::string text;
  const Found found = get_text(id_.get(), attribute, text);
  file_->check(found != Found::error, name_);
  if (found == Found::other_type) file_->context_.fail(name_ + ": " + attribute_subject(attribute) + " is not a text");
  return found == Found::yes ? std::optional(std::move(text)) : std::nullopt;
}

void Dataset::close() {
  const Quiet quiet;
  file_->check(id_.close(), name_);
}

}  // namespace spica::io::detail::hdf5
