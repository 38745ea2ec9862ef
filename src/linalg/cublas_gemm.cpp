// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cublas_gemm.hpp"

#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOSKERNELS_ENABLE_TPL_CUBLAS)

#include <spica/device/error.hpp>
#include <spica/device/kokkos_compat.hpp>

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <map>
#include <string>

namespace spica::detail {

namespace {

void check(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(std::string("spica::gemm: ") + call + " failed: " + cublasGetStatusString(status));
}

void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  throw DeviceError(std::string("spica::gemm: ") + call + " failed: " + cudaGetErrorString(status));
}

/// Makes a GPU, by CUDA's number, current while it lives.
class Current {
 public:
  explicit Current(int ordinal) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    if (before_ != ordinal) check(cudaSetDevice(ordinal), "cudaSetDevice");
  }
  ~Current() { cudaSetDevice(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  int before_ = 0;
};

/// One handle for each stream: results do not depend on what other streams do, as they may where streams share the
/// workspace of one handle. Kokkos' end destroys them.
class Handles {
 public:
  static Handles& instance() {
    static Handles handles;
    return handles;
  }

  /// The handle of the instance's stream; its GPU must be current.
  cublasHandle_t of(const Kokkos::Cuda& instance) {
    const std::uint64_t stream = compat::instance_id(instance);
    const auto found = handles_.find({instance.cuda_device(), stream});
    if (found != handles_.end()) return found->second;
    cublasHandle_t handle = nullptr;
    check(cublasCreate(&handle), "cublasCreate");
    handles_[{instance.cuda_device(), stream}] = handle;
    check(cublasSetStream(handle, instance.cuda_stream()), "cublasSetStream");
    check(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH), "cublasSetMathMode");
    return handle;
  }

 private:
  Handles() {
    Kokkos::push_finalize_hook([this] {
      for (const auto& [place, handle] : handles_) cublasDestroy(handle);
      handles_.clear();
    });
  }
  std::map<std::pair<int, std::uint64_t>, cublasHandle_t> handles_;
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
  const Current current(instance.cuda_device());
  check(gemm(Handles::instance().of(instance), call), "a cuBLAS product");
}

template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<float>&);
template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<double>&);
template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<Kokkos::complex<float>>&);
template void cublas_gemm(const Kokkos::Cuda&, const GemmCall<Kokkos::complex<double>>&);

}  // namespace spica::detail

#endif
