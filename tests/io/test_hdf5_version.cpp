// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/io/hdf5_version.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

TEST(Hdf5Version, IsThreeNumbersFrom1_10On) {
  int major = 0;
  int minor = 0;
  int release = 0;
  int end = 0;
  const std::string version = spica::io::hdf5_version();
  EXPECT_EQ(std::sscanf(version.c_str(), "%d.%d.%d%n", &major, &minor, &release, &end), 3) << version;
  EXPECT_EQ(static_cast<std::size_t>(end), version.size()) << version;
  EXPECT_GE(100 * major + minor, 110) << version;
}

}  // namespace
