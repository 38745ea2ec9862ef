// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica: operands live in the memory of different spaces and cannot be combined;
// expect: write spica::copy\(B, A.device\(\)\) to bring one to the other's device first
#include <spica/array/compare.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

bool close(const spica::Array<float, 2>& a, const spica::Array<float, 2, Space>& b) { return spica::allclose(a, b); }
