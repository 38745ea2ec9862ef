// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_POOL_HPP
#define SPICA_DEVICE_POOL_HPP

#include <spica/device/any_device.hpp>

#include <cstdint>

namespace spica {

/// The bytes of unused blocks that the pool keeps for `device`, ready for the next array.
/// The environment variable SPICA_POOL_LIMIT (bytes, or with the suffix K, M or G) bounds them for each device: what
/// was unused longest is given back first. Without it the pool keeps everything.
///
/// A new array takes an unused block where one fits. On a GPU this waits, and counts a fence, where work that is not
/// ordered with the array's may still use the block: for the device, where the block was last used on another instance;
/// for all devices, where the View or the address of its last array had been handed out by `view()` or `data()`.
/// @throws Error when no Runtime is alive.
std::int64_t pool_bytes(const AnyDevice& device);

/// Gives every unused block of every device back to Kokkos. Waits for the devices.
/// @throws Error when no Runtime is alive.
void trim_pool();

}  // namespace spica

#endif
