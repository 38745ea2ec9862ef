// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the pool gives memory back and when it asks for more, each in a process of its own; and what its work costs.
#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/device/runtime.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using spica::test::add_program;
using spica::test::Ended;
using spica::test::run_program;

constexpr std::int64_t mebi = std::int64_t{1} << 20;

/// How many blocks of the pool have been given back to Kokkos.
int given_back = 0;
void note_deallocation(Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t) {
  if (std::string(label) == "spica::pool") ++given_back;
}

const bool ends = add_program("pool_array_ends", [](int&, char**) {
  const spica::Runtime runtime;
  Kokkos::Tools::Experimental::set_deallocate_data_callback(note_deallocation);
  { const auto a = spica::empty<char>(spica::cpu(), mebi); }
  std::cout << given_back << ' ';
  {
    auto a = spica::empty<char>(spica::cpu(), mebi);
    a = spica::empty<char>(spica::cpu(), 2 * mebi);
    std::cout << given_back << ' ';
  }
  std::cout << given_back << '\n';
  Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  return 0;
});

const bool other_size = add_program("pool_full_of_another_size", [](int&, char**) {
  const spica::Runtime runtime;
  { const auto large = spica::empty<char>(spica::cpu(), 60 * mebi); }
  const std::int64_t before = spica::ledger().allocations;
  for (int i = 0; i < 100; ++i) const auto small = spica::empty<char>(spica::cpu(), 8 * mebi);
  std::cout << spica::ledger().allocations - before << ' ' << spica::pool_bytes(spica::cpu()) / mebi << '\n';
  return 0;
});

const bool oldest = add_program("pool_drops_the_oldest", [](int&, char**) {
  const spica::Runtime runtime;
  const auto use = [](std::int64_t size) {
    const std::int64_t before = spica::ledger().allocations;
    { const auto array = spica::empty<char>(spica::cpu(), size * mebi); }
    std::cout << size << (spica::ledger().allocations == before ? " kept " : " new ");
  };
  for (const std::int64_t size : {2, 3, 4, 2, 5, 4, 2, 3}) use(size);  // room for 12: of 2 + 3 + 4 + 5 the 3 goes
  std::cout << spica::pool_bytes(spica::cpu()) / mebi << '\n';
  return 0;
});

/// Forbids the process to grow by more than `bytes`.
void allow_growth(std::int64_t bytes) {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const auto limit = static_cast<rlim_t>(pages * 4096 + bytes);
  const rlimit both{limit, limit};
  setrlimit(RLIMIT_AS, &both);
}

const bool again = add_program("pool_emptied_for_an_allocation", [](int&, char**) {
  const spica::Runtime runtime;
  { const auto unused = spica::empty<char>(spica::cpu(), 600 * mebi); }
  allow_growth(500 * mebi);
  const auto larger = spica::empty<char>(spica::cpu(), 900 * mebi);
  std::cout << larger.size() / mebi << ' ' << spica::pool_bytes(spica::cpu()) << '\n';
  return 0;
});

TEST(PoolMemory, LimitOfZeroGivesABlockBackWhenItsArrayEnds) {
  const Ended run = run_program("pool_array_ends", {}, {"SPICA_POOL_LIMIT=0"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "1 2 3\n");
}

TEST(PoolMemory, LoopIsNotKeptFromItsBlockByOthersThatFillTheLimit) {
  const Ended run = run_program("pool_full_of_another_size", {}, {"SPICA_POOL_LIMIT=64M"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "1 8\n");
}

TEST(PoolMemory, WhatWasUnusedLongestGoesFirst) {
  const Ended run = run_program("pool_drops_the_oldest", {}, {"SPICA_POOL_LIMIT=12M"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "2 new 3 new 4 new 2 kept 5 new 4 kept 2 kept 3 new 9\n");
}

TEST(PoolMemory, IsEmptiedBeforeAnAllocationFails) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs addresses of its own";
#endif
  const Ended run = run_program("pool_emptied_for_an_allocation");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "900 0\n");
}

TEST(PoolCost, DoesNotGrowWithTheViewsOfEndedArrays) {
  const auto device = spica::cpu();
  const auto seconds = [&] {  // the shortest of some loops
    double least = 1e9;
    for (int round = 0; round < 5; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < 1000; ++i) const auto array = spica::empty<float>(device, 3);
      least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return least;
  };
  const double without = seconds();
  using View = decltype(spica::empty<float>(device, 3).view());
  std::vector<View> views;
  for (int i = 0; i < 30000; ++i) views.push_back(spica::empty<float>(device, 3).view());
  EXPECT_LT(seconds(), 20 * without);
}

}  // namespace
