// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: the expression has another rank;
// expect: let the compiler deduce it by writing spica::Array Z = ..., or reshape it
// expect: spica::Array: the expression has another element type; write spica::cast<T>\(expression\)
#include <spica/array/transform.hpp>

void make(const spica::Array<double, 2>& x) {
#ifdef SPICA_MUST_FAIL
  const spica::Array<float, 1> y = spica::cast<float>(x);
  const spica::Array<int, 2> z = spica::cast<float>(x);
#else
  const spica::Array y = spica::cast<float>(x);
  const spica::Array<int, 2> z = spica::cast<int>(x);
#endif
  (void)y, (void)z;
}
