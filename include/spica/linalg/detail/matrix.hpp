// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_MATRIX_HPP
#define SPICA_LINALG_DETAIL_MATRIX_HPP

#include <spica/array/array.hpp>

#include <cstdint>
#include <type_traits>

namespace spica::detail {

/// Where the elements of a matrix lie: element (i, j) at data[i * row_stride + j * column_stride]. Keeps nothing alive.
template <class T>
struct Matrix {
  T* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  bool conjugate = false;  ///< of a factor of complex numbers: its elements are the conjugates of those in memory

  Matrix transposed() const { return {data, columns, rows, column_stride, row_stride, conjugate}; }

  /// The part of `part_rows` x `part_columns` that begins at (row, column).
  Matrix block(std::int64_t row, std::int64_t column, std::int64_t part_rows, std::int64_t part_columns) const {
    return {data + row * row_stride + column * column_stride,
            part_rows,
            part_columns,
            row_stride,
            column_stride,
            conjugate};
  }

  /// A matrix that lies alike, `offset` elements further on.
  Matrix shifted(std::int64_t offset) const {
    return {data + offset, rows, columns, row_stride, column_stride, conjugate};
  }

  Matrix<const T> as_const() const { return {data, rows, columns, row_stride, column_stride, conjugate}; }
};

/// A matrix as it is, of a stack of them the first; a vector as one row.
template <class T, int Rank, class Space, class Layout>
Matrix<T> matrix_of(const Array<T, Rank, Space, Layout>& array) {
  static_assert(Rank >= 1);
  const auto& view = ArrayAccess::view(array);
  const auto extent = [&](std::size_t axis) { return static_cast<std::int64_t>(view.extent(axis)); };
  if constexpr (Rank >= 2) {
    return {view.data(), extent(Rank - 2), extent(Rank - 1), array.stride(Rank - 2), array.stride(Rank - 1)};
  } else {
    return {view.data(), 1, extent(0), extent(0), array.stride(0)};
  }
}

/// The same of an array that an expression holds.
template <class T, int Rank, class Space>
Matrix<const T> matrix_of(const HeldArray<T, Rank, Space>& array) {
  static_assert(Rank >= 1);
  const auto extent = [&](int axis) { return array.shape()[static_cast<std::size_t>(axis)]; };
  const auto stride = [&](int axis) { return array.strides()[static_cast<std::size_t>(axis)]; };
  const T* data = ArrayAccess::data(array);
  if constexpr (Rank >= 2) {
    return {data, extent(Rank - 2), extent(Rank - 1), stride(Rank - 2), stride(Rank - 1)};
  } else {
    return {data, 1, extent(0), extent(0), stride(0)};
  }
}

}  // namespace spica::detail

#endif
