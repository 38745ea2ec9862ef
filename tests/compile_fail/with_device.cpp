// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::with_device: the function must not return an array, whose type differs from device to device;
// expect: use the array inside the function, or return a number from spica::item
#include <spica/array/create.hpp>

double first_of_ones(const spica::AnyDevice& where) {
#ifdef SPICA_MUST_FAIL
  return spica::item(spica::with_device(where, [](auto device) { return spica::ones<double>(device, 3); })(0));
#else
  return spica::with_device(where, [](auto device) { return spica::item(spica::ones<double>(device, 3)(0)); });
#endif
}
