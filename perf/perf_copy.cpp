// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica::copy and deep_copy against Kokkos::deep_copy and memcpy, on one device and, where there is one, to and from a
// GPU.
#include <spica/spica.hpp>

#include <benchmark/benchmark.h>
#include <cstring>

#include "support/side_by_side.hpp"

namespace {

std::int64_t elements(const benchmark::State& state) { return perf::tiny() ? 1000 : state.range(0); }

template <class ToDevice, class FromDevice>
void against_kokkos(benchmark::State& state, const ToDevice& to, const FromDevice& from) {
  const std::int64_t n = elements(state);
  const auto x = spica::full<float>(from, 1.5F, n);
  const auto z = spica::zeros<float>(to, n);
  const auto source = x.view();
  const auto target = z.view();
  perf::side_by_side(
      state, [&] { spica::deep_copy(z, x); }, [&] { Kokkos::deep_copy(target, source); }, 8.0 * static_cast<double>(n));
}

void deep_copy_on_device(benchmark::State& state) { against_kokkos(state, spica::Device<>(), spica::Device<>()); }
void deep_copy_to_device(benchmark::State& state) { against_kokkos(state, spica::Device<>(), spica::cpu()); }
void deep_copy_from_device(benchmark::State& state) { against_kokkos(state, spica::cpu(), spica::Device<>()); }

/// A copy into new memory, which the pool hands out, against one into memory that is there.
void copy_to_new(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t n = elements(state);
  const auto x = spica::full<float>(device, 1.5F, n);
  const auto z = spica::zeros<float>(device, n);
  const auto source = x.view();
  const auto target = z.view();
  perf::side_by_side(
      state, [&] { const auto copied = spica::copy(x); }, [&] { Kokkos::deep_copy(target, source); },
      8.0 * static_cast<double>(n));
}

/// A strided copy: every second column into a contiguous array.
void copy_strided(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t rows = elements(state) / 1024 + 1;
  const auto wide = spica::full<float>(device, 1.5F, rows, 2048);
  const auto part = wide(spica::all, spica::range(0, 2048, 2));
  const auto z = spica::zeros<float>(device, rows, 1024);
  const auto source = part.view();
  const auto target = z.view();
  perf::side_by_side(
      state, [&] { spica::deep_copy(z, part); }, [&] { Kokkos::deep_copy(target, source); },
      8.0 * static_cast<double>(rows * 1024));
}

constexpr std::int64_t cached = 1 << 16;
constexpr std::int64_t large = 1 << 24;

BENCHMARK(deep_copy_on_device)->Arg(cached)->Arg(large)->UseManualTime();
BENCHMARK(deep_copy_to_device)->Arg(large)->UseManualTime();
BENCHMARK(deep_copy_from_device)->Arg(large)->UseManualTime();
BENCHMARK(copy_to_new)->Arg(cached)->Arg(large)->UseManualTime();
BENCHMARK(copy_strided)->Arg(large)->UseManualTime();

}  // namespace
