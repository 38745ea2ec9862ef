// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_CUSOLVER_ROUTINES_HPP
#define SPICA_SRC_LINALG_CUSOLVER_ROUTINES_HPP

// cuSOLVER's routines for dense matrices under one name for each element type, for cusolver_library.cpp alone.

#include <Kokkos_Complex.hpp>
#include <cusolverDn.h>

namespace spica::detail {

template <class T>
struct Cusolver;
template <>
struct Cusolver<float> {
  using Element = float;
  static constexpr auto getrf_size = &cusolverDnSgetrf_bufferSize;
  static constexpr auto getrf = &cusolverDnSgetrf;
  static constexpr auto getrs = &cusolverDnSgetrs;
  static constexpr auto potrf_size = &cusolverDnSpotrf_bufferSize;
  static constexpr auto potrf = &cusolverDnSpotrf;
  static constexpr auto geqrf_size = &cusolverDnSgeqrf_bufferSize;
  static constexpr auto geqrf = &cusolverDnSgeqrf;
  static constexpr auto orgqr_size = &cusolverDnSorgqr_bufferSize;
  static constexpr auto orgqr = &cusolverDnSorgqr;
  static constexpr auto syevd_size = &cusolverDnSsyevd_bufferSize;
  static constexpr auto syevd = &cusolverDnSsyevd;
  static constexpr auto gesvd_size = &cusolverDnSgesvd_bufferSize;
  static constexpr auto gesvd = &cusolverDnSgesvd;
};
template <>
struct Cusolver<double> {
  using Element = double;
  static constexpr auto getrf_size = &cusolverDnDgetrf_bufferSize;
  static constexpr auto getrf = &cusolverDnDgetrf;
  static constexpr auto getrs = &cusolverDnDgetrs;
  static constexpr auto potrf_size = &cusolverDnDpotrf_bufferSize;
  static constexpr auto potrf = &cusolverDnDpotrf;
  static constexpr auto geqrf_size = &cusolverDnDgeqrf_bufferSize;
  static constexpr auto geqrf = &cusolverDnDgeqrf;
  static constexpr auto orgqr_size = &cusolverDnDorgqr_bufferSize;
  static constexpr auto orgqr = &cusolverDnDorgqr;
  static constexpr auto syevd_size = &cusolverDnDsyevd_bufferSize;
  static constexpr auto syevd = &cusolverDnDsyevd;
  static constexpr auto gesvd_size = &cusolverDnDgesvd_bufferSize;
  static constexpr auto gesvd = &cusolverDnDgesvd;
};
template <>
struct Cusolver<Kokkos::complex<float>> {
  using Element = cuComplex;
  static constexpr auto getrf_size = &cusolverDnCgetrf_bufferSize;
  static constexpr auto getrf = &cusolverDnCgetrf;
  static constexpr auto getrs = &cusolverDnCgetrs;
  static constexpr auto potrf_size = &cusolverDnCpotrf_bufferSize;
  static constexpr auto potrf = &cusolverDnCpotrf;
  static constexpr auto geqrf_size = &cusolverDnCgeqrf_bufferSize;
  static constexpr auto geqrf = &cusolverDnCgeqrf;
  static constexpr auto orgqr_size = &cusolverDnCungqr_bufferSize;
  static constexpr auto orgqr = &cusolverDnCungqr;
  static constexpr auto syevd_size = &cusolverDnCheevd_bufferSize;
  static constexpr auto syevd = &cusolverDnCheevd;
  static constexpr auto gesvd_size = &cusolverDnCgesvd_bufferSize;
  static constexpr auto gesvd = &cusolverDnCgesvd;
};
template <>
struct Cusolver<Kokkos::complex<double>> {
  using Element = cuDoubleComplex;
  static constexpr auto getrf_size = &cusolverDnZgetrf_bufferSize;
  static constexpr auto getrf = &cusolverDnZgetrf;
  static constexpr auto getrs = &cusolverDnZgetrs;
  static constexpr auto potrf_size = &cusolverDnZpotrf_bufferSize;
  static constexpr auto potrf = &cusolverDnZpotrf;
  static constexpr auto geqrf_size = &cusolverDnZgeqrf_bufferSize;
  static constexpr auto geqrf = &cusolverDnZgeqrf;
  static constexpr auto orgqr_size = &cusolverDnZungqr_bufferSize;
  static constexpr auto orgqr = &cusolverDnZungqr;
  static constexpr auto syevd_size = &cusolverDnZheevd_bufferSize;
  static constexpr auto syevd = &cusolverDnZheevd;
  static constexpr auto gesvd_size = &cusolverDnZgesvd_bufferSize;
  static constexpr auto gesvd = &cusolverDnZgesvd;
};

}  // namespace spica::detail

#endif
