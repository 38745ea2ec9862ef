// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
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

/// What temporary names of a target begin and end with: ".model.h5.spica-0123456789abcdef.tmp" shows what it belongs
/// to, is never taken for a checkpoint, and is no longer than a name may be.
constexpr std::size_t unique_digits = 16;
constexpr const char* temporary_end = ".tmp";

std::string temporary_start(const std::string& name, int folder) {
  const std::string end = ".spica-";
  const long limit = fpathconf(folder, _PC_NAME_MAX);
  const std::size_t room =
      (limit > 0 ? static_cast<std::size_t>(limit) : 255) - 1 - end.size() - unique_digits - std::strlen(temporary_end);
  std::size_t kept = std::min(name.size(), room);
  while (kept < name.size() && kept > 0 && (static_cast<unsigned char>(name[kept]) & 0xC0u) == 0x80u) {
    --kept;  // not within a UTF-8 sequence: some file systems refuse such names
  }
  return '.' + name.substr(0, kept) + end;
}

std::string temporary_name(const std::string& name, int folder) {
  char unique[unique_digits + 1];
  std::random_device random;
  std::snprintf(unique, sizeof unique, "%08x%08x", random(), random());
  return temporary_start(name, folder) + unique + temporary_end;
}

bool is_temporary(const std::string& name, const std::string& start) {
  return name.size() == start.size() + unique_digits + std::strlen(temporary_end) && name.rfind(start, 0) == 0 &&
         name.find_first_not_of("0123456789abcdef", start.size()) == start.size() + unique_digits &&
         name.compare(start.size() + unique_digits, std::string::npos, temporary_end) == 0;
}

/// Removes what processes that were killed have left of a target. What goes wrong is left for the next time.
void remove_leftovers(const std::string& folder_path, const std::string& target, int folder) {
  if (locking_switched_off()) return;  // then nothing tells which are still being written
  const std::string start = temporary_start(target, folder);
  std::error_code ignored;
  std::filesystem::directory_iterator entries(folder_path, ignored);
  for (; entries != std::filesystem::directory_iterator(); entries.increment(ignored)) {
    const std::string name = entries->path().filename().string();
    if (!is_temporary(name, start)) continue;
    const Descriptor file(openat(folder, name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.get() >= 0 && flock(file.get(), LOCK_EX | LOCK_NB) == 0) unlinkat(folder, name.c_str(), 0);
  }
}

/// Locks a new file. Returns false where another process is removing it or has done so.
bool hold(int file) {
  if (locking_switched_off()) return true;
  if (flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat status {};
  return fstat(file, &status) == 0 && status.st_nlink > 0;
}

/// Where an open file can be reached by a path, to give it a name.
std::string descriptor_path(int file) { return "/proc/self/fd/" + std::to_string(file); }

}  // namespace

AtomicFile::AtomicFile(FileContext context, Naming naming) : context_(std::move(context)) {
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

  remove_leftovers(folder_path_, name_, folder_.get());
  // A file that is to be private must not be open to others for a moment.
  const unsigned mode = replaces ? 0600 : 0666;
  if (naming == Naming::late) create_without_name(mode);
  if (file_.get() < 0) create_with_name(mode);
  if (replaces) take_over_mode();
}

AtomicFile::~AtomicFile() { discard(); }

/// Leaves `file_` closed where the file system, or a missing /proc, does not allow it.
void AtomicFile::create_without_name([[maybe_unused]] unsigned mode) {
#ifdef O_TMPFILE
  Descriptor file(openat(folder_.get(), ".", O_RDWR | O_TMPFILE | O_CLOEXEC, mode));
  if (file.get() < 0 || access(descriptor_path(file.get()).c_str(), F_OK) != 0) return;
  if (!locking_switched_off()) flock(file.get(), LOCK_SH | LOCK_NB);  // before it has a name
  file_ = std::move(file);
#endif
}

void AtomicFile::create_with_name(unsigned mode) {
  for (int attempt = 0; attempt < 16; ++attempt) {
    const std::string name = temporary_name(name_, folder_.get());
    file_ = Descriptor(openat(folder_.get(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file_.get() < 0 && errno != EEXIST) break;
    if (file_.get() < 0 || !hold(file_.get())) continue;
    temporary_ = name;
    return;
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
  if (temporary_.empty()) {
    const std::string name = temporary_name(name_, folder_.get());
    const std::string unnamed = descriptor_path(file_.get());
    if (linkat(AT_FDCWD, unnamed.c_str(), folder_.get(), name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      context_.fail("the finished file cannot get a name: " + errno_text(errno));
    }
    temporary_ = name;
  }
  if (renameat(folder_.get(), temporary_.c_str(), folder_.get(), name_.c_str()) != 0) {
    context_.fail("the finished file cannot take its place: " + errno_text(errno));
  }
  temporary_.clear();
  file_.close();  // not before, because of the lock; that nothing is missing is known from fsync
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
