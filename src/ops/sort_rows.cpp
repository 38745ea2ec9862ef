// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/ops/detail/sort_rows.hpp>

#include "ops/merge_sort.hpp"
#include "ops/radix_sort.hpp"
#include "ops/sortable_types.hpp"

namespace spica::detail {

namespace {

/// Several rows that follow each other a turn, with room for one of them.
template <class T>
struct SortSomeRows {
  RowParts rows;
  std::int64_t extent;
  T* values;
  T* scratch;

  void operator()(const std::int64_t part) const {
    DigitCounts<T> counts;
    for (std::int64_t row = rows.begin(part); row < rows.begin(part + 1); ++row) {
      sort_by_one_thread(values + row * extent, scratch + part * extent, extent, counts);
    }
  }
};

template <class T>
struct CopyElements {
  const T* from;
  T* to;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t index) const { to[index] = from[index]; }
};

template <class T, class Space>
void sort_rows_by_threads(const Device<Space>& device, T* values, std::int64_t rows, std::int64_t extent,
                          const char* label) {
  const Space& instance = device.instance();
  const std::int64_t threads = instance.concurrency();
  const bool in_parts = rows < threads && extent >= shared_row;
  const RowParts parts{rows, in_parts ? 1 : std::min(rows, threads)};
  const Lease memory = lease_block(device, static_cast<std::size_t>(parts.parts * extent) * sizeof(T), label);
  T* scratch = reinterpret_cast<T*>(memory->data);
  if (in_parts) {
    for (std::int64_t row = 0; row < rows; ++row) {
      sort_by_all_threads(instance, values + row * extent, scratch, extent, label);
    }
  } else {
    launch(label, instance, parts.parts, SortSomeRows<T>{parts, extent, values, scratch});
  }
}

template <class T, class Space>
void sort_rows_by_merging(const Device<Space>& device, T* values, std::int64_t rows, std::int64_t extent,
                          const char* label) {
  const std::int64_t count = rows * extent;
  const Lease memory = lease_block(device, static_cast<std::size_t>(count) * sizeof(T), label);
  T* scratch = reinterpret_cast<T*>(memory->data);
  const T* sorted = sort_by_merging(device.instance(), values, scratch, rows, extent, label);
  if (sorted != values) launch(label, device.instance(), count, CopyElements<T>{sorted, values});
}

}  // namespace

template <class T, class Space>
void sort_rows(const Device<Space>& device, T* values, std::int64_t rows, std::int64_t extent, const char* label,
               [[maybe_unused]] SortPath path) {
  if constexpr (is_host_space<Space>) {
    if (path == SortPath::threads) {
      sort_rows_by_threads(device, values, rows, extent, label);
      return;
    }
  }
  sort_rows_by_merging(device, values, rows, extent, label);
}

#define SPICA_INSTANTIATE(T, Space) \
  template void sort_rows(const Device<Space>&, T*, std::int64_t, std::int64_t, const char*, SortPath);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE_SORTABLE)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail
