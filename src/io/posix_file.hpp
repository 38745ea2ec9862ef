// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_POSIX_FILE_HPP
#define SPICA_SRC_IO_POSIX_FILE_HPP

#include "file_context.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace spica::io::detail {

/// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int get() const noexcept { return number_; }

  /// Closes it now.
  void close() noexcept;

 private:
  int number_;
};

/// Whether the user has switched file locks off, with the variable that HDF5 itself obeys.
bool locking_switched_off();

/// Opens a regular file for reading, with a shared lock on it where the file system has locks.
/// @throws IoError  it cannot be opened, is no regular file, or is locked by something that writes to it
Descriptor open_for_reading(const FileContext& context);

/// Bytes of an open file. @throws IoError
std::uint64_t file_bytes(int descriptor, const FileContext& context);

/// Reads up to `bytes` bytes at `offset`; fewer only at the end of the file. Returns how many, or -1 with errno set.
std::int64_t read_at(int descriptor, void* buffer, std::size_t bytes, std::uint64_t offset) noexcept;

/// Writes all bytes at `offset`. Returns false with errno set where that failed.
bool write_at(int descriptor, const void* buffer, std::size_t bytes, std::uint64_t offset) noexcept;

}  // namespace spica::io::detail

#endif
