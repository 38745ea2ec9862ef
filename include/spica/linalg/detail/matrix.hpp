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

  Matrix transposed() const { return {data, columns, rows, column_stride, row_stride}; }

  /// The part of `part_rows` x `part_columns` that begins at (row, column).
  Matrix block(std::int64_t row, std::int64_t column, std::int64_t part_rows, std::int64_t part_columns) const {
    return {data + row * row_stride + column * column_stride, part_rows, part_columns, row_stride, column_stride};
  }

  Matrix<const T> as_const() const { return {data, rows, columns, row_stride, column_stride}; }
};

/// A matrix as it is; a vector as one row.
template <class T, int Rank, class Space, class Layout>
Matrix<T> matrix_of(const Array<T, Rank, Space, Layout>& array) {
  static_assert(Rank == 1 || Rank == 2);
  const auto& view = ArrayAccess::view(array);
  const auto extent = [&](std::size_t axis) { return static_cast<std::int64_t>(view.extent(axis)); };
  if constexpr (Rank == 2) {
    return {view.data(), extent(0), extent(1), array.stride(0), array.stride(1)};
  } else {
    return {view.data(), 1, extent(0), extent(0), array.stride(0)};
  }
}

}  // namespace spica::detail

#endif
