// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_TIMING_HPP
#define SPICA_APPS_SUPPORT_TIMING_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace apps {

/// The median time of `repeats` calls of `run`, in seconds. `run` itself waits for what it has started. One more call
/// goes before and is not counted: it fetches memory and wakes threads.
template <class Run>
double median_seconds(int repeats, const Run& run) {
  using Clock = std::chrono::steady_clock;
  run();
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto start = Clock::now();
    run();
    times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  const std::size_t middle = times.size() / 2;
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(middle), times.end());
  return times[middle];
}

}  // namespace apps

#endif
