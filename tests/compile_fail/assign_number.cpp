// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::assign: the target's elements are const;
// expect: write into an array of the element type without const, or into a spica::copy of it
// expect: spica::assign, spica::full, spica::arange: a real number into an integer array would lose its fraction;
// expect: spica::assign, spica::full: a complex number into a real array would lose its imaginary part; write a
#include <spica/array/assign.hpp>
#include <spica/array/copy.hpp>

void write(const spica::Array<int, 2>& x, const spica::Array<const int, 2>& read_only,
           const spica::Array<float, 2>& real) {
#ifdef SPICA_MUST_FAIL
  spica::assign(read_only, 2);
  spica::assign(x, 2.5);
  spica::assign(real, Kokkos::complex<float>(2, 1));
#else
  spica::assign(spica::copy(read_only), 2);
  spica::assign(x, 2);
  spica::assign(real, 2.5);
#endif
}
