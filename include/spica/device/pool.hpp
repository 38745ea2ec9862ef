// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_POOL_HPP
#define SPICA_DEVICE_POOL_HPP

#include <spica/device/any_device.hpp>

#include <cstdint>

namespace spica {

/// The bytes of unused blocks that the pool keeps for `device`, ready for the next array.
/// The environment variable SPICA_POOL_LIMIT (bytes, or with the suffix K, M or G) bounds them for each device; without
/// it the pool keeps everything.
/// @throws Error when no Runtime is alive.
std::int64_t pool_bytes(const AnyDevice& device);

/// Gives every unused block of every device back to Kokkos. Waits for the devices.
/// @throws Error when no Runtime is alive.
void trim_pool();

}  // namespace spica

#endif
