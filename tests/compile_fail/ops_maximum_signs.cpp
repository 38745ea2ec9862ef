// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::maximum: the type of the result would be unsigned and one operand is signed; write
// expect: spica::minimum: the type of the result would be unsigned and one operand is signed; write
#include <spica/array/transform.hpp>
#include <spica/ops/math.hpp>

void compare(const spica::Array<int, 1>& a, const spica::Array<unsigned, 1>& b) {
#ifdef SPICA_MUST_FAIL
  spica::maximum(a, b);
  spica::minimum(b, a);
#else
  spica::maximum(a, spica::cast<std::int64_t>(b));
  spica::minimum(spica::cast<std::int64_t>(b), a);
#endif
}
