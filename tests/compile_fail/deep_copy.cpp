// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::deep_copy: the target's elements are const; write into an array of the element type without const
// expect: spica::deep_copy: the element types differ; write spica::cast<T>\(source\)
// expect: spica::deep_copy: the ranks differ; reshape one, or use spica::assign, which broadcasts
#include <spica/array/assign.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/transform.hpp>

void copy(const spica::Array<float, 2>& x, const spica::Array<const float, 2>& read_only,
          const spica::Array<double, 2>& doubles, const spica::Array<float, 1>& row) {
#ifdef SPICA_MUST_FAIL
  spica::deep_copy(read_only, x);
  spica::deep_copy(x, doubles);
  spica::deep_copy(x, row);
#else
  spica::deep_copy(x, read_only);
  spica::deep_copy(x, spica::cast<float>(doubles));
  spica::assign(x, row);
#endif
}
