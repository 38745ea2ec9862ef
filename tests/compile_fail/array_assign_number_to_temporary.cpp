// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: assigning to a temporary \(a slice, for example\) writes nothing; write spica::assign
#include <spica/array/assign.hpp>

void set_element(const spica::Array<float, 2>& z) {
#ifdef SPICA_MUST_FAIL
  z(0, 1) = 3.0F;
#else
  spica::assign(z(0, 1), 3.0F);
#endif
}
