// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_CHECKPOINT_PARTS_HPP
#define SPICA_SRC_IO_CHECKPOINT_PARTS_HPP

#include <spica/io/detail/checkpoint_file.hpp>

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

/// Two buffers of equal size that are used in turn.
class StagingBuffers {
 public:
  /// Takes the caller's memory, or allocates what is needed where an entry has `largest_entry_bytes` bytes.
  StagingBuffers(const Staging& staging, std::size_t largest_entry_bytes);

  void* buffer(std::size_t turn) const { return memory_ + turn % 2 * half_bytes_; }
  std::size_t half_bytes() const { return half_bytes_; }

 private:
  std::unique_ptr<std::byte[]> owned_;
  std::byte* memory_;
  std::size_t half_bytes_;
};

/// Calls `finish` (if there is one) at the latest when it is destroyed, so that no copy into or out of a buffer is
/// under way when an exception releases the buffer.
class PendingCopy {
 public:
  PendingCopy() = default;
  PendingCopy(const PendingCopy&) = delete;
  PendingCopy& operator=(const PendingCopy&) = delete;
  ~PendingCopy();

  void started(const std::function<void()>& finish) { finish_ = finish ? &finish : nullptr; }
  void finish();

 private:
  const std::function<void()>* finish_ = nullptr;
};

}  // namespace spica::io::detail

#endif
