// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A data race on purpose: several threads add to one number. ThreadSanitizer has to find it, or it finds nothing in the
// other tests either.
#include <spica/array/create.hpp>
#include <spica/device/runtime.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdio>

template <class Space>
void add_up(const spica::Array<std::int64_t, 1, Space>& total) {
  const auto view = total.view();
  Kokkos::parallel_for(
      "seeded_race", Kokkos::RangePolicy<Space>(total.device().instance(), 0, 100000),
      KOKKOS_LAMBDA(const std::int64_t i) { view(0) += i; });
}

int main(int argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  const auto total = spica::zeros<std::int64_t>(spica::cpu(), 1);
  add_up(total);
  std::puts("the race has been run");
  return 0;
}
