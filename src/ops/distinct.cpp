// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/ops/detail/distinct.hpp>

#include "ops/sortable_types.hpp"

namespace spica::detail {

namespace {

template <class T>
struct NumberDistinct {
  SortedValues<T> sorted;
  std::int64_t* number;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i, std::int64_t& distinct, const bool final) const {
    if (i == 0 || !is_same_value(sorted[i - 1], sorted[i])) ++distinct;
    if (final) number[i] = distinct;
  }
};

/// Whether a new value begins at `i`.
KOKKOS_INLINE_FUNCTION bool begins_value(const std::int64_t* number, std::int64_t i) {
  return i == 0 || number[i] != number[i - 1];
}

template <class T>
struct TakeDistinct {
  SortedValues<T> sorted;
  const std::int64_t* number;
  T* values;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    if (begins_value(number, i)) values[number[i] - 1] = sorted[i];
  }
};

struct NoteBegins {
  const std::int64_t* number;
  std::int64_t* begins;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    if (begins_value(number, i)) begins[number[i] - 1] = i;
  }
};

struct CountFromBegins {
  const std::int64_t* begins;
  std::int64_t count;
  std::int64_t distinct;
  std::int64_t* counts;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k) const {
    counts[k] = (k + 1 < distinct ? begins[k + 1] : count) - begins[k];
  }
};

struct PlaceDistinct {
  const std::int64_t* number;
  const std::int64_t* order;
  std::int64_t* inverse;
  std::int64_t* firsts;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    inverse[order[i]] = number[i] - 1;
    if (firsts != nullptr && begins_value(number, i)) firsts[number[i] - 1] = order[i];
  }
};

}  // namespace

template <class T, class Space>
void number_distinct(const Device<Space>& device, const SortedValues<T>& sorted, std::int64_t* number,
                     const char* label) {
  Kokkos::parallel_scan(label, range_policy(device.instance(), sorted.count), NumberDistinct<T>{sorted, number});
}

template <class T, class Space>
void take_distinct(const Device<Space>& device, const SortedValues<T>& sorted, const std::int64_t* number, T* values,
                   const char* label) {
  launch(label, device.instance(), sorted.count, TakeDistinct<T>{sorted, number, values});
}

template <class Space>
void count_distinct(const Device<Space>& device, const std::int64_t* number, std::int64_t count, std::int64_t* counts,
                    std::int64_t distinct, const char* label) {
  if (count == 0) return;
  const Lease memory = lease_block(device, static_cast<std::size_t>(distinct) * sizeof(std::int64_t), label);
  auto* begins = reinterpret_cast<std::int64_t*>(memory->data);
  launch(label, device.instance(), count, NoteBegins{number, begins});
  launch(label, device.instance(), distinct, CountFromBegins{begins, count, distinct, counts});
}

template <class Space>
void place_distinct(const Device<Space>& device, const std::int64_t* number, const std::int64_t* order,
                    std::int64_t count, std::int64_t* inverse, std::int64_t* firsts, const char* label) {
  if (count == 0) return;
  launch(label, device.instance(), count, PlaceDistinct{number, order, inverse, firsts});
}

#define SPICA_INSTANTIATE(T, Space)                                                                        \
  template void number_distinct(const Device<Space>&, const SortedValues<T>&, std::int64_t*, const char*); \
  template void take_distinct(const Device<Space>&, const SortedValues<T>&, const std::int64_t*, T*, const char*);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE_SORTABLE)
#undef SPICA_INSTANTIATE

#define SPICA_INSTANTIATE(Space)                                                                                     \
  template void count_distinct(const Device<Space>&, const std::int64_t*, std::int64_t, std::int64_t*, std::int64_t, \
                               const char*);                                                                         \
  template void place_distinct(const Device<Space>&, const std::int64_t*, const std::int64_t*, std::int64_t,         \
                               std::int64_t*, std::int64_t*, const char*);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail
