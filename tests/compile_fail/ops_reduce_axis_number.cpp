// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: behind the array stand the number of an axis or spica::axes\(0, 2\), and spica::keepdims; write
// expect: (Option = |is_reduce_option<)double
// expect: (Option = |is_reduce_option<)bool
// expect: (Option = |is_reduce_option<)(spica::)?Array<float, 2
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
