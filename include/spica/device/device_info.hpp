// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DEVICE_INFO_HPP
#define SPICA_DEVICE_DEVICE_INFO_HPP

#include <spica/device/any_device.hpp>

#include <cstdint>
#include <string>

namespace spica {

/// What a device is made of. Logical host devices are all made of the same cores and memory.
struct DeviceInfo {
  std::string hardware;           ///< the maker's name for it; empty where the system does not tell
  int cores = 0;                  ///< the cores that this process may run on; 0 for a GPU
  std::int64_t memory_free = 0;   ///< bytes that can still be had, those that the pool keeps not among them
  std::int64_t memory_total = 0;  ///< bytes; on the host at most the limit of the process' control group
};

/// Asks the system, now. What it does not tell is 0 or empty. Asking about a GPU makes this process use it.
/// @throws DeviceError when the GPU's run-time library fails.
DeviceInfo device_info(const AnyDevice& device);

}  // namespace spica

#endif
