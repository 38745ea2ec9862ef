// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::shape: extents are whole numbers; write shape\(2, 3\)
// expect: a real number into an integer array would lose its fraction; write a whole number
#include <spica/array/create.hpp>

void make(const spica::Device<>& device) {
#ifdef SPICA_MUST_FAIL
  spica::zeros<float>(device, 2.0, 3);
  spica::full<int>(device, 2.5, 3);
#else
  spica::zeros<float>(device, 2, 3);
  spica::full<int>(device, 2, 3);
#endif
}
