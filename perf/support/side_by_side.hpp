// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_PERF_SUPPORT_SIDE_BY_SIDE_HPP
#define SPICA_PERF_SUPPORT_SIDE_BY_SIDE_HPP

#include <Kokkos_Core.hpp>
#include <benchmark/benchmark.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace perf {

/// Whether to run once with tiny sizes, only to show that it runs: the environment variable SPICA_PERF_TINY.
inline bool tiny() { return std::getenv("SPICA_PERF_TINY") != nullptr; }

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n == 0 ? 0.0 : (values[(n - 1) / 2] + values[n / 2]) / 2;
}

/// Seconds that `count` calls of `work` take, the device idle before and after.
template <class Work>
double seconds(const Work& work, int count) {
  Kokkos::fence();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) work();
  Kokkos::fence();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Times `ours` and `peer` in turn, in batches that last at least a millisecond, and reports medians as counters: the
/// times of one call in microseconds, `ratio` = peer / ours (1 is as fast as the peer, more is faster), and the rates
/// of both when `amount`, the work of one call in units of `unit` ("GB/s" for bytes, "GFLOP/s" for operations), is
/// given.
template <class Ours, class Peer>
void side_by_side(benchmark::State& state, const Ours& ours, const Peer& peer, double amount = 0,
                  const char* unit = "GB/s") {
  ours();
  peer();
  const double once = std::max(seconds(ours, 1), 1e-8);
  const int batch = tiny() ? 1 : std::max(1, static_cast<int>(1e-3 / once));
  std::vector<double> our_times;
  std::vector<double> peer_times;
  bool ours_first = true;
  for (auto _ : state) {
    double a = 0;
    double b = 0;
    if (ours_first) a = seconds(ours, batch) / batch;
    b = seconds(peer, batch) / batch;
    if (!ours_first) a = seconds(ours, batch) / batch;
    ours_first = !ours_first;
    our_times.push_back(a);
    peer_times.push_back(b);
    state.SetIterationTime((a + b) * batch);  // the benchmark's length goes by what it really took
  }
  const double a = median(our_times);
  const double b = median(peer_times);
  state.counters["us"] = a * 1e6;
  state.counters["peer_us"] = b * 1e6;
  state.counters["ratio"] = b / a;
  if (amount > 0) {
    state.counters[unit] = amount / a * 1e-9;
    state.counters[std::string("peer_") + unit] = amount / b * 1e-9;
  }
}

}  // namespace perf

#endif
