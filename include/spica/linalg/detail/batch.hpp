// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_BATCH_HPP
#define SPICA_LINALG_DETAIL_BATCH_HPP

// Stacks of matrices: the leading axes of arrays of rank 3 and more, broadcast together.

#include <spica/array/shape.hpp>
#include <spica/linalg/detail/matrix.hpp>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace spica::detail {

inline constexpr int max_batch_axes = max_rank - 1;  // a stack of vectors has one axis more

/// From one product of many to the next: the extents of the batch axes, the first axis first, and the strides with
/// which A, B and C go along them, 0 where one matrix is used again.
struct Batch {
  int axes = 0;
  std::int64_t extent[max_batch_axes] = {};
  std::int64_t stride_a[max_batch_axes] = {};
  std::int64_t stride_b[max_batch_axes] = {};
  std::int64_t stride_c[max_batch_axes] = {};

  /// How far the matrices of one product are from the first ones.
  struct Offsets {
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t c = 0;
  };

  KOKKOS_INLINE_FUNCTION std::int64_t count() const {
    std::int64_t products = 1;
    for (int d = 0; d < axes; ++d) products *= extent[d];
    return products;
  }

  KOKKOS_INLINE_FUNCTION Offsets at(std::int64_t product) const {
    Offsets offsets;
    for (int d = axes - 1; d >= 0; --d) {
      const std::int64_t index = product % extent[d];
      product /= extent[d];
      offsets.a += index * stride_a[d];
      offsets.b += index * stride_b[d];
      offsets.c += index * stride_c[d];
    }
    return offsets;
  }

  /// The products C^T = B^T A^T.
  void swap_factors() { std::swap(stride_a, stride_b); }

  /// Drops axes of one product and joins neighbours that all three step through as one.
  void simplify() {
    int kept = 0;
    for (int d = 0; d < axes; ++d) {
      if (extent[d] == 1) continue;
      const std::int64_t n = extent[d];
      const int last = kept - 1;
      if (kept > 0 && stride_a[last] == n * stride_a[d] && stride_b[last] == n * stride_b[d] &&
          stride_c[last] == n * stride_c[d]) {
        set_axis(last, extent[last] * n, d);
      } else {
        set_axis(kept++, n, d);
      }
    }
    axes = kept;
  }

 private:
  void set_axis(int to, std::int64_t new_extent, int from) {
    extent[to] = new_extent;
    stride_a[to] = stride_a[from];
    stride_b[to] = stride_b[from];
    stride_c[to] = stride_c[from];
  }
};

/// How many axes of an operand are not the matrix's.
template <class A>
inline constexpr int batch_rank = A::rank > 2 ? A::rank - 2 : 0;

/// The extents of these axes.
template <int Count, std::size_t Rank>
Shape<Count> batch_extents(const std::array<std::int64_t, Rank>& extents) {
  Shape<Count> leading{};
  std::copy_n(extents.begin(), Count, leading.begin());
  return leading;
}

/// Writes into `strides` those of the first `Count` axes of an array that is broadcast to the batch.
template <int Count, class A>
void set_batch_strides(const Batch& batch, std::int64_t* strides, const A& array) {
  const auto& own_extents = array.shape();
  const auto& own_strides = array.strides();
  for (int axis = 0; axis < Count; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const int to = batch.axes - Count + axis;
    strides[to] = own_extents[d] == 1 && batch.extent[to] != 1 ? 0 : own_strides[d];
  }
}

template <std::size_t Axes>
Batch batch_of(const std::array<std::int64_t, Axes>& extents) {
  Batch batch;
  batch.axes = static_cast<int>(Axes);
  for (std::size_t d = 0; d < Axes; ++d) batch.extent[d] = extents[d];
  return batch;
}

}  // namespace spica::detail

#endif
