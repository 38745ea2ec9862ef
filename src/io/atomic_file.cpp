// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spica::io::detail {
namespace {

/// Follows the symbolic links at the end of a path by hand, because the file that the last one names may not exist yet.
std::filesystem::path follow_links(const FileContext& context) {
  std::filesystem::path path = context.path;
  for (int step = 0; step < 40; ++step) {
    std::error_code error;
    const auto target = std::filesystem::read_symlink(path, error);
    if (error) return path;  // no link, or nothing there
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  context.fail(errno_text(ELOOP));
}

/// ".model.h5.spica-0123456789abcdef.tmp": shows what it belongs to, is never taken for a checkpoint, and is no longer
/// than a name may be.
std::string temporary_name(const std::string& name, int folder) {
  char unique[17];
  std::random_device random;
  std::snprintf(unique, sizeof unique, "%08x%08x", random(), random());
  const std::string end = std::string(".spica-") + unique + ".tmp";
  const long limit = fpathconf(folder, _PC_NAME_MAX);
  const std::size_t room = (limit > 0 ? static_cast<std::size_t>(limit) : 255) - end.size() - 1;
  std::size_t kept = std::min(name.size(), room);
  while (kept < name.size() && kept > 0 && (static_cast<unsigned char>(name[kept]) & 0xC0u) == 0x80u) {
    --kept;  // not within a UTF-8 sequence: some file systems refuse such names
  }
  return '.' + name.substr(0, kept) + end;
}

}  // namespace

AtomicFile::AtomicFile(FileContext context) : context_(std::move(context)) {
  if (context_.path.empty()) throw IoError(context_.operation + ": the path is empty");
  if (context_.path.find('\0') != std::string::npos)
    throw IoError(context_.operation + ": the path has a null character");
  const std::filesystem::path target = follow_links(context_);
  name_ = target.filename().string();
  folder_path_ = target.has_parent_path() ? target.parent_path().string() : ".";

  folder_ = Descriptor(::open(folder_path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_.get() < 0) context_.fail("folder " + folder_path_ + ": " + errno_text(errno));
  if (name_.empty()) context_.fail(errno_text(EISDIR));

  struct stat status {};
  const bool replaces = fstatat(folder_.get(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  if (!replaces && errno != ENOENT) context_.fail(errno_text(errno));
  if (replaces && S_ISDIR(status.st_mode)) context_.fail(errno_text(EISDIR));
  if (replaces && !S_ISREG(status.st_mode)) context_.fail("not a regular file");
  // Renaming asks only for the folder's permission; whoever write-protects a file means the file.
  if (replaces && faccessat(folder_.get(), name_.c_str(), W_OK, AT_EACCESS) != 0) {
    context_.fail("the file cannot be replaced: " + errno_text(errno));
  }

  create_temporary();
  if (replaces) take_over_mode();
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::create_temporary() {
  for (int attempt = 0; attempt < 16; ++attempt) {
    const std::string name = temporary_name(name_, folder_.get());
    file_ = Descriptor(openat(folder_.get(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file_.get() >= 0) {
      temporary_ = name;
      return;
    }
    if (errno != EEXIST) break;
  }
  context_.fail("folder " + folder_path_ + " cannot be written: " + errno_text(errno));
}

void AtomicFile::take_over_mode() {
  struct stat before {};
  struct stat now {};
  if (fstatat(folder_.get(), name_.c_str(), &before, AT_SYMLINK_NOFOLLOW) != 0) return;  // removed meanwhile
  if (fstat(file_.get(), &now) == 0 && (before.st_uid != now.st_uid || before.st_gid != now.st_gid)) {
    // Only root may give files away, and some file systems have no owners: the mode is what was promised.
    [[maybe_unused]] const int ignored = fchown(file_.get(), before.st_uid, before.st_gid);
  }
  if (fchmod(file_.get(), before.st_mode & 07777u) != 0) {
    const int error = errno;
    discard();
    context_.fail("the file's mode cannot be kept: " + errno_text(error));
  }
}

void AtomicFile::commit() {
  if (fsync(file_.get()) != 0) context_.fail("cannot be written to the disk: " + errno_text(errno));
  if (const int error = file_.close(); error != 0) context_.fail("cannot be closed: " + errno_text(error));
  if (renameat(folder_.get(), temporary_.c_str(), folder_.get(), name_.c_str()) != 0) {
    context_.fail("the finished file cannot take its place: " + errno_text(errno));
  }
  temporary_.clear();
  // Some file systems cannot fsync a folder (EINVAL); they have nothing to bring to the disk.
  if (fsync(folder_.get()) != 0 && errno != EINVAL && errno != ENOTSUP && errno != ENOSYS) {
    context_.fail("saved, but the folder's entry may not be on the disk yet: " + errno_text(errno));
  }
}

void AtomicFile::discard() noexcept {
  if (temporary_.empty()) return;
  unlinkat(folder_.get(), temporary_.c_str(), 0);
  temporary_.clear();
}

}  // namespace spica::io::detail
