// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_PLAIN_PRODUCT_HPP
#define SPICA_LINALG_DETAIL_PLAIN_PRODUCT_HPP

// Kernels on matrices that no library has: scaling, packing, and the product of integers, bool and long double.

#include <spica/device/detail/launch.hpp>
#include <spica/linalg/detail/batch.hpp>
#include <spica/linalg/detail/matrix.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace spica::detail {

// ---- arithmetic ----------------------------------------------------------------------------------------------------

/// The arithmetic of a product with elements T. Integers are computed modulo 2^32 or 2^64, which gives what summing in
/// 64 bits and converting to T gives, without the undefined overflow of signed types; bool is "and" and "or".
template <class T>
struct ProductArithmetic {
  using wide =
      std::conditional_t<std::is_integral_v<T>, std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>, T>;
  KOKKOS_INLINE_FUNCTION static wide widen(const T& value) { return static_cast<wide>(value); }
  KOKKOS_INLINE_FUNCTION static wide multiply(const wide& a, const wide& b) {
    if constexpr (std::is_same_v<T, bool>) {
      return a & b;
    } else {
      return a * b;
    }
  }
  KOKKOS_INLINE_FUNCTION static void add_product(wide& sum, const wide& a, const wide& b) {
    if constexpr (std::is_same_v<T, bool>) {
      sum |= multiply(a, b);
    } else {
      sum += multiply(a, b);
    }
  }
  /// alpha sum + beta c, where beta = 0 does not read c.
  KOKKOS_INLINE_FUNCTION static void finish(T& c, const wide& sum, const T& alpha, const T& beta) {
    wide value = multiply(widen(alpha), sum);
    if (beta != T(0)) add_product(value, widen(beta), widen(c));
    c = static_cast<T>(value);
  }
};

// ---- scaling and packing -------------------------------------------------------------------------------------------

template <class T>
struct ScaleBy {
  T factor;
  KOKKOS_INLINE_FUNCTION T operator()(const T& value) const {
    using Arithmetic = ProductArithmetic<T>;
    return static_cast<T>(Arithmetic::multiply(Arithmetic::widen(factor), Arithmetic::widen(value)));
  }
};

template <class T>
BoundArray<std::remove_const_t<T>, 2> bind_matrix(const Matrix<T>& m) {
  return {m.data, {m.row_stride, m.column_stride, 0}};
}

/// Writes `bound`, of the same shape, into m.
template <class Space, class T, class Bound>
void fill_matrix(const Device<Space>& device, const Matrix<T>& m, const Bound& bound, const std::string& label) {
  evaluate<Space, T, 2>(device.instance(), label, m.data, Shape<2>{m.rows, m.columns},
                        Shape<2>{m.row_stride, m.column_stride}, bound);
}

/// C = beta C, where beta = 0 does not read C.
template <class T, class Space>
void scale_matrix(const Device<Space>& device, T beta, const Matrix<T>& c, const std::string& label) {
  if (beta == T(1)) return;
  if (beta == T(0)) {
    fill_matrix(device, c, BoundConstant<T>{T(0)}, label);
  } else {
    fill_matrix(device, c, BoundMap<ScaleBy<T>, BoundArray<T, 2>>(ScaleBy<T>{beta}, bind_matrix(c)), label);
  }
}

/// C = beta C for each C of a stack, by the BLAS rule: one row a turn.
template <class T>
struct ScaleStack {
  Matrix<T> first;
  Batch batch;
  T beta;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    T* row = first.data + batch.at(item / first.rows).c + item % first.rows * first.row_stride;
    for (std::int64_t j = 0; j < first.columns; ++j) {
      T& element = row[j * first.column_stride];
      element = beta == T(0) ? T(0) : ScaleBy<T>{beta}(element);
    }
  }
};

template <class T, class Space>
void scale_stack(const Device<Space>& device, T beta, const Matrix<T>& first, const Batch& batch,
                 const std::string& label) {
  if (batch.axes == 0) return scale_matrix(device, beta, first, label);
  if (beta != T(1)) launch(label, device.instance(), batch.count() * first.rows, ScaleStack<T>{first, batch, beta});
}

/// A matrix in new memory, row-major (unit axis 1) or column-major (unit axis 0), elements undefined. The memory lives
/// as long as the lease.
template <class T, class Space>
std::pair<Matrix<T>, Lease> new_matrix(const Device<Space>& device, std::int64_t rows, std::int64_t columns,
                                       int unit_axis, const char* function) {
  const std::int64_t bytes = checked_bytes(Shape<2>{rows, columns}, sizeof(T), function);
  Lease lease = lease_block(device, static_cast<std::size_t>(bytes), function);
  Matrix<T> m{reinterpret_cast<T*>(lease->data), rows, columns, columns, 1};
  if (unit_axis == 0) {
    m.row_stride = 1;
    m.column_stride = rows;
  }
  return {m, std::move(lease)};
}

// ---- the product ---------------------------------------------------------------------------------------------------

/// On the host: a tile of C a turn, in registers and the first cache. B's rows have no gaps between their elements.
template <class T>
struct TileProduct {
  static constexpr std::int64_t tile_rows = 4;
  static constexpr std::int64_t tile_columns = 64;
  using Arithmetic = ProductArithmetic<T>;
  using Wide = typename Arithmetic::wide;

  Matrix<const T> a;
  Matrix<const T> b;
  Matrix<T> c;
  T alpha;
  T beta;
  std::int64_t tiles;  // in one row of tiles

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t row = item / tiles * tile_rows;
    const std::int64_t column = item % tiles * tile_columns;
    const std::int64_t rows = c.rows - row < tile_rows ? c.rows - row : tile_rows;
    const std::int64_t columns = c.columns - column < tile_columns ? c.columns - column : tile_columns;
    Wide sum[tile_rows][tile_columns] = {};
    for (std::int64_t k = 0; k < a.columns; ++k) {
      const T* b_row = b.data + k * b.row_stride + column;
      for (std::int64_t i = 0; i < rows; ++i) {
        const Wide factor = Arithmetic::widen(a.data[(row + i) * a.row_stride + k * a.column_stride]);
        for (std::int64_t j = 0; j < columns; ++j) {
          Arithmetic::add_product(sum[i][j], factor, Arithmetic::widen(b_row[j]));
        }
      }
    }
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        Arithmetic::finish(c.data[(row + i) * c.row_stride + (column + j) * c.column_stride], sum[i][j], alpha, beta);
      }
    }
  }
};

/// On a GPU: an element of C a turn; neighbouring threads read neighbouring columns of B.
template <class T>
struct ElementProduct {
  using Arithmetic = ProductArithmetic<T>;
  Matrix<const T> a;
  Matrix<const T> b;
  Matrix<T> c;
  T alpha;
  T beta;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t i = item / c.columns;
    const std::int64_t j = item % c.columns;
    typename Arithmetic::wide sum(0);
    for (std::int64_t k = 0; k < a.columns; ++k) {
      Arithmetic::add_product(sum, Arithmetic::widen(a.data[i * a.row_stride + k * a.column_stride]),
                              Arithmetic::widen(b.data[k * b.row_stride + j * b.column_stride]));
    }
    Arithmetic::finish(c.data[i * c.row_stride + j * c.column_stride], sum, alpha, beta);
  }
};

/// The kernel of one product for each product of a batch.
template <class Kernel>
struct EachProduct {
  Kernel first;
  Batch batch;
  std::int64_t items;  // turns that one product takes

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const Batch::Offsets offsets = batch.at(item / items);
    Kernel here = first;
    here.a.data += offsets.a;
    here.b.data += offsets.b;
    here.c.data += offsets.c;
    here(item % items);
  }
};

template <class Space, class Kernel>
void launch_products(const Device<Space>& device, const Kernel& first, const Batch& batch, std::int64_t items,
                     const char* function) {
  if (batch.axes == 0) {
    launch(function, device.instance(), items, first);
  } else {
    launch(function, device.instance(), batch.count() * items, EachProduct<Kernel>{first, batch, items});
  }
}

/// C = alpha A B + beta C by the BLAS rule, for any element type and any strides, for each product of a batch.
template <class T, class Space>
void plain_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T beta,
                   const Matrix<T>& c, const char* function, const Batch& batch = Batch()) {
  if (c.rows == 0 || c.columns == 0 || batch.count() == 0) return;
  if (a.columns == 0 || alpha == T(0)) {
    scale_stack(device, beta, c, batch, std::string(function) + "::scale");
    return;
  }
  if constexpr (is_host_space<Space>) {
    Matrix<const T> rows_of_b = b;
    Lease packed;
    if (b.column_stride != 1) {
      if (batch.axes > 0) {  // one by one: B is packed for each
        for (std::int64_t product = 0; product < batch.count(); ++product) {
          const Batch::Offsets at = batch.at(product);
          plain_product(device, alpha, a.shifted(at.a), b.shifted(at.b), beta, c.shifted(at.c), function);
        }
        return;
      }
      auto [matrix, lease] = new_matrix<T>(device, b.rows, b.columns, 1, function);
      fill_matrix(device, matrix, bind_matrix(b), std::string(function) + "::pack");
      rows_of_b = matrix.as_const();
      packed = std::move(lease);
    }
    using Tile = TileProduct<T>;
    const std::int64_t tiles = (c.columns + Tile::tile_columns - 1) / Tile::tile_columns;
    const std::int64_t tile_rows = (c.rows + Tile::tile_rows - 1) / Tile::tile_rows;
    launch_products(device, Tile{a, rows_of_b, c, alpha, beta, tiles}, batch, tiles * tile_rows, function);
  } else {
    launch_products(device, ElementProduct<T>{a, b, c, alpha, beta}, batch, c.rows * c.columns, function);
  }
}

}  // namespace spica::detail

#endif
