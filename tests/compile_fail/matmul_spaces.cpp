// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: A and B live in the memory of different spaces; write spica::copy\(B, A.device\(\)\)
// expect: spica::dot, spica::vdot: x and y live in the memory of different spaces; write spica::copy\(y, x.device\(\)\)
#include <spica/linalg/dot.hpp>
#include <spica/linalg/matmul.hpp>

/// A space of its own, so that the test needs no build with two.
struct OtherSpace : Kokkos::DefaultExecutionSpace {
  using execution_space = OtherSpace;
};

template <class Other>
void multiply(const spica::Array<float, 2>& a, const spica::Array<float, 1>& x, const spica::Array<float, 2, Other>& b,
              const spica::Array<float, 1, Other>& y) {
  spica::matmul(a, b);
  spica::dot(x, y);
}

#ifdef SPICA_MUST_FAIL
template void multiply(const spica::Array<float, 2>&, const spica::Array<float, 1>&,
                       const spica::Array<float, 2, OtherSpace>&, const spica::Array<float, 1, OtherSpace>&);
#else
template void multiply(const spica::Array<float, 2>&, const spica::Array<float, 1>&, const spica::Array<float, 2>&,
                       const spica::Array<float, 1>&);
#endif
