// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::gemm and the like: C must be a Spica array, not an expression; write spica::wrap\(view\)
// expect: spica::gemm and the like: C's elements are const; write into an array of the element type without const
// expect: spica::gemm and the like: the element types of A and C differ; write spica::cast<T>\(A\)
// expect: spica::gemm: A, B and C must have rank 2; write x\(spica::all, spica::newaxis\)
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/linalg/gemm.hpp>

void multiply(const Kokkos::View<float**>& view, const spica::Array<float, 2>& matrix,
              const spica::Array<const float, 2>& constant, const spica::Array<double, 2>& doubles,
              const spica::Array<float, 1>& vector) {
#ifdef SPICA_MUST_FAIL
  spica::gemm(1.0F, matrix, matrix, 0.0F, view);
  spica::gemm(1.0F, matrix, matrix, 0.0F, constant);
  spica::gemm(1.0, matrix, matrix, 0.0, doubles);
  spica::gemm(1.0F, matrix, vector, 0.0F, vector);
#else
  spica::gemm(1.0F, matrix, matrix, 0.0F, spica::wrap(view));
  spica::gemm(1.0F, constant, matrix, 0.0F, matrix);
  spica::gemm(1.0, spica::cast<double>(matrix), doubles, 0.0, doubles);
  spica::gemm(1.0F, matrix, vector(spica::all, spica::newaxis), 0.0F, vector(spica::all, spica::newaxis));
#endif
}
