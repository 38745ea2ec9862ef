// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: an argument is an index, spica::all, spica::range\(lo, hi, step\) or spica::newaxis
#include <spica/array/array.hpp>

void slice(const spica::Array<float, 2>& a) {
#ifdef SPICA_MUST_FAIL
  a(0, Kokkos::ALL);
#else
  a(0, spica::all);
#endif
}
