// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/version.hpp>

namespace spica {

const char* version() noexcept { return SPICA_VERSION; }

}  // namespace spica
