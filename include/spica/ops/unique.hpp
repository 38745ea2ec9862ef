// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_UNIQUE_HPP
#define SPICA_OPS_UNIQUE_HPP

#include <spica/ops/detail/distinct.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

// The distinct values among all elements of an array or expression, whatever its shape and layout. They are sorted as
// by `spica::sort`, are the same on every device and for every number of threads, and lie in new row-major arrays on
// X's device. -0.0 and +0.0 are one value, represented by the one that stands first in row-major order, and so are all
// NaN: it comes last, once, as from NumPy's `unique` since 1.21. Complex numbers with a NaN part are one value too.
//
// How many values there are depends on the data: each of these functions reads one number from the device (a transfer
// in the ledger, as by `item`), for which it waits, unless X has no element.

/// What `unique_counts` returns.
template <class T, class Space>
struct UniqueCounts {
  Array<T, 1, Space> values;             ///< the distinct values, ascending
  Array<std::int64_t, 1, Space> counts;  ///< how often each is there
};

/// What `unique_inverse` returns.
template <class T, int Rank, class Space>
struct UniqueInverse {
  Array<T, 1, Space> values;                 ///< the distinct values, ascending
  Array<std::int64_t, Rank, Space> inverse;  ///< of X's shape: the element at each index is values[inverse[index]]
};

/// What `unique_all` returns.
template <class T, int Rank, class Space>
struct UniqueAll {
  Array<T, 1, Space> values;                 ///< the distinct values, ascending
  Array<std::int64_t, 1, Space> indices;     ///< where each is met first, as a row-major index
  Array<std::int64_t, Rank, Space> inverse;  ///< of X's shape: the element at each index is values[inverse[index]]
  Array<std::int64_t, 1, Space> counts;      ///< how often each is there
};

/// The distinct values: rank 1, ascending.
/// @throws TransferError inside a NoTransfers scope, MemoryError, ValueError as `synchronize` does.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto unique(const Source& source) {
  const auto found = detail::find_distinct(detail::as_sortable(source), false, "spica::unique");
  return detail::in_type_of_caller<detail::value_t<Source>>(found.values);
}

/// The distinct values, and how often each is there.
/// @throws as unique.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto unique_counts(const Source& source) {
  using T = detail::value_t<Source>;
  const auto found = detail::find_distinct(detail::as_sortable(source), false, "spica::unique_counts");
  return UniqueCounts<T, typename Source::execution_space>{detail::in_type_of_caller<T>(found.values),
                                                           detail::counts_of(found, "spica::unique_counts")};
}

/// The distinct values, and which of them each element is.
/// @throws as unique.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto unique_inverse(const Source& source) {
  using T = detail::value_t<Source>;
  using Space = typename Source::execution_space;
  using Inverse = Array<std::int64_t, Source::rank, Space>;
  const char* label = "spica::unique_inverse";
  const auto found = detail::find_distinct(detail::as_sortable(source), true, label);
  const auto inverse = detail::allocate<Inverse>(source.device(), source.shape(), label);
  detail::place_distinct(source.device(), detail::ArrayAccess::data(found.number),
                         detail::ArrayAccess::data(found.order), inverse.size(), detail::ArrayAccess::data(inverse),
                         nullptr, label);
  return UniqueInverse<T, Source::rank, Space>{detail::in_type_of_caller<T>(found.values), inverse};
}

/// The distinct values, where each is met first, which of them each element is, and how often each is there.
/// @throws as unique.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto unique_all(const Source& source) {
  using T = detail::value_t<Source>;
  using Space = typename Source::execution_space;
  const char* label = "spica::unique_all";
  const auto found = detail::find_distinct(detail::as_sortable(source), true, label);
  const auto indices = detail::allocate<Array<std::int64_t, 1, Space>>(source.device(), found.values.shape(), label);
  const auto inverse =
      detail::allocate<Array<std::int64_t, Source::rank, Space>>(source.device(), source.shape(), label);
  detail::place_distinct(source.device(), detail::ArrayAccess::data(found.number),
                         detail::ArrayAccess::data(found.order), inverse.size(), detail::ArrayAccess::data(inverse),
                         detail::ArrayAccess::data(indices), label);
  return UniqueAll<T, Source::rank, Space>{detail::in_type_of_caller<T>(found.values), indices, inverse,
                                           detail::counts_of(found, label)};
}

}  // namespace spica

#endif
