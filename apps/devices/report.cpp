// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <spica/device/version.hpp>

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <type_traits>

#include "support/kokkos_version.hpp"

#if defined(SPICA_APPS_WITH_IO)
#include <spica/io/hdf5_version.hpp>
#endif

namespace devices {

namespace {

template <class Space>
void add_back_end(std::vector<BackEnd>& back_ends) {
  const bool host = std::is_same_v<Space, Kokkos::DefaultHostExecutionSpace>;
  const bool gpu = !host && std::is_same_v<Space, Kokkos::DefaultExecutionSpace>;
  back_ends.push_back({Space::name(), host ? "cpu(i)" : (gpu ? "gpu(i)" : ""), Space().concurrency()});
}

std::vector<BackEnd> find_back_ends() {
  std::vector<BackEnd> back_ends;
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Default = Kokkos::DefaultExecutionSpace;
  add_back_end<Host>(back_ends);
  if (!std::is_same_v<Host, Default>) add_back_end<Default>(back_ends);
#if defined(KOKKOS_ENABLE_SERIAL)
  if (!std::is_same_v<Host, Kokkos::Serial>) add_back_end<Kokkos::Serial>(back_ends);
#endif
  return back_ends;
}

std::vector<Device> find_devices() {
  std::vector<spica::AnyDevice> all;
  for (int i = 0; i < spica::num_devices() - spica::num_gpus(); ++i) all.emplace_back(spica::cpu(i));
  for (int i = 0; i < spica::num_gpus(); ++i) all.push_back(spica::gpu(i));
  std::vector<Device> found;
  for (const spica::AnyDevice& device : all) found.push_back({device.name(), spica::device_info(device)});
  return found;
}

std::string version_of_hdf5() {
#if defined(SPICA_APPS_WITH_IO)
  return spica::io::hdf5_version();
#else
  return "";
#endif
}

}  // namespace

Report look() {
  Report report;
  report.spica_version = spica::version();
  report.kokkos_version = apps::kokkos_version();
  report.hdf5_version = version_of_hdf5();
#if defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
  report.bounds_checks = true;
#endif
#if !defined(__OPTIMIZE__)
  report.optimised = false;
#endif
  report.devices = find_devices();
  report.back_ends = find_back_ends();
  report.host_threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  report.blas = spica::blas_info();
  for (const char* name :
       {"OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "SPICA_HOST_DEVICES", "SPICA_POOL_LIMIT"}) {
    const char* value = std::getenv(name);
    report.settings.emplace_back(name, value != nullptr ? std::optional<std::string>(value) : std::nullopt);
  }
  return report;
}

}  // namespace devices
