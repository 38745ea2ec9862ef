// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An expression is as much an array, and a typed device is as much a device.
// expect: spica::with_device: the function must not return an array, whose type differs from device to device
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

double first_of_ones(const spica::Device<>& where) {
#ifdef SPICA_MUST_FAIL
  return spica::item(
      spica::with_device(where, [](auto device) { return spica::cast<double>(spica::ones<float>(device)); }));
#else
  return spica::with_device(where,
                            [](auto device) { return spica::item(spica::cast<double>(spica::ones<float>(device))); });
#endif
}
