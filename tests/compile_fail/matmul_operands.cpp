// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::matmul, spica::gemm: A and B must be Spica arrays or expressions; write spica::wrap\(view\)
// expect: the element types of A and B differ; write spica::cast<T>\(B\)
// expect: spica::matmul: A and B must have axes; write A \* B
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/ops/arithmetic.hpp>

void multiply(const Kokkos::View<float**>& view, const spica::Array<float, 2>& matrix,
              const spica::Array<double, 2>& doubles, const spica::Array<float, 0>& number) {
#ifdef SPICA_MUST_FAIL
  spica::matmul(view, matrix);
  spica::matmul(matrix, doubles);
  spica::matmul(number, matrix);
#else
  spica::matmul(spica::wrap(view), matrix);
  spica::matmul(matrix, spica::cast<float>(doubles));
  (void)(number * matrix);
#endif
}
