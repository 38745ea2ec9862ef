// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices against the same product by a direct call of the BLAS, in turns. `extra_us` is what
// Spica takes longer.
//
// BLAS cannot take operands with steps in both directions as they lie. Against "steps" the direct call has packed
// copies of them, made beforehand; against "steps_packing" it packs them each time, by a Kokkos loop over the rows.

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/linalg/blas_info.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/matmul.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "support/side_by_side.hpp"

extern "C" {
void sgemm_(const char*, const char*, const int*, const int*, const int*, const float*, const float*, const int*,
            const float*, const int*, const float*, float*, const int*);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*);
}

namespace {

template <class T>
struct Column {  // a column-major matrix as BLAS takes it
  char trans;
  const T* data;
  int ld;
};

void direct(int n, float alpha, const Column<float>& a, const Column<float>& b, float beta, float* c, int ldc) {
  sgemm_(&a.trans, &b.trans, &n, &n, &n, &alpha, a.data, &a.ld, b.data, &b.ld, &beta, c, &ldc);
}
void direct(int n, double alpha, const Column<double>& a, const Column<double>& b, double beta, double* c, int ldc) {
  dgemm_(&a.trans, &b.trans, &n, &n, &n, &alpha, a.data, &a.ld, b.data, &b.ld, &beta, c, &ldc);
}

/// Both return when the work is done: a host device works at once.
template <class Spica, class Blas>
void compare(benchmark::State& state, std::int64_t n, const Spica& spica_product, const Blas& blas_product) {
  const auto size = static_cast<double>(n);
  perf::side_by_side(state, spica_product, blas_product, 2.0 * size * size * size, "GFLOP/s");
  state.counters["extra_us"] = state.counters["us"].value - state.counters["peer_us"].value;
}

enum class Lie { row, column, row_slice, column_slice, steps };

/// An n x n matrix of small numbers that lies in a larger one as `lie` says.
template <class T>
auto matrix(std::int64_t n, Lie lie) {
  using Matrix = spica::Array<T, 2, Kokkos::DefaultHostExecutionSpace, Kokkos::LayoutStride>;
  const auto device = spica::cpu();
  const std::int64_t margin = lie == Lie::row_slice || lie == Lie::column_slice ? 8 : 0;
  const std::int64_t step = lie == Lie::steps ? 2 : 1;
  const auto memory = spica::full<T>(device, T(0.25), n * step + margin, n * step + margin);
  const auto axis = spica::range(margin / 2, margin / 2 + n * step, step);
  const Matrix part = memory(axis, axis);
  return lie == Lie::column || lie == Lie::column_slice ? Matrix(spica::transpose(part)) : part;
}

/// What a direct call is given: `m` transposed, because C is row-major and the call computes C^T = B^T A^T.
template <class Matrix>
auto transposed_for_blas(const Matrix& m) {
  using T = typename Matrix::value_type;
  if (m.stride(1) == 1) return Column<T>{'N', m.data(), static_cast<int>(m.stride(0))};
  return Column<T>{'T', m.data(), static_cast<int>(m.stride(1))};
}

template <class T>
struct CopyRow {
  const T* from;
  T* to;
  std::int64_t from_row, from_column, to_row, to_column, columns;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    for (std::int64_t j = 0; j < columns; ++j) to[i * to_row + j * to_column] = from[i * from_row + j * from_column];
  }
};

/// The peer's packing.
template <class From, class To>
void copy_by_rows(const From& from, const To& to) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  const CopyRow<typename To::value_type> kernel{from.data(),  to.data(),    from.stride(0), from.stride(1),
                                                to.stride(0), to.stride(1), to.extent(1)};
  Kokkos::parallel_for("peer", Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(0, to.extent(0)), kernel);
}

/// Products of matrices with steps in both directions, which the peer packs.
template <class T>
void steps_packing(benchmark::State& state, bool into_steps) {
  const std::int64_t n = state.range(0);
  const auto a = matrix<T>(n, Lie::steps);
  const auto b = matrix<T>(n, Lie::steps);
  const auto c = matrix<T>(n, Lie::steps);
  const auto packed_a = matrix<T>(n, Lie::row);
  const auto packed_b = matrix<T>(n, Lie::row);
  const auto packed_c = matrix<T>(n, Lie::row);
  const int size = static_cast<int>(n);
  const auto ours = [&] {
    if (into_steps) {
      spica::gemm(T(1), a, b, T(0), c);
    } else {
      benchmark::DoNotOptimize(spica::matmul(a, b));
    }
  };
  const auto peer = [&] {
    copy_by_rows(a, packed_a);
    copy_by_rows(b, packed_b);
    direct(size, T(1), transposed_for_blas(packed_b), transposed_for_blas(packed_a), T(0), packed_c.data(), size);
    if (into_steps) copy_by_rows(packed_c, c);
  };
  compare(state, n, ours, peer);
}

template <class T>
void matmul(benchmark::State& state, Lie lie_a, Lie lie_b) {
  const std::int64_t n = state.range(0);
  const auto a = matrix<T>(n, lie_a);
  const auto b = matrix<T>(n, lie_b);
  const auto packed_a = lie_a == Lie::steps ? matrix<T>(n, Lie::row) : a;
  const auto packed_b = lie_b == Lie::steps ? matrix<T>(n, Lie::row) : b;
  const auto blas_a = transposed_for_blas(packed_a);
  const auto blas_b = transposed_for_blas(packed_b);
  const auto c = spica::zeros<T>(spica::cpu(), n, n);
  T* out = c.data();
  const int size = static_cast<int>(n);
  compare(
      state, n, [&] { benchmark::DoNotOptimize(spica::matmul(a, b)); },
      [&] { direct(size, T(1), blas_b, blas_a, T(0), out, size); });
}

template <class T>
void gemm(benchmark::State& state, Lie lie_a, Lie lie_b, Lie lie_c) {
  const std::int64_t n = state.range(0);
  const auto a = matrix<T>(n, lie_a);
  const auto b = matrix<T>(n, lie_b);
  const auto c = matrix<T>(n, lie_c);
  const auto packed_a = lie_a == Lie::steps ? matrix<T>(n, Lie::row) : a;
  const auto packed_b = lie_b == Lie::steps ? matrix<T>(n, Lie::row) : b;
  const auto other = matrix<T>(n, lie_c == Lie::steps ? Lie::row : lie_c);
  T* out = other.data();
  const int size = static_cast<int>(n);
  const auto blas_a = transposed_for_blas(packed_a);
  const auto blas_b = transposed_for_blas(packed_b);
  if (lie_c == Lie::column || lie_c == Lie::column_slice) {
    const auto turned = [](Column<T> m) { return Column<T>{m.trans == 'N' ? 'T' : 'N', m.data, m.ld}; };
    const int ldc = static_cast<int>(other.stride(1));
    const auto left = turned(blas_a);
    const auto right = turned(blas_b);
    compare(
        state, n, [&] { spica::gemm(T(1), a, b, T(0), c); }, [&] { direct(size, T(1), left, right, T(0), out, ldc); });
  } else {
    const int ldc = static_cast<int>(other.stride(0));
    compare(
        state, n, [&] { spica::gemm(T(1), a, b, T(0), c); },
        [&] { direct(size, T(1), blas_b, blas_a, T(0), out, ldc); });
  }
}

std::vector<std::int64_t> sizes(std::vector<std::int64_t> full) {
  return perf::tiny() ? std::vector<std::int64_t>{16} : full;
}

template <class F>
void add(const std::string& name, const std::vector<std::int64_t>& ns, const F& f) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), f);
  entry->UseManualTime();
  for (const std::int64_t n : ns) entry->Arg(n);
}

template <class T>
void add_all(const std::string& type) {
  const auto every = sizes({16, 100, 256, 1000, 2000});
  const auto large = sizes({1000, 2000});
  const auto add_gemm = [&](const char* name, const std::vector<std::int64_t>& ns, Lie a, Lie b, Lie c) {
    add("gemm<" + type + ">/" + name, ns, [a, b, c](benchmark::State& state) { gemm<T>(state, a, b, c); });
  };
  const auto add_matmul = [&](const char* name, const std::vector<std::int64_t>& ns, Lie a, Lie b) {
    add("matmul<" + type + ">/" + name, ns, [a, b](benchmark::State& state) { matmul<T>(state, a, b); });
  };
  add_gemm("rows_rows_to_rows", sizes({16, 32, 64, 100, 256, 512, 1000, 2000}), Lie::row, Lie::row, Lie::row);
  add_gemm("columns_columns_to_columns", every, Lie::column, Lie::column, Lie::column);
  add_gemm("rows_columns_to_columns", every, Lie::row, Lie::column, Lie::column);
  add_gemm("columns_rows_to_rows", every, Lie::column, Lie::row, Lie::row);
  add_gemm("slices_to_slice", every, Lie::row_slice, Lie::row_slice, Lie::row_slice);
  add_gemm("steps_to_steps", large, Lie::steps, Lie::steps, Lie::steps);
  add_matmul("rows_rows", every, Lie::row, Lie::row);
  add_matmul("transposed_rows", every, Lie::column, Lie::row);
  add_matmul("rows_transposed", every, Lie::row, Lie::column);
  add_matmul("transposed_transposed", every, Lie::column, Lie::column);
  add_matmul("slice_transposed_slice", every, Lie::row_slice, Lie::column_slice);
  add_matmul("steps_steps", large, Lie::steps, Lie::steps);
  add("gemm<" + type + ">/steps_packing", large, [](benchmark::State& state) { steps_packing<T>(state, true); });
  add("matmul<" + type + ">/steps_packing", large, [](benchmark::State& state) { steps_packing<T>(state, false); });
}

const bool added = [] {
  add_all<float>("float");
  add_all<double>("double");
  const spica::BlasInfo blas = spica::blas_info();
  benchmark::AddCustomContext("blas", blas.name + ", threads: " + to_string(blas.threads) + ", " + blas.config);
  if (blas.threads == spica::BlasInfo::Threads::pthreads) {
    std::cerr << "warning: this OpenBLAS makes its own threads, beside Kokkos' OpenMP; install libopenblas-openmp-dev "
                 "and configure again\n";
  }
  return true;
}();

}  // namespace
