// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: the second argument is the number of an axis; write spica::maximum\(X, Y\)
// expect: (Axis = |axis_number<)double
// expect: (Axis = |axis_number<)bool
// expect: (Axis = |axis_number<)(spica::)?Array<float, 2
#include <spica/ops/math.hpp>
#include <spica/ops/reduce.hpp>

void reduce(const spica::Array<float, 2>& X, const spica::Array<float, 2>& Y) {
#ifdef SPICA_MUST_FAIL
  spica::max(X, 0.0);
  spica::sum(X, true);
  spica::argmax(X, Y);
#else
  spica::maximum(X, 0.0);
  spica::sum(X, 1U);
  spica::maximum(X, Y);
#endif
}
