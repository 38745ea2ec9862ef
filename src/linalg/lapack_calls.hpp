// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_LAPACK_CALLS_HPP
#define SPICA_SRC_LINALG_LAPACK_CALLS_HPP

// The only place that calls LAPACK: one matrix a call, column-major without gaps, on the calling thread and those of
// the BLAS. T is float, double or complex of both. What is returned is LAPACK's info: 0, or the number of the bad
// pivot, minor, ...; below 0 an argument that LAPACK refuses, which is a fault of Spica's.

#include <spica/linalg/detail/stack.hpp>

#include <cstdint>

namespace spica::detail::lapack {

/// The workspace that a routine wants, in elements T, real numbers, and integers.
struct WorkSizes {
  std::int64_t work = 0;
  std::int64_t reals = 0;
  std::int64_t integers = 0;

  template <class T>
  std::int64_t bytes() const;
};

/// A = P L U: getrf. The pivots are LAPACK's, counted from 1.
template <class T>
int lu(int m, int n, T* a, int* pivots);

/// b = A^-1 b for k columns b: getrs.
template <class T>
int lu_solve(int n, int k, const T* factors, const int* pivots, T* b);

/// The factors become the inverse: getri.
template <class T>
WorkSizes invert_sizes(int n);
template <class T>
int invert(int n, T* factors, const int* pivots, unsigned char* memory, const WorkSizes& sizes);

/// The upper triangle of A becomes that of U, A = U^H U: potrf.
template <class T>
int cholesky_upper(int n, T* a);

/// R in the upper triangle, below it and in tau what makes Q: geqrf. Then Q's k columns in place of the first of A:
/// orgqr, ungqr.
template <class T>
WorkSizes qr_sizes(int m, int n, int k);
template <class T>
int qr(int m, int n, T* a, T* tau, unsigned char* memory, const WorkSizes& sizes);
template <class T>
int qr_columns(int m, int k, T* a, const T* tau, unsigned char* memory, const WorkSizes& sizes);

/// The eigenvalues of the matrix whose lower triangle A holds and, where asked for, its eigenvectors as A's columns:
/// syevd, heevd.
/// @throws ShapeError, beginning with `function`, when the workspace is beyond 32 bits. So do the next two.
template <class T>
WorkSizes eigh_sizes(int n, bool vectors, const char* function);
template <class T>
int eigh(int n, T* a, RealOf<T>* values, bool vectors, unsigned char* memory, const WorkSizes& sizes);

/// A = U S V^H with U [m, min(m, n)] and V^H [min(m, n), n]; without them, S alone: gesdd. A is overwritten.
template <class T>
WorkSizes svd_sizes(int m, int n, bool vectors, const char* function);
template <class T>
int svd(int m, int n, T* a, RealOf<T>* s, T* u, T* vh, unsigned char* memory, const WorkSizes& sizes);

/// The least squares solutions for k columns b with room for max(m, n) elements each: gelsd. A is overwritten.
template <class T>
WorkSizes least_squares_sizes(int m, int n, int k, const char* function);
template <class T>
int least_squares(int m, int n, int k, T* a, T* b, RealOf<T>* s, RealOf<T> rcond, int* rank, unsigned char* memory,
                  const WorkSizes& sizes);

// ---- the same block of memory for work of three types --------------------------------------------------------------

/// The arrays of a workspace, one after the other in a block of `sizes.bytes<T>()`.
template <class T>
struct Workspace {
  T* work;
  int work_size;
  RealOf<T>* reals;
  int reals_size;
  int* integers;
  int integers_size;

  Workspace(unsigned char* memory, const WorkSizes& sizes)
      : work(reinterpret_cast<T*>(memory)),
        work_size(static_cast<int>(sizes.work)),
        reals(reinterpret_cast<RealOf<T>*>(work + sizes.work)),
        reals_size(static_cast<int>(sizes.reals)),
        integers(reinterpret_cast<int*>(reals + sizes.reals)),
        integers_size(static_cast<int>(sizes.integers)) {}
};

/// Rounded up, so that a next block of the same size is aligned as well.
template <class T>
std::int64_t WorkSizes::bytes() const {
  const auto size = [](std::size_t bytes) { return static_cast<std::int64_t>(bytes); };
  return (work * size(sizeof(T)) + reals * size(sizeof(RealOf<T>)) + integers * size(sizeof(int)) + 63) / 64 * 64;
}

}  // namespace spica::detail::lapack

#endif
