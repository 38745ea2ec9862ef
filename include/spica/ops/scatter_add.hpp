// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_SCATTER_ADD_HPP
#define SPICA_OPS_SCATTER_ADD_HPP

#include <spica/array/assign.hpp>
#include <spica/ops/detail/reducers.hpp>
#include <spica/ops/gather_along.hpp>
#include <spica/ops/sort.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// Notes indices that are outside: one index a turn.
template <class I>
struct CheckIndices {
  const I* indices;
  std::int64_t stride;
  std::int64_t available;
  StatusFlag flag;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    const auto chosen = static_cast<std::int64_t>(indices[i * stride]);
    if (chosen < 0 || chosen >= available) flag.set(BadValue::index, i, chosen, available);
  }
};

/// One element of the target a turn: what is added to it stands in `order`, sorted by index, in the order in which it
/// was given, so that the sum has the same bits for every number of threads.
template <class T, class S, class I, int N>
struct ScatterAdd {
  using Reducer = careful_t<SumReducer<T>>;
  BoundArray<T, N> target;
  T* data;
  BoundArray<S, N> source;
  std::int64_t extents[N + 1];  // of the target
  const I* indices;
  std::int64_t stride;
  const std::int64_t* order;
  std::int64_t count;

  KOKKOS_INLINE_FUNCTION std::int64_t index_at(std::int64_t place) const {
    const I given = indices[order[place] * stride];
    // The order is that of I: what is too large for 63 bits stands last, and must not come before as a negative number.
    if constexpr (std::is_unsigned_v<I> && sizeof(I) == sizeof(std::int64_t)) {
      const auto most = static_cast<I>(-1) / 2;
      return static_cast<std::int64_t>(given > most ? most : given);
    } else {
      return static_cast<std::int64_t>(given);
    }
  }
  /// How many of the sorted indices are less than `row`.
  KOKKOS_INLINE_FUNCTION std::int64_t first_of(std::int64_t row) const {
    std::int64_t low = 0;
    std::int64_t high = count;
    while (low < high) {
      const std::int64_t half = low + (high - low) / 2;
      if (index_at(half) < row) {
        low = half + 1;
      } else {
        high = half;
      }
    }
    return low;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    std::int64_t index[N] = {};
    std::int64_t rest = item;
    for (int d = N - 1; d >= 0; --d) {
      index[d] = rest % extents[d];
      rest /= extents[d];
    }
    const std::int64_t row = index[0];
    std::int64_t place = first_of(row);
    if (place == count || index_at(place) != row) return;
    const Reducer reducer;
    auto sum = reducer.start();
    T* to = data + (target.at(index, N) - target.data);
    reducer.add(sum, *to, 0);
    for (; place < count && index_at(place) == row; ++place) {
      index[0] = order[place];
      reducer.add(sum, static_cast<T>(source.read(index, N)), 0);
    }
    *to = static_cast<T>(reducer.finish(sum));
  }
};

}  // namespace detail

/// Adds the rows of `source` to those of `target` that `indices` names: target[indices[i], ...] += source[i, ...] for
/// each i, also where an index is there several times. `indices` has rank 1 and an integer type, `source` the shape
/// [indices.extent(0), target.extent(1), ...]; both may be expressions, which are evaluated first. NumPy's `add.at`.
///
/// Without atomics: what is added to one element is summed in the order of `indices`, float in double and double with
/// the error bound of pairwise summation or better, and has the same bits for every number of threads. An index outside
/// [0, target.extent(0)) throws here on a host device, before anything is written; on a GPU it is skipped, and the next
/// `item`, copy to the host or `synchronize` throws.
/// @throws ShapeError when the shapes do not fit, DeviceError, ValueError also when two elements of the target are in
/// one place, or target and source or indices share elements, MemoryError.
template <class T, int Rank, class Space, class Layout, class Indices, class Source>
void scatter_add(const Array<T, Rank, Space, Layout>& target, const Indices& indices, const Source& source) {
  constexpr const char* function = "spica::scatter_add";
  using I = typename Indices::value_type;
  using S = typename Source::value_type;
  static_assert(!std::is_const_v<T>, "spica::scatter_add: the target's elements are const");
  static_assert(!detail::is_short_float<T>,
                "spica::scatter_add: sums in 16-bit floats would lose what is added; the target is of float");
  static_assert(detail::is_index_type<I> && Indices::rank == 1,
                "spica::scatter_add: indices are of rank 1 and of an integer type");
  static_assert(Rank > 0 && Source::rank == Rank, "spica::scatter_add: the source has the target's rank, at least 1");
  static_assert(!detail::is_inexact<S> || detail::is_inexact<T>,
                "spica::scatter_add: real numbers into an integer array");
  detail::require_same_device(target.device(), source.device(), function, "target", "source");
  detail::require_same_device(target.device(), indices.device(), function, "target", "indices");
  Shape<Rank> fitting = target.shape();
  fitting[0] = indices.extent(0);
  if (source.shape() != fitting) {
    throw ShapeError(std::string(function) + ": target is " + detail::shape_text(target.shape()) + ", indices " +
                     detail::shape_text(indices.shape()) + ", source " + detail::shape_text(source.shape()) +
                     "; the source must be " + detail::shape_text(fitting));
  }
  const auto& chosen = detail::as_array(indices);
  const auto& values = detail::as_array(source);
  const auto written = detail::footprint_of(target);
  if (detail::repeats_elements(written)) detail::throw_repeated(function, "the target");
  if (detail::share_elements(written, detail::footprint_of(values))) {
    throw ValueError(std::string(function) + ": target and source share elements; add spica::copy(source)");
  }
  if (detail::share_elements(written, detail::footprint_of(chosen))) {
    throw ValueError(std::string(function) + ": target and indices share elements; give spica::copy(indices)");
  }
  const std::int64_t available = target.extent(0);
  if constexpr (detail::is_host_space<Space>) {
    detail::require_indices(chosen, available, 0, detail::shape_text(target.shape()), function);
  }
  const std::int64_t count = chosen.extent(0);
  if (count == 0) return;
  detail::JoinedQueues<Space> queues(target.device());
  queues.add(values.device());
  queues.add(chosen.device());
  const Space& instance = target.device().instance();
  const I* first = detail::ArrayAccess::data(chosen);
  if constexpr (!detail::is_host_space<Space>) {
    const detail::StatusFlag flag(detail::status_record<Space>(target.device().number()));
    detail::launch(function, instance, count, detail::CheckIndices<I>{first, chosen.stride(0), available, flag});
  }
  if (target.size() == 0) return;
  const auto order = argsort(chosen);
  queues.add(order.device());
  detail::ScatterAdd<T, S, I, Rank> kernel{detail::bind_array<T, Rank>(target, target.shape()),
                                           detail::ArrayAccess::data(target),
                                           detail::bind_array<S, Rank>(values, values.shape()),
                                           {},
                                           first,
                                           chosen.stride(0),
                                           detail::ArrayAccess::data(order),
                                           count};
  for (int d = 0; d < Rank; ++d) kernel.extents[d] = target.extent(d);
  detail::launch(function, instance, target.size(), kernel);
}

}  // namespace spica

#endif
