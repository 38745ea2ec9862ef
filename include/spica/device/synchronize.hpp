// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_SYNCHRONIZE_HPP
#define SPICA_DEVICE_SYNCHRONIZE_HPP

#include <spica/device/any_device.hpp>
#include <spica/device/detail/ordering.hpp>
#include <spica/device/detail/status_flag.hpp>
#include <spica/device/ledger.hpp>

namespace spica {

namespace detail {

/// Waits for one instance and counts the wait. `label` is what Kokkos Tools shows.
template <class Space>
void fence(const Space& instance, const char* label) {
  count_fence();
  compat::fence(instance, label);
}

}  // namespace detail

/// Waits until the work put into the device's instance is done; another instance of the same device may still be busy.
/// @throws ValueError when a kernel on the device met a value outside its range since the last report, Error when no
/// Runtime is alive.
template <class Space>
void synchronize(const Device<Space>& device) {
  detail::fence(device.instance(), "spica::synchronize");
  detail::report_status(device, "spica::synchronize");
}

/// Waits until all work on `device` is done, whatever instance it was put into.
/// @throws ValueError when a kernel on the device met a value outside its range since the last report, Error when no
/// Runtime is alive.
inline void synchronize(const AnyDevice& device) {
  with_device(device, [](const auto& typed) {
    detail::fence_device(typed, "spica::synchronize");
    detail::report_status(typed, "spica::synchronize");
  });
}

}  // namespace spica

#endif
