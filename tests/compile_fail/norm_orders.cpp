// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::norm: the second argument is spica::norm_1, norm_2 or norm_inf, or spica::axes\(k\)
// expect: spica::norm: the norms 1, 2 and inf are those of vectors and matrices; write spica::norm\(X, order, spica::
// expect: spica::norm: an order is that of vectors along one axis, or norm_1 and norm_inf of matrices in two; write
// expect: spica::solve, lu, qr, svd and the like: the elements must be float, double or complex of these
#include <spica/array/array.hpp>
#include <spica/linalg/norm.hpp>

void measure(const spica::Array<float, 2>& matrix, const spica::Array<float, 3>& stack,
             const spica::Array<long double, 2>& wide) {
#ifdef SPICA_MUST_FAIL
  spica::norm(matrix, 1);
  spica::norm(stack, spica::norm_2);
  spica::norm(stack, spica::norm_2, spica::axes(0, 1));
  spica::norm(wide, spica::norm_2);
#else
  spica::norm(matrix, spica::norm_2);
  spica::norm(stack, spica::norm_2, spica::axes(2));
  spica::norm(stack, spica::norm_1, spica::axes(0, 1));
  spica::norm(wide, spica::norm_1);
#endif
}
