// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::norm: the second argument is spica::norm_1, norm_2 or norm_inf, or spica::axes\(k\)
// expect: spica::norm: the norms 1, 2 and inf are those of vectors and matrices; write spica::norm\(X, order, spica::
// expect: spica::norm: the 2-norm of a matrix is its largest singular value; write spica::norm\(X\)
#include <spica/array/array.hpp>
#include <spica/linalg/norm.hpp>

void measure(const spica::Array<float, 2>& matrix, const spica::Array<float, 3>& stack) {
#ifdef SPICA_MUST_FAIL
  spica::norm(matrix, 1);
  spica::norm(stack, spica::norm_1);
  spica::norm(matrix, spica::norm_2);
#else
  spica::norm(matrix, spica::norm_1);
  spica::norm(stack, spica::norm_1, spica::axes(2));
  spica::norm(matrix);
#endif
}
