// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/any_device.hpp>

#include <string>

#include "state.hpp"

namespace spica {

std::string AnyDevice::name() const { return std::string(is_gpu() ? "gpu(" : "cpu(") + std::to_string(number_) + ')'; }

int num_gpus() { return detail::state("spica::num_gpus").gpus; }

int num_devices() {
  const detail::State& s = detail::state("spica::num_devices");
  return s.host_devices + s.gpus;
}

AnyDevice gpu(int number) {
  const int gpus = num_gpus();
  if (number >= 0 && number < gpus) return {AnyDevice::Kind::gpu, number};
  std::string text = "spica::gpu: gpu(" + std::to_string(number) + ") does not exist: there " +
                     (gpus == 1 ? "is 1 GPU" : "are " + std::to_string(gpus) + " GPUs");
  if (gpus == 1 && number > 0 && !detail::compat::several_gpus) {
    text += " a process with Kokkos " + detail::compat::kokkos_version() + "; Kokkos 4.4 or later has several";
  } else {
    text += "; spica::try_gpu falls back to cpu(0)";
  }
  throw DeviceError(text);
}

AnyDevice try_gpu(int number) {
  if (number < 0) {
    throw ValueError("spica::try_gpu: " + std::to_string(number) + " is not a device number; the first is 0");
  }
  return number < num_gpus() ? gpu(number) : AnyDevice(cpu());
}

std::vector<AnyDevice> try_all_gpus() {
  std::vector<AnyDevice> devices;
  for (int i = 0; i < num_gpus(); ++i) devices.push_back(gpu(i));
  if (devices.empty()) devices.push_back(cpu());
  return devices;
}

}  // namespace spica
