// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::gemm and the like: alpha or beta is a real number and C's elements are integers
// expect: spica::gemm and the like: alpha or beta is complex and C's elements are real; write real numbers
// expect: spica::gemm and the like: alpha and beta must be numbers, complex ones of Kokkos::complex; write spica:
#include <spica/array/copy.hpp>
#include <spica/linalg/gemm.hpp>

void multiply(const spica::Array<int, 2>& whole, const spica::Array<float, 2>& real,
              const spica::Array<Kokkos::complex<float>, 2>& complex, const spica::Array<float, 0>& factor) {
  const Kokkos::complex<float> i(0, 1);
#ifdef SPICA_MUST_FAIL
  spica::gemm(1.5, whole, whole, 0, whole);
  spica::gemm(1, real, real, i, real);
  spica::gemm(factor, real, real, 0, real);
#else
  spica::gemm(2, whole, whole, 0, whole);
  spica::gemm(1, complex, complex, i, complex);
  spica::gemm(spica::item(factor), real, real, 0, real);
#endif
}
