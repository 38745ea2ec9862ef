// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::quantile, median: complex numbers have no order; write it of real numbers
// expect: spica::quantile, median: an array of rank 0 has no axis; leave the axis out
#include <spica/ops/math.hpp>
#include <spica/ops/quantile.hpp>

void middle(const spica::Array<Kokkos::complex<float>, 1>& points, const spica::Array<float, 1>& x,
            const spica::Array<float, 0>& number) {
#ifdef SPICA_MUST_FAIL
  spica::median(points);
  spica::median(number, 0);
#else
  spica::median(spica::abs(points));
  spica::median(number);
#endif
  spica::median(x, 0);
}
