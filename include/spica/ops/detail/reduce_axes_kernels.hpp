// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCE_AXES_KERNELS_HPP
#define SPICA_OPS_DETAIL_REDUCE_AXES_KERNELS_HPP

// The kernels that reduce some of the axes. Where there are few outputs their elements are cut into chunks, whose
// partial results are joined afterwards. Where they are cut depends on the shape, never on the number of threads.

#include <spica/ops/detail/reduce_all.hpp>

#include <algorithm>
#include <cstdint>

SPICA_DETAIL_LOOPS

namespace spica::detail {

/// Outputs that a host thread reduces together where no reduced axis is the innermost one, so that each row of the
/// operand is read as it lies in memory.
inline constexpr std::int64_t reduce_columns = staged_elements;

/// Pieces of `count` times `extent` elements, the last one maybe shorter.
struct Chunks {
  std::int64_t count;
  std::int64_t extent;
};

/// As many chunks as give `wanted` items, of at least `least` elements.
inline Chunks cut(std::int64_t extent, std::int64_t items, std::int64_t wanted, std::int64_t least) {
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

/// Goes through the reduced elements of an output, the last axis fastest: axis d of `loop` is axis `base + d` of the
/// bound expression.
template <class Bound, int K>
class ReducedWalk {
 public:
  KOKKOS_INLINE_FUNCTION ReducedWalk(const Loop<K>& loop, int base, int dims) : loop_(loop), base_(base), dims_(dims) {}

  /// Moves `bound`, which is at the first, to number `number`. An extent may be 0, where that is the only number.
  KOKKOS_INLINE_FUNCTION void start(Bound& bound, std::int64_t number) {
    for (int d = dims_ - 1; d >= 0 && number > 0; --d) {
      index_[d] = number % loop_.extent[d];
      number /= loop_.extent[d];
      bound.advance(base_ + d, index_[d]);
    }
  }

  KOKKOS_INLINE_FUNCTION void next(Bound& bound) {
    for (int d = dims_ - 1; d >= 0; --d) {
      if (++index_[d] < loop_.extent[d]) {
        bound.advance(base_ + d);
        return;
      }
      index_[d] = 0;
      bound.advance(base_ + d, 1 - loop_.extent[d]);
    }
  }

 private:
  const Loop<K>& loop_;
  int base_;
  int dims_;
  std::int64_t index_[K + 1] = {};
};

/// On the host, where a reduced axis is the innermost one in memory: one chunk of outputs that follow each other a
/// turn. The reduced elements are `runs` times `extent`, which lie along the last axis; chunks are of runs or, of a
/// single run, of elements.
template <class R, class Bound, int M, int K, class Mode>
struct AlongRowKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;     // of the outputs
  Loop<K> reduced;  // its axes lie behind those of the outputs in `bound`
  std::int64_t runs;
  std::int64_t extent;
  std::int64_t outputs;
  std::int64_t blocks;
  Chunks chunks;
  ReducedTo<R> to;

  void operator()(const std::int64_t item) const {
    const std::int64_t chunk = item % chunks.count;
    const std::int64_t begin = chunk * chunks.extent;
    const std::int64_t end = std::min(runs > 1 ? runs : extent, begin + chunks.extent);
    const std::int64_t block = item / chunks.count;
    const std::int64_t first = block * outputs / blocks;
    std::int64_t output = first;
    walk_rows(loop, loop.dims, bound, first, (block + 1) * outputs / blocks - first,
              [&](const Bound& here, std::int64_t) {
                if (runs > 1) {
                  to.put(reducer, several(here, begin, end), output, chunk);
                } else {
                  to.put(reducer, single(here, begin, end), output, chunk);
                }
                ++output;
              });
  }

  int last() const { return loop.dims + reduced.dims - 1; }

  typename R::accumulator single(const Bound& here, std::int64_t begin, std::int64_t end) const {
    if (end - begin <= R::lanes) {  // too short for lanes
      typename R::accumulator all = reducer.start();
      add_chain(all, here, begin, end);
      return all;
    }
    Pairwise<R> all(reducer);
    reduce_run<Mode>(reducer, all, here, last(), begin, end, begin);
    return all.total(reducer);
  }

  typename R::accumulator several(Bound here, std::int64_t begin, std::int64_t end) const {
    ReducedWalk<Bound, K> walk(reduced, loop.dims, reduced.dims - 1);
    walk.start(here, begin);
    Pairwise<R> all(reducer);
    for (std::int64_t run = begin; run < end;) {
      // Runs too short for lanes are chained, up to what a lane adds.
      const std::int64_t chained = extent <= R::lanes ? std::min(end - run, 1 + R::lanes / extent) : 1;
      if (chained > 1) {
        typename R::accumulator chain = reducer.start();
        for (std::int64_t k = 0; k < chained; ++k, walk.next(here)) add_chain(chain, here, 0, extent);
        all.push(reducer, chain);
      } else {
        reduce_run<Mode>(reducer, all, here, last(), 0, extent, 0);
        walk.next(here);
      }
      run += chained;
    }
    return all.total(reducer);
  }

  void add_chain(typename R::accumulator& all, const Bound& here, std::int64_t begin, std::int64_t end) const {
    for_each_block<R, Mode>(here, last(), begin, end,
                            [&](const auto& row, std::int64_t from, std::int64_t count, std::int64_t position) {
                              if constexpr (R::indexed) {
                                reducer.add_block(all, row, from, count, position);
                              } else {
                                for (std::int64_t j = 0; j < count; ++j) reducer.add(all, row[from + j], position + j);
                              }
                            });
  }
};

/// On the host, where the outputs lie closer together than the elements of each: one tile of them and one chunk of
/// their elements a turn.
template <class R, class Bound, int M, int K, class Mode>
struct ColumnsKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;
  Loop<K> reduced;
  std::int64_t extent;  // of each output
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
      ReducedWalk<Bound, K> walk(reduced, loop.dims, reduced.dims);
      walk.start(here, first);
      for (std::int64_t k = first; k < end; ++k, walk.next(here)) {
        for_each_block<R, Mode>(here, last, begin, begin + columns,
                                [&](const auto& values, std::int64_t from, std::int64_t count, std::int64_t) {
                                  SPICA_DETAIL_INDEPENDENT
                                  for (std::int64_t j = 0; j < count; ++j) reducer.add(total[j], values[from + j], k);
                                });
      }
    });
    const std::int64_t output = row * loop.extent[last] + begin;
    for (std::int64_t j = 0; j < columns; ++j) to.put(reducer, total[j], output + j, chunk);
  }
};

/// On a GPU: one chunk of one output a thread, neighbours in memory by neighbouring threads.
template <class R, class Bound, int M, int K>
struct AcrossKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;
  Loop<K> reduced;
  std::int64_t extent;
  std::int64_t outputs;
  bool along;  // a reduced axis is the innermost one in memory
  ReducedTo<R> to;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t output = along ? item / to.chunks : item % outputs;
    const std::int64_t chunk = along ? item % to.chunks : item / outputs;
    std::int64_t index[M + K + 1] = {};
    split(loop, output, index);
    typename R::accumulator total = reducer.start();
    for (std::int64_t k = chunk; k < extent; k += to.chunks) {
      split(reduced, k, index + loop.dims);
      reducer.add(total, bound.read(index, loop.dims + reduced.dims), k);
    }
    to.put(reducer, total, output, chunk);
  }

  template <int D>
  KOKKOS_INLINE_FUNCTION static void split(const Loop<D>& axes, std::int64_t number, std::int64_t* index) {
    for (int d = axes.dims - 1; d > 0; --d) {
      index[d] = number % axes.extent[d];
      number /= axes.extent[d];
    }
    if (axes.dims > 0) index[0] = number;
  }
};

}  // namespace spica::detail

SPICA_DETAIL_END_LOOPS

#endif
