// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "train/digits.hpp"

#include <filesystem>

namespace apps::train {

std::string find_digits() {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path places[] = {program.parent_path() / ".." / "share" / "spica" / "digits.h5",
                                          std::filesystem::path(SPICA_APPS_SOURCE_DATA) / "digits.h5"};
  for (const auto& place : places) {
    if (std::filesystem::exists(place, ignored)) return std::filesystem::canonical(place, ignored).string();
  }
  return "";
}

}  // namespace apps::train
