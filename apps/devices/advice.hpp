// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_DEVICES_ADVICE_HPP
#define SPICA_APPS_DEVICES_ADVICE_HPP

#include <string>
#include <vector>

#include "report.hpp"

namespace devices {

/// Something that makes the host slow, and what to do about it.
struct Advice {
  std::string problem;
  std::string cure;
};

/// Everything known to be slow in what was found; empty where nothing is.
std::vector<Advice> advice(const Report& report);

}  // namespace devices

#endif
