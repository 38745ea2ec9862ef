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
