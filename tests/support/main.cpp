// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main() of every test program: one Runtime around all tests.
#include <gtest/gtest.h>

#include <spica/device/runtime.hpp>
#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  try {
    spica::Runtime runtime(argc, argv);
    return RUN_ALL_TESTS();
  } catch (const std::exception& error) {
    std::cerr << "the tests could not start: " << error.what() << '\n';
    return 2;
  }
}
