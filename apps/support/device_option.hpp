// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_DEVICE_OPTION_HPP
#define SPICA_APPS_SUPPORT_DEVICE_OPTION_HPP

#include <spica/spica.hpp>

#include <charconv>
#include <string>

namespace apps {

/// The device that an option names: auto (a GPU if there is one), cpu, cpu:1, gpu, gpu:1, or as devices are printed,
/// cpu(1). @throws ValueError for anything else, DeviceError when there is no such device.
inline spica::AnyDevice parse_device(const std::string& text) {
  if (text == "auto") return spica::try_gpu();
  const std::string kind = text.substr(0, 3);
  std::string rest = text.size() > 3 ? text.substr(3) : ":0";
  if (rest.front() == '(' && rest.back() == ')') rest = ':' + rest.substr(1, rest.size() - 2);
  int number = -1;
  const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), number);
  const bool good = (kind == "cpu" || kind == "gpu") && rest.front() == ':' && rest.size() > 1 &&
                    error == std::errc() && end == rest.data() + rest.size();
  if (!good) {
    throw spica::ValueError("--device " + text + ": not a device; write auto, cpu, cpu:1, gpu or gpu:1");
  }
  if (kind == "gpu") return spica::gpu(number);
  return spica::cpu(number);
}

}  // namespace apps

#endif
