// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many small products with the norm of each, kept on the device, against a loop of direct BLAS calls of the same.
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/norm.hpp>
#include <spica/ops/random.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>

#include "support/side_by_side.hpp"

extern "C" {
void sgemm_(const char*, const char*, const int*, const int*, const int*, const float*, const float*, const int*,
            const float*, const int*, const float*, float*, const int*);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*);
float snrm2_(const int*, const float*, const int*);
double dnrm2_(const int*, const double*, const int*);
}

namespace {

void direct(int n, const float* a, const float* b, float* c) {
  const float one = 1;
  const float zero = 0;
  sgemm_("N", "N", &n, &n, &n, &one, b, &n, a, &n, &zero, c, &n);
}
void direct(int n, const double* a, const double* b, double* c) {
  const double one = 1;
  const double zero = 0;
  dgemm_("N", "N", &n, &n, &n, &one, b, &n, a, &n, &zero, c, &n);
}
float length(int n, const float* x) {
  const int one = 1;
  return snrm2_(&n, x, &one);
}
double length(int n, const double* x) {
  const int one = 1;
  return dnrm2_(&n, x, &one);
}

template <class T>
void products(benchmark::State& state) {
  const auto device = spica::cpu();
  const std::int64_t n = state.range(0);
  const std::int64_t count = perf::tiny() ? 3 : state.range(1);
  spica::Generator rng(1);
  const auto A = spica::uniform<T>(device, rng, count, n, n);
  const auto B = spica::uniform<T>(device, rng, count, n, n);
  const auto C = spica::zeros<T>(device, count, n, n);
  const auto norms = spica::zeros<T>(device, count);
  const double size = static_cast<double>(n);
  perf::side_by_side(
      state,
      [&] {
        const auto product = spica::matmul(A, B);
        benchmark::DoNotOptimize(spica::norm(spica::reshape(product, count, n * n), spica::axes(-1)));
      },
      [&] {
        for (std::int64_t i = 0; i < count; ++i) {
          T* c = C.data() + i * n * n;
          direct(static_cast<int>(n), A.data() + i * n * n, B.data() + i * n * n, c);
          norms.data()[i] = length(static_cast<int>(n * n), c);
        }
      },
      2 * size * size * size * static_cast<double>(count), "GFLOP/s");
}

BENCHMARK_TEMPLATE(products, float)
    ->Args({4, 100000})
    ->Args({8, 50000})
    ->Args({16, 20000})
    ->Args({32, 5000})
    ->Args({64, 2000})
    ->Args({100, 1000})
    ->Args({256, 50})
    ->UseManualTime();
BENCHMARK_TEMPLATE(products, double)
    ->Args({4, 100000})
    ->Args({8, 50000})
    ->Args({16, 20000})
    ->Args({32, 5000})
    ->Args({64, 2000})
    ->Args({100, 1000})
    ->Args({256, 50})
    ->UseManualTime();

}  // namespace
