// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/bits.hpp"
#include "support/expect.hpp"
#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/runtime.hpp>
#include <spica/ops/random.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using spica::test::bits_of;

/// Reductions of numbers whose sums depend on the order of adding them.
template <class Space>
std::string all_bits(const spica::Device<Space>& device) {
  spica::Generator generator(42);
  std::string text;
  for (const std::int64_t rows : {1, 255, 40000}) {
    const auto x = spica::normal<double>(device, generator, rows, 17);
    const auto y = spica::normal<float>(device, generator, 17, rows);
    text += bits_of(sum(x)) + bits_of(sum(x, 0)) + bits_of(sum(x, 1)) + bits_of(sum(spica::transpose(x), 0));
    text += bits_of(sum(y)) + bits_of(sum(y, 0)) + bits_of(sum(y, 1)) + bits_of(sum(y(spica::all, 0)));
    text += bits_of(max(x, 0)) + bits_of(argmax(y, 1));
  }
  text += bits_of(argmax(spica::zeros<float>(device, 1000000)));
  return text;
}

const bool added = spica::test::add_program("reductions", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  std::puts(all_bits(spica::cpu()).c_str());
  return 0;
});

TEST(ReduceSameBits, OnEveryRun) {
  const std::string first = all_bits(spica::cpu());
  for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(all_bits(spica::cpu()), first);
}

TEST(ReduceSameBits, RED_04_ForEveryNumberOfThreads) {
  const std::string here = all_bits(spica::cpu()) + '\n';
  for (const char* threads : {"1", "2", "3", "16"}) {
    const spica::test::Ended ended = spica::test::run_program(
        "reductions", {}, {std::string("OMP_NUM_THREADS=") + threads, "OMP_WAIT_POLICY=passive"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, here) << threads << " threads";
  }
}

#if defined(KOKKOS_ENABLE_SERIAL)
TEST(ReduceSameBits, OnEveryHostSpace) { EXPECT_EQ(all_bits(spica::Device<Kokkos::Serial>()), all_bits(spica::cpu())); }
#endif

}  // namespace
