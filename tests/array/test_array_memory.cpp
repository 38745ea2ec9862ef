// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the memory of arrays goes back to the system, as Kokkos Tools are told it.
#include <spica/array/array.hpp>

#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/device/runtime.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <iostream>
#include <utility>

namespace {

std::uint64_t freed = 0;

void note_deallocation(Kokkos::Profiling::SpaceHandle, const char*, const void*, std::uint64_t bytes) {
  freed += bytes;
}

/// What has been given back since the last call, in blocks of 1 MiB.
std::uint64_t freed_blocks() { return std::exchange(freed, 0) >> 20; }

/// Prints how many blocks were given back after each step, without a call into the pool between them.
const bool one_after_another = spica::test::add_program("array_memory", [](int&, char**) {
  const spica::Runtime runtime;
  Kokkos::Tools::Experimental::set_deallocate_data_callback(note_deallocation);
  const auto block = [] { return spica::empty<float>(spica::cpu(), 1 << 18); };
  { const auto a = block(); }
  std::cout << freed_blocks();  // one that ends
  auto a = block();
  auto b = block();
  a = b;
  std::cout << freed_blocks();  // one that is rebound
  a = block();
  std::cout << freed_blocks();  // b holds the first
  b = std::move(a);
  std::cout << freed_blocks();  // the first
  const auto row = b(spica::range(0, 5));
  b = {};
  std::cout << freed_blocks();  // a part holds it
  Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  std::cout << '\n';
  return 0;
});

TEST(ArrayMemory, WithAPoolLimitOfZeroTheLastHandleGivesItBackAtOnce) {
  const auto run = spica::test::run_program("array_memory", {}, {"SPICA_POOL_LIMIT=0"});
  EXPECT_EQ(run.out, "11010\n") << run.err;
}

}  // namespace
