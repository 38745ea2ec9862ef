// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::assign: target and source live in the memory of different spaces;
// expect: write spica::deep_copy\(target, source\), or spica::copy the source to the target's device first
#include <spica/array/assign.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void write(const spica::Array<float, 2>& target, const spica::Array<float, 2, Space>& source) {
  spica::assign(target, source);
}
