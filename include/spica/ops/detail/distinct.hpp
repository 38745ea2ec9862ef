// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_DISTINCT_HPP
#define SPICA_OPS_DETAIL_DISTINCT_HPP

// Distinct values among sorted ones. The kernels are compiled into the library: src/ops/distinct.cpp.

#include <spica/array/copy.hpp>
#include <spica/ops/detail/sort_order.hpp>
#include <spica/ops/detail/sort_rows.hpp>

#include <cstdint>

namespace spica::detail {

/// Sorted values: those at `values`, or with an `order` those at values[order[0]], values[order[1]], ...
template <class T>
struct SortedValues {
  const T* values;
  const std::int64_t* order;  ///< null where the values lie sorted
  std::int64_t count;

  KOKKOS_INLINE_FUNCTION std::int64_t position(std::int64_t i) const { return order == nullptr ? i : order[i]; }
  KOKKOS_INLINE_FUNCTION const T& operator[](std::int64_t i) const { return values[position(i)]; }
};

/// number[i] = the number of distinct values among the first i + 1.
template <class T, class Space>
void number_distinct(const Device<Space>& device, const SortedValues<T>& sorted, std::int64_t* number,
                     const char* label);

/// The first of each run of equal values goes to `values`.
template <class T, class Space>
void take_distinct(const Device<Space>& device, const SortedValues<T>& sorted, const std::int64_t* number, T* values,
                   const char* label);

/// counts[k] = how many of the values with these numbers are the k-th of the `distinct` ones.
template <class Space>
void count_distinct(const Device<Space>& device, const std::int64_t* number, std::int64_t count, std::int64_t* counts,
                    std::int64_t distinct, const char* label);

/// For each position in `order` the distinct value there, counted from 0, and where each is met first; `firsts` may be
/// null.
template <class Space>
void place_distinct(const Device<Space>& device, const std::int64_t* number, const std::int64_t* order,
                    std::int64_t count, std::int64_t* inverse, std::int64_t* firsts, const char* label);

/// What is known of the elements of an array once they have been sorted.
template <class T, class Space>
struct Distinct {
  Array<T, 1, Space> values;             ///< distinct ones, ascending
  Array<std::int64_t, 1, Space> number;  ///< as `number_distinct` has it
  Array<std::int64_t, 1, Space> order;   ///< if asked for
};

/// @throws TransferError inside a NoTransfers scope, before anything is computed; the count of the values is read.
template <class Source>
auto find_distinct(const Source& source, bool with_order, const char* label) {
  using T = typename Source::value_type;
  using Space = typename Source::execution_space;
  using Indices = Array<std::int64_t, 1, Space>;
  const Device<Space> device = source.device();
  const std::int64_t count = source.size();
  Distinct<T, Space> result{allocate<Array<T, 1, Space>>(device, shape(0), label),
                            allocate<Indices>(device, shape(count), label),
                            allocate<Indices>(device, shape(with_order ? count : 0), label)};
  if (count == 0) return result;
  require_transfers_allowed(sizeof(std::int64_t), label, device.name().c_str(), "the caller");
  const auto elements = allocate<Array<T, Source::rank, Space>>(device, source.shape(), label);
  run_kernel(elements, source, label);
  T* values = ArrayAccess::data(elements);
  std::int64_t* number = ArrayAccess::data(result.number);
  SortedValues<T> sorted{values, nullptr, count};
  if (with_order) {
    argsort_rows(device, static_cast<const T*>(values), ArrayAccess::data(result.order), 1, count, label);
    sorted.order = ArrayAccess::data(result.order);
  } else {
    sort_rows(device, values, 1, count, label);
  }
  number_distinct(device, sorted, number, label);
  const std::int64_t distinct = *ArrayAccess::data(read_elements(result.number(count - 1), label));
  result.values = allocate<Array<T, 1, Space>>(device, shape(distinct), label);
  take_distinct(device, sorted, number, ArrayAccess::data(result.values), label);
  return result;
}

/// How often each value is there.
template <class T, class Space>
auto counts_of(const Distinct<T, Space>& found, const char* label) {
  const std::int64_t distinct = found.values.size();
  const auto counts = allocate<Array<std::int64_t, 1, Space>>(found.number.device(), shape(distinct), label);
  count_distinct(found.number.device(), ArrayAccess::data(found.number), found.number.size(), ArrayAccess::data(counts),
                 distinct, label);
  return counts;
}

}  // namespace spica::detail

#endif
