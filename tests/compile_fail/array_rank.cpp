// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: the rank is 0 to 8, as for a Kokkos View
#include <spica/array/array.hpp>

#ifdef SPICA_MUST_FAIL
using A = spica::Array<float, 9>;
#else
using A = spica::Array<float, 8>;
#endif
int rank_of(const A& array) { return array.rank; }
