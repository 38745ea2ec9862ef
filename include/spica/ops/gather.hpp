// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_GATHER_HPP
#define SPICA_OPS_GATHER_HPP

#include <spica/array/create.hpp>
#include <spica/device/detail/launch.hpp>
#include <spica/device/detail/status_flag.hpp>
#include <spica/ops/random.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// Random numbers times a range: 64 bits each.
__extension__ using UInt128 = unsigned __int128;

/// On the host, one row of the result a turn; the indices have been checked. In `source` the rows' axis lies behind the
/// axes of a row.
template <class T, class I, class Bound, int M, class Mode>
struct TakeRows {
  Bound source;
  Loop<M> loop;  // of one row, of at least one axis
  const I* indices;
  std::int64_t index_stride;
  T* target;

  void operator()(const std::int64_t at) const {
    const int last = loop.dims - 1;
    const std::int64_t row = loop.count();
    Bound here = source;
    here.advance(loop.dims, static_cast<std::int64_t>(indices[at * index_stride]));
    walk_rows(loop, last, here, 0, row / loop.extent[last], [&](const Bound& part, std::int64_t offset) {
      const auto values = part.template row<0>(Mode(), last);
      T* out = target + at * row + offset;
      for (std::int64_t j = 0; j < loop.extent[last]; ++j) out[j] = static_cast<T>(values[j]);
    });
  }
};

/// On a GPU, one element a turn.
template <class T, class I, class Bound, int M>
struct TakeElements {
  Bound source;
  Loop<M> loop;
  std::int64_t row;  // elements
  std::int64_t source_rows;
  const I* indices;
  std::int64_t index_stride;
  T* target;
  StatusFlag flag;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t at = item / row;
    const auto chosen = static_cast<std::int64_t>(indices[at * index_stride]);
    if (chosen < 0 || chosen >= source_rows) {
      flag.set(BadValue::index, at, chosen, source_rows);
      target[item] = T(0);
      return;
    }
    std::int64_t index[M + 2] = {};
    std::int64_t rest = item % row;
    for (int d = loop.dims - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
    }
    index[loop.dims] = chosen;
    target[item] = static_cast<T>(source.read(index, loop.dims + 1));
  }
};

/// Moves the first axis of `bound` behind those of a row, of which there is then at least one.
template <int N, class Bound>
Loop<N - 1> loop_of_one_row(const Shape<N>& extents, Bound& bound) {
  constexpr int M = N - 1;
  Shape<M> row{};
  for (int d = 0; d < M; ++d) row[static_cast<std::size_t>(d)] = extents[static_cast<std::size_t>(d + 1)];
  bound.visit([](std::int64_t* leaf) {
    leaf[N] = leaf[0];
    for (int d = 0; d < M; ++d) leaf[d] = leaf[d + 1];
  });
  Loop<M> loop = simplify<M>(row, row_major_strides<M>(row), bound);
  if (loop.dims == 0) {
    loop.dims = 1;
    loop.extent[0] = 1;
    bound.visit([](std::int64_t* leaf) { leaf[0] = 1; });
  }
  bound.visit([&](std::int64_t* leaf) { leaf[loop.dims] = leaf[N]; });
  return loop;
}

}  // namespace detail

/// The rows X[indices[0]], X[indices[1]], ... along the first axis: a new row-major array of shape
/// [indices.extent(0), X.extent(1), ...] on X's device. `indices` has rank 1 and an integer type. X may have any layout
/// and stride, or be an expression; only the chosen rows are read, or computed.
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
  const auto& chosen = detail::as_array(indices);
  const std::int64_t count = chosen.extent(0);
  const std::int64_t step = chosen.stride(0);
  const I* first = detail::ArrayAccess::data(chosen);
  Shape<Source::rank> extents = source.shape();
  const std::int64_t available = extents[0];
  if constexpr (detail::is_host_space<Space>) {
    for (std::int64_t i = 0; i < count; ++i) {
      const I given = first[i * step];
      const auto index = static_cast<std::int64_t>(given);
      if (index >= 0 && index < available) continue;
      throw ValueError("spica::take: index " + std::to_string(given) + " at position " + std::to_string(i) +
                       " is outside the " + std::to_string(available) + " rows of X, whose shape is " +
                       detail::shape_text(extents));
    }
  }
  auto bound = source.template bind<Source::rank>(extents);
  const auto loop = detail::loop_of_one_row<Source::rank>(extents, bound);
  extents[0] = count;
  const Device<Space>& device = source.device();
  const auto result = detail::make<T>(device, extents, "spica::take");
  if (result.size() == 0) return result;
  T* target = detail::ArrayAccess::data(result);
  detail::JoinedQueues<Space> queues(device);
  queues.add(chosen.device());
  detail::join_operands(queues, source, "spica::take");
  using Bound = decltype(bound);
  constexpr int row_rank = Source::rank - 1;
  if constexpr (detail::is_host_space<Space>) {
    bool unit = true;
    bound.visit([&](const std::int64_t* leaf) { unit = unit && leaf[loop.dims - 1] == 1; });
    const auto run = [&](auto mode) {
      detail::launch("spica::take", device.instance(), count,
                     detail::TakeRows<T, I, Bound, row_rank, decltype(mode)>{bound, loop, first, step, target});
    };
    if (unit) {
      run(detail::UnitOrRepeated<0>());
    } else {
      run(detail::AnyStride());
    }
  } else {
    const detail::StatusFlag flag(detail::status_record<Space>(device.number()));
    detail::launch("spica::take", device.instance(), result.size(),
                   detail::TakeElements<T, I, Bound, row_rank>{bound, loop, result.size() / count, available, first,
                                                               step, target, flag});
  }
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
    const auto scaled = static_cast<detail::UInt128>(generator.next_bits()) * static_cast<std::uint64_t>(i + 1);
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
