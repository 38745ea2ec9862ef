// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::operator&, \|, \^, ~, <<, >>: bits are those of integers and bool; compare real numbers first
// expect: spica::operator>>: bool arrays have no bits to shift; cast them
// expect: spica::operator%: the type of the result would be unsigned and one operand is signed
// expect: spica::operator>>: the type of the result would be unsigned and one operand is signed
// expect: spica::operator%: complex numbers have no order; divide real numbers
// expect: spica::sign: the elements are complex; write X / spica::abs\(X\)
#include <spica/ops/comparison.hpp>
#include <spica/ops/division.hpp>
#include <spica/ops/logical.hpp>
#include <spica/ops/math.hpp>

void combine(const spica::Array<float, 1>& x, const spica::Array<bool, 1>& b,
             const spica::Array<Kokkos::complex<float>, 1>& z, const spica::Array<int, 1>& i,
             const spica::Array<unsigned, 1>& u) {
#ifdef SPICA_MUST_FAIL
  (void)(x & x);
  (void)(b >> b);
  (void)(z % z);
  (void)(i % u);
  (void)(i >> u);
  spica::sign(z);
#else
  (void)((x > 0) & b);
  (void)(x % x);
  (void)(i % i);
  (void)(u >> u);
  (void)(i >> 1U);
  (void)(z == z);
  spica::sign(spica::real(z));
#endif
}
