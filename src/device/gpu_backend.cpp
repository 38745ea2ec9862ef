// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gpu_backend.hpp"

#include <spica/device/detail/ordering.hpp>
#include <spica/device/error.hpp>
#include <spica/device/ledger.hpp>

#include <string>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_runtime.h>
#endif

namespace spica::detail {
namespace gpu_backend {

#if defined(KOKKOS_ENABLE_CUDA)

namespace {

void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  throw DeviceError(std::string("spica: ") + call + " failed: " + cudaGetErrorString(status));
}

/// CUDA's number of the GPU that Spica counts as `number`.
int ordinal(int number) {
  int n = 0;
  check(cudaGetDeviceCount(&n), "cudaGetDeviceCount");
  return (Kokkos::Cuda().cuda_device() + number) % n;
}

/// Makes a GPU, by CUDA's number, current while it lives.
class Current {
 public:
  explicit Current(int ordinal) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    check(cudaSetDevice(ordinal), "cudaSetDevice");
  }
  ~Current() { cudaSetDevice(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  int before_ = 0;
};

/// An event of the current GPU. CUDA keeps what waits for it when this ends.
class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace

std::string why_unusable() {
  int n = 0;
  const cudaError_t status = cudaGetDeviceCount(&n);
  if (status != cudaSuccess) return std::string("cudaGetDeviceCount says '") + cudaGetErrorString(status) + "'";
  if (n == 0) return "the machine shows none";
  return "";
}

int count() {
  int n = 0;
  check(cudaGetDeviceCount(&n), "cudaGetDeviceCount");
  return compat::several_gpus ? n : (n > 0 ? 1 : 0);
}

std::shared_ptr<void> make_instance(int number) {
  if (number == 0) return std::make_shared<Kokkos::Cuda>();
  const Current current(ordinal(number));
  cudaStream_t stream = nullptr;
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  return std::shared_ptr<void>(new Kokkos::Cuda(stream), [stream](void* instance) {
    delete static_cast<Kokkos::Cuda*>(instance);
    cudaStreamDestroy(stream);
  });
}

Memory memory(int number) {
  const Current current(ordinal(number));
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, ordinal(number)), "cudaGetDeviceProperties");
  return {static_cast<std::int64_t>(free), static_cast<std::int64_t>(total), properties.name};
}

#else

std::string why_unusable() { return ""; }
int count() { return has_gpu_space ? 1 : 0; }
std::shared_ptr<void> make_instance(int) { return std::make_shared<DefaultSpace>(); }
Memory memory(int) { return {}; }

#endif

}  // namespace gpu_backend

template <class Space>
void order_after([[maybe_unused]] const Space& later, const Space& earlier) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    const gpu_backend::Current current(earlier.cuda_device());  // CUDA takes an event on its own GPU's streams only
    const gpu_backend::Event event;
    gpu_backend::check(cudaEventRecord(event.get(), earlier.cuda_stream()), "cudaEventRecord");
    gpu_backend::check(cudaStreamWaitEvent(later.cuda_stream(), event.get(), 0), "cudaStreamWaitEvent");
    return;
  }
#endif
  count_fence();
  compat::fence(earlier, "spica::order: another instance's work");
}

template <class Space>
void fence_device([[maybe_unused]] const Device<Space>& device, const char* label) {
  count_fence();
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    const gpu_backend::Current current(gpu_backend::ordinal(device.number()));
    gpu_backend::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    return;
  }
#endif
  if constexpr (is_host_space<Space>) {
    compat::fence(device.instance(), label);
  } else {
    compat::fence_all(label);
  }
}

#define SPICA_INSTANTIATE(Space)                                \
  template void order_after<Space>(const Space&, const Space&); \
  template void fence_device<Space>(const Device<Space>&, const char*);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail
