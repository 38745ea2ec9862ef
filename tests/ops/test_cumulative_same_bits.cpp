// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// That running sums and sorting do not depend on the number of threads.
#include "ops/support/bits.hpp"
#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/runtime.hpp>
#include <spica/ops/cumulative.hpp>
#include <spica/ops/random.hpp>
#include <spica/ops/sort.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using spica::test::bits_of;

/// Of lines and columns that are cut, and of rows that threads share.
std::string all_bits() {
  spica::Generator generator(42);
  const auto X = spica::normal<double>(spica::cpu(), generator, 2, 50001);
  return bits_of(cumsum(X, 1)) + bits_of(cumsum(spica::contiguous(spica::transpose(X)), 0)) +
         bits_of(cumsum(X(0, spica::all))) + bits_of(sort(X)) + bits_of(argsort(X)) + bits_of(sort(X(0, spica::all)));
}

const bool added = spica::test::add_program("running sums", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  std::puts(all_bits().c_str());
  return 0;
});

TEST(CumulativeSameBits, ForEveryNumberOfThreads) {
  const std::string here = all_bits() + '\n';
  for (const char* threads : {"1", "2", "3", "16"}) {
    const spica::test::Ended ended = spica::test::run_program(
        "running sums", {}, {std::string("OMP_NUM_THREADS=") + threads, "OMP_WAIT_POLICY=passive"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, here) << threads << " threads";
  }
}

}  // namespace
