// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::concatenate, spica::stack: behind the axis stand arrays or expressions
// expect: spica::concatenate, spica::stack: all parts have one rank; write spica::expand_dims\(X, axis\)
// expect: spica::tile: give one count for each axis of the array
// expect: spica::take: indices are of rank 1; write spica::gather\(X, indices, axis\)
// expect: spica::gather: indices are of X's rank
// expect: spica::scatter_add: real numbers into an integer array
#include <spica/array/arrange.hpp>
#include <spica/ops/concatenate.hpp>
#include <spica/ops/scatter_add.hpp>

void shape(const spica::Array<float, 2>& X, const spica::Array<float, 1>& y, const spica::Array<int, 2>& I,
           const spica::Array<int, 1>& i) {
#ifdef SPICA_MUST_FAIL
  spica::concatenate(0, X, 1.0F);
  spica::concatenate(0, X, y);
  spica::tile(X, 2);
  spica::take(X, I, 0);
  spica::gather(X, i, 0);
  spica::scatter_add(i, i, y);
#else
  spica::concatenate(0, X, X);
  spica::tile(X, 2, 2);
  spica::take(X, i, 0);
  spica::gather(X, I, 0);
  spica::scatter_add(y, i, y);
#endif
}
