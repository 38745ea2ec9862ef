// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: elements are of an arithmetic type, spica::float16, bfloat16 or Kokkos::complex
#include <spica/array/array.hpp>

#include <complex>

#ifdef SPICA_MUST_FAIL
using A = spica::Array<std::complex<double>, 1>;
#else
using A = spica::Array<Kokkos::complex<double>, 1>;
#endif
int rank_of(const A& array) { return array.rank; }
