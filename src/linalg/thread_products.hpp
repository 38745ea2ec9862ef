// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_THREAD_PRODUCTS_HPP
#define SPICA_SRC_LINALG_THREAD_PRODUCTS_HPP

// Many products on the host: each thread computes some of them, one after the other, by the BLAS.
// 1000 products of 100 x 100 on two cores are 1.9 to 2 times as fast as a loop of BLAS calls that use both.

#include <spica/linalg/blas_info.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "products.hpp"

namespace spica::detail {

/// The memory of one thread for what the BLAS cannot take as it lies.
struct ScratchSizes {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t c = 0;
  std::int64_t total() const { return a + b + c; }
};

/// Writes the numbers that `from` stands for into `to`, without gaps, in the order of its nearest axis.
template <class T>
void pack_serially(const Matrix<const T>& from, T* to) {
  const Matrix<const T> m = nearest_axis(from) == 0 ? from.transposed() : from;
  for (std::int64_t i = 0; i < m.rows; ++i) {
    const T* row = m.data + i * m.row_stride;
    for (std::int64_t j = 0; j < m.columns; ++j) {
      if constexpr (is_complex<T>) {
        *to++ = ConjugateIf<T>(m.conjugate)(row[j * m.column_stride]);
      } else {
        *to++ = row[j * m.column_stride];
      }
    }
  }
}

/// C = beta C + column-major temporary.
template <class T>
void add_serially(T beta, const Matrix<T>& c, const T* temporary) {
  for (std::int64_t j = 0; j < c.columns; ++j) {
    for (std::int64_t i = 0; i < c.rows; ++i) {
      T& element = c.data[i * c.row_stride + j * c.column_stride];
      element = beta == T(0) ? *temporary : beta * element + *temporary;
      ++temporary;
    }
  }
}

/// One part of the products a turn.
template <class T>
struct ThreadProducts {
  Products<T> products;
  GemmCall<T> first;  // what the library is told; where it takes packed copies, of those
  ScratchSizes sizes;
  T* scratch;
  std::int64_t count;
  std::int64_t parts;

  void operator()(const std::int64_t part) const {
    T* const a = scratch + part * sizes.total();
    T* const b = a + sizes.a;
    T* const c = b + sizes.b;
    for (std::int64_t product = part * count / parts; product < (part + 1) * count / parts; ++product) {
      const Batch::Offsets at = products.batch.at(product);
      GemmCall<T> call = first;
      call.a = factor(products.a.shifted(at.a), sizes.a, a);
      call.b = factor(products.b.shifted(at.b), sizes.b, b);
      if (sizes.c == 0) {
        call.c = products.c.data + at.c;
        host_blas_gemm(call);
      } else {
        call.c = c;
        call.beta = T(0);
        host_blas_gemm(call);
        add_serially(first.beta, products.c.shifted(at.c), c);
      }
    }
  }

  static const T* factor(const Matrix<const T>& m, std::int64_t packed_size, T* own) {
    if (packed_size == 0) return m.data;
    pack_serially(m, own);
    return own;
  }
};

/// Sets what the library is told of a factor; returns how many elements its packed copy has, 0 where it needs none.
template <class T>
std::int64_t describe_factor(const Matrix<const T>& m, std::int64_t most, char& trans, int& ld) {
  const int axis = unit_axis(m, most);
  trans = operation_of(m, axis);
  if (trans != '\0') {
    ld = leading_dimension(m, axis);
    return 0;
  }
  const bool stands = nearest_axis(m) == 0;
  trans = stands ? 'N' : 'T';
  ld = static_cast<int>(stands ? m.rows : m.columns);
  return m.rows * m.columns;
}

/// Whether the BLAS computes by the calling thread alone inside a parallel region of this space, however large the
/// product. OpenBLAS with threads of its own would have those compete with the callers.
template <class Space>
bool blas_stays_on_its_thread() {
  static const BlasInfo::Threads threads = blas_info().threads;
  if (threads == BlasInfo::Threads::sequential) return true;
#if defined(KOKKOS_ENABLE_OPENMP)
  return std::is_same_v<Space, Kokkos::OpenMP> && threads == BlasInfo::Threads::openmp;
#else
  return false;
#endif
}

/// The multiplications of one product.
template <class T>
double work_of(const Products<T>& products) {
  return static_cast<double>(products.c.rows) * static_cast<double>(products.c.columns) *
         static_cast<double>(products.a.columns);
}

/// Whether each thread should compute products of its own. On two cores with OpenBLAS: it divides no product below 64^3
/// among threads, and gains nothing by it up to 128^3; larger ones, of which each thread has at least four, are up to
/// 1.1 times as fast side by side, but 0.83 times where the last round leaves threads without work (3 of 200^3).
template <class T, class Space>
bool go_by_threads(const Space& instance, const Products<T>& products) {
  if (!kernels_has_host_blas || !is_host_space<Space>) return false;
  const double work = work_of(products);
  if (work <= 64.0 * 64.0 * 64.0) return true;
  const std::int64_t threads = instance.concurrency();
  const std::int64_t rounds = work <= 128.0 * 128.0 * 128.0 ? 1 : 4;
  return threads > 1 && products.batch.count() >= rounds * threads && blas_stays_on_its_thread<Space>();
}

/// In how many parts the products are computed: one a thread, but none with so little work that it is done sooner than
/// a thread is woken. A call takes as long as some multiplications.
template <class T, class Space>
std::int64_t parts_of(const Space& instance, const Products<T>& products) {
  constexpr double call = 4096;
  constexpr double least_work = 1e5;
  const std::int64_t count = products.batch.count();
  const double parts = (work_of(products) + call) * static_cast<double>(count) / least_work;
  const std::int64_t most = std::min<std::int64_t>(instance.concurrency(), count);
  return parts < static_cast<double>(most) ? std::max<std::int64_t>(1, static_cast<std::int64_t>(parts)) : most;
}

/// All products, the extents of which the library can take.
template <class T, class Space>
void thread_products(const ProductContext<Space>& context, T alpha, const Products<T>& given, T beta) {
  Products<T> products = with_columns(given, context.most);
  const Lease shared_a = pack_shared(context, products.a, products.batch.stride_a, products.batch.axes);
  const Lease shared_b = pack_shared(context, products.b, products.batch.stride_b, products.batch.axes);
  const Matrix<T>& c = products.c;
  GemmCall<T> call{};
  ScratchSizes sizes;
  sizes.a = describe_factor(products.a, context.most, call.trans_a, call.lda);
  sizes.b = describe_factor(products.b, context.most, call.trans_b, call.ldb);
  const bool direct = is_column_major(c, context.most);
  sizes.c = direct ? 0 : c.rows * c.columns;
  call.m = static_cast<int>(c.rows);
  call.n = static_cast<int>(c.columns);
  call.k = static_cast<int>(products.a.columns);
  call.alpha = alpha;
  call.beta = beta;
  call.ldc = direct ? leading_dimension(c, 0) : call.m;
  call.function = context.function;

  const std::int64_t count = products.batch.count();
  const std::int64_t parts = parts_of(context.device.instance(), products);
  const Lease scratch =
      sizes.total() == 0
          ? Lease()
          : lease_block(context.device, static_cast<std::size_t>(parts * sizes.total()) * sizeof(T), context.function);
  T* memory = sizes.total() == 0 ? nullptr : reinterpret_cast<T*>(scratch->data);
  const ThreadProducts<T> kernel{products, call, sizes, memory, count, parts};
  if (parts == 1) {
    kernel(0);
  } else {
    launch(context.label("products"), context.device.instance(), parts, kernel);
  }
  context.note.path = ProductNote::Path::vendor_batched;
  context.note.packed += (sizes.a > 0 ? 1 : 0) + (sizes.b > 0 ? 1 : 0) + (sizes.c > 0 ? 1 : 0);
  context.note.calls += count;
}

}  // namespace spica::detail

#endif
