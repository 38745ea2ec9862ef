// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCE_AXES_HPP
#define SPICA_OPS_DETAIL_REDUCE_AXES_HPP

// Reduces some of the axes: puts them into order and chooses the kernel.

#include <spica/ops/detail/reduce_axes_kernels.hpp>
#include <spica/ops/detail/reduce_options.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace spica::detail {

/// Runs `kernel_of(to)` over `items`, and joins the chunks: on the host at once, as there are few.
template <class R, class Space, class MakeKernel>
void run_in_chunks(const R& reducer, const Device<Space>& device, std::int64_t outputs, std::int64_t chunks,
                   std::int64_t items, typename R::result* target, const char* label, const MakeKernel& kernel_of) {
  using Accumulator = typename R::accumulator;
  const Space& instance = device.instance();
  const Lease memory = chunks > 1 ? accumulators<Accumulator>(device, outputs * chunks, label) : Lease();
  Accumulator* partial = chunks > 1 ? reinterpret_cast<Accumulator*>(memory->data) : nullptr;
  launch(label, instance, items, kernel_of(ReducedTo<R>{target, partial, chunks}));
  if (chunks == 1) return;
  const JoinKernel<R> join{reducer, partial, chunks, target};
  if constexpr (is_host_space<Space>) {
    for (std::int64_t output = 0; output < outputs; ++output) join(output);
  } else {
    launch(label, instance, outputs, join);
  }
}

/// The sum of the leaves' steps along dimension `dim`.
template <class Bound>
std::int64_t steps_along(Bound& bound, int dim) {
  std::int64_t steps = 0;
  bound.visit([&](const std::int64_t* leaf) { steps += leaf[dim] < 0 ? -leaf[dim] : leaf[dim]; });
  return steps;
}

/// A reduction whose axes have been put into order: those of the outputs first.
template <class R, class Space, class Bound, int M, int K>
struct AxesReduction {
  const R& reducer;
  const Device<Space>& device;
  Bound bound;
  Loop<M> loop;
  Loop<K> reduced;
  std::int64_t extent;  // of each output
  std::int64_t outputs;
  typename R::result* target;
  const char* label;

  template <class Mode>
  void along() const {
    const std::int64_t inner = reduced.extent[reduced.dims - 1];
    const std::int64_t runs = inner == 0 ? 1 : extent / inner;
    const Chunks chunks = runs > 1 ? cut(runs, outputs, 256, std::max<std::int64_t>(1, 2 * reduce_tile / inner))
                                   : cut(extent, outputs, 256, 2 * reduce_tile);
    const std::int64_t threads = device.instance().concurrency();
    // Each output is computed by itself: how many a thread takes does not change it.
    const std::int64_t worth = std::max<std::int64_t>(1, outputs * std::min<std::int64_t>(extent, 512) / 512);
    const std::int64_t blocks = chunks.count > 1 ? outputs : std::min({outputs, worth, threads});
    run_in_chunks(reducer, device, outputs, chunks.count, blocks * chunks.count, target, label, [&](const auto& to) {
      return AlongRowKernel<R, Bound, M, K, Mode>{reducer, bound,   loop,   reduced, runs,
                                                  inner,   outputs, blocks, chunks,  to};
    });
  }

  template <class Mode>
  void columns() const {
    const auto careful = careful_of(reducer);
    using Careful = careful_t<R>;
    const std::int64_t inner = loop.extent[loop.dims - 1];
    const std::int64_t tiles = (inner + reduce_columns - 1) / reduce_columns;
    const std::int64_t items = outputs / inner * tiles;
    const Chunks chunks = cut(extent, items, 256, std::max<std::int64_t>(256, reduce_tile / inner));
    run_in_chunks(careful, device, outputs, chunks.count, items * chunks.count, target, label, [&](const auto& to) {
      return ColumnsKernel<Careful, Bound, M, K, Mode>{careful, bound, loop, reduced, extent, tiles, chunks, to};
    });
  }

  void in_rows() {
    if (is_along()) {
      if (all_unit(bound, loop.dims + reduced.dims - 1)) {
        along<UnitOrRepeated<0>>();
      } else {
        along<Staged>();
      }
    } else {
      if (all_unit(bound, loop.dims - 1)) {
        columns<UnitOrRepeated<0>>();
      } else {
        columns<Staged>();
      }
    }
  }

  void one_by_one() {
    const auto careful = careful_of(reducer);
    const bool along = is_along();
    const std::int64_t chunks = cut(extent, outputs, 65536, 64).count;
    run_in_chunks(careful, device, outputs, chunks, outputs * chunks, target, label, [&](const auto& to) {
      return AcrossKernel<careful_t<R>, Bound, M, K>{careful, bound, loop, reduced, extent, outputs, along, to};
    });
  }

  bool is_along() {
    return loop.dims == 0 || steps_along(bound, loop.dims + reduced.dims - 1) <= steps_along(bound, loop.dims - 1);
  }
};

/// Puts the reduced axes behind the others in all leaves, simplifies both, and returns their loops.
template <int M, int K, class Bound>
std::pair<Loop<M>, Loop<K>> order_axes(const Shape<M + K>& extents, const ReducedAxes<M + K>& is_reduced,
                                       bool any_order, Bound& bound) {
  constexpr int N = M + K;
  int order[N + 1] = {};
  Shape<M> kept{};
  Shape<K> gone{};
  for (int d = 0, to_kept = 0, to_gone = 0; d < N; ++d) {
    const auto at = static_cast<std::size_t>(d);
    if (is_reduced[at]) {
      order[M + to_gone] = d;
      gone[static_cast<std::size_t>(to_gone++)] = extents[at];
    } else {
      order[to_kept] = d;
      kept[static_cast<std::size_t>(to_kept++)] = extents[at];
    }
  }
  Shape<K> strides = row_major_strides<K>(gone);
  std::int64_t* behind[Bound::leaves + 1] = {};
  int leaves = 0;
  bound.visit([&](std::int64_t* leaf) {
    std::int64_t moved[N + 1] = {};
    for (int d = 0; d < N; ++d) moved[d] = leaf[order[d]];
    for (int d = 0; d < N; ++d) leaf[d] = moved[d];
    if (any_order && leaves == 0) std::copy_n(leaf + M, K, strides.begin());
    behind[leaves++] = leaf + M;
  });
  Loop<K> reduced;
  reduced.dims = simplify_strides(K, gone.data(), strides.data(), behind, leaves, reduced.extent, reduced.stride);
  if (reduced.dims == 0 || reduced.count() == 0) {  // a row of one element, or of none
    reduced.extent[0] = reduced.dims == 0 ? 1 : 0;
    reduced.dims = 1;
    for (int i = 0; i < leaves; ++i) behind[i][0] = 1;
  }
  const Loop<M> loop = simplify<M>(kept, row_major_strides<M>(kept), bound);
  bound.visit([&](std::int64_t* leaf) {
    for (int d = 0; d < reduced.dims; ++d) leaf[loop.dims + d] = leaf[M + d];
  });
  return {loop, reduced};
}

/// Reduces some axes of an array or expression, and at least one output there is, to row-major elements at `target`.
template <bool InRows, int M, class R, class Source>
void reduce_axes_into(const R& reducer, const Source& source, const ReducedAxes<Source::rank>& is_reduced,
                      std::int64_t outputs, std::int64_t extent, typename R::result* target, const char* label) {
  using Space = typename Source::execution_space;
  constexpr int N = Source::rank;
  constexpr int K = N - M;
  const Shape<N> extents = source.shape();
  auto bound = source.template bind<N>(extents);
  const auto [loop, reduced] = order_axes<M, K>(extents, is_reduced, !R::indexed, bound);
  AxesReduction<R, Space, decltype(bound), M, K> reduction{reducer, source.device(), bound,  loop, reduced,
                                                           extent,  outputs,         target, label};
  if constexpr (InRows) {
    reduction.in_rows();
  } else {
    reduction.one_by_one();
  }
}

}  // namespace spica::detail

#endif
