// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_IO_SUPPORT_SCRATCH_HPP
#define SPICA_TESTS_IO_SUPPORT_SCRATCH_HPP

#include <spica/device/error.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// What the tests of files have in common: a folder that vanishes, whole files as strings, children that may die, and
/// h5py.
namespace spica::test {

/// A new folder that is removed with everything in it.
class ScratchFolder {
 public:
  /// Where the folder is: among the temporary files, or, for tests that save so often that waiting for the disk might
  /// take most of their time, in memory, where the system has such a place and TMPDIR does not name another.
  enum class Place { disk, memory };
  explicit ScratchFolder(Place place = Place::disk);
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  std::string path() const { return path_.string(); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// The names of all that is in the folder, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);

/// How many descriptors this process has open.
std::size_t open_descriptors();

/// The text of the exception of type `Expected` that `call` throws; "<nothing thrown>", or what else it threw.
template <class Expected, class Call>
std::string text_thrown(const Call& call) {
  try {
    call();
  } catch (const Expected& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("<another exception> ") + error.what();
  }
  return "<nothing thrown>";
}

/// Runs `call` in a child process that then exits as a program does, and returns its exit code: what `call` returns, 99
/// if it throws (the text goes to stderr), minus the signal if one ends it.
int in_child(const std::function<int()>& call);

/// The same without privileges: root passes over permissions, and in the child it no longer does.
int as_ordinary_user(const std::function<int()>& call);

/// The argument as one word of a shell command.
std::string shell_word(const std::string& argument);

struct Output {
  int status;        ///< exit code
  std::string text;  ///< stdout and stderr
};

/// Runs a Python program with h5py and numpy (as np) imported; `arguments` are in sys.argv from 1 on.
Output run_python(const std::string& program, const std::vector<std::string>& arguments = {});

}  // namespace spica::test

#endif
