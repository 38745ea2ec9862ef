// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::cumsum, cumprod: an array of rank 0 has no axis; leave the axis out, which gives rank 1
#include <spica/ops/cumulative.hpp>

void accumulate(const spica::Array<float, 0>& x) {
#ifdef SPICA_MUST_FAIL
  spica::cumsum(x, 0);
#else
  spica::cumsum(x);
#endif
}
