// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The only place that calls cuSOLVER: one matrix a call, in the order of the stack, in the queue of the device's
// instance.
#include "cusolver_library.hpp"

#if defined(KOKKOS_ENABLE_CUDA)

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "buffer.hpp"
#include "cuda_call.hpp"
#include "cusolver_routines.hpp"
#include "stream_handles.hpp"

namespace spica::detail {

namespace {

using Gpu = Device<Kokkos::Cuda>;

void check(cusolverStatus_t status, const char* function, const char* call) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  throw Error(std::string(function) + ": " + call + " of cuSOLVER failed with status " +
              std::to_string(static_cast<int>(status)));
}

struct CusolverDense {
  using Raw = cusolverDnHandle_t;
  static void destroy(Raw handle) { cusolverDnDestroy(handle); }
  static StreamHandles<CusolverDense>::Handle make(const Kokkos::Cuda& instance, const char* function) {
    cusolverDnHandle_t raw = nullptr;
    check(cusolverDnCreate(&raw), function, "cusolverDnCreate");
    StreamHandles<CusolverDense>::Handle handle(raw);
    check(cusolverDnSetStream(raw, instance.cuda_stream()), function, "cusolverDnSetStream");
    return handle;
  }
};

/// Calls `f` with the handle of the device's queue.
template <class F>
void with_handle(const Gpu& device, const char* function, const F& f) {
  const CurrentGpu current(device.instance().cuda_device(), function);
  StreamHandles<CusolverDense>::instance().with(device.instance(), function, f);
}

/// cuSOLVER's own complex numbers.
template <class T>
auto* raw(T* numbers) {
  return reinterpret_cast<typename Cusolver<T>::Element*>(numbers);
}
template <class T>
const auto* raw(const T* numbers) {
  return reinterpret_cast<const typename Cusolver<T>::Element*>(numbers);
}

/// The extents of a stack's matrices, as cuSOLVER counts; they have been checked.
template <class T>
struct Extents {
  int m;
  int n;
  int k;
  explicit Extents(const Stack<T>& a)
      : m(static_cast<int>(a.rows)), n(static_cast<int>(a.columns)), k(std::min(m, n)) {}
};

}  // namespace

template <class T>
void CusolverLibrary::lu(const Gpu& device, const Stack<T>& a, int* pivots, int* info, const char* function) {
  const Extents<T> e(a);
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    int size = 0;
    check(Cusolver<T>::getrf_size(handle, e.m, e.n, raw(a.data), e.m, &size), function, "getrf");
    const Buffer<T, Kokkos::Cuda> work(device, size, function);
    for (std::int64_t i = 0; i < a.count; ++i) {
      check(Cusolver<T>::getrf(handle, e.m, e.n, raw(a.matrix(i)), e.m, raw(work.data()), pivots + i * e.k, info + i),
            function, "getrf");
    }
  });
}

template <class T>
void CusolverLibrary::lu_solve(const Gpu& device, const Stack<T>& factors, const int* pivots, const Stack<T>& b,
                               const char* function) {
  const Extents<T> e(b);
  const std::int64_t step = factors.count == 1 ? 0 : 1;
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    const Buffer<int, Kokkos::Cuda> info(device, 1, function);  // of bad arguments only, which the status tells too
    for (std::int64_t i = 0; i < b.count; ++i) {
      const T* mine = factors.matrix(i * step);
      check(Cusolver<T>::getrs(handle, CUBLAS_OP_N, e.m, e.n, raw(mine), e.m, pivots + i * step * e.m, raw(b.matrix(i)),
                               e.m, info.data()),
            function, "getrs");
    }
  });
}

template <class T>
void CusolverLibrary::cholesky_upper(const Gpu& device, const Stack<T>& a, int* info, const char* function) {
  const Extents<T> e(a);
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    int size = 0;
    check(Cusolver<T>::potrf_size(handle, CUBLAS_FILL_MODE_UPPER, e.n, raw(a.data), e.n, &size), function, "potrf");
    const Buffer<T, Kokkos::Cuda> work(device, size, function);
    for (std::int64_t i = 0; i < a.count; ++i) {
      check(Cusolver<T>::potrf(handle, CUBLAS_FILL_MODE_UPPER, e.n, raw(a.matrix(i)), e.n, raw(work.data()), size,
                               info + i),
            function, "potrf");
    }
  });
}

template <class T>
void CusolverLibrary::qr(const Gpu& device, const Stack<T>& a, T* tau, const char* function) {
  const Extents<T> e(a);
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    int size = 0;
    check(Cusolver<T>::geqrf_size(handle, e.m, e.n, raw(a.data), e.m, &size), function, "geqrf");
    const Buffer<T, Kokkos::Cuda> work(device, size, function);
    const Buffer<int, Kokkos::Cuda> info(device, 1, function);
    for (std::int64_t i = 0; i < a.count; ++i) {
      check(Cusolver<T>::geqrf(handle, e.m, e.n, raw(a.matrix(i)), e.m, raw(tau + i * e.k), raw(work.data()), size,
                               info.data()),
            function, "geqrf");
    }
  });
}

template <class T>
void CusolverLibrary::qr_columns(const Gpu& device, const Stack<T>& a, const T* tau, const char* function) {
  const Extents<T> e(a);
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    int size = 0;
    const T* const read_only = a.data;
    check(Cusolver<T>::orgqr_size(handle, e.m, e.k, e.k, raw(read_only), e.m, raw(tau), &size), function, "orgqr");
    const Buffer<T, Kokkos::Cuda> work(device, size, function);
    const Buffer<int, Kokkos::Cuda> info(device, 1, function);
    for (std::int64_t i = 0; i < a.count; ++i) {
      check(Cusolver<T>::orgqr(handle, e.m, e.k, e.k, raw(a.matrix(i)), e.m, raw(tau + i * e.k), raw(work.data()), size,
                               info.data()),
            function, "orgqr");
    }
  });
}

template <class T>
void CusolverLibrary::eigh(const Gpu& device, const Stack<T>& a, RealOf<T>* values, bool vectors, int* info,
                           const char* function) {
  const Extents<T> e(a);
  const cusolverEigMode_t mode = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    int size = 0;
    const T* const read_only = a.data;
    check(Cusolver<T>::syevd_size(handle, mode, CUBLAS_FILL_MODE_LOWER, e.n, raw(read_only), e.n, values, &size),
          function, "syevd");
    const Buffer<T, Kokkos::Cuda> work(device, size, function);
    for (std::int64_t i = 0; i < a.count; ++i) {
      check(Cusolver<T>::syevd(handle, mode, CUBLAS_FILL_MODE_LOWER, e.n, raw(a.matrix(i)), e.n, values + i * e.n,
                               raw(work.data()), size, info + i),
            function, "syevd");
    }
  });
}

template <class T>
void CusolverLibrary::svd(const Gpu& device, const Stack<T>& a, T* u, RealOf<T>* s, T* vh, int* info,
                          const char* function) {
  const Extents<T> e(a);
  const signed char job = u == nullptr ? 'N' : 'S';
  const Stack<T> left{u, a.count, a.rows, a.columns};
  const Stack<T> right{vh, a.count, a.columns, a.columns};
  with_handle(device, function, [&](cusolverDnHandle_t handle) {
    int size = 0;
    check(Cusolver<T>::gesvd_size(handle, e.m, e.n, &size), function, "gesvd");
    const Buffer<T, Kokkos::Cuda> work(device, size, function);
    const Buffer<RealOf<T>, Kokkos::Cuda> reals(device, std::max(e.n - 1, 1), function);
    for (std::int64_t i = 0; i < a.count; ++i) {
      T* const mine = u == nullptr ? u : left.matrix(i);
      T* const its = u == nullptr ? u : right.matrix(i);
      check(Cusolver<T>::gesvd(handle, job, job, e.m, e.n, raw(a.matrix(i)), e.m, s + i * e.n, raw(mine), e.m, raw(its),
                               e.n, raw(work.data()), size, reals.data(), info + i),
            function, "gesvd");
    }
  });
}

#define SPICA_INSTANTIATE(T)                                                                                      \
  template void CusolverLibrary::lu(const Gpu&, const Stack<T>&, int*, int*, const char*);                        \
  template void CusolverLibrary::lu_solve(const Gpu&, const Stack<T>&, const int*, const Stack<T>&, const char*); \
  template void CusolverLibrary::cholesky_upper(const Gpu&, const Stack<T>&, int*, const char*);                  \
  template void CusolverLibrary::qr(const Gpu&, const Stack<T>&, T*, const char*);                                \
  template void CusolverLibrary::qr_columns(const Gpu&, const Stack<T>&, const T*, const char*);                  \
  template void CusolverLibrary::eigh(const Gpu&, const Stack<T>&, RealOf<T>*, bool, int*, const char*);          \
  template void CusolverLibrary::svd(const Gpu&, const Stack<T>&, T*, RealOf<T>*, T*, int*, const char*);
SPICA_INSTANTIATE(float)
SPICA_INSTANTIATE(double)
SPICA_INSTANTIATE(Kokkos::complex<float>)
SPICA_INSTANTIATE(Kokkos::complex<double>)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail

#endif
