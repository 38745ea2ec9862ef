// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/version.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(Version, LibraryAndHeadersOfOneBuildAgree) { EXPECT_STREQ(spica::version(), SPICA_VERSION); }

TEST(Version, TextIsMajorMinorPatch) {
  EXPECT_EQ(std::string(SPICA_VERSION), std::to_string(SPICA_VERSION_MAJOR) + '.' +
                                            std::to_string(SPICA_VERSION_MINOR) + '.' +
                                            std::to_string(SPICA_VERSION_PATCH));
}

}  // namespace
