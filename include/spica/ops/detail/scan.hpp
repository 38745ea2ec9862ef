// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_SCAN_HPP
#define SPICA_OPS_DETAIL_SCAN_HPP

// Running totals along an axis, of a reducer (detail/pairwise.hpp). Long lines are cut into chunks: what comes before
// each chunk is computed first, then the totals inside it. Where a line is cut depends on the shape, never on the
// number of threads.

#include <spica/ops/detail/reduce_axes.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

SPICA_DETAIL_LOOPS

namespace spica::detail {

/// Whether a line must not be cut: where the total of a part can overflow or underflow while the running total does
/// not.
template <class R>
inline constexpr bool scans_whole_lines = false;

/// The lines of a scan: those of the operand along the axis, which lies behind the last dimension of the loop in
/// `bound`, and those of the target.
template <class R, class Bound, int M>
struct ScanLines {
  using Accumulator = typename R::accumulator;
  R reducer;
  Bound bound;
  Loop<M> loop;
  std::int64_t lines;
  std::int64_t extent;
  std::int64_t step;  // of the target along the axis
  Chunks chunks;
  typename R::result* target;
  Accumulator* before;  // [line][chunk]: first the total of each chunk, then what comes before it

  /// Moves `here` to the begin of a line; returns where the target's line begins.
  KOKKOS_INLINE_FUNCTION typename R::result* go_to([[maybe_unused]] Bound& here,
                                                   [[maybe_unused]] std::int64_t line) const {
    typename R::result* out = target;
    if constexpr (M > 0) {
      std::int64_t index[M] = {};
      for (int d = loop.dims - 1; d >= 0; --d) {
        index[d] = line % loop.extent[d];
        line /= loop.extent[d];
        out += index[d] * loop.stride[d];
      }
      here.move_to(index, loop.dims);
    }
    return out;
  }

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t chunk) const { return chunk * chunks.extent; }
  KOKKOS_INLINE_FUNCTION std::int64_t end(std::int64_t chunk) const {
    return chunk + 1 == chunks.count ? extent : (chunk + 1) * chunks.extent;
  }

  KOKKOS_INLINE_FUNCTION Accumulator total(const Bound& here, std::int64_t chunk) const {
    const auto row = here.template row<0>(AnyStride(), loop.dims);
    Accumulator all = reducer.start();
    for (std::int64_t k = begin(chunk); k < end(chunk); ++k) reducer.add(all, row[k], k);
    return all;
  }
  /// The same side by side in lanes, which takes a fraction of the time of a chain.
  Accumulator total_by_lanes(const Bound& here, std::int64_t chunk) const {
    return lanes_of(reducer, here.template row<0>(AnyStride(), loop.dims), begin(chunk), end(chunk) - begin(chunk),
                    begin(chunk));
  }
  KOKKOS_INLINE_FUNCTION void write(const Bound& here, typename R::result* out, std::int64_t chunk,
                                    Accumulator all) const {
    const auto row = here.template row<0>(AnyStride(), loop.dims);
    for (std::int64_t k = begin(chunk); k < end(chunk); ++k) {
      reducer.add(all, row[k], k);
      out[k * step] = reducer.finish(all);
    }
  }
};

// Neighbouring indices have neighbouring lines: on a GPU they read and write neighbours.
template <class Lines>
struct ChunkTotals {
  Lines scan;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    auto here = scan.bound;
    const std::int64_t line = item % scan.lines;
    scan.go_to(here, line);
    scan.before[line * scan.chunks.count + item / scan.lines] = scan.total(here, item / scan.lines);
  }
};
template <class Lines>
struct ChunkTotalsByLanes {
  Lines scan;
  void operator()(const std::int64_t item) const {
    auto here = scan.bound;
    scan.go_to(here, item / scan.chunks.count);
    scan.before[item] = scan.total_by_lanes(here, item % scan.chunks.count);
  }
};
template <class Lines>
struct TotalsBefore {
  Lines scan;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t line) const {
    auto all = scan.reducer.start();
    for (std::int64_t i = line * scan.chunks.count; i < (line + 1) * scan.chunks.count; ++i) {
      const auto chunk = scan.before[i];
      scan.before[i] = all;
      scan.reducer.join(all, chunk);
    }
  }
};
template <class Lines>
struct WriteChunks {
  Lines scan;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    auto here = scan.bound;
    const std::int64_t line = item % scan.lines;
    const std::int64_t chunk = item / scan.lines;
    auto* out = scan.go_to(here, line);
    scan.write(here, out, chunk,
               scan.chunks.count == 1 ? scan.reducer.start() : scan.before[line * scan.chunks.count + chunk]);
  }
};
/// What the three do by lanes, bit for bit, for one thread: one line a turn, of which each chunk is in the cache when
/// its total is computed.
template <class Lines>
struct WriteLines {
  Lines scan;
  void operator()(const std::int64_t line) const {
    auto here = scan.bound;
    auto* out = scan.go_to(here, line);
    auto before = scan.reducer.start();
    for (std::int64_t chunk = 0; chunk < scan.chunks.count; ++chunk) {
      scan.write(here, out, chunk, before);
      if (chunk + 1 < scan.chunks.count) scan.reducer.join(before, scan.total_by_lanes(here, chunk));
    }
  }
};

/// On the host, where lines lie closer together than the elements of one: a tile of them and one chunk a turn, so that
/// each row of the operand is read as it lies in memory. Computes the chunks' totals, or writes.
template <bool Write, class R, class Bound, int M>
struct ScanColumns {
  ScanLines<R, Bound, M> scan;
  std::int64_t tiles;

  void operator()(const std::int64_t item) const {
    const Loop<M>& loop = scan.loop;
    const int last = loop.dims - 1;
    const std::int64_t chunk = item % scan.chunks.count;
    const std::int64_t first = item / scan.chunks.count % tiles * reduce_columns;
    const std::int64_t columns = std::min(loop.extent[last] - first, reduce_columns);
    const std::int64_t line = item / scan.chunks.count / tiles * loop.extent[last] + first;
    Bound here = scan.bound;
    typename R::result* out = scan.go_to(here, line);
    here.advance(loop.dims, scan.begin(chunk));
    typename R::accumulator all[reduce_columns];
    for (std::int64_t j = 0; j < columns; ++j) {
      all[j] = Write && chunk > 0 ? scan.before[(line + j) * scan.chunks.count + chunk] : scan.reducer.start();
    }
    for (std::int64_t k = scan.begin(chunk); k < scan.end(chunk); ++k, here.advance(loop.dims)) {
      for_each_block<R, Staged>(here, last, 0, columns,
                                [&](const auto& row, std::int64_t from, std::int64_t count, std::int64_t) {
                                  add_row(row, from, count, k, all, out + k * scan.step);
                                });
    }
    if constexpr (!Write) {
      for (std::int64_t j = 0; j < columns; ++j) scan.before[(line + j) * scan.chunks.count + chunk] = all[j];
    }
  }

  template <class Row>
  void add_row(const Row& row, std::int64_t from, std::int64_t count, std::int64_t k, typename R::accumulator* all,
               [[maybe_unused]] typename R::result* out) const {
    [[maybe_unused]] const std::int64_t across = scan.loop.stride[scan.loop.dims - 1];
    SPICA_DETAIL_INDEPENDENT
    for (std::int64_t j = 0; j < count; ++j) {
      scan.reducer.add(all[j], row[from + j], k);
      if constexpr (Write) out[j * across] = scan.reducer.finish(all[j]);
    }
  }
};

// ---- dispatch --------------------------------------------------------------------------------------------------

/// Memory for the totals of the chunks, if there are several.
template <class Lines, class Space>
Lease cut_lines(Lines& scan, const Chunks& chunks, const Device<Space>& device, const char* label) {
  scan.chunks = scans_whole_lines<decltype(scan.reducer)> ? Chunks{1, scan.extent} : chunks;
  if (scan.chunks.count == 1) return Lease();
  Lease memory = accumulators<typename Lines::Accumulator>(device, scan.lines * scan.chunks.count, label);
  scan.before = reinterpret_cast<typename Lines::Accumulator*>(memory->data);
  return memory;
}

template <class R, class Bound, int M, class Space>
void scan_along(ScanLines<R, Bound, M> scan, const Device<Space>& device, const char* label) {
  using Lines = ScanLines<R, Bound, M>;
  const Space& instance = device.instance();
  const Lease memory = cut_lines(scan, cut(scan.extent, scan.lines, 256, reduce_tile), device, label);
  if (scan.chunks.count == 1 || instance.concurrency() == 1) {
    launch(label, instance, scan.lines, WriteLines<Lines>{scan});
    return;
  }
  launch(label, instance, scan.lines * scan.chunks.count, ChunkTotalsByLanes<Lines>{scan});
  launch(label, instance, scan.lines, TotalsBefore<Lines>{scan});
  launch(label, instance, scan.lines * scan.chunks.count, WriteChunks<Lines>{scan});
}

template <class R, class Bound, int M, class Space>
void scan_columns(ScanLines<R, Bound, M> scan, const Device<Space>& device, const char* label) {
  const Space& instance = device.instance();
  const std::int64_t inner = scan.loop.extent[scan.loop.dims - 1];
  const std::int64_t tiles = (inner + reduce_columns - 1) / reduce_columns;
  const std::int64_t items = scan.lines / inner * tiles;
  const std::int64_t least = std::max<std::int64_t>(256, reduce_tile / inner);
  const Lease memory = cut_lines(scan, cut(scan.extent, items, 256, least), device, label);
  if (scan.chunks.count > 1) {
    launch(label, instance, items * scan.chunks.count, ScanColumns<false, R, Bound, M>{scan, tiles});
    launch(label, instance, scan.lines, TotalsBefore<ScanLines<R, Bound, M>>{scan});
  }
  launch(label, instance, items * scan.chunks.count, ScanColumns<true, R, Bound, M>{scan, tiles});
}

template <class R, class Bound, int M, class Space>
void scan_one_by_one(ScanLines<R, Bound, M> scan, const Device<Space>& device, const char* label) {
  using Lines = ScanLines<R, Bound, M>;
  const Space& instance = device.instance();
  // One thread goes along the chunks of a line, and one along each chunk: both are shortest at the root.
  const auto least = std::max<std::int64_t>(64, static_cast<std::int64_t>(std::sqrt(static_cast<double>(scan.extent))));
  const Lease memory = cut_lines(scan, cut(scan.extent, scan.lines, 65536, least), device, label);
  if (scan.chunks.count > 1) {
    launch(label, instance, scan.lines * scan.chunks.count, ChunkTotals<Lines>{scan});
    launch(label, instance, scan.lines, TotalsBefore<Lines>{scan});
  }
  launch(label, instance, scan.lines * scan.chunks.count, WriteChunks<Lines>{scan});
}

/// The running totals of an array or expression along one axis: a new row-major array of its shape.
template <class R, class Source, bool InRows = goes_in_rows<Source>>
auto scan_axis(const R& reducer, const Source& source, int axis, const char* label) {
  using Space = typename Source::execution_space;
  constexpr int N = Source::rank;
  constexpr int M = N > 0 ? N - 1 : 0;
  const Device<Space>& device = source.device();
  const Shape<N> extents = source.shape();
  const auto result = allocate<Array<typename R::result, N, Space>>(device, extents, label);
  if (result.size() == 0) return result;
  JoinedQueues<Space> queues(device);
  join_operands(queues, source, label);
  Shape<M> kept{};
  Shape<M> kept_strides{};
  const Shape<N> strides = row_major_strides<N>(extents);
  for (int d = 0, to = 0; d < N; ++d) {
    if (d == axis) continue;
    kept[static_cast<std::size_t>(to)] = extents[static_cast<std::size_t>(d)];
    kept_strides[static_cast<std::size_t>(to++)] = strides[static_cast<std::size_t>(d)];
  }
  auto bound = source.template bind<N>(extents);
  bound.visit([&](std::int64_t* leaf) {  // the axis goes last
    const std::int64_t along = leaf[axis];
    for (int d = axis; d + 1 < N; ++d) leaf[d] = leaf[d + 1];
    leaf[N - 1] = along;
  });
  const Loop<M> loop = simplify<M>(kept, kept_strides, bound);
  bound.visit([&](std::int64_t* leaf) { leaf[loop.dims] = leaf[N - 1]; });
  const std::int64_t extent = extents[static_cast<std::size_t>(axis)];
  const ScanLines<R, decltype(bound), M> scan{reducer, bound,
                                              loop,    result.size() / extent,
                                              extent,  strides[static_cast<std::size_t>(axis)],
                                              {},      ArrayAccess::data(result),
                                              nullptr};
  if constexpr (!InRows) {
    scan_one_by_one(scan, device, label);
  } else if (loop.dims == 0 || steps_along(bound, loop.dims) <= steps_along(bound, loop.dims - 1)) {
    scan_along(scan, device, label);
  } else if constexpr (M > 0) {
    scan_columns(scan, device, label);
  }
  return result;
}

}  // namespace spica::detail

SPICA_DETAIL_END_LOOPS

#endif
