// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/kernels.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using spica::Array;
using spica::assign;
using spica::cpu;
using spica::test::Index;
using spica::test::matches_function;

TEST(ArithmeticKernels, AnExpressionIsOneKernel) {
  const auto x = spica::ones<float>(cpu(), 100, 7);
  const auto y = spica::ones<float>(cpu(), 7);
  const auto z = spica::ones<float>(cpu(), 100, 1);
  const auto target = spica::zeros<float>(cpu(), 100, 7);
  spica::test::KernelWatch watch;
  const Array result = ((x + y) * 2.0F - z) / (x + 1.0F) - -(y * z);
  EXPECT_EQ(watch.labels(), std::vector<std::string>{"spica::Array::expression"});
  assign(target, x * y + z);
  target += x - z * y;
  const std::vector<std::string> three{"spica::Array::expression", "spica::assign", "spica::assign"};
  EXPECT_EQ(watch.labels(), three);
  EXPECT_TRUE(matches_function(result, {100, 7}, [](const Index&) { return 2.5F; }));
}

TEST(ArithmeticKernels, AssigningAnExpressionTakesNoMemoryAndNoWait) {
  const auto x = spica::ones<float>(cpu(), 50, 7);
  const auto y = spica::ones<float>(cpu(), 7);
  const spica::Ledger before = spica::ledger();
  const spica::NoTransfers scope;
  assign(x, x * 2.0F + y);
  x -= y;
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_EQ(done.allocations + done.pool_hits, 0);
  EXPECT_EQ(done.transfers().count, 0);
  EXPECT_EQ(done.fences, 0);
}

}  // namespace
