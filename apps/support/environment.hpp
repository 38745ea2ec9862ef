// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_ENVIRONMENT_HPP
#define SPICA_APPS_SUPPORT_ENVIRONMENT_HPP

// What a program sets in its own environment before the Runtime starts, unless the caller has.

#include <cstdlib>

namespace apps {

/// Kokkos 3.4 prints advice on standard output, in the middle of JSON. spica-devices gives the same advice.
inline void silence_kokkos() { setenv("KOKKOS_DISABLE_WARNINGS", "1", 0); }

/// Two logical host devices, so that a tutorial on several devices shows all of its steps on any machine. Returns
/// whether it was this that chose their number.
inline bool want_two_host_devices() {
  if (std::getenv("SPICA_HOST_DEVICES") != nullptr) return false;
  return setenv("SPICA_HOST_DEVICES", "2", 0) == 0;
}

}  // namespace apps

#endif
