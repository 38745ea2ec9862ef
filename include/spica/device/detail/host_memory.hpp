// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_HOST_MEMORY_HPP
#define SPICA_DEVICE_DETAIL_HOST_MEMORY_HPP

#include <cstdint>
#include <string>

namespace spica::detail {

/// Bytes of the host's memory; 0 where they are not known.
struct HostMemory {
  std::int64_t free = 0;
  std::int64_t total = 0;
};

/// What this process can have, as Linux tells it in files below `root`: the machine's memory, or less where the
/// process' control group (version 2, as batch systems and containers use it) or one around it is limited. In a
/// container the group that it sees as the topmost is its own.
HostMemory host_memory(const std::string& root = "/");

}  // namespace spica::detail

#endif
