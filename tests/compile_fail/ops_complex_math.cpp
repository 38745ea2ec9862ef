// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::exp2, cbrt, erf, floor, sigmoid and other functions of real numbers: the elements are complex
// expect: spica::where: the condition is complex; write a comparison
#include <spica/ops/comparison.hpp>
#include <spica/ops/math.hpp>

void compute(const spica::Array<float, 1>& real, const spica::Array<Kokkos::complex<float>, 1>& complex) {
#ifdef SPICA_MUST_FAIL
  spica::exp2(complex);
  spica::where(complex, real, 0.0F);
#else
  spica::exp(real);
  spica::where(complex != 0.0F, real, 0.0F);
#endif
}
