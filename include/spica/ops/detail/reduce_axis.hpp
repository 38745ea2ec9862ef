// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCE_AXIS_HPP
#define SPICA_OPS_DETAIL_REDUCE_AXIS_HPP

// Reduces one axis. Where there are few outputs the axis is cut into chunks, whose partial results are joined
// afterwards. Where it is cut depends on the shape, never on the number of threads.

#include <spica/ops/detail/reduce_all.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace spica::detail {

/// Outputs that a host thread reduces together where the axis is not the innermost one, so that each row of the
/// operand is read as it lies in memory.
inline constexpr std::int64_t reduce_columns = staged_elements;

/// Pieces of the axis: `count` of `extent` elements each, the last one maybe shorter.
struct Chunks {
  std::int64_t count;
  std::int64_t extent;
};

/// As many chunks as give `wanted` items, of at least `least` elements.
inline Chunks cut_axis(std::int64_t extent, std::int64_t items, std::int64_t wanted, std::int64_t least) {
  const std::int64_t count = std::clamp<std::int64_t>(wanted / items, 1, std::max<std::int64_t>(1, extent / least));
  const std::int64_t each = (extent + count - 1) / count;
  return {each == 0 ? 1 : (extent + each - 1) / each, each};
}

/// Where a reduced output or its parts go.
template <class R>
struct ReducedTo {
  typename R::result* target;
  typename R::accumulator* partial;  // for chunks: [output][chunk]
  std::int64_t chunks;

  KOKKOS_INLINE_FUNCTION void put(const R& reducer, const typename R::accumulator& value, std::int64_t output,
                                  std::int64_t chunk) const {
    if (chunks > 1) {
      partial[output * chunks + chunk] = value;
    } else {
      target[output] = reducer.finish(value);
    }
  }
};

/// On the host, where the axis is the innermost one in memory: one chunk of outputs that follow each other a turn.
template <class R, class Bound, int M, class Mode>
struct AlongRowKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;  // of the outputs; the axis lies behind its last dimension in `bound`
  std::int64_t extent;
  std::int64_t outputs;
  std::int64_t blocks;
  Chunks chunks;
  ReducedTo<R> to;

  void operator()(const std::int64_t item) const {
    const std::int64_t chunk = item % chunks.count;
    const std::int64_t begin = chunk * chunks.extent;
    const std::int64_t end = std::min(extent, begin + chunks.extent);
    const std::int64_t block = item / chunks.count;
    const std::int64_t first = block * outputs / blocks;
    std::int64_t output = first;
    walk_rows(loop, loop.dims, bound, first, (block + 1) * outputs / blocks - first,
              [&](const Bound& here, std::int64_t) {
                to.put(reducer, reduced(here, begin, end), output, chunk);
                ++output;
              });
  }

  typename R::accumulator reduced(const Bound& here, std::int64_t begin, std::int64_t end) const {
    if (end - begin <= R::lanes) {  // too short for lanes
      typename R::accumulator all = reducer.start();
      for_each_block<R, Mode>(here, loop.dims, begin, end,
                              [&](const auto& row, std::int64_t from, std::int64_t count, std::int64_t position) {
                                if constexpr (R::indexed) {
                                  reducer.add_block(all, row, from, count, position);
                                } else {
                                  for (std::int64_t j = 0; j < count; ++j)
                                    reducer.add(all, row[from + j], position + j);
                                }
                              });
      return all;
    }
    Pairwise<R> all(reducer);
    reduce_run<Mode>(reducer, all, here, loop.dims, begin, end, begin);
    return all.total(reducer);
  }
};

/// On the host, where the outputs lie closer together than the elements of the axis: one tile of them and one chunk of
/// the axis a turn.
template <class R, class Bound, int M, class Mode>
struct ColumnsKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;
  std::int64_t extent;
  std::int64_t tiles;
  Chunks chunks;
  ReducedTo<R> to;

  void operator()(const std::int64_t item) const {
    const int last = loop.dims - 1;
    const std::int64_t chunk = item % chunks.count;
    const std::int64_t tile = item / chunks.count % tiles;
    const std::int64_t row = item / chunks.count / tiles;
    const std::int64_t begin = tile * reduce_columns;
    const std::int64_t columns = std::min(loop.extent[last] - begin, reduce_columns);
    const std::int64_t first = chunk * chunks.extent;
    const std::int64_t end = std::min(extent, first + chunks.extent);
    typename R::accumulator total[reduce_columns];
    std::fill_n(total, columns, reducer.start());
    walk_rows(loop, last, bound, row, 1, [&](Bound here, std::int64_t) {
      here.advance(loop.dims, first);
      for (std::int64_t k = first; k < end; ++k) {
        for_each_block<R, Mode>(here, last, begin, begin + columns,
                                [&](const auto& values, std::int64_t from, std::int64_t count, std::int64_t) {
                                  SPICA_DETAIL_INDEPENDENT
                                  for (std::int64_t j = 0; j < count; ++j) reducer.add(total[j], values[from + j], k);
                                });
        here.advance(loop.dims);
      }
    });
    const std::int64_t output = row * loop.extent[last] + begin;
    for (std::int64_t j = 0; j < columns; ++j) to.put(reducer, total[j], output + j, chunk);
  }
};

/// On a GPU: one chunk of one output a thread, neighbours in memory by neighbouring threads.
template <class R, class Bound, int M>
struct AcrossKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;
  std::int64_t extent;
  std::int64_t outputs;
  bool along;  // the axis is the innermost one in memory
  ReducedTo<R> to;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t output = along ? item / to.chunks : item % outputs;
    const std::int64_t chunk = along ? item % to.chunks : item / outputs;
    std::int64_t index[M + 2] = {};
    std::int64_t rest = output;
    for (int d = loop.dims - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
    }
    typename R::accumulator total = reducer.start();
    for (std::int64_t k = chunk; k < extent; k += to.chunks) {
      index[loop.dims] = k;
      reducer.add(total, bound.read(index, loop.dims + 1), k);
    }
    to.put(reducer, total, output, chunk);
  }
};

// ---- dispatch --------------------------------------------------------------------------------------------------

/// Runs `kernel_of(to)` over `items`, and joins the chunks.
template <class R, class Space, class MakeKernel>
void run_in_chunks(const R& reducer, const Device<Space>& device, std::int64_t outputs, std::int64_t chunks,
                   std::int64_t items, typename R::result* target, const char* label, const MakeKernel& kernel_of) {
  using Accumulator = typename R::accumulator;
  const Space& instance = device.instance();
  const Lease memory = chunks > 1 ? accumulators<Accumulator>(device, outputs * chunks, label) : Lease();
  Accumulator* partial = chunks > 1 ? reinterpret_cast<Accumulator*>(memory->data) : nullptr;
  launch(label, instance, items, kernel_of(ReducedTo<R>{target, partial, chunks}));
  if (chunks > 1) {
    launch(label, instance, outputs, JoinKernel<R>{reducer, partial, chunks, target});
  }
}

/// The sum of the leaves' steps along dimension `dim`.
template <class Bound>
std::int64_t steps_along(Bound& bound, int dim) {
  std::int64_t steps = 0;
  bound.visit([&](const std::int64_t* leaf) { steps += leaf[dim] < 0 ? -leaf[dim] : leaf[dim]; });
  return steps;
}

template <class Mode, class R, class Space, class Bound, int M>
void reduce_along(const R& reducer, const Device<Space>& device, const Bound& bound, const Loop<M>& loop,
                  std::int64_t extent, std::int64_t outputs, typename R::result* target, const char* label) {
  const Chunks chunks = cut_axis(extent, outputs, 256, 2 * reduce_tile);
  const std::int64_t threads = device.instance().concurrency();
  // Each output is computed by itself: how many a thread takes does not change it.
  const std::int64_t worth = std::max<std::int64_t>(1, outputs * std::min<std::int64_t>(extent, 512) / 512);
  const std::int64_t blocks = chunks.count > 1 ? outputs : std::min({outputs, worth, threads});
  run_in_chunks(reducer, device, outputs, chunks.count, blocks * chunks.count, target, label, [&](const auto& to) {
    return AlongRowKernel<R, Bound, M, Mode>{reducer, bound, loop, extent, outputs, blocks, chunks, to};
  });
}

template <class Mode, class R, class Space, class Bound, int M>
void reduce_columns_of(const R& reducer, const Device<Space>& device, const Bound& bound, const Loop<M>& loop,
                       std::int64_t extent, std::int64_t outputs, typename R::result* target, const char* label) {
  const std::int64_t inner = loop.extent[loop.dims - 1];
  const std::int64_t tiles = (inner + reduce_columns - 1) / reduce_columns;
  const std::int64_t items = outputs / inner * tiles;
  const Chunks chunks = cut_axis(extent, items, 256, std::max<std::int64_t>(256, reduce_tile / inner));
  run_in_chunks(reducer, device, outputs, chunks.count, items * chunks.count, target, label, [&](const auto& to) {
    return ColumnsKernel<R, Bound, M, Mode>{reducer, bound, loop, extent, tiles, chunks, to};
  });
}

template <class R, class Space, class Bound, int M>
void reduce_axis_one_by_one(const R& reducer, const Device<Space>& device, const Bound& bound, const Loop<M>& loop,
                            std::int64_t extent, std::int64_t outputs, bool along, typename R::result* target,
                            const char* label) {
  const std::int64_t chunks = cut_axis(extent, outputs, 65536, 64).count;
  run_in_chunks(reducer, device, outputs, chunks, outputs * chunks, target, label, [&](const auto& to) {
    return AcrossKernel<R, Bound, M>{reducer, bound, loop, extent, outputs, along, to};
  });
}

/// Reduces one axis of an array or expression: the result has the others.
template <class R, class Source, bool InRows = goes_in_rows<Source>>
auto reduce_axis(const R& reducer, const Source& source, std::int64_t numbered, const char* label) {
  using Space = typename Source::execution_space;
  constexpr int N = Source::rank;
  static_assert(N > 0, "spica::sum, spica::max, spica::argmax: an array of rank 0 has no axis; leave the axis out");
  constexpr int M = N - 1;
  const int axis = checked_axis(numbered, N, label);
  const Device<Space>& device = source.device();
  const Shape<N> extents = source.shape();
  Shape<M> kept{};
  for (int d = 0, to = 0; d < N; ++d) {
    if (d != axis) kept[static_cast<std::size_t>(to++)] = extents[static_cast<std::size_t>(d)];
  }
  const std::int64_t extent = extents[static_cast<std::size_t>(axis)];
  const auto result = allocate<Array<typename R::result, M, Space>>(device, kept, label);
  const std::int64_t outputs = result.size();
  if (outputs == 0) return result;
  JoinedQueues<Space> queues(device);
  join_operands(queues, source, label);
  auto bound = source.template bind<N>(extents);
  bound.visit([&](std::int64_t* leaf) {  // the axis goes last
    const std::int64_t along = leaf[axis];
    for (int d = axis; d + 1 < N; ++d) leaf[d] = leaf[d + 1];
    leaf[N - 1] = along;
  });
  const Loop<M> loop = simplify<M>(kept, row_major_strides<M>(kept), bound);
  bound.visit([&](std::int64_t* leaf) { leaf[loop.dims] = leaf[N - 1]; });
  typename R::result* target = ArrayAccess::data(result);
  using Careful = careful_t<R>;
  const bool along = loop.dims == 0 || steps_along(bound, loop.dims) <= steps_along(bound, loop.dims - 1);
  if constexpr (InRows) {
    if (along) {
      if (all_unit(bound, loop.dims)) {
        reduce_along<UnitOrRepeated<0>>(reducer, device, bound, loop, extent, outputs, target, label);
      } else {
        reduce_along<Staged>(reducer, device, bound, loop, extent, outputs, target, label);
      }
    } else if constexpr (M > 0) {
      if (all_unit(bound, loop.dims - 1)) {
        reduce_columns_of<UnitOrRepeated<0>>(Careful(), device, bound, loop, extent, outputs, target, label);
      } else {
        reduce_columns_of<Staged>(Careful(), device, bound, loop, extent, outputs, target, label);
      }
    }
  } else {
    reduce_axis_one_by_one(Careful(), device, bound, loop, extent, outputs, along, target, label);
  }
  return result;
}

}  // namespace spica::detail

#endif
