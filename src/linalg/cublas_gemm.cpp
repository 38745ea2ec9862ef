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

cublasOperation_t operation(char trans) { return trans == 'N' ? CUBLAS_OP_N : CUBLAS_OP_T; }

cublasStatus_t gemm(cublasHandle_t handle, const GemmCall<float>& p) {
  return cublasSgemm(handle, operation(p.trans_a), operation(p.trans_b), p.m, p.n, p.k, &p.alpha, p.a, p.lda, p.b,
                     p.ldb, &p.beta, p.c, p.ldc);
}

cublasStatus_t gemm(cublasHandle_t handle, const GemmCall<double>& p) {
  return cublasDgemm(handle, operation(p.trans_a), operation(p.trans_b), p.m, p.n, p.k, &p.alpha, p.a, p.lda, p.b,
                     p.ldb, &p.beta, p.c, p.ldc);
}

cublasStatus_t gemm(cublasHandle_t handle, const GemmCall<Kokkos::complex<float>>& p) {
  const auto number = [](const auto* x) { return reinterpret_cast<const cuComplex*>(x); };
  return cublasCgemm(handle, operation(p.trans_a), operation(p.trans_b), p.m, p.n, p.k, number(&p.alpha), number(p.a),
                     p.lda, number(p.b), p.ldb, number(&p.beta), reinterpret_cast<cuComplex*>(p.c), p.ldc);
}

cublasStatus_t gemm(cublasHandle_t handle, const GemmCall<Kokkos::complex<double>>& p) {
  const auto number = [](const auto* x) { return reinterpret_cast<const cuDoubleComplex*>(x); };
  return cublasZgemm(handle, operation(p.trans_a), operation(p.trans_b), p.m, p.n, p.k, number(&p.alpha), number(p.a),
                     p.lda, number(p.b), p.ldb, number(&p.beta), reinterpret_cast<cuDoubleComplex*>(p.c), p.ldc);
}

}  // namespace

template <class T>
void cublas_gemm(const Kokkos::Cuda& instance, const GemmCall<T>& call) {
  const CurrentGpu current(instance.cuda_device(), call.function);
  Handles::instance().with(instance, call.function, [&](cublasHandle_t handle) {
    check(gemm(handle, call), call.function, "a cuBLAS product");
  });
}

template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<float>&);
template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<double>&);
template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<Kokkos::complex<float>>&);
template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<Kokkos::complex<double>>&);

}  // namespace spica::detail

#endif
