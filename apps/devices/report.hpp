// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_DEVICES_REPORT_HPP
#define SPICA_APPS_DEVICES_REPORT_HPP

#include <spica/device/device_info.hpp>
#include <spica/linalg/blas_info.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace devices {

struct Device {
  std::string name;
  spica::DeviceInfo info;
};

/// A Kokkos execution space, and what Spica uses it for.
struct BackEnd {
  std::string name;
  std::string used_as;  ///< "cpu(i)", "gpu(i)", or "" for none
  int threads = 0;      ///< that work at once; of a GPU as many as it can hold
};

/// What this program found on this machine.
struct Report {
  std::string spica_version;
  std::string kokkos_version;
  std::string hdf5_version;    ///< empty where Spica was built without it
  bool bounds_checks = false;  ///< in Kokkos' Views
  bool optimised = true;       ///< this program
  std::vector<Device> devices;
  std::vector<BackEnd> back_ends;
  int host_threads = 1;
  spica::BlasInfo blas;
  /// Environment variables that matter, nothing for those that are not set.
  std::vector<std::pair<std::string, std::optional<std::string>>> settings;

  /// The value of a variable among `settings`; empty where it is not set.
  std::string setting(const std::string& name) const {
    for (const auto& [variable, value] : settings) {
      if (variable == name) return value.value_or("");
    }
    return "";
  }
};

/// Looks. Needs a Runtime.
Report look();

}  // namespace devices

#endif
