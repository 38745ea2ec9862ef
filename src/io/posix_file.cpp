// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "posix_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spica::io::detail {
namespace {

/// HDF5 takes an exclusive lock on a file that it has open for writing. Network file systems without locks (ENOLCK,
/// ENOSYS, ENOTSUP, Lustre's 524) let the file be read all the same.
void lock_shared(int descriptor, const FileContext& context) {
  if (locking_switched_off()) return;
  while (flock(descriptor, LOCK_SH | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return;
    context.fail("the file is locked: it is open for writing elsewhere (" + errno_text(errno) +
                 "); close it there, or set HDF5_USE_FILE_LOCKING=FALSE to read it all the same");
  }
}

}  // namespace

bool locking_switched_off() {
  const char* setting = std::getenv("HDF5_USE_FILE_LOCKING");
  return setting != nullptr && (std::strcmp(setting, "FALSE") == 0 || std::strcmp(setting, "0") == 0);
}

Descriptor::~Descriptor() { close(); }

void Descriptor::close() noexcept {
  if (const int number = std::exchange(number_, -1); number >= 0) ::close(number);
}

Descriptor open_for_reading(const FileContext& context) {
  if (context.path.empty()) throw IoError(context.operation + ": the path is empty");
  if (context.path.find('\0') != std::string::npos)
    throw IoError(context.operation + ": the path has a null character");
  // Without O_NONBLOCK, opening a named pipe would wait for ever.
  Descriptor file(::open(context.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) context.fail(errno_text(errno));
  struct stat status {};
  if (fstat(file.get(), &status) != 0) context.fail(errno_text(errno));
  if (S_ISDIR(status.st_mode)) context.fail(errno_text(EISDIR));
  if (!S_ISREG(status.st_mode)) context.fail("not a regular file");
  lock_shared(file.get(), context);
  return file;
}

std::uint64_t file_bytes(int descriptor, const FileContext& context) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) context.fail(errno_text(errno));
  return static_cast<std::uint64_t>(status.st_size);
}

std::int64_t read_at(int descriptor, void* buffer, std::size_t bytes, std::uint64_t offset) noexcept {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count =
        pread(descriptor, static_cast<char*>(buffer) + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return static_cast<std::int64_t>(done);
}

bool write_at(int descriptor, const void* buffer, std::size_t bytes, std::uint64_t offset) noexcept {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count =
        pwrite(descriptor, static_cast<const char*>(buffer) + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace spica::io::detail
