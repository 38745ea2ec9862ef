// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_DEVICE_GPU_BACKEND_HPP
#define SPICA_SRC_DEVICE_GPU_BACKEND_HPP

// The only place that calls a GPU's own run-time library. A build without GPUs has the same functions and no GPU.

#include <spica/device/detail/spaces.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace spica::detail::gpu_backend {

/// Why Kokkos cannot start on a GPU here; empty when it can, or when this build needs none. Callable before Kokkos
/// runs.
std::string why_unusable();

/// How many GPUs arrays can be made on. Kokkos must be running.
int count();

/// An instance on GPU `number`, counted from Kokkos' own; releases its queue when the last holder lets go.
std::shared_ptr<void> make_instance(int number);

/// Free and total bytes of GPU `number`, and its name.
struct Memory {
  std::int64_t free = 0;
  std::int64_t total = 0;
  std::string name;
};
Memory memory(int number);

}  // namespace spica::detail::gpu_backend

#endif
