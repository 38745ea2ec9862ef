// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_ATOMIC_FILE_HPP
#define SPICA_SRC_IO_ATOMIC_FILE_HPP

#include "file_context.hpp"
#include "posix_file.hpp"

#include <cstdint>
#include <string>

namespace spica::io::detail {

/// A file that takes the place of another in one step: it is written without a name in the same folder, and `commit`
/// gives it a temporary name and renames it once it is on the disk. Until then, and if anything fails, the target is as
/// it was. A process that is killed leaves nothing, but for the moment between naming and renaming.
///
/// Where the file system has no files without a name (NFS, Lustre), the temporary name stands in the folder from the
/// start, and a process that is killed leaves it. The next save to the same target removes what was left so: a file
/// that is being written has a shared lock, which one that was left has not.
///
/// A symbolic link stays, and the file that it points to is replaced. A new file gets the mode that the umask leaves; a
/// replaced one hands its mode on, and its owner where that is allowed. Other hard links to the old file keep the old
/// contents; access control lists and extended attributes are not carried over.
class AtomicFile {
 public:
  enum class Naming : std::uint8_t { late, early };  ///< `early`: as where there are no files without a name

  /// Creates the temporary file, empty and open for reading and writing.
  /// @throws IoError  the folder is missing or not writable, or the target is a folder, no regular file,
  /// write-protected or has too long a name
  explicit AtomicFile(FileContext context, Naming naming = Naming::late);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  int descriptor() const noexcept { return file_.get(); }

  /// Brings the file to the disk, renames it over the target and brings the folder to the disk.
  /// @throws IoError  one of these failed; "saved, but ..." where the last one did
  void commit();

 private:
  void create_without_name(unsigned mode);
  void create_with_name(unsigned mode);
  void take_over_mode();
  void discard() noexcept;

  FileContext context_;
  std::string folder_path_;
  std::string name_;       // of the target, within the folder
  std::string temporary_;  // likewise; empty as long as the file has no name, and once it is renamed or removed
  Descriptor folder_;
  Descriptor file_;
};

}  // namespace spica::io::detail

#endif
