// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: all reductions: write spica::axes\(0, 1\) to name more than one axis
// expect: all reductions: more axes are named than the array has
// expect: an index counts along one axis, or in all; name one axis, or none
// expect: spica::max, min, argmax, argmin: complex numbers have no order; reduce real numbers
#include <spica/ops/reduce.hpp>

void reduce(const spica::Array<float, 2>& X, const spica::Array<Kokkos::complex<float>, 1>& z) {
#ifdef SPICA_MUST_FAIL
  spica::sum(X, 0, 1);
  spica::sum(X, spica::axes(0, 1, 0));
  spica::argmax(X, spica::axes(0, 1));
  spica::min(z);
#else
  spica::sum(X, spica::axes(0, 1));
  spica::argmax(X, 0);
  spica::sum(z);
#endif
}
