// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_PRODUCTS_HPP
#define SPICA_SRC_LINALG_PRODUCTS_HPP

// A batch of products, and what can be made of it before anything is computed.

#include <cstdint>

#include "blas_product.hpp"

namespace spica::detail {

/// The first product of a batch, and how far the others are.
template <class T>
struct Products {
  Matrix<const T> a;
  Matrix<const T> b;
  Matrix<T> c;
  Batch batch;

  /// The same as C^T = B^T A^T.
  Products transposed() const {
    Products other{b.transposed(), a.transposed(), c.transposed(), batch};
    other.batch.swap_factors();
    return other;
  }
};

/// Where one matrix B is the factor of all, and the rows of A follow each other from matrix to matrix as those of C do,
/// the products are one with a taller A.
template <class T>
void join_rows(Products<T>& products) {
  Batch& batch = products.batch;
  const auto follow = [](const auto& m, std::int64_t stride) {
    return m.rows == 1 ? stride != 0 : stride == m.rows * m.row_stride;
  };
  while (batch.axes > 0) {
    const int last = batch.axes - 1;
    if (batch.stride_b[last] != 0 || !follow(products.a, batch.stride_a[last]) ||
        !follow(products.c, batch.stride_c[last])) {
      return;
    }
    if (products.c.rows == 1) {
      products.a.row_stride = batch.stride_a[last];
      products.c.row_stride = batch.stride_c[last];
    }
    products.a.rows *= batch.extent[last];
    products.c.rows *= batch.extent[last];
    --batch.axes;
  }
}

/// The fewest products: see join_rows. Columns are joined likewise where one A is the factor of all.
template <class T>
Products<T> joined(Products<T> products) {
  join_rows(products);
  if (products.batch.axes == 0) return products;
  products = products.transposed();
  join_rows(products);
  return products.transposed();
}

/// Whether the library can write the matrix as a column-major one.
template <class T>
bool is_column_major(const Matrix<T>& m, std::int64_t most) {
  return (m.rows == 1 || m.row_stride == 1) &&
         (m.columns == 1 || (m.column_stride >= m.rows && m.column_stride <= most));
}

/// With a column-major C, or one that is nearly so. A vector is one column.
template <class T>
Products<T> with_columns(const Products<T>& products, std::int64_t most) {
  const Matrix<T>& c = products.c;
  if (c.columns == 1) return products;
  if (c.rows == 1) return products.transposed();
  if (is_column_major(c, most)) return products;
  return unit_axis(c, most) == 1 || nearest_axis(c) == 1 ? products.transposed() : products;
}

/// Whether the strides of a factor say that all products have the same.
inline bool is_shared(const std::int64_t* strides, int axes) {
  return std::all_of(strides, strides + axes, [](std::int64_t stride) { return stride == 0; });
}

/// Packs a factor that all products share, where the library cannot take it as it lies: once.
template <class T, class Space>
Lease pack_shared(const ProductContext<Space>& context, Matrix<const T>& m, const std::int64_t* strides, int axes) {
  if (!is_shared(strides, axes) || operation_of(m, unit_axis(m, context.most)) != '\0') return Lease();
  ++context.note.packed;
  auto [copy, lease] = new_matrix<T>(context.device, m.rows, m.columns, nearest_axis(m), context.function);
  pack(context, m, copy);
  m = copy.as_const();
  return std::move(lease);
}

}  // namespace spica::detail

#endif
