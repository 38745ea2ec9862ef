// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cublas_gemm.hpp"

#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOSKERNELS_ENABLE_TPL_CUBLAS)

#include <spica/device/error.hpp>
#include <spica/device/kokkos_compat.hpp>

#include <cublas_v2.h>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "cuda_call.hpp"

namespace spica::detail {

namespace {

void check(cublasStatus_t status, const char* function, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(std::string(function) + ": " + call + " failed: " + cublasGetStatusString(status));
}

struct DestroyHandle {
  void operator()(cublasHandle_t handle) const { cublasDestroy(handle); }
};
using Handle = std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, DestroyHandle>;

/// One handle for each stream: results do not depend on what other streams do, as they may where streams share the
/// workspace of one handle. Kokkos' end destroys them.
class Handles {
 public:
  static Handles& instance() {
    static auto* const handles = new Handles;  // never destroyed: at a program's exit CUDA may have gone before
    return *handles;
  }

  /// Calls `f` with the handle of the instance's stream, whose GPU must be current. One thread at a time: a handle is
  /// not for several.
  template <class F>
  void with(const Kokkos::Cuda& instance, const char* function, const F& f) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::map<std::uint64_t, Handle>& of_gpu = handles_[instance.cuda_device()];
    const std::uint64_t stream = compat::instance_id(instance);
    auto found = of_gpu.find(stream);
    if (found == of_gpu.end()) {
      // A program that makes streams as it goes would fill the GPU: each workspace is tens of megabytes.
      if (of_gpu.size() == most_handles) of_gpu.clear();
      found = of_gpu.emplace(stream, make(instance, function)).first;
    }
    f(found->second.get());
  }

 private:
  static constexpr std::size_t most_handles = 32;  // of one GPU

  Handles() {
    Kokkos::push_finalize_hook([this] { handles_.clear(); });
  }

  static Handle make(const Kokkos::Cuda& instance, const char* function) {
    cublasHandle_t raw = nullptr;
    check(cublasCreate(&raw), function, "cublasCreate");
    Handle handle(raw);
    check(cublasSetStream(raw, instance.cuda_stream()), function, "cublasSetStream");
    check(cublasSetMathMode(raw, CUBLAS_DEFAULT_MATH), function, "cublasSetMathMode");
    return handle;
  }

  std::mutex mutex_;
  std::map<int, std::map<std::uint64_t, Handle>> handles_;  // by GPU and stream
};

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
  const Current current(instance.cuda_device(), first.function);
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
