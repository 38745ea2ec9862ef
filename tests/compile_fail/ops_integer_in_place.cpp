// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::assign: real numbers into an integer array would lose their fractions;
// expect: write spica::cast<T>\(source\) where that is meant
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>

void halve(const spica::Array<int, 1>& x) {
#ifdef SPICA_MUST_FAIL
  x /= 2;
#else
  spica::assign(x, spica::cast<int>(x / 2));
#endif
}
