// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_LIBRARY_CALL_HPP
#define SPICA_SRC_LINALG_LIBRARY_CALL_HPP

#include <cstdint>

namespace spica::detail {

/// C = alpha op(A) op(B) + beta C, all column-major: op(A) is m x k, op(B) k x n, C m x n; trans is 'N', 'T', or 'C'
/// for the conjugate transpose.
template <class T>
struct GemmCall {
  char trans_a;
  char trans_b;
  int m;
  int n;
  int k;
  T alpha;
  const T* a;
  int lda;
  const T* b;
  int ldb;
  T beta;
  T* c;
  int ldc;
  const char* function;  // what the caller called: for messages
};

/// `count` such products: matrix number i is i strides further on; A and B may have a stride of 0.
template <class T>
struct StridedGemmCall {
  GemmCall<T> first;
  std::int64_t stride_a;
  std::int64_t stride_b;
  std::int64_t stride_c;
  int count;
};

/// y = alpha op(A) x + beta y: A is rows x columns, column-major; x and y have no gaps.
template <class T>
struct GemvCall {
  char trans;
  int rows;
  int columns;
  T alpha;
  const T* a;
  int lda;
  const T* x;
  T beta;
  T* y;
};

}  // namespace spica::detail

#endif
