// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::gemm and the like: A and C live in the memory of different spaces; write spica::copy\(A, C.device
#include <spica/linalg/gemm.hpp>

/// A space of its own, so that the test needs no build with two.
struct OtherSpace : Kokkos::DefaultExecutionSpace {
  using execution_space = OtherSpace;
};

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void multiply(const spica::Array<float, 2>& a, const spica::Array<float, 2>& b,
              const spica::Array<float, 2, Space>& c) {
  spica::gemm(1.0F, a, b, 0.0F, c);
}
