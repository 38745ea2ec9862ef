// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: assigning to a temporary \(a slice, for example\) writes nothing;
// expect: write spica::assign\(Z\(0, spica::all\), X\) to write into its elements
#include <spica/array/assign.hpp>

void set_row(const spica::Array<float, 2>& z, const spica::Array<float, 1>& x) {
#ifdef SPICA_MUST_FAIL
  z(0, spica::all) = x;
#else
  spica::assign(z(0, spica::all), x);
#endif
}
