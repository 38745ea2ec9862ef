// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/detail/host_memory.hpp>
#include <spica/device/device_info.hpp>

#include <fstream>
#include <thread>

#include "gpu_backend.hpp"

#if defined(KOKKOS_ENABLE_OPENMP)
#include <omp.h>
#endif

namespace spica {

namespace {

/// OpenMP is asked where it is there: once OMP_PROC_BIND has bound the calling thread, the system names one core only.
int usable_cores() {
#if defined(KOKKOS_ENABLE_OPENMP)
  return omp_get_num_procs();
#else
  return static_cast<int>(std::thread::hardware_concurrency());
#endif
}

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace

DeviceInfo device_info(const AnyDevice& device) {
  if (device.is_gpu()) {
    const auto gpu = detail::gpu_backend::memory(device.number());
    return {gpu.name, 0, gpu.free, gpu.total};
  }
  const detail::HostMemory memory = detail::host_memory();
  return {processor_name(), usable_cores(), memory.free, memory.total};
}

}  // namespace spica
