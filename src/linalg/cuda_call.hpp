// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_CUDA_CALL_HPP
#define SPICA_SRC_LINALG_CUDA_CALL_HPP

#include <spica/device/error.hpp>

#include <cuda_runtime.h>
#include <string>

namespace spica::detail {

/// Makes a GPU, by CUDA's number, current while it lives.
class CurrentGpu {
 public:
  CurrentGpu(int ordinal, const char* function) {
    check(cudaGetDevice(&before_), function, "cudaGetDevice");
    if (before_ != ordinal) check(cudaSetDevice(ordinal), function, "cudaSetDevice");
  }
  ~CurrentGpu() { cudaSetDevice(before_); }
  CurrentGpu(const CurrentGpu&) = delete;
  CurrentGpu& operator=(const CurrentGpu&) = delete;

 private:
  static void check(cudaError_t status, const char* function, const char* call) {
    if (status == cudaSuccess) return;
    throw DeviceError(std::string(function) + ": " + call + " failed: " + cudaGetErrorString(status));
  }

  int before_ = 0;
};

}  // namespace spica::detail

#endif
