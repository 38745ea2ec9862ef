// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::operator<: complex numbers have no order; compare real numbers, or use ==
// expect: spica::operator<=: complex numbers have no order; compare real numbers, or use ==
// expect: spica::operator>: complex numbers have no order; compare real numbers, or use ==
// expect: spica::operator>=: complex numbers have no order; compare real numbers, or use ==
// expect: spica::maximum: complex numbers have no order; write it of real numbers
// expect: spica::minimum: complex numbers have no order; write it of real numbers
// expect: spica::max, min, argmax, argmin: complex numbers have no order; reduce real numbers
#include <spica/ops/comparison.hpp>
#include <spica/ops/math.hpp>
#include <spica/ops/reduce.hpp>

#ifdef SPICA_MUST_FAIL
using T = Kokkos::complex<float>;
#else
using T = float;
#endif

void compare(const spica::Array<T, 1>& a, const spica::Array<T, 1>& b) {
  a < b;
  a <= b;
  a > b;
  a >= b;
  spica::maximum(a, b);
  spica::minimum(a, b);
  spica::max(a);
  spica::argmax(a, 0);
}
