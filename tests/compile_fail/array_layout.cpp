// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::Array: the layout is Kokkos::LayoutRight, LayoutLeft or LayoutStride
#include <spica/array/array.hpp>

struct MyLayout : Kokkos::LayoutRight {};

#ifdef SPICA_MUST_FAIL
using A = spica::Array<float, 2, Kokkos::DefaultExecutionSpace, MyLayout>;
#else
using A = spica::Array<float, 2, Kokkos::DefaultExecutionSpace, Kokkos::LayoutLeft>;
#endif
int rank_of(const A& array) { return array.rank; }
