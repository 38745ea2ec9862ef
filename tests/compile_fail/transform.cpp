// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::permute: give one axis number for each axis of the array
// expect: spica::broadcast_to: the array has more axes than the shape; write an extent for each of its axes
// expect: spica::cast: the type is an arithmetic type, spica::float16, bfloat16 or Kokkos::complex
#include <spica/array/transform.hpp>

void transform(const spica::Array<float, 2>& a) {
#ifdef SPICA_MUST_FAIL
  spica::permute(a, 0);
  spica::broadcast_to(a, 3);
  spica::cast<const char*>(a);
#else
  spica::permute(a, 1, 0);
  spica::broadcast_to(a, 3, 3);
  spica::cast<char>(a);
#endif
}
