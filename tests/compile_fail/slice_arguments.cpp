// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: an argument is an index, spica::all, spica::range\(lo, hi, step\) or spica::newaxis
// expect: spica::Array: more arguments than the array has axes;
// expect: write at most one index, spica::all or spica::range an axis
// expect: spica::Array: the result would have more than 8 axes; leave out a spica::newaxis
#include <spica/array/array.hpp>

void slice(const spica::Array<float, 2>& a, const spica::Array<float, 8>& eight) {
  using spica::all;
  using spica::newaxis;
#ifdef SPICA_MUST_FAIL
  a(0.5, all);
  a(0, all, 1);
  eight(newaxis);
#else
  a(5, all);
  a(0, all);
  eight(newaxis, 0);
#endif
}
