// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_LIBRARY_GEMM_HPP
#define SPICA_SRC_LINALG_LIBRARY_GEMM_HPP

// The only place that calls Kokkos Kernels; for products on NVIDIA GPUs it hands over to cublas_gemm.hpp. All matrices
// are column-major here: Kokkos Kernels reaches BLAS only where A, B and C share one layout, and 4.6.01 and 5.0.2 are
// wrong for LayoutRight when B or C is one column of a wider matrix.

#include <spica/device/detail/ordering.hpp>
#include <spica/device/device.hpp>

#include <KokkosBlas2_gemv.hpp>
#include <KokkosBlas3_gemm.hpp>
#include <KokkosKernels_config.h>
#if defined(KOKKOSKERNELS_ENABLE_TPL_BLAS)
#include <KokkosBlas_Host_tpl.hpp>
#endif
#include <algorithm>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "cublas_gemm.hpp"
#include "library_call.hpp"

namespace spica::detail {

#if defined(KOKKOSKERNELS_ENABLE_TPL_BLAS)
inline constexpr bool kernels_has_host_blas = true;
#else
inline constexpr bool kernels_has_host_blas = false;
#endif

#if defined(KOKKOSKERNELS_ENABLE_TPL_ROCBLAS)
inline constexpr bool kernels_has_rocblas = true;
#else
inline constexpr bool kernels_has_rocblas = false;
#endif

/// Whether the products of this space are computed by a vendor's library.
template <class Space>
inline constexpr bool has_vendor_library = is_host_space<Space> ? kernels_has_host_blas
                                                                : (uses_cublas<Space> || kernels_has_rocblas);

/// The space that Kokkos Kernels is instantiated for: a host BLAS does not ask which host space calls it.
template <class Space>
using LibrarySpace = std::conditional_t<is_host_space<Space> && kernels_has_host_blas, HostSpace, Space>;

template <class Element, class Space>
using LeftMatrix = Kokkos::View<Element**, Kokkos::LayoutLeft, Kokkos::Device<Space, typename Space::memory_space>,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class Element, class Space>
using LeftVector = Kokkos::View<Element*, Kokkos::LayoutLeft, Kokkos::Device<Space, typename Space::memory_space>,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// A column-major View with a leading dimension: Kokkos makes one only as part of a wider View.
template <class Space, class Element>
LeftMatrix<Element, Space> left_matrix(Element* data, int rows, int columns, int ld) {
  const LeftMatrix<Element, Space> wide(data, static_cast<std::size_t>(ld), static_cast<std::size_t>(columns));
  return Kokkos::subview(wide, Kokkos::pair<std::size_t, std::size_t>(0, static_cast<std::size_t>(rows)), Kokkos::ALL);
}

/// Whether this version's gemm takes an execution-space instance, as later ones than 3.4's do.
template <class Space, class T, class = void>
inline constexpr bool kernels_takes_instance = false;
template <class Space, class T>
inline constexpr bool kernels_takes_instance<
    Space, T,
    std::void_t<decltype(KokkosBlas::gemm(std::declval<const Space&>(), "N", "N", std::declval<const T&>(),
                                          std::declval<const LeftMatrix<const T, Space>&>(),
                                          std::declval<const LeftMatrix<const T, Space>&>(), std::declval<const T&>(),
                                          std::declval<const LeftMatrix<T, Space>&>()))>> = true;

/// Runs `work`, which uses the default instance, in order with `instance`.
template <class Space, class Work>
void in_order_with(const Space& instance, const Work& work) {
  if constexpr (is_asynchronous<Space>) {
    const Space other;
    const bool same = compat::instance_id(instance) == compat::instance_id(other);
    if (!same) order_after(other, instance);
    work();
    if (!same) order_after(instance, other);
  } else {
    work();
  }
}

/// C = alpha op(A) op(B) + beta C.
template <class T, class Space>
void library_gemm(const Space& instance, const GemmCall<T>& call) {
  if constexpr (uses_cublas<Space>) {
    cublas_gemm(instance, call);
  } else if constexpr (!std::is_same_v<Space, LibrarySpace<Space>>) {
    library_gemm(LibrarySpace<Space>(), call);
  } else {
    const bool a_stands = call.trans_a == 'N';
    const bool b_stands = call.trans_b == 'N';
    const auto a = left_matrix<Space>(call.a, a_stands ? call.m : call.k, a_stands ? call.k : call.m, call.lda);
    const auto b = left_matrix<Space>(call.b, b_stands ? call.k : call.n, b_stands ? call.n : call.k, call.ldb);
    const auto c = left_matrix<Space>(call.c, call.m, call.n, call.ldc);
    const char trans_a[] = {call.trans_a, '\0'};
    const char trans_b[] = {call.trans_b, '\0'};
    if constexpr (kernels_takes_instance<Space, T>) {
      KokkosBlas::gemm(instance, trans_a, trans_b, call.alpha, a, b, call.beta, c);
    } else {
      in_order_with(instance, [&] { KokkosBlas::gemm(trans_a, trans_b, call.alpha, a, b, call.beta, c); });
    }
  }
}

/// Many products: in one call of the library where it has one, else one after the other.
template <class T, class Space>
void library_gemm_strided(const Space& instance, const StridedGemmCall<T>& call) {
  if constexpr (uses_cublas<Space>) {
    cublas_gemm_strided(instance, call);
  } else {
    GemmCall<T> each = call.first;
    for (int i = 0; i < call.count; ++i) {
      library_gemm(instance, each);
      each.a += call.stride_a;
      each.b += call.stride_b;
      each.c += call.stride_c;
    }
  }
}

#if defined(KOKKOSKERNELS_ENABLE_TPL_BLAS)
/// The number types of Kokkos Kernels' BLAS: complex numbers are the standard library's.
template <class T>
struct host_blas_number {
  using type = T;
};
template <class R>
struct host_blas_number<Kokkos::complex<R>> {
  using type = std::complex<R>;
};

/// The BLAS of the host itself, which may be called inside a parallel region: C = alpha op(A) op(B) + beta C. One
/// column by gemv; it does not read C where beta is 0.
template <class T>
void host_blas_gemm(const GemmCall<T>& call) {
  using Number = typename host_blas_number<T>::type;
  using Blas = KokkosBlas::Impl::HostBlas<Number>;
  const auto* a = reinterpret_cast<const Number*>(call.a);
  const auto* b = reinterpret_cast<const Number*>(call.b);
  auto* c = reinterpret_cast<Number*>(call.c);
  const Number alpha(call.alpha);
  const Number beta(call.beta);
  if (call.n == 1 && call.trans_b != 'C') {
    if (call.beta == T(0)) std::fill_n(call.c, call.m, T(0));
    const bool stands = call.trans_a == 'N';
    const int step = call.trans_b == 'N' ? 1 : call.ldb;
    Blas::gemv(call.trans_a, stands ? call.m : call.k, stands ? call.k : call.m, alpha, a, call.lda, b, step, beta, c,
               1);
  } else {
    Blas::gemm(call.trans_a, call.trans_b, call.m, call.n, call.k, alpha, a, call.lda, b, call.ldb, beta, c, call.ldc);
  }
}
#else
template <class T>
void host_blas_gemm(const GemmCall<T>& call);
#endif

/// y = alpha op(A) x + beta y.
template <class T, class Space>
void library_gemv(const Space& instance, const GemvCall<T>& call) {
  if constexpr (!std::is_same_v<Space, LibrarySpace<Space>>) {
    library_gemv(LibrarySpace<Space>(), call);
  } else {
    const bool stands = call.trans == 'N';
    const auto a = left_matrix<Space>(call.a, call.rows, call.columns, call.lda);
    const LeftVector<const T, Space> x(call.x, static_cast<std::size_t>(stands ? call.columns : call.rows));
    const LeftVector<T, Space> y(call.y, static_cast<std::size_t>(stands ? call.rows : call.columns));
    const char trans[] = {call.trans, '\0'};
    if constexpr (kernels_takes_instance<Space, T>) {
      KokkosBlas::gemv(instance, trans, call.alpha, a, x, call.beta, y);
    } else {
      in_order_with(instance, [&] { KokkosBlas::gemv(trans, call.alpha, a, x, call.beta, y); });
    }
  }
}

}  // namespace spica::detail

#endif
