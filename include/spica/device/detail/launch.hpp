// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_LAUNCH_HPP
#define SPICA_DEVICE_DETAIL_LAUNCH_HPP

#include <spica/device/detail/spaces.hpp>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

namespace spica::detail {

/// Indices 0 to count - 1 in 64 bits, on the instance.
template <class Space>
auto range_policy(const Space& instance, std::int64_t count) {
  return Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(instance, 0, count);
}

/// Calls `run(kernel, begin, end)` for parts of the indices 0 to count - 1, one a thread: for host spaces.
template <class Space>
void launch_parts(const Space& instance, const std::string& label, std::int64_t count,
                  void (*run)(const void* kernel, std::int64_t begin, std::int64_t end), const void* kernel);

/// Runs `kernel(i)` for the indices 0 to count - 1. On the host Kokkos sees the same function for every kernel, so that
/// a caller's file does not instantiate its parallel loop for each; a thread's indices follow each other.
template <class Space, class Kernel>
void launch(const std::string& label, const Space& instance, std::int64_t count, const Kernel& kernel) {
  if constexpr (is_host_space<Space>) {
    const auto run = [](const void* erased, std::int64_t begin, std::int64_t end) {
      const Kernel& each = *static_cast<const Kernel*>(erased);
      for (std::int64_t i = begin; i < end; ++i) each(i);
    };
    launch_parts(instance, label, count, run, &kernel);
  } else {
    Kokkos::parallel_for(label, range_policy(instance, count), kernel);
  }
}

}  // namespace spica::detail

#endif
