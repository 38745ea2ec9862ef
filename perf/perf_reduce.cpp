// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions against hand-written Kokkos loops over the same arrays. For whole arrays the peer is the plainest sum
// there is, in the element type and in any order: what reading takes. Spica's sum is as exact as a pairwise one.
#include <spica/spica.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>

#include "support/side_by_side.hpp"

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

std::int64_t elements(const benchmark::State& state) { return perf::tiny() ? 1000 : state.range(0); }

/// Sums chunks of a million elements, for whose inner loop the compiler may choose any order.
template <class T>
struct Read {
  const T* x;
  std::int64_t count;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk, T& total) const {
    const std::int64_t begin = chunk << 20;
    const std::int64_t end = begin + (1 << 20) < count ? begin + (1 << 20) : count;
    T lane[16] = {};
    std::int64_t i = begin;
    for (; i + 16 <= end; i += 16) {
      for (int l = 0; l < 16; ++l) lane[l] += x[i + l];
    }
    for (; i < end; ++i) lane[0] += x[i];
    for (const T& part : lane) total += part;
  }
};

template <class T>
T read(const spica::Array<T, 1>& x) {
  T total = 0;
  const std::int64_t chunks = (x.size() + (1 << 20) - 1) >> 20;
  Kokkos::parallel_reduce("peer", Policy(Space(), 0, chunks), Read<T>{x.data(), x.size()}, total);
  return total;
}

/// The whole of a large array.
template <class T, class Reduce>
void whole(benchmark::State& state, const Reduce& reduce) {
  const spica::Device<> device;
  const std::int64_t n = elements(state);
  spica::Generator generator(1);
  const spica::Array<T, 1> x = spica::uniform<T>(device, generator, n);
  perf::side_by_side(
      state, [&] { benchmark::DoNotOptimize(reduce(x)); }, [&] { benchmark::DoNotOptimize(read(x)); },
      static_cast<double>(sizeof(T)) * static_cast<double>(n));
}
template <class T>
void sum_all(benchmark::State& state) {
  whole<T>(state, [](const auto& x) { return spica::sum(x); });
}
template <class T>
void max_all(benchmark::State& state) {
  whole<T>(state, [](const auto& x) { return spica::max(x); });
}
template <class T>
void argmax_all(benchmark::State& state) {
  whole<T>(state, [](const auto& x) { return spica::argmax(x); });
}
template <class T>
void norm_all(benchmark::State& state) {
  whole<T>(state, [](const auto& x) { return spica::norm(x); });
}

struct SumRows {
  const float* x;
  float* out;
  std::int64_t width;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    double total = 0;
    for (std::int64_t j = 0; j < width; ++j) total += static_cast<double>(x[i * width + j]);
    out[i] = static_cast<float>(total);
  }
};
struct ArgmaxRows {
  const float* x;
  std::int64_t* out;
  std::int64_t width;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t best = 0;
    for (std::int64_t j = 1; j < width; ++j) {
      if (x[i * width + j] > x[i * width + best]) best = j;
    }
    out[i] = best;
  }
};
/// One column tile a turn, row by row.
struct SumColumns {
  const float* x;
  float* out;
  std::int64_t rows;
  std::int64_t width;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    const std::int64_t begin = tile * 256;
    const std::int64_t count = width - begin < 256 ? width - begin : 256;
    double total[256] = {};
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < count; ++j) total[j] += static_cast<double>(x[i * width + begin + j]);
    }
    for (std::int64_t j = 0; j < count; ++j) out[begin + j] = static_cast<float>(total[j]);
  }
};

struct Matrix {
  explicit Matrix(const benchmark::State& state)
      : width(state.range(1)),
        rows(elements(state) / width + 1),
        generator(1),
        x(spica::uniform<float>(spica::Device<>(), generator, rows, width)) {}
  double bytes() const { return 4.0 * static_cast<double>(rows * width); }
  std::int64_t width;
  std::int64_t rows;
  spica::Generator generator;
  spica::Array<float, 2> x;
};

void sum_rows(benchmark::State& state) {
  const Matrix m(state);
  const auto out = spica::zeros<float>(m.x.device(), m.rows);
  perf::side_by_side(
      state, [&] { benchmark::DoNotOptimize(spica::sum(m.x, 1)); },
      [&] {
        Kokkos::parallel_for("peer", Policy(Space(), 0, m.rows), SumRows{m.x.data(), out.data(), m.width});
      },
      m.bytes());
}
void argmax_rows(benchmark::State& state) {
  const Matrix m(state);
  const auto out = spica::zeros<std::int64_t>(m.x.device(), m.rows);
  perf::side_by_side(
      state, [&] { benchmark::DoNotOptimize(spica::argmax(m.x, 1)); },
      [&] {
        Kokkos::parallel_for("peer", Policy(Space(), 0, m.rows), ArgmaxRows{m.x.data(), out.data(), m.width});
      },
      m.bytes());
}
void sum_columns(benchmark::State& state) {
  const Matrix m(state);
  const auto out = spica::zeros<float>(m.x.device(), m.width);
  perf::side_by_side(
      state, [&] { benchmark::DoNotOptimize(spica::sum(m.x, 0)); },
      [&] {
        Kokkos::parallel_for("peer", Policy(Space(), 0, (m.width + 255) / 256),
                             SumColumns{m.x.data(), out.data(), m.rows, m.width});
      },
      m.bytes());
}
/// Two operands, one of them a column: the peer only sums the columns of the other.
void sum_columns_less_column(benchmark::State& state) {
  const Matrix m(state);
  const auto column = spica::full<float>(m.x.device(), 0.5F, m.rows, 1);
  const auto out = spica::zeros<float>(m.x.device(), m.width);
  perf::side_by_side(
      state, [&] { benchmark::DoNotOptimize(spica::sum(m.x - column, 0)); },
      [&] {
        Kokkos::parallel_for("peer", Policy(Space(), 0, (m.width + 255) / 256),
                             SumColumns{m.x.data(), out.data(), m.rows, m.width});
      },
      m.bytes());
}
/// A product with a row, summed: the peer sums rows of the same length.
void sum_of_product(benchmark::State& state) {
  const Matrix m(state);
  const auto row = spica::full<float>(m.x.device(), 0.5F, m.width);
  const auto out = spica::zeros<float>(m.x.device(), m.rows);
  perf::side_by_side(
      state, [&] { benchmark::DoNotOptimize(spica::sum(m.x * row)); },
      [&] {
        Kokkos::parallel_for("peer", Policy(Space(), 0, m.rows), SumRows{m.x.data(), out.data(), m.width});
      },
      m.bytes());
}

constexpr std::int64_t large = 1 << 24;

BENCHMARK_TEMPLATE(sum_all, float)->RangeMultiplier(4)->Range(1 << 10, large)->UseManualTime();
BENCHMARK_TEMPLATE(sum_all, double)->Arg(large)->UseManualTime();
BENCHMARK_TEMPLATE(max_all, float)->Arg(large)->UseManualTime();
BENCHMARK_TEMPLATE(max_all, double)->Arg(large)->UseManualTime();
BENCHMARK_TEMPLATE(argmax_all, float)->Arg(large)->UseManualTime();
BENCHMARK_TEMPLATE(argmax_all, double)->Arg(large)->UseManualTime();
BENCHMARK_TEMPLATE(norm_all, float)->Arg(large)->UseManualTime();
BENCHMARK_TEMPLATE(norm_all, double)->Arg(large)->UseManualTime();
BENCHMARK(sum_rows)->Args({large, 4096})->Args({large, 64})->Args({large, 10})->UseManualTime();
BENCHMARK(argmax_rows)->Args({large, 4096})->Args({large, 10})->UseManualTime();
BENCHMARK(sum_columns)->Args({large, 4096})->Args({large, 64})->Args({large, 8})->UseManualTime();
BENCHMARK(sum_columns_less_column)->Args({large, 4096})->UseManualTime();
BENCHMARK(sum_of_product)->Args({large, 4096})->Args({large, 4})->UseManualTime();

}  // namespace
