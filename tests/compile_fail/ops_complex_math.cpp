// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::exp, spica::log, spica::tanh, spica::sqrt: the elements are complex; write it of real numbers
// expect: spica::where: the condition is complex; write a comparison
#include <spica/ops/comparison.hpp>
#include <spica/ops/math.hpp>

void compute(const spica::Array<float, 1>& real, const spica::Array<Kokkos::complex<float>, 1>& complex) {
#ifdef SPICA_MUST_FAIL
  spica::exp(complex);
  spica::where(complex, real, 0.0F);
#else
  spica::exp(real);
  spica::where(complex != 0.0F, real, 0.0F);
#endif
}
