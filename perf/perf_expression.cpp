// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One expression against a hand-written Kokkos loop over the same arrays.
#include <spica/spica.hpp>

#include <benchmark/benchmark.h>

#include "support/side_by_side.hpp"

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

std::int64_t elements(const benchmark::State& state) { return perf::tiny() ? 1000 : state.range(0); }

// The peers are function objects: nvcc refuses lambdas in some of the places that Google Benchmark needs.
struct AddScaled {
  const float* x;
  const float* y;
  float* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { z[i] = x[i] + 2.0F * y[i]; }
};
struct Chain {
  const float* x;
  const float* y;
  float* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    z[i] = (x[i] + 2.0F * y[i]) * (x[i] - y[i]) + 3.0F * x[i] * y[i] - 1.0F;
  }
};
struct AddRow {
  const float* x;
  const float* row;
  float* z;
  std::int64_t width;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const float* xi = x + i * width;
    float* zi = z + i * width;
    for (std::int64_t j = 0; j < width; ++j) zi[j] = xi[j] + row[j];
  }
};
struct AddColumn {
  const float* x;
  const float* column;
  float* z;
  std::int64_t width;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const float* xi = x + i * width;
    float* zi = z + i * width;
    const float value = column[i];
    for (std::int64_t j = 0; j < width; ++j) zi[j] = xi[j] + value;
  }
};
struct Blend {
  const float* x;
  const float* y;
  const float* column;
  float* z;
  std::int64_t width;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const float* xi = x + i * width;
    const float* yi = y + i * width;
    float* zi = z + i * width;
    const float value = column[i];
    for (std::int64_t j = 0; j < width; ++j) zi[j] = value * xi[j] + (1.0F - value) * yi[j];
  }
};

template <class Kernel>
void loop(const char* label, std::int64_t count, const Kernel& kernel) {
  Kokkos::parallel_for(label, Policy(Space(), 0, count), kernel);
}

void add_scaled(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t n = elements(state);
  const auto x = spica::full<float>(device, 1.5F, n);
  const auto y = spica::full<float>(device, 2.5F, n);
  const auto z = spica::zeros<float>(device, n);
  perf::side_by_side(
      state, [&] { spica::assign(z, x + 2.0F * y); },
      [&] {
        loop("peer", n, AddScaled{x.data(), y.data(), z.data()});
      },
      12.0 * static_cast<double>(n));
}

void chain(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t n = elements(state);
  const auto x = spica::full<float>(device, 1.5F, n);
  const auto y = spica::full<float>(device, 2.5F, n);
  const auto z = spica::zeros<float>(device, n);
  perf::side_by_side(
      state, [&] { spica::assign(z, (x + 2.0F * y) * (x - y) + 3.0F * x * y - 1.0F); },
      [&] {
        loop("peer", n, Chain{x.data(), y.data(), z.data()});
      },
      12.0 * static_cast<double>(n));
}

void in_place(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t n = elements(state);
  const auto x = spica::full<float>(device, 1.5F, n);
  const auto z = spica::zeros<float>(device, n);
  perf::side_by_side(
      state, [&] { z += 2.0F * x; },
      [&] {
        loop("peer", n, AddScaled{z.data(), x.data(), z.data()});
      },
      12.0 * static_cast<double>(n));
}

void new_array(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t n = elements(state);
  const auto x = spica::full<float>(device, 1.5F, n);
  const auto y = spica::full<float>(device, 2.5F, n);
  const auto z = spica::zeros<float>(device, n);
  perf::side_by_side(
      state, [&] { const spica::Array result = x + 2.0F * y; },
      [&] {
        loop("peer", n, AddScaled{x.data(), y.data(), z.data()});
      },
      12.0 * static_cast<double>(n));
}

void broadcast_row(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t width = state.range(1);
  const std::int64_t rows = elements(state) / width + 1;
  const auto x = spica::full<float>(device, 1.5F, rows, width);
  const auto row = spica::full<float>(device, 2.5F, width);
  const auto z = spica::zeros<float>(device, rows, width);
  perf::side_by_side(
      state, [&] { spica::assign(z, x + row); },
      [&] {
        loop("peer", rows, AddRow{x.data(), row.data(), z.data(), width});
      },
      8.0 * static_cast<double>(rows * width));
}

void broadcast_column(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t width = state.range(1);
  const std::int64_t rows = elements(state) / width + 1;
  const auto x = spica::full<float>(device, 1.5F, rows, width);
  const auto column = spica::full<float>(device, 2.5F, rows, 1);
  const auto z = spica::zeros<float>(device, rows, width);
  perf::side_by_side(
      state, [&] { spica::assign(z, x + column); },
      [&] {
        loop("peer", rows, AddColumn{x.data(), column.data(), z.data(), width});
      },
      8.0 * static_cast<double>(rows * width));
}

/// Four operands, two of them repeated along the rows.
void blend_column(benchmark::State& state) {
  const spica::Device<> device;
  const std::int64_t width = state.range(1);
  const std::int64_t rows = elements(state) / width + 1;
  const auto x = spica::full<float>(device, 1.5F, rows, width);
  const auto y = spica::full<float>(device, 3.5F, rows, width);
  const auto column = spica::full<float>(device, 0.25F, rows, 1);
  const auto z = spica::zeros<float>(device, rows, width);
  perf::side_by_side(
      state, [&] { spica::assign(z, column * x + (1.0F - column) * y); },
      [&] {
        loop("peer", rows, Blend{x.data(), y.data(), column.data(), z.data(), width});
      },
      12.0 * static_cast<double>(rows * width));
}

constexpr std::int64_t small = 1 << 10;
constexpr std::int64_t cached = 1 << 16;
constexpr std::int64_t large = 1 << 24;

BENCHMARK(add_scaled)->RangeMultiplier(4)->Range(small, large)->UseManualTime();
BENCHMARK(chain)->Arg(cached)->Arg(large)->UseManualTime();
BENCHMARK(in_place)->Arg(cached)->Arg(large)->UseManualTime();
BENCHMARK(new_array)->Arg(cached)->Arg(large)->UseManualTime();
BENCHMARK(broadcast_row)->Args({large, 4096})->Args({large, 64})->Args({large, 8})->Args({large, 4})->UseManualTime();
BENCHMARK(broadcast_column)
    ->Args({large, 4096})
    ->Args({large, 64})
    ->Args({large, 8})
    ->Args({large, 4})
    ->Args({large, 2})
    ->UseManualTime();
BENCHMARK(blend_column)->Args({large, 4096})->Args({large, 64})->Args({large, 8})->UseManualTime();

}  // namespace
