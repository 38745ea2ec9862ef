// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_OPS_MERGE_SORT_HPP
#define SPICA_SRC_OPS_MERGE_SORT_HPP

// Stable sorting by kernels of one element an index, for GPUs: sorted runs are merged pairwise until there is one a
// row. Each element finds its place by a binary search in the other run, so that a pass has no order of its own.
// Kokkos' own sort would be faster for one row, but it promises neither to keep the order of equal elements nor where
// NaN go.

#include <spica/device/detail/launch.hpp>
#include <spica/ops/detail/sort_order.hpp>

#include "ops/radix_sort.hpp"

#include <cstdint>
#include <utility>

namespace spica::detail {

inline constexpr std::int64_t first_run = 8;

/// Sorts one run of a row by insertion.
template <class Item>
struct SortRuns {
  Item* items;
  std::int64_t extent;
  std::int64_t runs;  // of a row

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t run) const {
    const std::int64_t begin = run % runs * first_run;
    const std::int64_t count = extent - begin < first_run ? extent - begin : first_run;
    Item* item = items + run / runs * extent + begin;
    for (std::int64_t i = 1; i < count; ++i) {
      const Item moved = item[i];
      std::int64_t j = i;
      for (; j > 0 && sorts_before(sort_value(moved), sort_value(item[j - 1])); --j) item[j] = item[j - 1];
      item[j] = moved;
    }
  }
};

/// Moves one element to its place among two neighbouring runs of `width`.
template <class Item>
struct MergeRuns {
  const Item* from;
  Item* to;
  std::int64_t extent;
  std::int64_t width;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t index) const {
    const std::int64_t at = index % extent;
    const std::int64_t row = index - at;
    const std::int64_t begin = at / (2 * width) * (2 * width);
    const std::int64_t middle = extent < begin + width ? extent : begin + width;
    const std::int64_t end = extent < begin + 2 * width ? extent : begin + 2 * width;
    const bool in_first = at < middle;
    const Item item = from[index];
    std::int64_t low = in_first ? middle : begin;
    std::int64_t high = in_first ? end : middle;
    const std::int64_t before = low;
    while (low < high) {
      const std::int64_t half = low + (high - low) / 2;
      const auto& other = sort_value(from[row + half]);
      const bool other_first =
          in_first ? sorts_before(other, sort_value(item)) : !sorts_before(sort_value(item), other);
      if (other_first) {
        low = half + 1;
      } else {
        high = half;
      }
    }
    const std::int64_t own = in_first ? at : begin + (at - middle);
    to[row + own + (low - before)] = item;
  }
};

/// Sorts each row of `items`, with room for as many in `scratch`; says in which of both they are afterwards.
template <class Item, class Space>
Item* sort_by_merging(const Space& instance, Item* items, Item* scratch, std::int64_t rows, std::int64_t extent,
                      const char* label) {
  const std::int64_t runs = (extent + first_run - 1) / first_run;
  launch(label, instance, rows * runs, SortRuns<Item>{items, extent, runs});
  for (std::int64_t width = first_run; width < extent; width *= 2) {
    launch(label, instance, rows * extent, MergeRuns<Item>{items, scratch, extent, width});
    std::swap(items, scratch);
  }
  return items;
}

}  // namespace spica::detail

#endif
