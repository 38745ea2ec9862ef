// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_LAPACK_ROUTINES_HPP
#define SPICA_SRC_LINALG_LAPACK_ROUTINES_HPP

// LAPACK's Fortran routines as gfortran and those that follow it name them, for lapack_calls.cpp alone. Integers have
// 32 bits. A length for each text argument stands at the end: compilers count on it, though libraries written in C do
// not read it.

#include <Kokkos_Complex.hpp>
#include <cstddef>

namespace spica::detail::lapack {

using Length = std::size_t;
using ComplexFloat = Kokkos::complex<float>;
using ComplexDouble = Kokkos::complex<double>;

extern "C" {
void sgetrf_(const int* m, const int* n, float* a, const int* lda, int* ipiv, int* info);
void sgetrs_(const char* trans, const int* n, const int* nrhs, const float* a, const int* lda, const int* ipiv,
             float* b, const int* ldb, int* info, Length);
void sgetri_(const int* n, float* a, const int* lda, const int* ipiv, float* work, const int* lwork, int* info);
void spotrf_(const char* uplo, const int* n, float* a, const int* lda, int* info, Length);
void sgeqrf_(const int* m, const int* n, float* a, const int* lda, float* tau, float* work, const int* lwork,
             int* info);
void sorgqr_(const int* m, const int* n, const int* k, float* a, const int* lda, const float* tau, float* work,
             const int* lwork, int* info);
void ssyevd_(const char* jobz, const char* uplo, const int* n, float* a, const int* lda, float* w, float* work,
             const int* lwork, int* iwork, const int* liwork, int* info, Length, Length);
void sgesdd_(const char* jobz, const int* m, const int* n, float* a, const int* lda, float* s, float* u, const int* ldu,
             float* vt, const int* ldvt, float* work, const int* lwork, int* iwork, int* info, Length);
void sgelsd_(const int* m, const int* n, const int* nrhs, float* a, const int* lda, float* b, const int* ldb, float* s,
             const float* rcond, int* rank, float* work, const int* lwork, int* iwork, int* info);

void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* ipiv, int* info);
void dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* lda, const int* ipiv,
             double* b, const int* ldb, int* info, Length);
void dgetri_(const int* n, double* a, const int* lda, const int* ipiv, double* work, const int* lwork, int* info);
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info, Length);
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work, const int* lwork,
             int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau, double* work,
             const int* lwork, int* info);
void dsyevd_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w, double* work,
             const int* lwork, int* iwork, const int* liwork, int* info, Length, Length);
void dgesdd_(const char* jobz, const int* m, const int* n, double* a, const int* lda, double* s, double* u,
             const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork, int* iwork, int* info,
             Length);
void dgelsd_(const int* m, const int* n, const int* nrhs, double* a, const int* lda, double* b, const int* ldb,
             double* s, const double* rcond, int* rank, double* work, const int* lwork, int* iwork, int* info);

void cgetrf_(const int* m, const int* n, ComplexFloat* a, const int* lda, int* ipiv, int* info);
void cgetrs_(const char* trans, const int* n, const int* nrhs, const ComplexFloat* a, const int* lda, const int* ipiv,
             ComplexFloat* b, const int* ldb, int* info, Length);
void cgetri_(const int* n, ComplexFloat* a, const int* lda, const int* ipiv, ComplexFloat* work, const int* lwork,
             int* info);
void cpotrf_(const char* uplo, const int* n, ComplexFloat* a, const int* lda, int* info, Length);
void cgeqrf_(const int* m, const int* n, ComplexFloat* a, const int* lda, ComplexFloat* tau, ComplexFloat* work,
             const int* lwork, int* info);
void cungqr_(const int* m, const int* n, const int* k, ComplexFloat* a, const int* lda, const ComplexFloat* tau,
             ComplexFloat* work, const int* lwork, int* info);
void cheevd_(const char* jobz, const char* uplo, const int* n, ComplexFloat* a, const int* lda, float* w,
             ComplexFloat* work, const int* lwork, float* rwork, const int* lrwork, int* iwork, const int* liwork,
             int* info, Length, Length);
void cgesdd_(const char* jobz, const int* m, const int* n, ComplexFloat* a, const int* lda, float* s, ComplexFloat* u,
             const int* ldu, ComplexFloat* vt, const int* ldvt, ComplexFloat* work, const int* lwork, float* rwork,
             int* iwork, int* info, Length);
void cgelsd_(const int* m, const int* n, const int* nrhs, ComplexFloat* a, const int* lda, ComplexFloat* b,
             const int* ldb, float* s, const float* rcond, int* rank, ComplexFloat* work, const int* lwork,
             float* rwork, int* iwork, int* info);

void zgetrf_(const int* m, const int* n, ComplexDouble* a, const int* lda, int* ipiv, int* info);
void zgetrs_(const char* trans, const int* n, const int* nrhs, const ComplexDouble* a, const int* lda, const int* ipiv,
             ComplexDouble* b, const int* ldb, int* info, Length);
void zgetri_(const int* n, ComplexDouble* a, const int* lda, const int* ipiv, ComplexDouble* work, const int* lwork,
             int* info);
void zpotrf_(const char* uplo, const int* n, ComplexDouble* a, const int* lda, int* info, Length);
void zgeqrf_(const int* m, const int* n, ComplexDouble* a, const int* lda, ComplexDouble* tau, ComplexDouble* work,
             const int* lwork, int* info);
void zungqr_(const int* m, const int* n, const int* k, ComplexDouble* a, const int* lda, const ComplexDouble* tau,
             ComplexDouble* work, const int* lwork, int* info);
void zheevd_(const char* jobz, const char* uplo, const int* n, ComplexDouble* a, const int* lda, double* w,
             ComplexDouble* work, const int* lwork, double* rwork, const int* lrwork, int* iwork, const int* liwork,
             int* info, Length, Length);
void zgesdd_(const char* jobz, const int* m, const int* n, ComplexDouble* a, const int* lda, double* s,
             ComplexDouble* u, const int* ldu, ComplexDouble* vt, const int* ldvt, ComplexDouble* work,
             const int* lwork, double* rwork, int* iwork, int* info, Length);
void zgelsd_(const int* m, const int* n, const int* nrhs, ComplexDouble* a, const int* lda, ComplexDouble* b,
             const int* ldb, double* s, const double* rcond, int* rank, ComplexDouble* work, const int* lwork,
             double* rwork, int* iwork, int* info);
}

/// The routines of one element type under one name.
template <class T>
struct Routines;
template <>
struct Routines<float> {
  static constexpr auto getrf = &sgetrf_;
  static constexpr auto getrs = &sgetrs_;
  static constexpr auto getri = &sgetri_;
  static constexpr auto potrf = &spotrf_;
  static constexpr auto geqrf = &sgeqrf_;
  static constexpr auto orgqr = &sorgqr_;
  static constexpr auto syevd = &ssyevd_;
  static constexpr auto gesdd = &sgesdd_;
  static constexpr auto gelsd = &sgelsd_;
};
template <>
struct Routines<double> {
  static constexpr auto getrf = &dgetrf_;
  static constexpr auto getrs = &dgetrs_;
  static constexpr auto getri = &dgetri_;
  static constexpr auto potrf = &dpotrf_;
  static constexpr auto geqrf = &dgeqrf_;
  static constexpr auto orgqr = &dorgqr_;
  static constexpr auto syevd = &dsyevd_;
  static constexpr auto gesdd = &dgesdd_;
  static constexpr auto gelsd = &dgelsd_;
};
template <>
struct Routines<ComplexFloat> {
  static constexpr auto getrf = &cgetrf_;
  static constexpr auto getrs = &cgetrs_;
  static constexpr auto getri = &cgetri_;
  static constexpr auto potrf = &cpotrf_;
  static constexpr auto geqrf = &cgeqrf_;
  static constexpr auto orgqr = &cungqr_;
  static constexpr auto syevd = &cheevd_;
  static constexpr auto gesdd = &cgesdd_;
  static constexpr auto gelsd = &cgelsd_;
};
template <>
struct Routines<ComplexDouble> {
  static constexpr auto getrf = &zgetrf_;
  static constexpr auto getrs = &zgetrs_;
  static constexpr auto getri = &zgetri_;
  static constexpr auto potrf = &zpotrf_;
  static constexpr auto geqrf = &zgeqrf_;
  static constexpr auto orgqr = &zungqr_;
  static constexpr auto syevd = &zheevd_;
  static constexpr auto gesdd = &zgesdd_;
  static constexpr auto gelsd = &zgelsd_;
};

}  // namespace spica::detail::lapack

#endif
