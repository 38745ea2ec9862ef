// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_PRODUCT_HPP
#define SPICA_LINALG_DETAIL_PRODUCT_HPP

// What gemm and matmul are made of. The product of the types that BLAS has is compiled in src/linalg, so that a
// caller's file does not instantiate Kokkos Kernels; that of other types is a kernel in detail/plain_product.hpp.

#include <spica/linalg/detail/batch.hpp>
#include <spica/linalg/detail/matrix.hpp>
#include <spica/linalg/detail/plain_product.hpp>
#include <spica/linalg/path.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace spica::detail {

template <class T>
inline constexpr bool is_blas_type =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Kokkos::complex<float>> ||
    std::is_same_v<T, Kokkos::complex<double>>;

/// What BLAS can take as an extent or a leading dimension.
inline constexpr std::int64_t most_blas_extent = std::numeric_limits<int>::max();

/// C = alpha A B + beta C on the device's instance by the BLAS rule; shapes fit, C is disjoint. Extents and strides
/// over `most` are split or packed.
template <class T, class Space>
void blas_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T beta,
                  const Matrix<T>& c, const char* function, std::int64_t most = most_blas_extent);

/// How the products of a batch are computed: tests ask for each.
enum class BatchWay {
  chosen,   ///< the fastest
  threads,  ///< on the host: each thread some of them, one after the other
  loop,     ///< one after the other, each by as many threads as the library takes
  strided   ///< one call of the library for all of them; a loop where it has no such call
};

/// The same for each product of a batch; a, b and c are the first matrices.
template <class T, class Space>
void blas_batched_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b,
                          T beta, const Matrix<T>& c, const Batch& batch, const char* function,
                          BatchWay way = BatchWay::chosen);

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

template <class T, class Space>
void batched_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T beta,
                     const Matrix<T>& c, Batch batch, const char* function) {
  batch.simplify();
  if constexpr (is_blas_type<T>) {
    blas_batched_product(device, alpha, a, b, beta, c, batch, function);
  } else {
    last_product() = ProductNote();
    last_product().path = ProductNote::Path::plain;
    plain_product(device, alpha, a, b, beta, c, function, batch);
  }
}

}  // namespace spica::detail

#endif
