// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_FILE_CONTEXT_HPP
#define SPICA_SRC_IO_FILE_CONTEXT_HPP

#include <spica/device/error.hpp>

#include <string>
#include <system_error>

namespace spica::io::detail {

/// Which operation works on which file: what the text of every error begins with.
struct FileContext {
  std::string operation;  ///< "spica::io::save"
  std::string path;       ///< as the caller gave it

  /// "spica::io::save: model.h5: <reason>"
  std::string text(const std::string& reason) const { return operation + ": " + path + ": " + reason; }

  [[noreturn]] void fail(const std::string& reason) const { throw IoError(text(reason)); }
};

/// The operating system's text for a value of errno.
inline std::string errno_text(int error) { return std::generic_category().message(error); }

/// A name in quotes, as it stands in the texts of errors.
inline std::string quoted(const std::string& name) { return '"' + name + '"'; }

}  // namespace spica::io::detail

#endif
