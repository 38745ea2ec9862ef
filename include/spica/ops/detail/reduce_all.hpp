// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCE_ALL_HPP
#define SPICA_OPS_DETAIL_REDUCE_ALL_HPP

// Reduces all elements. The order in which they are combined depends on shape and layout, never on the number of
// threads, and no atomics are used: results have the same bits on every run.

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/device/detail/launch.hpp>
#include <spica/device/detail/ordering.hpp>
#include <spica/ops/detail/pairwise.hpp>

#include <algorithm>
#include <cstdint>

SPICA_DETAIL_LOOPS

namespace spica::detail {

/// Elements that a host thread combines at a time, about.
inline constexpr std::int64_t reduce_tile = 16384;
/// Rows up to this length are combined side by side, element by element.
inline constexpr std::int64_t short_row = 64;
inline constexpr std::int64_t short_rows = 16;

// ---- on the host -----------------------------------------------------------------------------------------------

/// One part of a long row a turn, or some short rows that follow each other.
template <class R, class Bound, int N, class Mode>
struct PartialKernel {
  R reducer;
  Bound bound;
  Loop<N> loop;
  std::int64_t rows;    ///< in all
  std::int64_t across;  ///< parts of a row
  std::int64_t down;    ///< rows a turn
  typename R::accumulator* partial;

  void operator()(const std::int64_t item) const {
    const int last = loop.dims - 1;
    const std::int64_t inner = loop.extent[last];
    const std::int64_t begin = item % across * reduce_tile;
    const std::int64_t end = across > 1 ? std::min(inner, begin + reduce_tile) : inner;
    const std::int64_t first = item / across * down;
    const std::int64_t count = std::min(down, rows - first);
    Pairwise<R> all(reducer);
    if (inner <= short_row && count > 1) {
      add_short_rows(all, first, count);
    } else {
      std::int64_t row_number = first;
      walk_rows(loop, last, bound, first, count, [&](const Bound& here, std::int64_t) {
        reduce_run<Mode>(reducer, all, here, last, begin, end, row_number * inner + begin);
        ++row_number;
      });
    }
    partial[item] = all.total(reducer);
  }

  void add_short_rows(Pairwise<R>& all, std::int64_t first, std::int64_t count) const {
    const int last = loop.dims - 1;
    const std::int64_t inner = loop.extent[last];
    typename R::accumulator lane[short_row];
    std::fill_n(lane, short_row, reducer.start());
    std::int64_t in_lanes = 0;
    std::int64_t index = first * inner;
    const auto flush = [&] {
      join_lanes(reducer, lane, static_cast<int>(inner));
      all.push(reducer, lane[0]);
    };
    walk_rows(loop, last, bound, first, count, [&](const Bound& here, std::int64_t) {
      if (in_lanes == short_rows) {
        flush();
        std::fill_n(lane, inner, reducer.start());
        in_lanes = 0;
      }
      for_each_block<R, Mode>(here, last, 0, inner, [&](const auto& row, std::int64_t, std::int64_t, std::int64_t) {
        SPICA_DETAIL_INDEPENDENT
        for (std::int64_t j = 0; j < inner; ++j) reducer.add(lane[j], row[j], index + j);
      });
      index += inner;
      ++in_lanes;
    });
    flush();
  }
};

/// One thread joins all partial results.
template <class R>
struct JoinKernel {
  R reducer;
  const typename R::accumulator* partial;
  std::int64_t count;
  typename R::result* target;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t output) const {
    Pairwise<R> all(reducer);
    for (std::int64_t i = 0; i < count; ++i) all.push(reducer, partial[output * count + i]);
    target[output] = reducer.finish(all.total(reducer));
  }
};

// ---- on a GPU --------------------------------------------------------------------------------------------------

/// Thread t takes elements t, t + threads, t + 2 threads, ...: neighbours in memory by neighbouring threads.
template <class R, class Bound, int N>
struct StridedPartialKernel {
  R reducer;
  Bound bound;
  Loop<N> loop;
  std::int64_t count;
  std::int64_t threads;
  typename R::accumulator* partial;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t thread) const {
    typename R::accumulator total = reducer.start();
    for (std::int64_t i = thread; i < count; i += threads) {
      std::int64_t index[N + 1] = {};
      std::int64_t rest = i;
      for (int d = loop.dims - 1; d > 0; --d) {
        index[d] = rest % loop.extent[d];
        rest /= loop.extent[d];
      }
      index[0] = rest;
      reducer.add(total, bound.read(index, loop.dims), i);
    }
    partial[thread] = total;
  }
};

/// The same for partial results.
template <class R>
struct StridedJoinKernel {
  R reducer;
  const typename R::accumulator* from;
  std::int64_t count;
  std::int64_t threads;
  typename R::accumulator* partial;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t thread) const {
    typename R::accumulator total = from[thread];
    for (std::int64_t i = thread + threads; i < count; i += threads) reducer.join(total, from[i]);
    partial[thread] = total;
  }
};

// ---- dispatch --------------------------------------------------------------------------------------------------

/// Whether each leaf's axis number `dim` has stride 1.
template <class Bound>
bool all_unit(Bound& bound, int dim) {
  bool unit = true;
  bound.visit([&](const std::int64_t* leaf) { unit = unit && leaf[dim] == 1; });
  return unit;
}

/// Memory for `count` accumulators on the device.
template <class Accumulator, class Space>
Lease accumulators(const Device<Space>& device, std::int64_t count, const char* function) {
  return lease_block(device, static_cast<std::size_t>(count) * sizeof(Accumulator), function);
}

template <class R, class Space, class Bound, int N>
void reduce_all_in_rows(const R& reducer, const Device<Space>& device, Bound& bound, Loop<N> loop, std::int64_t count,
                        typename R::result* target, const char* label) {
  using Accumulator = typename R::accumulator;
  const Space& instance = device.instance();
  if (count == 0) {
    *target = reducer.finish(reducer.start());
    return;
  }
  if (loop.dims == 0) {
    loop.dims = 1;
    loop.extent[0] = 1;
    bound.visit([](std::int64_t* leaf) { leaf[0] = 1; });
  }
  const std::int64_t inner = loop.extent[loop.dims - 1];
  const std::int64_t rows = count / inner;
  const std::int64_t across = (inner + reduce_tile - 1) / reduce_tile;
  const std::int64_t down = std::max<std::int64_t>(1, reduce_tile / inner);
  const std::int64_t items = across * ((rows + down - 1) / down);
  Accumulator only{};
  const Lease memory = items > 1 ? accumulators<Accumulator>(device, items, label) : Lease();
  Accumulator* partial = items > 1 ? reinterpret_cast<Accumulator*>(memory->data) : &only;
  if (all_unit(bound, loop.dims - 1)) {
    using Kernel = PartialKernel<R, Bound, N, UnitOrRepeated<0>>;
    launch(label, instance, items, Kernel{reducer, bound, loop, rows, across, down, partial});
  } else {
    using Kernel = PartialKernel<R, Bound, N, Staged>;
    launch(label, instance, items, Kernel{reducer, bound, loop, rows, across, down, partial});
  }
  JoinKernel<R>{reducer, partial, items, target}(0);
}

template <class R, class Space, class Bound, int N>
void reduce_all_one_by_one(const R& reducer, const Device<Space>& device, const Bound& bound, const Loop<N>& loop,
                           std::int64_t count, typename R::result* target, const char* label) {
  using Accumulator = typename R::accumulator;
  const Space& instance = device.instance();
  const std::int64_t threads = std::min<std::int64_t>(count, 131072);
  const std::int64_t second = std::min<std::int64_t>(threads, 1024);
  const Lease memory = accumulators<Accumulator>(device, threads + second, label);
  auto* partial = reinterpret_cast<Accumulator*>(memory->data);
  if (count > 0) {
    launch(label, instance, threads, StridedPartialKernel<R, Bound, N>{reducer, bound, loop, count, threads, partial});
    launch(label, instance, second, StridedJoinKernel<R>{reducer, partial, threads, second, partial + threads});
  }
  launch(label, instance, 1, JoinKernel<R>{reducer, partial + threads, second, target});
}

/// Whether elements are taken in rows, as a host thread does, or one by one, as the threads of a GPU do. A test asks
/// for the other way on the host.
template <class Source>
inline constexpr bool goes_in_rows = is_host_space<typename Source::execution_space>;

/// Reduces all elements of an array or expression, which is not empty of axes, to one at `target`.
template <bool InRows, class R, class Source>
void reduce_all_into(const R& reducer, const Source& source, typename R::result* target, const char* label) {
  constexpr int N = Source::rank;
  const Shape<N> extents = source.shape();
  auto bound = source.template bind<N>(extents);
  Shape<N> order = row_major_strides<N>(extents);
  if constexpr (!R::indexed && N > 1) {  // any order will do: the one that the first operand lies in
    bool first = true;
    bound.visit([&](const std::int64_t* leaf) {
      for (std::size_t d = 0; first && d < static_cast<std::size_t>(N); ++d) order[d] = leaf[d];
      first = false;
    });
  }
  const Loop<N> loop = simplify<N>(extents, order, bound);
  if constexpr (InRows) {
    reduce_all_in_rows(reducer, source.device(), bound, loop, source.size(), target, label);
  } else {
    reduce_all_one_by_one(careful_of(reducer), source.device(), bound, loop, source.size(), target, label);
  }
}

}  // namespace spica::detail

SPICA_DETAIL_END_LOOPS

#endif
