// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::dot, spica::vdot: x and y must be Spica arrays or expressions; write spica::wrap\(view\)
// expect: spica::dot, spica::vdot: the element types of x and y differ; write spica::cast<T>\(y\)
// expect: spica::dot, spica::vdot: x and y must be vectors, of rank 1; write spica::matmul for matrices, or spica:
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

void multiply(const Kokkos::View<float*>& view, const spica::Array<float, 1>& x, const spica::Array<double, 1>& doubles,
              const spica::Array<float, 2>& matrix) {
#ifdef SPICA_MUST_FAIL
  spica::dot(view, x);
  spica::dot(x, doubles);
  spica::dot(matrix, matrix);
#else
  spica::dot(spica::wrap(view), x);
  spica::dot(x, spica::cast<float>(doubles));
  spica::sum(matrix * matrix);
#endif
}
