// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lapack_calls.hpp"

#include <spica/device/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "lapack_routines.hpp"

namespace spica::detail::lapack {

namespace {

constexpr std::int64_t most = std::numeric_limits<int>::max();

/// LAPACK refuses a leading dimension of 0.
int leading(int rows) { return std::max(rows, 1); }

template <class T>
double real_value(const T& x) {
  if constexpr (is_complex<T>) {
    return static_cast<double>(x.real());
  } else {
    return static_cast<double>(x);
  }
}

/// The answer to a question for the best workspace, which float holds in 24 bits only, but not under what is needed.
template <class T>
std::int64_t answered(const T& answer, std::int64_t least) {
  const double best = real_value(answer) * (1.0 + static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon()));
  return std::min(most, std::max({static_cast<std::int64_t>(std::ceil(best)), least, std::int64_t(1)}));
}

void require_workspace(std::int64_t elements, std::int64_t m, std::int64_t n, const char* function) {
  if (elements <= most) return;
  throw ShapeError(std::string(function) + ": the workspace for a matrix of " + std::to_string(m) + " x " +
                   std::to_string(n) + " needs " + std::to_string(elements) +
                   " elements, which LAPACK counts in 32 bits; it takes at most " + std::to_string(most));
}

constexpr int ask = -1;
constexpr Length one = 1;

}  // namespace

template <class T>
int lu(int m, int n, T* a, int* pivots) {
  int info = 0;
  const int lda = leading(m);
  Routines<T>::getrf(&m, &n, a, &lda, pivots, &info);
  return info;
}

template <class T>
int lu_solve(int n, int k, const T* factors, const int* pivots, T* b) {
  int info = 0;
  const int ld = leading(n);
  Routines<T>::getrs("N", &n, &k, factors, &ld, pivots, b, &ld, &info, one);
  return info;
}

template <class T>
WorkSizes invert_sizes(int n) {
  int info = 0;
  const int lda = leading(n);
  T answer(0);
  const int no_pivots = 0;
  Routines<T>::getri(&n, nullptr, &lda, &no_pivots, &answer, &ask, &info);
  return {answered(answer, n), 0, 0};
}

template <class T>
int invert(int n, T* factors, const int* pivots, unsigned char* memory, const WorkSizes& sizes) {
  int info = 0;
  const int lda = leading(n);
  const Workspace<T> space(memory, sizes);
  Routines<T>::getri(&n, factors, &lda, pivots, space.work, &space.work_size, &info);
  return info;
}

template <class T>
int cholesky_upper(int n, T* a) {
  int info = 0;
  const int lda = leading(n);
  Routines<T>::potrf("U", &n, a, &lda, &info, one);
  return info;
}

template <class T>
WorkSizes qr_sizes(int m, int n, int k) {
  int info = 0;
  const int lda = leading(m);
  T answer(0);
  Routines<T>::geqrf(&m, &n, nullptr, &lda, nullptr, &answer, &ask, &info);
  T columns_answer(0);
  Routines<T>::orgqr(&m, &k, &k, nullptr, &lda, nullptr, &columns_answer, &ask, &info);
  return {std::max(answered(answer, n), answered(columns_answer, k)), 0, 0};
}

template <class T>
int qr(int m, int n, T* a, T* tau, unsigned char* memory, const WorkSizes& sizes) {
  int info = 0;
  const int lda = leading(m);
  const Workspace<T> space(memory, sizes);
  Routines<T>::geqrf(&m, &n, a, &lda, tau, space.work, &space.work_size, &info);
  return info;
}

template <class T>
int qr_columns(int m, int k, T* a, const T* tau, unsigned char* memory, const WorkSizes& sizes) {
  int info = 0;
  const int lda = leading(m);
  const Workspace<T> space(memory, sizes);
  Routines<T>::orgqr(&m, &k, &k, a, &lda, tau, space.work, &space.work_size, &info);
  return info;
}

template <class T>
WorkSizes eigh_sizes(int n, bool vectors, const char* function) {
  const std::int64_t order = n;
  // What the routines' documentation asks for at least.
  WorkSizes least{2 * order + 1, is_complex<T> ? order : 0, 1};
  if (vectors) {
    const std::int64_t most_of_it = 1 + 6 * order + 2 * order * order;
    least = {is_complex<T> ? 2 * order + order * order : most_of_it, is_complex<T> ? most_of_it : 0, 3 + 5 * order};
  }
  require_workspace(std::max(least.work, least.reals), n, n, function);
  int info = 0;
  const int lda = leading(n);
  const char* const jobz = vectors ? "V" : "N";
  T work(0);
  RealOf<T> reals(0);
  int integers = 0;
  if constexpr (is_complex<T>) {
    Routines<T>::syevd(jobz, "L", &n, nullptr, &lda, nullptr, &work, &ask, &reals, &ask, &integers, &ask, &info, one,
                       one);
  } else {
    Routines<T>::syevd(jobz, "L", &n, nullptr, &lda, nullptr, &work, &ask, &integers, &ask, &info, one, one);
  }
  return {answered(work, least.work), least.reals, std::max<std::int64_t>(integers, least.integers)};
}

template <class T>
int eigh(int n, T* a, RealOf<T>* values, bool vectors, unsigned char* memory, const WorkSizes& sizes) {
  int info = 0;
  const int lda = leading(n);
  const Workspace<T> space(memory, sizes);
  const char* const jobz = vectors ? "V" : "N";
  if constexpr (is_complex<T>) {
    Routines<T>::syevd(jobz, "L", &n, a, &lda, values, space.work, &space.work_size, space.reals, &space.reals_size,
                       space.integers, &space.integers_size, &info, one, one);
  } else {
    Routines<T>::syevd(jobz, "L", &n, a, &lda, values, space.work, &space.work_size, space.integers,
                       &space.integers_size, &info, one, one);
  }
  return info;
}

namespace {

/// gesdd as a question or for good.
template <class T>
int gesdd(int m, int n, T* a, RealOf<T>* s, T* u, T* vh, bool vectors, T* work, int lwork, RealOf<T>* reals,
          int* integers) {
  int info = 0;
  const int lda = leading(m);
  const int ldvt = leading(std::min(m, n));
  const char* const jobz = vectors ? "S" : "N";
  if constexpr (is_complex<T>) {
    Routines<T>::gesdd(jobz, &m, &n, a, &lda, s, u, &lda, vh, &ldvt, work, &lwork, reals, integers, &info, one);
  } else {
    Routines<T>::gesdd(jobz, &m, &n, a, &lda, s, u, &lda, vh, &ldvt, work, &lwork, integers, &info, one);
  }
  return info;
}

}  // namespace

template <class T>
WorkSizes svd_sizes(int m, int n, bool vectors, const char* function) {
  const std::int64_t k = std::min(m, n);
  const std::int64_t longest = std::max(m, n);
  // What the routines' documentation asks for at least, in any version.
  WorkSizes least{0, 0, 8 * k};
  if constexpr (is_complex<T>) {
    least.work = vectors ? k * k + 2 * k + longest : 2 * k + longest;
    least.reals = vectors ? std::max(5 * k * k + 7 * k, 2 * longest * k + 2 * k * k + k) : 7 * k;
  } else {
    least.work = vectors ? std::max(4 * k * k + 7 * k, 3 * k + longest) : 3 * k + std::max(longest, 7 * k);
  }
  require_workspace(std::max(least.work, least.reals), m, n, function);
  T answer(0);
  gesdd<T>(m, n, nullptr, nullptr, nullptr, nullptr, vectors, &answer, ask, nullptr, nullptr);
  least.work = answered(answer, least.work);
  return least;
}

template <class T>
int svd(int m, int n, T* a, RealOf<T>* s, T* u, T* vh, unsigned char* memory, const WorkSizes& sizes) {
  const Workspace<T> space(memory, sizes);
  return gesdd(m, n, a, s, u, vh, u != nullptr, space.work, space.work_size, space.reals, space.integers);
}

namespace {

/// gelsd as a question or for good.
template <class T>
int gelsd(int m, int n, int k, T* a, T* b, RealOf<T>* s, RealOf<T> rcond, int* rank, T* work, int lwork,
          RealOf<T>* reals, int* integers) {
  int info = 0;
  const int lda = leading(m);
  const int ldb = leading(std::max(m, n));
  if constexpr (is_complex<T>) {
    Routines<T>::gelsd(&m, &n, &k, a, &lda, b, &ldb, s, &rcond, rank, work, &lwork, reals, integers, &info);
  } else {
    Routines<T>::gelsd(&m, &n, &k, a, &lda, b, &ldb, s, &rcond, rank, work, &lwork, integers, &info);
  }
  return info;
}

}  // namespace

template <class T>
WorkSizes least_squares_sizes(int m, int n, int k, const char* function) {
  // Not under what the routines need for divide and conquer in 32 levels, with leaves of 25.
  const std::int64_t shortest = std::min(m, n);
  require_workspace(shortest * (318 + std::int64_t(k)) + 75 * std::int64_t(k) + std::max(m, n) + 676, m, n, function);
  T work(0);
  RealOf<T> reals(0);
  int integers = 0;
  int rank = 0;
  gelsd<T>(m, n, k, nullptr, nullptr, nullptr, RealOf<T>(0), &rank, &work, ask, &reals, &integers);
  return {answered(work, 1), is_complex<T> ? answered(reals, 1) : 0, std::max(integers, 1)};
}

template <class T>
int least_squares(int m, int n, int k, T* a, T* b, RealOf<T>* s, RealOf<T> rcond, int* rank, unsigned char* memory,
                  const WorkSizes& sizes) {
  const Workspace<T> space(memory, sizes);
  return gelsd(m, n, k, a, b, s, rcond, rank, space.work, space.work_size, space.reals, space.integers);
}

#define SPICA_INSTANTIATE(T)                                                            \
  template int lu(int, int, T*, int*);                                                  \
  template int lu_solve(int, int, const T*, const int*, T*);                            \
  template WorkSizes invert_sizes<T>(int);                                              \
  template int invert(int, T*, const int*, unsigned char*, const WorkSizes&);           \
  template int cholesky_upper(int, T*);                                                 \
  template WorkSizes qr_sizes<T>(int, int, int);                                        \
  template int qr(int, int, T*, T*, unsigned char*, const WorkSizes&);                  \
  template int qr_columns(int, int, T*, const T*, unsigned char*, const WorkSizes&);    \
  template WorkSizes eigh_sizes<T>(int, bool, const char*);                             \
  template int eigh(int, T*, RealOf<T>*, bool, unsigned char*, const WorkSizes&);       \
  template WorkSizes svd_sizes<T>(int, int, bool, const char*);                         \
  template int svd(int, int, T*, RealOf<T>*, T*, T*, unsigned char*, const WorkSizes&); \
  template WorkSizes least_squares_sizes<T>(int, int, int, const char*);                \
  template int least_squares(int, int, int, T*, T*, RealOf<T>*, RealOf<T>, int*, unsigned char*, const WorkSizes&);
SPICA_INSTANTIATE(float)
SPICA_INSTANTIATE(double)
SPICA_INSTANTIATE(Kokkos::complex<float>)
SPICA_INSTANTIATE(Kokkos::complex<double>)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail::lapack
