// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::assign: real numbers into an integer array would lose their fractions;
// expect: write spica::cast<T>\(source\) where that is meant
// expect: spica::assign: complex numbers into a real array would lose their imaginary parts; write into a complex array
#include <spica/array/assign.hpp>
#include <spica/array/transform.hpp>

void write(const spica::Array<int, 2>& whole, const spica::Array<float, 2>& real,
           const spica::Array<Kokkos::complex<float>, 2>& complex) {
#ifdef SPICA_MUST_FAIL
  spica::assign(whole, real);
  spica::assign(real, complex);
#else
  spica::assign(whole, spica::cast<int>(real));
  spica::assign(complex, real);
#endif
}
