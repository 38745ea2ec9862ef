// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::zeros and the like: the type of the result depends on the device's space, which an AnyDevice
// expect: does not tell the compiler; write spica::with_device\(where, \[&\]\(auto device\) { ...
// expect: spica::zeros<float>\(device, 2, 3\) ... }\)
#include <spica/array/create.hpp>

void make(const spica::AnyDevice& where, const spica::Shape<2>& extents) {
#ifdef SPICA_MUST_FAIL
  spica::zeros<float>(where, 2, 3);
  spica::full<double>(where, 2, extents);
  spica::array<int>(where, {1, 2, 3});
#else
  spica::with_device(where, [&](auto device) {
    spica::zeros<float>(device, 2, 3);
    spica::full<double>(device, 2, extents);
    spica::array<int>(device, {1, 2, 3});
  });
#endif
}
