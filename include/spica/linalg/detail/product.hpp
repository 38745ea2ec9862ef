// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_PRODUCT_HPP
#define SPICA_LINALG_DETAIL_PRODUCT_HPP

// What gemm and matmul are made of. The product of the types that BLAS has is compiled in src/linalg, so that a
// caller's file does not instantiate Kokkos Kernels; that of other types is a kernel in detail/plain_product.hpp.

#include <spica/linalg/detail/matrix.hpp>
#include <spica/linalg/detail/plain_product.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace spica::detail {

template <class T>
inline constexpr bool is_blas_type =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Kokkos::complex<float>> ||
    std::is_same_v<T, Kokkos::complex<double>>;

// ---- checks --------------------------------------------------------------------------------------------------------

[[noreturn]] void throw_inner_extents(const char* function, const std::string& a, const std::string& b, int axis);
[[noreturn]] void throw_result_shape(const std::string& a, const std::string& b, const std::string& c,
                                     const std::string& right);
[[noreturn]] void throw_aliased(const char* operand);

/// @throws ShapeError when the last extent of A is not the first of B.
template <class A, class B>
void require_inner_extents(const char* function, const A& a, const B& b) {
  if (a.shape()[A::rank - 1] != b.shape()[0]) {
    throw_inner_extents(function, shape_text(a.shape()), shape_text(b.shape()), A::rank - 1);
  }
}

// ---- the product ---------------------------------------------------------------------------------------------------

/// How the last product of the calling thread was computed: what tests ask.
struct ProductNote {
  enum class Path {
    none,         ///< nothing to compute, or C was only scaled
    vendor,       ///< gemm of the BLAS beneath Kokkos Kernels, cuBLAS on an NVIDIA GPU
    vendor_gemv,  ///< gemv of the same
    kernels,      ///< Kokkos Kernels' own kernels: it was built without a BLAS for this device
    plain         ///< Spica's kernel for types that BLAS does not have
  };
  Path path = Path::none;
  int packed = 0;  ///< copies of parts of A and B whose strides BLAS cannot take, temporaries for such parts of C
  int calls = 0;   ///< products asked of the library
};
ProductNote& last_product();

/// What BLAS can take as an extent or a leading dimension.
inline constexpr std::int64_t most_blas_extent = std::numeric_limits<int>::max();

/// C = alpha A B + beta C on the device's instance by the BLAS rule; shapes fit, C is disjoint. Extents and strides
/// over `most` are split or packed.
template <class T, class Space>
void blas_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T beta,
                  const Matrix<T>& c, const char* function, std::int64_t most = most_blas_extent);

template <class T, class Space>
void product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T beta,
             const Matrix<T>& c, const char* function) {
  if constexpr (is_blas_type<T>) {
    blas_product(device, alpha, a, b, beta, c, function);
  } else {
    last_product() = ProductNote();
    last_product().path = ProductNote::Path::plain;
    plain_product(device, alpha, a, b, beta, c, function);
  }
}

}  // namespace spica::detail

#endif
