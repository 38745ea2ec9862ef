// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_GATHER_HPP
#define SPICA_OPS_GATHER_HPP

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/detail/status_flag.hpp>
#include <spica/ops/random.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

__extension__ using Wide = unsigned __int128;

/// One row of the result a turn on the host, one element a turn on a GPU.
template <class T, class I, bool WholeRows>
struct TakeKernel {
  const T* source;
  std::int64_t source_rows;
  const I* indices;
  std::int64_t index_stride;
  std::int64_t row;  // elements
  T* target;
  StatusFlag flag;

  KOKKOS_INLINE_FUNCTION bool valid(std::int64_t at, std::int64_t index) const {
    if (index >= 0 && index < source_rows) return true;
    flag.set(BadValue::index, at, index, source_rows);
    return false;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    if constexpr (WholeRows) {
      const auto index = static_cast<std::int64_t>(indices[item * index_stride]);
      const bool good = valid(item, index);
      for (std::int64_t j = 0; j < row; ++j) target[item * row + j] = good ? source[index * row + j] : T(0);
    } else {
      const std::int64_t at = item / row;
      const auto index = static_cast<std::int64_t>(indices[at * index_stride]);
      target[item] = valid(at, index) ? source[index * row + item % row] : T(0);
    }
  }
};

}  // namespace detail

/// The rows X[indices[0]], X[indices[1]], ... along the first axis: a new row-major array of shape
/// [indices.extent(0), X.extent(1), ...] on X's device. `indices` has rank 1 and an integer type.
///
/// An index outside [0, X.extent(0)) throws ValueError here on a host device. On a GPU its row is 0, and the next
/// `item`, copy to the host or `synchronize` throws.
/// @throws DeviceError when the devices differ.
template <class Source, class Indices>
auto take(const Source& source, const Indices& indices) {
  using T = typename Source::value_type;
  using I = typename Indices::value_type;
  using Space = typename Source::execution_space;
  static_assert(Source::rank >= 1, "spica::take: an array of rank 0 has no rows; write spica::reshape(X, 1)");
  static_assert(
      std::is_integral_v<I> && !std::is_same_v<I, bool> && Indices::rank == 1,
      "spica::take: indices are of rank 1 and of an integer type; write spica::cast<std::int64_t>(indices) or "
      "spica::reshape(indices, -1)");
  static_assert(std::is_same_v<typename Indices::execution_space, Space>,
                "spica::take: array and indices live in the memory of different spaces; write spica::copy(indices, "
                "X.device())");
  detail::require_same_device(source.device(), indices.device(), "spica::take", "X", "indices");
  const auto rows = contiguous(source);
  const auto chosen = detail::as_array(indices);
  const std::int64_t count = chosen.extent(0);
  const std::int64_t available = rows.extent(0);
  const I* first = detail::ArrayAccess::data(chosen);
  if constexpr (detail::is_host_space<Space>) {
    for (std::int64_t i = 0; i < count; ++i) {
      const I given = first[i * chosen.stride(0)];
      const auto index = static_cast<std::int64_t>(given);
      if (index >= 0 && index < available) continue;
      throw ValueError("spica::take: index " + std::to_string(given) + " at position " + std::to_string(i) +
                       " is outside the " + std::to_string(available) + " rows of X, whose shape is " +
                       detail::shape_text(rows.shape()));
    }
  }
  Shape<Source::rank> extents = rows.shape();
  extents[0] = count;
  const auto result = detail::make<T>(source.device(), extents, "spica::take");
  if (result.size() == 0) return result;
  detail::join_queues(source.device(), chosen.device(), detail::ArrayAccess::lease(chosen));
  constexpr bool whole_rows = detail::is_host_space<Space>;
  const std::int64_t row = result.size() / count;
  const detail::TakeKernel<T, I, whole_rows> kernel{
      detail::ArrayAccess::data(rows),
      available,
      first,
      chosen.stride(0),
      row,
      detail::ArrayAccess::data(result),
      detail::StatusFlag(detail::status_record<Space>(source.device().number()))};
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("spica::take", Policy(source.device().instance(), 0, whole_rows ? count : result.size()),
                       kernel);
  return result;
}

/// 0, 1, ..., n - 1 in random order, int64: the same on every device. Made on the host by Fisher and Yates' shuffle
/// from the generator's next n numbers, then brought to `device` (a transfer, except to cpu(0)).
/// @throws ShapeError when n is negative, TransferError; nothing is drawn then.
template <class Space>
Array<std::int64_t, 1, Space> permutation(const Device<Space>& device, Generator& generator, std::int64_t n) {
  const auto host = detail::make<std::int64_t>(Device<detail::HostSpace>(), shape(n), "spica::permutation");
  if (!detail::same_device(host.device(), device)) {
    detail::require_transfers_allowed(n * static_cast<std::int64_t>(sizeof(std::int64_t)), "spica::permutation",
                                      host.device().name().c_str(), device.name().c_str());
  }
  std::int64_t* order = detail::ArrayAccess::data(host);
  for (std::int64_t i = 0; i < n; ++i) {
    // Lemire's reduction of 64 bits to [0, i]: its bias is below (i + 1) / 2^64.
    const auto scaled = static_cast<detail::Wide>(generator.next_bits()) * static_cast<std::uint64_t>(i + 1);
    const auto j = static_cast<std::int64_t>(scaled >> 64U);
    order[i] = order[j];
    order[j] = i;
  }
  if constexpr (std::is_same_v<Space, detail::HostSpace>) {
    if (device == host.device()) return host;
  }
  return detail::transfer_new(host, device, "spica::permutation");
}

}  // namespace spica

#endif
