// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cublas_gemm.hpp"

#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOSKERNELS_ENABLE_TPL_CUBLAS)

#include <spica/device/error.hpp>

#include <cublas_v2.h>
#include <cstdint>
#include <string>
#include <type_traits>

#include "cuda_call.hpp"
#include "stream_handles.hpp"

namespace spica::detail {

namespace {

void check(cublasStatus_t status, const char* function, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(std::string(function) + ": " + call + " failed: " + cublasGetStatusString(status));
}

struct Cublas {
  using Raw = cublasHandle_t;
  static void destroy(Raw handle) { cublasDestroy(handle); }
  static StreamHandles<Cublas>::Handle make(const Kokkos::Cuda& instance, const char* function) {
    cublasHandle_t raw = nullptr;
    check(cublasCreate(&raw), function, "cublasCreate");
    StreamHandles<Cublas>::Handle handle(raw);
    check(cublasSetStream(raw, instance.cuda_stream()), function, "cublasSetStream");
    check(cublasSetMathMode(raw, CUBLAS_DEFAULT_MATH), function, "cublasSetMathMode");
    return handle;
  }
};
using Handles = StreamHandles<Cublas>;

cublasOperation_t operation(char trans) {
  if (trans == 'C') return CUBLAS_OP_C;
  return trans == 'N' ? CUBLAS_OP_N : CUBLAS_OP_T;
}

/// The types that cuBLAS calls complex.
template <class T>
struct cuda_number {
  using type = T;
};
template <>
struct cuda_number<Kokkos::complex<float>> {
  using type = cuComplex;
};
template <>
struct cuda_number<Kokkos::complex<double>> {
  using type = cuDoubleComplex;
};
template <class T>
const auto* number(const T* x) {
  return reinterpret_cast<const typename cuda_number<T>::type*>(x);
}
template <class T>
auto* number(T* x) {
  return reinterpret_cast<typename cuda_number<T>::type*>(x);
}

/// cuBLAS' functions of a type.
template <class T>
struct Routines;
template <>
struct Routines<float> {
  static constexpr auto gemm = cublasSgemm;
  static constexpr auto gemm_strided = cublasSgemmStridedBatched;
};
template <>
struct Routines<double> {
  static constexpr auto gemm = cublasDgemm;
  static constexpr auto gemm_strided = cublasDgemmStridedBatched;
};
template <>
struct Routines<Kokkos::complex<float>> {
  static constexpr auto gemm = cublasCgemm;
  static constexpr auto gemm_strided = cublasCgemmStridedBatched;
};
template <>
struct Routines<Kokkos::complex<double>> {
  static constexpr auto gemm = cublasZgemm;
  static constexpr auto gemm_strided = cublasZgemmStridedBatched;
};

}  // namespace

template <class T>
void cublas_gemm(const Kokkos::Cuda& instance, const GemmCall<T>& call) {
  const CurrentGpu current(instance.cuda_device(), call.function);
  Handles::instance().with(instance, call.function, [&](cublasHandle_t handle) {
    const cublasStatus_t status = Routines<T>::gemm(
        handle, operation(call.trans_a), operation(call.trans_b), call.m, call.n, call.k, number(&call.alpha),
        number(call.a), call.lda, number(call.b), call.ldb, number(&call.beta), number(call.c), call.ldc);
    check(status, call.function, "a cuBLAS product");
  });
}

template <class T>
void cublas_gemm_strided(const Kokkos::Cuda& instance, const StridedGemmCall<T>& call) {
  const GemmCall<T>& first = call.first;
  const CurrentGpu current(instance.cuda_device(), first.function);
  Handles::instance().with(instance, first.function, [&](cublasHandle_t handle) {
    const cublasStatus_t status = Routines<T>::gemm_strided(
        handle, operation(first.trans_a), operation(first.trans_b), first.m, first.n, first.k, number(&first.alpha),
        number(first.a), first.lda, call.stride_a, number(first.b), first.ldb, call.stride_b, number(&first.beta),
        number(first.c), first.ldc, call.stride_c, call.count);
    check(status, first.function, "a batched cuBLAS product");
  });
}

#define SPICA_INSTANTIATE(T)                                          \
  template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<T>&); \
  template void cublas_gemm_strided(const Kokkos::Cuda&, const StridedGemmCall<T>&);
SPICA_INSTANTIATE(float)
SPICA_INSTANTIATE(double)
SPICA_INSTANTIATE(Kokkos::complex<float>)
SPICA_INSTANTIATE(Kokkos::complex<double>)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail

#endif
