// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: the expression lives in another space's memory;
// expect: write spica::copy\(expression, device\) to bring it to this one
#include <spica/array/transform.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void make(const spica::Array<double, 2>& x) {
  const spica::Array<float, 2, Space> y = spica::cast<float>(x);
  (void)y;
}
