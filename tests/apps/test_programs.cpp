// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all programs do alike.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "apps/support/app.hpp"

namespace {

using spica::test::Ended;

std::string program(const std::string& name) { return std::string(SPICA_TEST_PROGRAMS) + "/spica-" + name; }

/// Runs a program whose standard output goes to the file `out`.
Ended run_into(const std::string& out, const std::string& name, const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"-c", "out=$1; shift; exec \"$@\" >\"$out\"", "sh", out, program(name)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return spica::test::run_executable("/bin/sh", all, {"SPICA_HOST_DEVICES=1"});
}

TEST(Programs, SayWhenTheirOutputCannotBeWritten) {
  const std::string file = (std::filesystem::temp_directory_path() / "spica-programs-XXXXXX").string();
  std::string folder = file;
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::vector<std::pair<std::string, std::vector<std::string>>> calls = {
      {"devices", {}},
      {"devices", {"--json"}},
      {"devices", {"--help"}},
      {"exercises", {"log", "--json", "--small=8", "--products=20", "--repeats=1"}},
      {"tour", {"--checkpoint", folder + "/tour.h5"}},
      {"train", {"digits", "--epochs", "1"}},
      {"train", {"digits", "--epochs", "0", "--quiet"}},
      {"train", {"digits", "--help"}}};
  for (const auto& [name, arguments] : calls) {
    const std::string call = name + (arguments.empty() ? "" : ' ' + arguments.back());
    EXPECT_EQ(run_into("/dev/null", name, arguments).exit_code, 0) << call;
    const Ended ended = run_into("/dev/full", name, arguments);
    EXPECT_EQ(ended.exit_code, 2) << call;
    EXPECT_EQ(ended.err, "spica-" + name + ": standard output could not be written\n") << call;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
