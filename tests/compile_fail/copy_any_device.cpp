// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::copy: the type of the result depends on the device's space, which an AnyDevice does not tell
// expect: the compiler; write spica::with_device\(where, \[&\]\(auto device\) { ... spica::copy\(X, device\) ... }\)
// expect: spica::to: the type of the result depends on the device's space, which an AnyDevice does not tell
// expect: the compiler; write spica::with_device\(where, \[&\]\(auto device\) { ... spica::to\(X, device\) ... }\)
#include <spica/array/copy.hpp>

void move(const spica::Array<float, 2>& x, const spica::AnyDevice& where) {
#ifdef SPICA_MUST_FAIL
  spica::copy(x, where);
  spica::to(x, where);
#else
  spica::with_device(where, [&](auto device) {
    spica::copy(x, device);
    spica::to(x, device);
  });
#endif
}
