// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::shape: extents are whole numbers; write shape\(2, 3\)
#include <spica/array/shape.hpp>

#ifdef SPICA_MUST_FAIL
auto extents = spica::shape(2, 3.5);
#else
auto extents = spica::shape(2, 3);
#endif
