// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_SYNCHRONIZE_HPP
#define SPICA_DEVICE_SYNCHRONIZE_HPP

#include <spica/device/any_device.hpp>
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

/// Waits until the work given to `device` is done.
/// @throws ValueError when a kernel on the device met a value outside its range since the last report.
template <class Space>
void synchronize(const Device<Space>& device) {
  detail::fence(device.instance(), "spica::synchronize");
  detail::report_status(device, "spica::synchronize");
}

/// Waits until the work given to `device` is done.
/// @throws ValueError when a kernel on the device met a value outside its range since the last report.
inline void synchronize(const AnyDevice& device) {
  with_device(device, [](auto typed) { synchronize(typed); });
}

}  // namespace spica

#endif
