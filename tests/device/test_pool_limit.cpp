// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/device/runtime.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>

namespace {

using spica::test::add_program;
using spica::test::run_program;

/// Two arrays end; prints what the pool keeps of them, and how often a third has to be allocated.
const bool two_arrays = add_program("pool_limit_two_arrays", [](int&, char**) {
  const spica::Runtime runtime;
  {
    const auto a = spica::zeros<float>(spica::cpu(), 1024);
    const auto b = spica::zeros<float>(spica::cpu(), 1024);
  }
  std::cout << spica::pool_bytes(spica::cpu()) << ' ';
  const std::int64_t before = spica::ledger().allocations;
  { const auto c = spica::zeros<float>(spica::cpu(), 1024); }
  std::cout << spica::ledger().allocations - before << '\n';
  return 0;
});

/// Arrays of ever other sizes that end before their Views do.
const bool views = add_program("pool_limit_views", [](int&, char**) {
  const spica::Runtime runtime;
  std::int64_t most = 0;
  for (int size = 1; size <= 64; ++size) {
    auto array = spica::zeros<float>(spica::cpu(), size * 262144);
    auto view = array.view();
    array = spica::zeros<float>(spica::cpu(), 1);
    view = {};
    most = std::max(most, spica::pool_bytes(spica::cpu()));
  }
  std::cout << most << '\n';
  return 0;
});

std::string kept(const std::string& limit) {
  const auto run = run_program("pool_limit_two_arrays", {}, {limit});
  return run.exit_code == 0 ? run.out : run.err;
}

TEST(PoolLimit, WithoutOneEverythingIsKept) { EXPECT_EQ(kept("SPICA_POOL_LIMIT"), "8192 0\n"); }

TEST(PoolLimit, OfZeroKeepsNothing) { EXPECT_EQ(kept("SPICA_POOL_LIMIT=0"), "0 1\n"); }

TEST(PoolLimit, KeepsWhatFits) {
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=4095"), "0 1\n");
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=4096"), "4096 0\n");
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=8191"), "4096 0\n");
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=8192"), "8192 0\n");
}

TEST(PoolLimit, TakesSuffixes) {
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=3K"), "0 1\n");
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=4K"), "4096 0\n");
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=1M"), "8192 0\n");
  EXPECT_EQ(kept("SPICA_POOL_LIMIT=1G"), "8192 0\n");
}

TEST(PoolLimit, HoldsForBlocksThatViewsHeldLonger) {
  const auto run = run_program("pool_limit_views", {}, {"SPICA_POOL_LIMIT=3M"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GT(std::stoll(run.out), 0);
  EXPECT_LE(std::stoll(run.out), 3 << 20);
}

}  // namespace
