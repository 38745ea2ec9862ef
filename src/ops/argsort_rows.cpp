// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/ops/detail/sort_rows.hpp>

#include "ops/merge_sort.hpp"
#include "ops/radix_sort.hpp"
#include "ops/sortable_types.hpp"

namespace spica::detail {

namespace {

template <class T>
struct AddPositions {
  const T* values;
  Positioned<T>* items;
  std::int64_t extent;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t index) const {
    items[index] = {values[index], index % extent};
  }
};

template <class T>
struct TakePositions {
  const Positioned<T>* items;
  std::int64_t* order;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t index) const { order[index] = items[index].position; }
};

/// Several rows that follow each other a turn, with room for two of them.
template <class T>
struct ArgsortSomeRows {
  RowParts rows;
  std::int64_t extent;
  const T* values;
  std::int64_t* order;
  Positioned<T>* scratch;

  void operator()(const std::int64_t part) const {
    DigitCounts<Positioned<T>> counts;
    Positioned<T>* items = scratch + 2 * part * extent;
    for (std::int64_t row = rows.begin(part); row < rows.begin(part + 1); ++row) {
      for (std::int64_t j = 0; j < extent; ++j) items[j] = {values[row * extent + j], j};
      sort_by_one_thread(items, items + extent, extent, counts);
      for (std::int64_t j = 0; j < extent; ++j) order[row * extent + j] = items[j].position;
    }
  }
};

template <class T, class Space>
void argsort_rows_by_threads(const Device<Space>& device, const T* values, std::int64_t* order, std::int64_t rows,
                             std::int64_t extent, const char* label) {
  using Item = Positioned<T>;
  const Space& instance = device.instance();
  const std::int64_t threads = instance.concurrency();
  const bool in_parts = rows < threads && extent >= shared_row;
  const RowParts parts{rows, in_parts ? 1 : std::min(rows, threads)};
  const Lease memory = lease_block(device, static_cast<std::size_t>(2 * parts.parts * extent) * sizeof(Item), label);
  auto* items = reinterpret_cast<Item*>(memory->data);
  if (!in_parts) {
    launch(label, instance, parts.parts, ArgsortSomeRows<T>{parts, extent, values, order, items});
    return;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    launch(label, instance, extent, AddPositions<T>{values + row * extent, items, extent});
    sort_by_all_threads(instance, items, items + extent, extent, label);
    launch(label, instance, extent, TakePositions<T>{items, order + row * extent});
  }
}

template <class T, class Space>
void argsort_rows_by_merging(const Device<Space>& device, const T* values, std::int64_t* order, std::int64_t rows,
                             std::int64_t extent, const char* label) {
  using Item = Positioned<T>;
  const std::int64_t count = rows * extent;
  const Lease memory = lease_block(device, static_cast<std::size_t>(2 * count) * sizeof(Item), label);
  auto* items = reinterpret_cast<Item*>(memory->data);
  launch(label, device.instance(), count, AddPositions<T>{values, items, extent});
  const Item* sorted = sort_by_merging(device.instance(), items, items + count, rows, extent, label);
  launch(label, device.instance(), count, TakePositions<T>{sorted, order});
}

}  // namespace

template <class T, class Space>
void argsort_rows(const Device<Space>& device, const T* values, std::int64_t* order, std::int64_t rows,
                  std::int64_t extent, const char* label, [[maybe_unused]] SortPath path) {
  if constexpr (is_host_space<Space>) {
    if (path == SortPath::threads) {
      argsort_rows_by_threads(device, values, order, rows, extent, label);
      return;
    }
  }
  argsort_rows_by_merging(device, values, order, rows, extent, label);
}

#define SPICA_INSTANTIATE(T, Space)                                                                                  \
  template void argsort_rows(const Device<Space>&, const T*, std::int64_t*, std::int64_t, std::int64_t, const char*, \
                             SortPath);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE_SORTABLE)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail
