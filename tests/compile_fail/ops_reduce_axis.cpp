// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::sum, spica::max and all reductions: an array of rank 0 has no axis; leave the axis out
#include <spica/ops/reduce.hpp>

void reduce(const spica::Array<float, 0>& x) {
#ifdef SPICA_MUST_FAIL
  spica::sum(x, 0);
#else
  spica::sum(x);
#endif
}
