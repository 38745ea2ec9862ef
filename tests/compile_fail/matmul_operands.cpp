// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::matmul, spica::gemm: A and B must be Spica arrays or expressions; write spica::wrap\(view\)
// expect: the element types of A and B differ; write spica::cast<T>\(B\)
// expect: spica::matmul: A and B must be matrices or vectors, of rank 2 or 1; write A\(i, spica::all, spica::all\)
// expect: spica::matmul: the product of two vectors is a number; write spica::dot\(A, B\)
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/linalg/matmul.hpp>

void multiply(const Kokkos::View<float**>& view, const spica::Array<float, 2>& matrix,
              const spica::Array<double, 2>& doubles, const spica::Array<float, 3>& stack,
              const spica::Array<float, 1>& vector) {
#ifdef SPICA_MUST_FAIL
  spica::matmul(view, matrix);
  spica::matmul(matrix, doubles);
  spica::matmul(stack, matrix);
  spica::matmul(vector, vector);
#else
  spica::matmul(spica::wrap(view), matrix);
  spica::matmul(matrix, spica::cast<float>(doubles));
  spica::matmul(stack(0, spica::all, spica::all), matrix);
  spica::dot(vector, vector);
#endif
}
