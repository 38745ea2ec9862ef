// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCE_HPP
#define SPICA_OPS_DETAIL_REDUCE_HPP

// The one engine of all reductions. The order in which elements are combined depends on shape and layout, never on the
// number of threads, and no atomics are used: results have the same bits on every run.
//
// A reducer R has
//   using accumulator        what is carried along; trivially copyable
//   using result             the element type of the outcome
//   static constexpr bool ordered   whether add must see the elements of one accumulator in index order
//   accumulator start()      of nothing
//   void add(accumulator&, value, std::int64_t index)
//   void join(accumulator&, const accumulator&)     in any order of parts when not `ordered`, else left before right
//   result finish(const accumulator&)
// and, where long chains of `add` would lose accuracy, a reducer `careful` of the same result for them.

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace spica::detail {

/// Elements that one thread adds up before anything is joined, and how many of them side by side: 16 chains keep the
/// vector units busy and the error of a block below that of 16 additions in a row.
inline constexpr int reduce_lanes = 16;
inline constexpr std::int64_t reduce_block = 256;
/// Elements of one row that a thread reduces at a time.
inline constexpr std::int64_t reduce_tile = 16384;

/// Reduces row[begin, end): blocks of lanes, joined pairwise as a binary counter carries.
template <class R, class Row>
typename R::accumulator reduce_row(const R& reducer, const Row& row, std::int64_t begin, std::int64_t end) {
  using Accumulator = typename R::accumulator;
  Accumulator pending[48];
  std::uint64_t blocks = 0;
  for (std::int64_t first = begin; first < end; first += reduce_block) {
    const std::int64_t last = end - first < reduce_block ? end : first + reduce_block;
    Accumulator block = reducer.start();
    if constexpr (R::ordered) {
      for (std::int64_t j = first; j < last; ++j) reducer.add(block, row[j], j);
    } else {
      Accumulator lane[reduce_lanes];
      for (int l = 0; l < reduce_lanes; ++l) lane[l] = reducer.start();
      std::int64_t j = first;
      for (; j + reduce_lanes <= last; j += reduce_lanes) {
        for (int l = 0; l < reduce_lanes; ++l) reducer.add(lane[l], row[j + l], j + l);
      }
      for (int l = 0; j < last; ++j, ++l) reducer.add(lane[l], row[j], j);
      for (int width = reduce_lanes / 2; width > 0; width /= 2) {
        for (int l = 0; l < width; ++l) reducer.join(lane[l], lane[l + width]);
      }
      block = lane[0];
    }
    int level = 0;
    for (std::uint64_t carry = blocks; (carry & 1U) != 0; carry >>= 1U, ++level) {
      Accumulator left = pending[level];
      reducer.join(left, block);
      block = left;
    }
    pending[level] = block;
    ++blocks;
  }
  Accumulator total = reducer.start();
  bool any = false;
  for (int level = 0; level < 48; ++level) {
    if ((blocks >> level & 1U) == 0) continue;
    if (any) {
      Accumulator left = pending[level];
      reducer.join(left, total);
      total = left;
    } else {
      total = pending[level];
      any = true;
    }
  }
  return total;
}

/// `add` sees positions within the row from the row's first element on.
template <class R>
struct Offset {
  R reducer;
  std::int64_t offset;
  using accumulator = typename R::accumulator;
  static constexpr bool ordered = R::ordered;
  KOKKOS_INLINE_FUNCTION accumulator start() const { return reducer.start(); }
  template <class V>
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const V& value, std::int64_t index) const {
    reducer.add(a, value, offset + index);
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const { reducer.join(a, b); }
};

// ---- all elements, on the host ---------------------------------------------------------------------------------

/// One tile of one row a turn; the partial results are joined afterwards.
template <class R, class Bound, int N, class Mode>
struct PartialKernel {
  R reducer;
  Bound bound;
  Loop<N> loop;
  std::int64_t tiles;
  typename R::accumulator* partial;

  void operator()(const std::int64_t item) const {
    std::int64_t index[N + 1] = {};
    const int last = loop.dims - 1;
    const std::int64_t begin = item % tiles * reduce_tile;
    const std::int64_t row_number = item / tiles;
    std::int64_t rest = row_number;
    for (int d = last - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
    }
    Bound here = bound;
    here.move_to(index, last);
    const auto row = here.template row<0>(Mode(), last);
    const std::int64_t end = loop.extent[last] - begin < reduce_tile ? loop.extent[last] : begin + reduce_tile;
    partial[item] = reduce_row(Offset<R>{reducer, row_number * loop.extent[last]}, row, begin, end);
  }
};

/// Joins partial[begin, end) pairwise.
template <class R>
KOKKOS_INLINE_FUNCTION typename R::accumulator join_pairwise(const R& reducer, const typename R::accumulator* partial,
                                                             std::int64_t count) {
  typename R::accumulator pending[64];
  for (std::int64_t i = 0; i < count; ++i) {
    typename R::accumulator block = partial[i];
    int level = 0;
    for (std::uint64_t carry = static_cast<std::uint64_t>(i); (carry & 1U) != 0; carry >>= 1U, ++level) {
      typename R::accumulator left = pending[level];
      reducer.join(left, block);
      block = left;
    }
    pending[level] = block;
  }
  typename R::accumulator total = reducer.start();
  bool any = false;
  for (int level = 0; level < 64; ++level) {
    if ((static_cast<std::uint64_t>(count) >> level & 1U) == 0) continue;
    typename R::accumulator left = pending[level];
    if (any) reducer.join(left, total);
    total = left;
    any = true;
  }
  return total;
}

/// One thread joins all partial results.
template <class R>
struct JoinKernel {
  R reducer;
  const typename R::accumulator* partial;
  std::int64_t count;
  typename R::result* target;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t) const {
    *target = reducer.finish(join_pairwise(reducer, partial, count));
  }
};

// ---- all elements, on a GPU ------------------------------------------------------------------------------------

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

// ---- one axis --------------------------------------------------------------------------------------------------

/// On the host, where the axis is the innermost one in memory: one output a turn.
template <class R, class Bound, int M, class Mode>
struct AlongRowKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;  // of the outputs; the axis lies behind its last dimension in `bound`
  std::int64_t extent;
  typename R::result* target;

  void operator()(const std::int64_t item) const {
    std::int64_t index[M + 2] = {};
    std::int64_t rest = item;
    typename R::result* out = target;
    for (int d = loop.dims - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
      out += index[d] * loop.stride[d];
    }
    Bound here = bound;
    here.move_to(index, loop.dims);
    const auto row = here.template row<0>(Mode(), loop.dims);
    *out = reducer.finish(reduce_row(reducer, row, 0, extent));
  }
};

/// Everywhere else: one output a turn, element by element. Neighbouring outputs are read by neighbouring threads.
template <class R, class Bound, int M>
struct AcrossKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;
  std::int64_t extent;
  typename R::result* target;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    std::int64_t index[M + 2] = {};
    std::int64_t rest = item;
    typename R::result* out = target;
    for (int d = loop.dims - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
      out += index[d] * loop.stride[d];
    }
    typename R::accumulator total = reducer.start();
    for (std::int64_t k = 0; k < extent; ++k) {
      index[loop.dims] = k;
      reducer.add(total, bound.read(index, loop.dims + 1), k);
    }
    *out = reducer.finish(total);
  }
};

/// Outputs that a host thread reduces together where the axis is not the innermost one, so that each row of the
/// operand is read as it lies in memory.
inline constexpr std::int64_t reduce_columns = 256;

template <class R, class Bound, int M, class Mode>
struct ColumnsKernel {
  R reducer;
  Bound bound;
  Loop<M> loop;
  std::int64_t extent;
  std::int64_t tiles;
  typename R::result* target;

  void operator()(const std::int64_t item) const {
    // In `bound` the axis lies behind the outputs' dimensions; the rows that are read lie along the last of these.
    std::int64_t index[M + 2] = {};
    const int last = loop.dims - 1;
    const std::int64_t begin = item % tiles * reduce_columns;
    const std::int64_t end = loop.extent[last] - begin < reduce_columns ? loop.extent[last] : begin + reduce_columns;
    std::int64_t rest = item / tiles;
    typename R::result* out = target;
    for (int d = last - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
      out += index[d] * loop.stride[d];
    }
    typename R::accumulator total[reduce_columns];
    for (std::int64_t j = begin; j < end; ++j) total[j - begin] = reducer.start();
    Bound slab = bound;
    slab.move_to(index, last);
    for (std::int64_t k = 0; k < extent; ++k) {
      const auto row = slab.template row<0>(Mode(), last);
      for (std::int64_t j = begin; j < end; ++j) reducer.add(total[j - begin], row[j], k);
      slab.advance(loop.dims);
    }
    for (std::int64_t j = begin; j < end; ++j) out[j * loop.stride[last]] = reducer.finish(total[j - begin]);
  }
};

// ---- dispatch --------------------------------------------------------------------------------------------------

/// Whether each leaf's innermost axis, number `dim`, has stride 1.
template <class Bound>
bool all_unit(Bound& bound, int dim) {
  bool unit = true;
  bound.visit([&](const std::int64_t* leaf, std::size_t) { unit = unit && leaf[dim] == 1; });
  return unit;
}

template <class Space>
auto range_policy(const Space& instance, std::int64_t count) {
  return Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(instance, 0, count);
}

/// Memory for `count` accumulators on the device.
template <class Accumulator, class Space>
Lease accumulators(const Device<Space>& device, std::int64_t count, const char* function) {
  return lease_block(device, static_cast<std::size_t>(count) * sizeof(Accumulator), function);
}

template <class Source>
void join_operands(const Source& source, const char* function) {
  source.visit_arrays([&](const auto& operand) {
    require_element(operand, function);
    join_queues(source.device(), operand.device(), ArrayAccess::lease(operand));
  });
}

/// The reducer for long chains of additions.
template <class R>
auto careful_form(const R& reducer) {
  if constexpr (std::is_same_v<typename R::careful, void>) {
    return reducer;
  } else {
    return typename R::careful();
  }
}

/// Reduces all elements of an array or expression to an array of rank 0 on the same device. `label` names the kernels
/// and the memory.
template <class R, class Source>
auto reduce_all(const R& reducer, const Source& source, const char* label) {
  using Space = typename Source::execution_space;
  constexpr int N = Source::rank;
  const Device<Space>& device = source.device();
  const Space& instance = device.instance();
  const auto result = allocate<Array<typename R::result, 0, Space>>(device, Shape<0>{}, label);
  typename R::result* target = ArrayAccess::data(result);
  join_operands(source, label);
  const Shape<N> extents = source.shape();
  auto bound = source.template bind<N>(extents);
  Shape<N> order = row_major_strides<N>(extents);
  if constexpr (!R::ordered && N > 1) {  // any order will do: the one that the first operand lies in
    bool first = true;
    bound.visit([&](const std::int64_t* leaf, std::size_t) {
      for (std::size_t d = 0; first && d < static_cast<std::size_t>(N); ++d) order[d] = leaf[d];
      first = false;
    });
  }
  Loop<N> loop = simplify<N>(extents, order, bound);
  const std::int64_t count = source.size();
  if constexpr (is_host_space<Space>) {
    if (loop.dims == 0) {
      loop.dims = 1;
      loop.extent[0] = 1;
      bound.visit([](std::int64_t* leaf, std::size_t) { leaf[0] = 1; });
    }
    const std::int64_t inner = loop.extent[loop.dims - 1];
    const std::int64_t tiles = count == 0 ? 0 : (inner + reduce_tile - 1) / reduce_tile;
    const std::int64_t items = count == 0 ? 0 : count / inner * tiles;
    const Lease memory = accumulators<typename R::accumulator>(device, items, label);
    auto* partial = reinterpret_cast<typename R::accumulator*>(memory->data);
    if (items > 0) {
      if (all_unit(bound, loop.dims - 1)) {
        Kokkos::parallel_for(
            label, range_policy(instance, items),
            PartialKernel<R, decltype(bound), N, UnitOrRepeated<0>>{reducer, bound, loop, tiles, partial});
      } else {
        Kokkos::parallel_for(label, range_policy(instance, items),
                             PartialKernel<R, decltype(bound), N, AnyStride>{reducer, bound, loop, tiles, partial});
      }
    }
    JoinKernel<R>{reducer, partial, items, target}(0);
  } else {
    const auto careful = careful_form(reducer);
    using Careful = decltype(careful_form(reducer));
    using Accumulator = typename Careful::accumulator;
    const std::int64_t threads = count < 131072 ? count : 131072;
    const std::int64_t second = threads < 1024 ? threads : 1024;
    const Lease memory = accumulators<Accumulator>(device, threads + second, label);
    auto* partial = reinterpret_cast<Accumulator*>(memory->data);
    if (count > 0) {
      Kokkos::parallel_for(
          label, range_policy(instance, threads),
          StridedPartialKernel<Careful, decltype(bound), N>{careful, bound, loop, count, threads, partial});
      Kokkos::parallel_for(label, range_policy(instance, second),
                           StridedJoinKernel<Careful>{careful, partial, threads, second, partial + threads});
    }
    Kokkos::parallel_for(label, range_policy(instance, 1),
                         JoinKernel<Careful>{careful, partial + threads, second, target});
  }
  return result;
}

/// Reduces one axis of an array or expression: the result has the others.
template <class R, class Source>
auto reduce_axis(const R& reducer, const Source& source, int axis, const char* label) {
  using Space = typename Source::execution_space;
  constexpr int N = Source::rank;
  static_assert(N > 0, "spica::sum, spica::max, spica::argmax: an array of rank 0 has no axis; leave the axis out");
  constexpr int M = N - 1;
  if (axis < 0 || axis >= N) {
    throw ValueError(std::string(label) + ": there is no axis " + std::to_string(axis) + " in an array of shape " +
                     shape_text(source.shape()) + "; axes are counted from 0");
  }
  const Device<Space>& device = source.device();
  const Space& instance = device.instance();
  const Shape<N> extents = source.shape();
  Shape<M> kept{};
  for (int d = 0, to = 0; d < N; ++d) {
    if (d != axis) kept[static_cast<std::size_t>(to++)] = extents[static_cast<std::size_t>(d)];
  }
  const std::int64_t extent = extents[static_cast<std::size_t>(axis)];
  const auto result = allocate<Array<typename R::result, M, Space>>(device, kept, label);
  const std::int64_t outputs = result.size();
  if (outputs == 0) return result;
  join_operands(source, label);
  auto bound = source.template bind<N>(extents);
  bound.visit([&](std::int64_t* leaf, std::size_t) {  // the axis goes last
    const std::int64_t along = leaf[axis];
    for (int d = axis; d + 1 < N; ++d) leaf[d] = leaf[d + 1];
    leaf[N - 1] = along;
  });
  const Loop<M> loop = simplify<M>(kept, row_major_strides<M>(kept), bound);
  bound.visit([&](std::int64_t* leaf, std::size_t) { leaf[loop.dims] = leaf[N - 1]; });
  typename R::result* target = ArrayAccess::data(result);
  if constexpr (is_host_space<Space>) {
    using Bound = decltype(bound);
    if (all_unit(bound, loop.dims)) {
      Kokkos::parallel_for(label, range_policy(instance, outputs),
                           AlongRowKernel<R, Bound, M, UnitOrRepeated<0>>{reducer, bound, loop, extent, target});
      return result;
    }
    if constexpr (M > 0) {
      if (loop.dims > 0 && all_unit(bound, loop.dims - 1)) {
        const auto careful = careful_form(reducer);
        using Careful = decltype(careful_form(reducer));
        const std::int64_t inner = loop.extent[loop.dims - 1];
        const std::int64_t tiles = (inner + reduce_columns - 1) / reduce_columns;
        Kokkos::parallel_for(
            label, range_policy(instance, outputs / inner * tiles),
            ColumnsKernel<Careful, Bound, M, UnitOrRepeated<0>>{careful, bound, loop, extent, tiles, target});
        return result;
      }
    }
    Kokkos::parallel_for(label, range_policy(instance, outputs),
                         AlongRowKernel<R, Bound, M, AnyStride>{reducer, bound, loop, extent, target});
  } else {
    const auto careful = careful_form(reducer);
    using Careful = decltype(careful_form(reducer));
    Kokkos::parallel_for(label, range_policy(instance, outputs),
                         AcrossKernel<Careful, decltype(bound), M>{careful, bound, loop, extent, target});
  }
  return result;
}

}  // namespace spica::detail

#endif
