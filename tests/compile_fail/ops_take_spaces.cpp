// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::take: array and indices live in the memory of different spaces;
// expect: write spica::copy\(indices, X.device\(\)\)
#include <spica/ops/gather.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void choose(const spica::Array<float, 2>& rows, const spica::Array<int, 1, Space>& indices) {
  spica::take(rows, indices);
}
