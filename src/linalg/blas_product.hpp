// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_BLAS_PRODUCT_HPP
#define SPICA_SRC_LINALG_BLAS_PRODUCT_HPP

// How a product of matrices with any strides becomes calls of a library that knows column-major matrices, a leading
// dimension and transposition:
//   1. extents over what an int holds are split into blocks;
//   2. C must have a unit stride along one axis. Along columns it is column-major; along rows the transposed problem
//      C^T = B^T A^T is. With neither, the product goes to a temporary;
//   3. A and B must have a unit stride along one axis too: the library transposes. With neither, they are packed. The
//      library conjugates what it transposes; what is conjugated but not transposed is packed too.

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "library_factor.hpp"
#include "library_gemm.hpp"

namespace spica::detail {

/// Names the library's work in a profile. Building the name costs more than a small product: only for listening tools.
class ProfileRegion {
 public:
  explicit ProfileRegion(const char* name) : open_(Kokkos::Profiling::profileLibraryLoaded()) {
    if (open_) Kokkos::Profiling::pushRegion(name);
  }
  ~ProfileRegion() {
    if (open_) Kokkos::Profiling::popRegion();
  }
  ProfileRegion(const ProfileRegion&) = delete;
  ProfileRegion& operator=(const ProfileRegion&) = delete;

 private:
  bool open_;
};

/// conj(A) x = conj(A conj(x)): where the library cannot take conj(A), the vectors are conjugated.
template <class T, class Space>
void conjugated_column_product(const ProductContext<Space>& context, T alpha, Matrix<const T> a, Matrix<const T> x,
                               T beta, const Matrix<T>& y) {
  ++context.note.packed;
  auto [temporary, lease] = new_matrix<T>(context.device, y.rows, 1, 0, context.function);
  a.conjugate = !a.conjugate;
  x.conjugate = !x.conjugate;
  column_product(context, ConjugateOf()(alpha), a, x, T(0), temporary);
  temporary.conjugate = true;
  add_temporary(context, beta, y, temporary);
}

/// A matrix times one column, on the host: gemv reads the matrix once, where gemm packs it first (half the speed from
/// 1000 x 1000 on).
template <class T, class Space>
void column_product(const ProductContext<Space>& context, T alpha, const Matrix<const T>& a, const Matrix<const T>& x,
                    T beta, const Matrix<T>& y) {
  if (a.conjugate && unit_axis(a, context.most) == 0) {
    return conjugated_column_product(context, alpha, a, x, beta, y);
  }
  if (y.rows > 1 && y.row_stride != 1) {
    ++context.note.packed;
    const auto [temporary, lease] = new_matrix<T>(context.device, y.rows, 1, 0, context.function);
    column_product(context, alpha, a, x, T(0), temporary);
    add_temporary(context, beta, y, temporary);
    return;
  }
  if (x.conjugate || (x.rows > 1 && x.row_stride != 1)) {
    ++context.note.packed;
    const auto [copy, lease] = new_matrix<T>(context.device, x.rows, 1, 0, context.function);
    pack(context, x, copy);
    column_product(context, alpha, a, copy.as_const(), beta, y);
    return;
  }
  const LeftFactor<T> factor = left_factor<T>(context, a);
  // A gemv has been known to keep NaN in y where beta is 0 (OpenBLAS for complex numbers on some processors, rocBLAS).
  if (beta == T(0)) std::fill_n(y.data, y.rows, T(0));
  const bool stands = factor.trans == 'N';
  context.note.path = has_vendor_library<Space> ? ProductNote::Path::vendor_gemv : ProductNote::Path::kernels;
  ++context.note.calls;
  library_gemv<T, Space>(
      context.device.instance(),
      GemvCall<T>{factor.trans, static_cast<int>(stands ? a.rows : a.columns),
                  static_cast<int>(stands ? a.columns : a.rows), alpha, factor.data, factor.ld, x.data, beta, y.data});
}

/// A product whose extents the library can take.
template <class T, class Space>
void block_product(const ProductContext<Space>& context, T alpha, const Matrix<const T>& a, const Matrix<const T>& b,
                   T beta, const Matrix<T>& c) {
  if constexpr (is_host_space<Space>) {
    if (c.columns == 1) return column_product(context, alpha, a, b, beta, c);
    if (c.rows == 1) return column_product(context, alpha, b.transposed(), a.transposed(), beta, c.transposed());
  }
  const int axis = unit_axis(c, context.most);
  if (axis < 0) {
    ++context.note.packed;
    const auto [temporary, lease] = new_matrix<T>(context.device, c.rows, c.columns, nearest_axis(c), context.function);
    block_product(context, alpha, a, b, T(0), temporary);
    add_temporary(context, beta, c, temporary);
    return;
  }
  if (axis == 1) {
    block_product_left(context, alpha, b.transposed(), a.transposed(), beta, c.transposed());
  } else {
    block_product_left(context, alpha, a, b, beta, c);
  }
}

/// The same for a column-major C.
template <class T, class Space>
void block_product_left(const ProductContext<Space>& context, T alpha, const Matrix<const T>& a,
                        const Matrix<const T>& b, T beta, const Matrix<T>& c) {
  const LeftFactor<T> left = left_factor<T>(context, a);
  const LeftFactor<T> right = left_factor<T>(context, b);
  // Nothing is known of what Kokkos Kernels' own kernels make of a C that must not be read.
  if (!has_vendor_library<Space> && beta == T(0)) scale_matrix(context.device, beta, c, context.label("clear"));
  context.note.path = has_vendor_library<Space> ? ProductNote::Path::vendor : ProductNote::Path::kernels;
  ++context.note.calls;
  library_gemm<T, Space>(context.device.instance(),
                         GemmCall<T>{left.trans, right.trans, static_cast<int>(c.rows), static_cast<int>(c.columns),
                                     static_cast<int>(a.columns), alpha, left.data, left.ld, right.data, right.ld, beta,
                                     c.data, leading_dimension(c, 0), context.function});
}

/// The letter of BLAS for a type.
template <class T>
constexpr char blas_letter() {
  if constexpr (std::is_same_v<T, float>) return 's';
  if constexpr (std::is_same_v<T, double>) return 'd';
  return std::is_same_v<T, Kokkos::complex<float>> ? 'c' : 'z';
}

template <class T, class Space>
ProductNote& new_note() {
  ProductNote& note = last_product();
  note = ProductNote();
  note.letter = blas_letter<T>();
  note.on_host = is_host_space<Space>;
  return note;
}

/// A product of any extents: in blocks that the library can take.
template <class T, class Space>
void split_product(const ProductContext<Space>& context, T alpha, const Matrix<const T>& a, const Matrix<const T>& b,
                   T beta, const Matrix<T>& c) {
  const std::int64_t most = context.most;
  for (std::int64_t i = 0; i < c.rows; i += most) {
    const std::int64_t rows = std::min(most, c.rows - i);
    for (std::int64_t j = 0; j < c.columns; j += most) {
      const std::int64_t columns = std::min(most, c.columns - j);
      for (std::int64_t k = 0; k < a.columns; k += most) {
        const std::int64_t inner = std::min(most, a.columns - k);
        block_product(context, alpha, a.block(i, k, rows, inner), b.block(k, j, inner, columns), k == 0 ? beta : T(1),
                      c.block(i, j, rows, columns));
      }
    }
  }
}

template <class T, class Space>
void blas_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T beta,
                  const Matrix<T>& c, const char* function, std::int64_t most) {
  ProductNote& note = new_note<T, Space>();
  if (c.rows == 0 || c.columns == 0) return;
  if (a.columns == 0 || alpha == T(0)) {
    scale_matrix(device, beta, c, std::string(function) + "::scale");
    return;
  }
  const ProfileRegion region(function);
  split_product(ProductContext<Space>{device, function, most, note}, alpha, a, b, beta, c);
}

}  // namespace spica::detail

#endif
