// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_LAPACK_LIBRARY_HPP
#define SPICA_SRC_LINALG_LAPACK_LIBRARY_HPP

// LAPACK for the matrices of a stack, in host memory. cusolver_library.hpp has the same functions for NVIDIA GPUs.

#include <spica/device/detail/launch.hpp>
#include <spica/device/error.hpp>
#include <spica/linalg/blas_info.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "buffer.hpp"
#include "lapack_calls.hpp"

namespace spica::detail {

/// Whether LAPACK may be called by all threads of the space at once, each call then staying on its thread. An OpenBLAS
/// on pthreads hands the calls of all of them to one set of threads, slower than one call after the other.
template <class Space>
bool calls_side_by_side() {
  static const BlasInfo::Threads threads = blas_info().threads;
  if (threads == BlasInfo::Threads::sequential) return true;
#if defined(KOKKOS_ENABLE_OPENMP)
  return std::is_same_v<Space, Kokkos::OpenMP> && threads == BlasInfo::Threads::openmp;
#else
  return false;
#endif
}

/// Calls `work(i, memory)` for some matrices, one after the other.
template <class Work>
struct EachMatrix {
  const Work& work;
  std::int64_t count;
  std::int64_t parts;
  unsigned char* memory;
  std::int64_t bytes;
  int* info;

  void operator()(const std::int64_t part) const {
    for (std::int64_t i = part; i < count; i += parts) info[i] = work(i, memory + part * bytes);
  }
};

/// info[i] = work(i, memory) for each matrix, with `bytes` of memory that are a call's own. Where there are matrices
/// for all threads, each thread has some; else they are done one by one, each by all threads of the BLAS.
template <class Space, class Work>
void for_each_matrix(const Device<Space>& device, std::int64_t count, std::int64_t bytes, int* info,
                     const char* function, const Work& work) {
  const std::int64_t threads = device.instance().concurrency();
  const bool together = threads > 1 && count >= threads && calls_side_by_side<Space>();
  const std::int64_t parts = together ? threads : 1;
  const Buffer<unsigned char, Space> memory(device, parts * bytes, function);
  const EachMatrix<Work> each{work, count, parts, memory.data(), bytes, info};
  if (together) {
    launch(std::string(function) + "::lapack", device.instance(), parts, each);
  } else {
    each(0);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (info[i] < 0) {
      throw Error(std::string(function) + ": LAPACK refused its argument number " + std::to_string(-info[i]));
    }
  }
}

struct LapackLibrary {
  template <class T, class Space>
  static void lu(const Device<Space>& device, const Stack<T>& a, int* pivots, int* info, const char* function) {
    const int m = static_cast<int>(a.rows);
    const int n = static_cast<int>(a.columns);
    const std::int64_t k = std::min(m, n);
    for_each_matrix(device, a.count, 0, info, function,
                    [=](std::int64_t i, unsigned char*) { return lapack::lu(m, n, a.matrix(i), pivots + i * k); });
  }

  /// With one matrix for all right-hand sides, or one for each.
  template <class T, class Space>
  static void lu_solve(const Device<Space>& device, const Stack<T>& factors, const int* pivots, const Stack<T>& b,
                       const char* function) {
    const int n = static_cast<int>(b.rows);
    const int k = static_cast<int>(b.columns);
    const std::int64_t step = factors.count == 1 ? 0 : 1;
    const Buffer<int, Space> info(device, b.count, function);
    for_each_matrix(device, b.count, 0, info.data(), function, [=](std::int64_t i, unsigned char*) {
      return lapack::lu_solve(n, k, factors.matrix(i * step), pivots + i * step * n, b.matrix(i));
    });
  }

  /// The factors become the inverses.
  template <class T, class Space>
  static void invert(const Device<Space>& device, const Stack<T>& factors, const int* pivots, const char* function) {
    const int n = static_cast<int>(factors.rows);
    const lapack::WorkSizes sizes = lapack::invert_sizes<T>(n);
    const Buffer<int, Space> info(device, factors.count, function);
    const auto work = [=](std::int64_t i, unsigned char* memory) {
      return lapack::invert(n, factors.matrix(i), pivots + i * n, memory, sizes);
    };
    for_each_matrix(device, factors.count, sizes.bytes<T>(), info.data(), function, work);
  }

  template <class T, class Space>
  static void cholesky_upper(const Device<Space>& device, const Stack<T>& a, int* info, const char* function) {
    const int n = static_cast<int>(a.rows);
    for_each_matrix(device, a.count, 0, info, function,
                    [=](std::int64_t i, unsigned char*) { return lapack::cholesky_upper(n, a.matrix(i)); });
  }

  template <class T, class Space>
  static void qr(const Device<Space>& device, const Stack<T>& a, T* tau, const char* function) {
    const int m = static_cast<int>(a.rows);
    const int n = static_cast<int>(a.columns);
    const int k = std::min(m, n);
    const lapack::WorkSizes sizes = lapack::qr_sizes<T>(m, n, k);
    const Buffer<int, Space> info(device, a.count, function);
    const auto work = [=](std::int64_t i, unsigned char* memory) {
      return lapack::qr(m, n, a.matrix(i), tau + i * k, memory, sizes);
    };
    for_each_matrix(device, a.count, sizes.bytes<T>(), info.data(), function, work);
  }

  /// The first min(m, n) columns become those of Q.
  template <class T, class Space>
  static void qr_columns(const Device<Space>& device, const Stack<T>& a, const T* tau, const char* function) {
    const int m = static_cast<int>(a.rows);
    const int k = static_cast<int>(std::min(a.rows, a.columns));
    const lapack::WorkSizes sizes = lapack::qr_sizes<T>(m, k, k);
    const Buffer<int, Space> info(device, a.count, function);
    const auto work = [=](std::int64_t i, unsigned char* memory) {
      return lapack::qr_columns(m, k, a.matrix(i), tau + i * k, memory, sizes);
    };
    for_each_matrix(device, a.count, sizes.bytes<T>(), info.data(), function, work);
  }

  /// The eigenvectors replace A.
  template <class T, class Space>
  static void eigh(const Device<Space>& device, const Stack<T>& a, RealOf<T>* values, bool vectors, int* info,
                   const char* function) {
    const int n = static_cast<int>(a.rows);
    const lapack::WorkSizes sizes = lapack::eigh_sizes<T>(n, vectors, function);
    const auto work = [=](std::int64_t i, unsigned char* memory) {
      return lapack::eigh(n, a.matrix(i), values + i * n, vectors, memory, sizes);
    };
    for_each_matrix(device, a.count, sizes.bytes<T>(), info, function, work);
  }

  /// Of matrices with at least as many rows as columns.
  template <class T, class Space>
  static void svd(const Device<Space>& device, const Stack<T>& a, T* u, RealOf<T>* s, T* vh, int* info,
                  const char* function) {
    const int m = static_cast<int>(a.rows);
    const int n = static_cast<int>(a.columns);
    const lapack::WorkSizes sizes = lapack::svd_sizes<T>(m, n, u != nullptr, function);
    const Stack<T> left{u, a.count, m, n};
    const Stack<T> right{vh, a.count, n, n};
    const auto work = [=](std::int64_t i, unsigned char* memory) {
      return lapack::svd(m, n, a.matrix(i), s + i * n, u == nullptr ? u : left.matrix(i),
                         u == nullptr ? u : right.matrix(i), memory, sizes);
    };
    for_each_matrix(device, a.count, sizes.bytes<T>(), info, function, work);
  }

  /// Of one matrix; the solutions stand in b's first rows.
  template <class T, class Space>
  static void least_squares(const Device<Space>& device, const Stack<T>& a, const Stack<T>& b, RealOf<T>* s,
                            RealOf<T> rcond, std::int64_t* rank, int* info, const char* function) {
    const int m = static_cast<int>(a.rows);
    const int n = static_cast<int>(a.columns);
    const int k = static_cast<int>(b.columns);
    const lapack::WorkSizes sizes = lapack::least_squares_sizes<T>(m, n, k, function);
    const auto work = [=](std::int64_t, unsigned char* memory) {
      int found = 0;
      const int status = lapack::least_squares(m, n, k, a.data, b.data, s, rcond, &found, memory, sizes);
      *rank = found;
      return status;
    };
    for_each_matrix(device, 1, sizes.bytes<T>(), info, function, work);
  }
};

}  // namespace spica::detail

#endif
