// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_DECOMPOSE_HPP
#define SPICA_LINALG_DETAIL_DECOMPOSE_HPP

// What decompositions and solvers are made of, compiled in src/linalg for float, double and complex of both. Stacks are
// overwritten; results are row-major. On the host the work is done when a function returns, and a bad matrix throws
// ValueError; on a GPU it is in the device's queue, a bad matrix's results are NaN and the device's flag is set.

#include <spica/device/device.hpp>
#include <spica/linalg/detail/stack.hpp>

#include <cstdint>

namespace spica::detail {

/// x = A^-1 b for each b of a stack, with one A for all of them or one for each. `x` is b's memory where that is
/// row-major too.
template <class T, class Space>
void solve_stack(const Device<Space>& device, const Stack<T>& a, const Stack<T>& b, T* x, const char* function);

/// Every matrix becomes its inverse; row-major or column-major alike.
template <class T, class Space>
void invert_stack(const Device<Space>& device, const Stack<T>& a, const char* function);

/// The determinants; row-major or column-major alike.
template <class T, class Space>
void determinants(const Device<Space>& device, const Stack<T>& a, T* det, const char* function);

/// The determinants' signs, or their phases, and the logarithms of their magnitudes.
template <class T, class Space>
void log_determinants(const Device<Space>& device, const Stack<T>& a, T* sign, RealOf<T>* log, const char* function);

/// A(i, :) = (L U)(permutation(i), :).
template <class T, class Space>
void factor_lu(const Device<Space>& device, const Stack<T>& a, std::int64_t* permutation, T* l, T* u,
               const char* function);

/// A row-major A, of which only the lower triangle is read, becomes L.
template <class T, class Space>
void factor_cholesky(const Device<Space>& device, const Stack<T>& a, const char* function);

template <class T, class Space>
void factor_qr(const Device<Space>& device, const Stack<T>& a, T* q, T* r, const char* function);

/// Reads the lower triangle. Without `vectors`, only the values.
template <class T, class Space>
void decompose_eigh(const Device<Space>& device, const Stack<T>& a, RealOf<T>* values, T* vectors,
                    const char* function);

/// The stack has at least as many rows as columns: it is A, or the transposed one of a wider A. Without `u` and `vh`,
/// only the values.
template <class T, class Space>
void decompose_svd(const Device<Space>& device, const Stack<T>& a, bool transposed, T* u, RealOf<T>* s, T* vh,
                   const char* function);

/// How least squares are found.
enum class LeastSquares {
  library,  ///< gelsd on the host
  svd       ///< by a singular value decomposition and products: what GPUs do
};

/// The x of least norm among those that minimise |A x - b|, singular values up to rcond times the largest counted as
/// zero. b has room for x.
template <class T, class Space>
void least_squares(const Device<Space>& device, const Stack<T>& a, const Stack<T>& b, std::int64_t rows, double rcond,
                   T* x, RealOf<T>* s, std::int64_t* rank, LeastSquares how, const char* function);

}  // namespace spica::detail

#endif
