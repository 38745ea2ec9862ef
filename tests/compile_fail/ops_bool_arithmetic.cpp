// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::operator-: bool arrays have no difference; write A != B
// expect: spica::operator-: bool arrays have no negative; write A == false
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>

void compute(const spica::Array<bool, 1>& a, const spica::Array<bool, 1>& b) {
#ifdef SPICA_MUST_FAIL
  a - b;
  -a;
#else
  a != b;
  a == false;
#endif
}
