// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::gemm and the like: sums of products do not fit 16-bit floats; write into an array of float
// expect: spica::scatter_add: sums in 16-bit floats would lose what is added; the target is of float
#include <spica/array/transform.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/ops/scatter_add.hpp>

#include <cstdint>

using Stored = spica::Array<spica::float16, 2>;

void add(const Stored& A, const Stored& B, const spica::Array<float, 2>& sums,
         const spica::Array<std::int64_t, 1>& rows) {
#ifdef SPICA_MUST_FAIL
  spica::gemm(1, A, B, 0, B);
  spica::scatter_add(B, rows, sums);
#else
  spica::gemm(1, spica::cast<float>(A), spica::cast<float>(B), 0, sums);
  spica::scatter_add(sums, rows, A);
#endif
}
