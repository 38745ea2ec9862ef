// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::cast: complex numbers have no one real value; take the real part first
#include <spica/array/transform.hpp>

#ifdef SPICA_MUST_FAIL
using Result = float;
#else
using Result = Kokkos::complex<float>;
#endif

void transform(const spica::Array<Kokkos::complex<double>, 2>& a) { spica::cast<Result>(a); }
