// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: = makes an array refer to another array, and writes nothing;
// expect: write spica::assign\(A, number\) to write the number into its elements
#include <spica/array/assign.hpp>

void clear(spica::Array<float, 2> z) {
#ifdef SPICA_MUST_FAIL
  z = 0.0F;
#else
  spica::assign(z, 0.0F);
#endif
}
