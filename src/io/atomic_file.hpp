// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_ATOMIC_FILE_HPP
#define SPICA_SRC_IO_ATOMIC_FILE_HPP

#include "file_context.hpp"
#include "posix_file.hpp"

#include <string>

namespace spica::io::detail {

/// A file that takes the place of another in one step: it is written under a name of its own in the same folder, and
/// `commit` renames it once it is on the disk. Until then, and if anything fails, the target is as it was and the
/// temporary file is removed.
///
/// A symbolic link stays, and the file that it points to is replaced. A new file gets the mode that the umask leaves; a
/// replaced one hands its mode on, and its owner where that is allowed. Other hard links to the old file keep the old
/// contents; access control lists and extended attributes are not carried over.
class AtomicFile {
 public:
  /// Creates the temporary file, empty and open for reading and writing.
  /// @throws IoError  the folder is missing or not writable, or the target is a folder, no regular file,
  /// write-protected
  ///                  or has too long a name
  explicit AtomicFile(FileContext context);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  int descriptor() const noexcept { return file_.get(); }

  /// Brings the file to the disk, closes it, renames it over the target and brings the folder to the disk.
  /// @throws IoError  one of these failed
  void commit();

 private:
  void create_temporary();
  void take_over_mode();
  void discard() noexcept;

  FileContext context_;
  std::string folder_path_;
  std::string name_;       // of the target, within the folder
  std::string temporary_;  // likewise; empty once it is renamed or removed
  Descriptor folder_;
  Descriptor file_;
};

}  // namespace spica::io::detail

#endif
