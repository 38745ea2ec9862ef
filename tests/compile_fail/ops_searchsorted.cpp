// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::searchsorted: the sorted array has rank 1; write spica::reshape\(A, -1\) for all of its elements
// expect: the sorted array and the values live in the memory of different spaces; write spica::copy\(values,
// expect: real and complex numbers have no common order; write spica::cast<Kokkos::complex<double>>\(values\)
#include <spica/ops/searchsorted.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void search(const spica::Array<float, 2>& edges, const spica::Array<float, 1>& sorted,
            const spica::Array<float, 1, Space>& values, const spica::Array<Kokkos::complex<double>, 1>& points) {
  spica::searchsorted(sorted, values);
#ifdef SPICA_MUST_FAIL
  spica::searchsorted(edges, sorted);
  spica::searchsorted(points, sorted);
#else
  spica::searchsorted(spica::reshape(edges, -1), sorted);
  spica::searchsorted(points, spica::cast<Kokkos::complex<double>>(sorted));
#endif
}
