// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_CHECKPOINT_PARTS_HPP
#define SPICA_SRC_IO_CHECKPOINT_PARTS_HPP

#include "file_context.hpp"

#include <spica/io/detail/checkpoint_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// What writing and reading a checkpoint have in common. The names are those of docs/checkpoint-format.md.
namespace spica::io::detail {

inline constexpr const char* format_attribute = "format";
inline constexpr const char* format_name = "spica-checkpoint";
inline constexpr const char* version_attribute = "format_version";
inline constexpr std::int64_t format_version = 1;
inline constexpr const char* spica_version_attribute = "spica_version";
inline constexpr const char* checksum_attribute = "checksum";
inline constexpr const char* checksum_prefix = "xxh3-64:";

/// Elements are hashed, read and written in pieces that stay in a core's cache.
inline constexpr std::size_t cached_bytes = 1 << 20;

/// The path of an entry in the file: "/parameters/0.weight".
std::string entry_path(const std::string& group, const std::string& name);

/// The name of an entry in the texts of errors: "0.weight", but "optimizer/0.weight.m" outside of the parameters.
std::string shown_name(const std::string& group, const std::string& name);

/// "[8, 3]"; "[]" for a scalar.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// The product of the extents, all of which are known to be representable.
std::int64_t element_count(const std::vector<std::int64_t>& shape);

/// XXH3-64 of an entry's elements in row-major order, little-endian.
class Checksum {
 public:
  Checksum();
  void add(const void* data, std::size_t bytes);
  /// "xxh3-64:0123456789abcdef"
  std::string text() const;

 private:
  struct Release {
    void operator()(void* state) const noexcept;
  };
  std::unique_ptr<void, Release> state_;
};

/// The memory through which pieces of entries pass.
class StagingBuffer {
 public:
  /// Takes the caller's memory, or allocates what is needed where an entry has `largest_entry_bytes` bytes.
  StagingBuffer(const Staging& staging, std::size_t largest_entry_bytes);

  void* data() const { return memory_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::unique_ptr<std::byte[]> owned_;
  void* memory_;
  std::size_t bytes_;
};

/// Calls `visit(first, count)` for the elements from 0 to `elements` in ranges of at most `step`.
template <class Visit>
void for_each_range(std::int64_t elements, std::int64_t step, const Visit& visit) {
  for (std::int64_t first = 0; first < elements; first += step) visit(first, std::min(step, elements - first));
}

/// Fails where a data set's elements do not have the checksum that is recorded for it.
/// @throws IoError  it is another, or of an unknown kind; `name` is the data set's in the text
void compare_checksum(const FileContext& context, const std::string& name, const std::string& recorded,
                      const Checksum& checksum);

}  // namespace spica::io::detail

#endif
