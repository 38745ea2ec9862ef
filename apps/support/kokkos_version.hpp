// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_KOKKOS_VERSION_HPP
#define SPICA_APPS_SUPPORT_KOKKOS_VERSION_HPP

#include <Kokkos_Core.hpp>

#include <string>

namespace apps {

/// The version of Kokkos that the program was built with: "4.6.1".
inline std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + '.' + std::to_string(KOKKOS_VERSION / 100 % 100) + '.' +
         std::to_string(KOKKOS_VERSION % 100);
}

}  // namespace apps

#endif
