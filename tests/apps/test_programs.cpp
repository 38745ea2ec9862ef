// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all programs do alike.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "apps/support/app.hpp"

namespace {

TEST(Programs, SayWhenTheirOutputCannotBeWritten) {
  std::string folder = (std::filesystem::temp_directory_path() / "spica-programs-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::vector<std::pair<std::string, std::vector<std::string>>> calls = {
      {"devices", {}},
      {"devices", {"--json"}},
      {"devices", {"--help"}},
      {"exercises", {"log", "--json", "--small=8", "--products=20", "--repeats=1"}},
      {"tour", {"--checkpoint", folder + "/tour.h5"}}};
  for (const auto& [name, arguments] : calls) {
    const auto ended = spica::test::run_app_on_full_disk(name, arguments);
    EXPECT_EQ(ended.exit_code, 2) << name;
    EXPECT_EQ(ended.err, "spica-" + name + ": standard output could not be written\n");
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
