// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_SORT_ROWS_HPP
#define SPICA_OPS_DETAIL_SORT_ROWS_HPP

// Sorting of rows that lie one behind the other. What it takes is compiled into the library, for every type that is
// `sortable_t` of another; the way is `src/ops/sort_rows.cpp`'s.

#include <spica/array/array.hpp>
#include <spica/array/transform.hpp>

#include <cstddef>
#include <cstdint>

namespace spica::detail {

/// How rows are sorted. A stable order has one outcome: both ways give the same bits.
enum class SortPath {
  threads,  ///< by the host's threads, digit by digit: a row a thread, or long rows in parts
  merging,  ///< by kernels that merge runs, one element an index: for GPUs; the host has it for tests
};
template <class Space>
inline constexpr SortPath default_sort_path = is_host_space<Space> ? SortPath::threads : SortPath::merging;

/// Sorts each of `rows` rows of `extent` elements, which lie one behind the other, in place.
template <class T, class Space>
void sort_rows(const Device<Space>& device, T* values, std::int64_t rows, std::int64_t extent, const char* label,
               SortPath path = default_sort_path<Space>);

/// Writes into `order`, which is as large, the positions in its row that each row's elements have in sorted order.
template <class T, class Space>
void argsort_rows(const Device<Space>& device, const T* values, std::int64_t* order, std::int64_t rows,
                  std::int64_t extent, const char* label, SortPath path = default_sort_path<Space>);

/// Where the axes of an array are in one that has `axis` last.
template <int N>
Shape<N> places_with_last(int axis) {
  Shape<N> places{};
  for (int d = 0; d < N; ++d) places[static_cast<std::size_t>(d)] = d < axis ? d : (d == axis ? N - 1 : d - 1);
  return places;
}

/// The elements of an array or expression in a new row-major array, in which the axes are at `places`.
template <class Source>
auto copy_with_axes_at(const Source& source, const Shape<Source::rank>& places, const char* label) {
  constexpr int N = Source::rank;
  Shape<N> extents{};
  bool in_order = true;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    extents[static_cast<std::size_t>(places[d])] = source.shape()[d];
    in_order = in_order && places[d] == static_cast<std::int64_t>(d);
  }
  using Rows = Array<typename Source::value_type, N, typename Source::execution_space>;
  const auto rows = allocate<Rows>(source.device(), extents, label);
  if (in_order) {
    run_kernel(rows, source, label);
  } else {
    run_kernel(permute_array(rows, places), source, label);
  }
  return rows;
}

/// The elements of an array or expression as rows along `axis`: a new row-major array that has it last.
template <class Source>
auto rows_along(const Source& source, int axis, const char* label) {
  return copy_with_axes_at(source, places_with_last<Source::rank>(axis), label);
}

/// Rows along the last axis as an array that has this axis at `axis`: the rows themselves, or in new memory.
template <class T, int N, class Space>
auto with_axis_at(const Array<T, N, Space>& rows, int axis, const char* label) {
  if (axis == N - 1) return rows;
  const auto turned = permute_array(rows, places_with_last<N>(axis));
  const auto result = allocate<Array<T, N, Space>>(rows.device(), turned.shape(), label);
  run_kernel(result, turned, label);
  return result;
}

}  // namespace spica::detail

#endif
