// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::gemv: A must have rank 2, x and y rank 1; write spica::gemm
// expect: spica::batched_gemm: C must have rank 3 or more; write spica::gemm
// expect: spica::batched_gemm: A and B must have rank 2 up to C's rank; write x\(spica::all, spica::newaxis\)
// expect: spica::outer: x and y must be Spica arrays or expressions of rank 1; write spica::reshape\(x, -1\)
// expect: spica::kron: A and B must be Spica arrays or expressions of rank 2; write x\(spica::newaxis, spica::all\)
// expect: spica::matrix_transpose: the array must have rank 2 or more; write x\(spica::newaxis, spica::all\)
#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/batched_gemm.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/gemv.hpp>
#include <spica/linalg/outer.hpp>

void multiply(const spica::Array<float, 1>& x, const spica::Array<float, 2>& matrix,
              const spica::Array<float, 3>& stack) {
#ifdef SPICA_MUST_FAIL
  spica::gemv(1, matrix, matrix, 0, matrix);
  spica::batched_gemm(1, matrix, matrix, 0, matrix);
  spica::batched_gemm(1, stack, x, 0, stack);
  spica::outer(x, matrix);
  spica::kron(x, matrix);
  spica::matrix_transpose(x);
#else
  spica::gemm(1, matrix, matrix, 0, matrix);
  spica::batched_gemm(1, stack, x(spica::all, spica::newaxis), 0, stack);
  spica::outer(x, spica::reshape(matrix, -1));
  spica::kron(x(spica::newaxis, spica::all), matrix);
  spica::matrix_transpose(x(spica::newaxis, spica::all));
#endif
}
