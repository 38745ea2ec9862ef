// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::with_device: the function must not return an array, whose type differs from device to device
#include <spica/array/create.hpp>

void make(const spica::AnyDevice& a, const spica::AnyDevice& b) {
#ifdef SPICA_MUST_FAIL
  spica::with_devices(a, b, [](auto, auto device) { return spica::ones<double>(device, 3); });
#else
  spica::with_devices(a, b, [](auto, auto device) { spica::ones<double>(device, 3); });
#endif
}
