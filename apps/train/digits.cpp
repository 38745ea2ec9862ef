// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "train/digits.hpp"

#include <filesystem>

namespace apps::train {

std::string find_digits() {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path installed =
      (program.parent_path() / SPICA_APPS_INSTALLED_DATA / "digits.h5").lexically_normal();
  const std::filesystem::path source = std::filesystem::path(SPICA_APPS_SOURCE_DATA) / "digits.h5";
  for (const auto& place : {installed, source}) {
    if (std::filesystem::exists(place, ignored)) return std::filesystem::canonical(place, ignored).string();
  }
  throw spica::IoError("digits.h5 is neither " + installed.string() + " nor " + source.string() +
                       "; name it with --data FILE");
}

}  // namespace apps::train
