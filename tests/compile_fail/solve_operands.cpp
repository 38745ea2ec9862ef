// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::solve, lu, qr, svd and the like: A must be a Spica array or expression; write spica::wrap\(view\)
// expect: spica::solve, lu, qr, svd and the like: the elements must be float, double or complex of these; write
// expect: spica::solve, lu, qr, svd and the like: A must be a matrix or a stack of matrices, of rank 2 or more
// expect: spica::solve, spica::lstsq: the element types of A and b differ; write spica::cast<T>\(b\)
// expect: spica::lstsq: A must be a matrix, of rank 2, and b a vector or matrix, of rank 1 or 2
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/linalg/lstsq.hpp>
#include <spica/linalg/lu.hpp>
#include <spica/linalg/qr.hpp>
#include <spica/linalg/solve.hpp>
#include <spica/linalg/svd.hpp>

void decompose(const Kokkos::View<float**>& view, const spica::Array<int, 2>& integers, const spica::Array<float, 1>& x,
               const spica::Array<double, 2>& a, const spica::Array<double, 3>& stack) {
#ifdef SPICA_MUST_FAIL
  spica::lu(view);
  spica::qr(integers);
  spica::svd(x);
  spica::solve(a, x);
  spica::lstsq(stack, a);
#else
  spica::lu(spica::wrap(view));
  spica::qr(spica::cast<double>(integers));
  spica::svd(x(spica::all, spica::newaxis));
  spica::solve(a, spica::cast<double>(x));
  spica::lstsq(stack(0, spica::all, spica::all), a);
#endif
}
