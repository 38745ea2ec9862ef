// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::assign: the target's elements are const;
// expect: write into an array of the element type without const, or into a spica::copy of it
// expect: spica::assign: the source has more axes than the target, which never grows;
// expect: write into a larger array, or reshape the source
#include <spica/array/assign.hpp>
#include <spica/array/transform.hpp>

void write(const spica::Array<float, 2>& x, const spica::Array<const float, 2>& read_only,
           const spica::Array<float, 1>& row) {
#ifdef SPICA_MUST_FAIL
  spica::assign(read_only, x);
  spica::assign(row, x);
#else
  spica::assign(x, read_only);
  spica::assign(row, spica::reshape(x, -1));
#endif
}
