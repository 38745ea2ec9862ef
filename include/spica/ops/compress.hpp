// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_COMPRESS_HPP
#define SPICA_OPS_COMPRESS_HPP

// What a condition chooses. How much that is depends on the data: each of these functions reads one number from the
// device (a transfer in the ledger, as by `item`), for which it waits.

#include <spica/array/axes_views.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/cumulative.hpp>
#include <spica/ops/gather_along.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// How many elements one turn counts, and lists: neighbouring threads of a GPU are to read neighbouring lines.
template <class Space>
inline constexpr std::int64_t listed_block = is_host_space<Space> ? 4096 : 32;

/// Counts what is chosen in one block.
struct CountChosen {
  const bool* chosen;
  std::int64_t* counts;
  std::int64_t count;
  std::int64_t block;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t number) const {
    const std::int64_t begin = number * block;
    const std::int64_t end = begin + block < count ? begin + block : count;
    std::int64_t found = 0;
    for (std::int64_t i = begin; i < end; ++i) found += static_cast<std::int64_t>(chosen[i]);
    counts[number] = found;
  }
};

/// Lists the positions that are chosen in one block, behind those of the blocks before it.
struct ListChosen {
  const bool* chosen;
  const std::int64_t* ends;
  std::int64_t* positions;
  std::int64_t count;
  std::int64_t block;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t number) const {
    const std::int64_t begin = number * block;
    const std::int64_t end = begin + block < count ? begin + block : count;
    std::int64_t at = number == 0 ? 0 : ends[number - 1];
    for (std::int64_t i = begin; i < end; ++i) {
      if (chosen[i]) positions[at++] = i;
    }
  }
};

/// The row-major positions of the elements that are not 0. Besides them it takes a byte an element.
template <class Source>
auto positions_of(const Source& source, const char* function) {
  using Space = typename Source::execution_space;
  const Device<Space>& device = source.device();
  const std::int64_t count = source.size();
  if (count == 0) return allocate<Array<std::int64_t, 1, Space>>(device, shape(0), function);
  require_transfers_allowed(sizeof(std::int64_t), function, device.name().c_str(), "the caller");
  const Array<bool, Source::rank, Space> chosen = source != typename Source::value_type(0);
  const bool* at = ArrayAccess::data(chosen);
  constexpr std::int64_t block = listed_block<Space>;
  const std::int64_t blocks = (count + block - 1) / block;
  const auto counts = allocate<Array<std::int64_t, 1, Space>>(device, shape(blocks), function);
  launch(function, device.instance(), blocks, CountChosen{at, ArrayAccess::data(counts), count, block});
  const auto ends = cumsum(counts);
  const std::int64_t found = *ArrayAccess::data(read_elements(ends(blocks - 1), function));
  const auto positions = allocate<Array<std::int64_t, 1, Space>>(device, shape(found), function);
  launch(function, device.instance(), blocks,
         ListChosen{at, ArrayAccess::data(ends), ArrayAccess::data(positions), count, block});
  return positions;
}

struct IndexOfPosition {
  std::int64_t below;
  std::int64_t extent;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t position) const { return position / below % extent; }
};

}  // namespace detail

/// The row-major positions of the elements that are not 0, ascending: int64, rank 1. NaN is not 0.
/// @throws TransferError inside a NoTransfers scope, MemoryError, ValueError as `synchronize` does.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto flatnonzero(const Source& source) {
  return detail::positions_of(source, "spica::flatnonzero");
}

/// The indices of the elements that are not 0, in row-major order: one array of int64 for each axis.
/// @throws as flatnonzero.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto nonzero(const Source& source) {
  static_assert(Source::rank > 0, "spica::nonzero: an array of rank 0 has no axis to count along");
  using Indices = Array<std::int64_t, 1, typename Source::execution_space>;
  const auto positions = detail::positions_of(source, "spica::nonzero");
  const auto below = detail::row_major_strides<Source::rank>(source.shape());
  std::array<Indices, static_cast<std::size_t>(Source::rank)> result;
  for (std::size_t d = 0; d < result.size(); ++d) {
    const detail::IndexOfPosition index{below[d] > 0 ? below[d] : 1, source.shape()[d] > 0 ? source.shape()[d] : 1};
    result[d] = Indices(detail::make_map(index, "spica::nonzero", positions));
  }
  return result;
}

/// The elements of X, in row-major order, where `condition`, of X's shape, is not 0: rank 1, NumPy's X[condition].
/// @throws ShapeError when the shapes differ, DeviceError, TransferError inside a NoTransfers scope, MemoryError,
/// ValueError as `synchronize` does.
template <class Condition, class Source,
          std::enable_if_t<detail::is_readable<Condition> && detail::is_readable<Source>, int> = 0>
auto compress(const Condition& condition, const Source& source) {
  detail::require_same_device(source.device(), condition.device(), "spica::compress", "X", "condition");
  if (detail::shape_text(condition.shape()) != detail::shape_text(source.shape())) {
    throw ShapeError("spica::compress: the condition is " + detail::shape_text(condition.shape()) + ", X is " +
                     detail::shape_text(source.shape()) + "; they must be equal, or name an axis");
  }
  return take(flatten(source), detail::positions_of(condition, "spica::compress"), 0);
}

/// The parts of X along an axis where `condition`, of rank 1 and with an element for each of them, is not 0.
/// @throws ValueError when there is no such axis, else as above.
template <class Condition, class Source,
          std::enable_if_t<detail::is_readable<Condition> && detail::is_readable<Source>, int> = 0>
auto compress(const Condition& condition, const Source& source, std::int64_t axis) {
  static_assert(Condition::rank == 1, "spica::compress: along an axis the condition is of rank 1");
  const int along = detail::checked_axis(axis, Source::rank, "spica::compress");
  detail::require_same_device(source.device(), condition.device(), "spica::compress", "X", "condition");
  if (condition.extent(0) != source.extent(along)) {
    throw ShapeError("spica::compress: the condition is " + detail::shape_text(condition.shape()) + ", axis " +
                     std::to_string(along) + " of X, which is " + detail::shape_text(source.shape()) +
                     ", has another extent; they must be equal");
  }
  return take(source, detail::positions_of(condition, "spica::compress"), along);
}

}  // namespace spica

#endif
