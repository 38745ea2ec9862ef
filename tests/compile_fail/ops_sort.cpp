// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::sort: an array of rank 0 has no axis; write spica::reshape\(X, 1\)
// expect: spica::argsort: an array of rank 0 has no axis; write spica::reshape\(X, 1\)
// expect: spica::sort, argsort, unique: elements of long double are not sorted; write spica::cast<double>\(X\)
#include <spica/ops/sort.hpp>

void order(const spica::Array<float, 0>& number, const spica::Array<long double, 1>& wide) {
#ifdef SPICA_MUST_FAIL
  spica::sort(number);
  spica::argsort(number);
  spica::sort(wide);
#else
  spica::sort(spica::reshape(number, 1));
  spica::argsort(spica::reshape(number, 1));
  spica::sort(spica::cast<double>(wide));
#endif
}
