// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_EVALUATE_HPP
#define SPICA_ARRAY_DETAIL_EVALUATE_HPP

// The one place where an expression becomes a kernel: axes are put into the order of the target's memory and joined
// where all operands allow it, then each row is a plain loop whose strides the compiler knows.

#include <spica/array/detail/bound.hpp>
#include <spica/array/detail/independent.hpp>
#include <spica/device/detail/launch.hpp>
#include <spica/device/detail/spaces.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

SPICA_DETAIL_LOOPS

namespace spica::detail {

/// The index space of a kernel. Its arrays have one place more than axes: rank 0 then needs no special case, and
/// compilers see that joining neighbours stays inside.
template <int N>
struct Loop {
  int dims = 0;
  std::int64_t extent[N + 1] = {};
  std::int64_t stride[N + 1] = {};  // of the target, in elements

  std::int64_t count() const {
    std::int64_t n = 1;
    for (int d = 0; d < dims; ++d) n *= extent[d];
    return n;
  }
};

/// Drops axes of one element, orders the rest by the target's strides, and joins neighbours that target and all
/// `leaves` step through as one. Changes the leaves' strides alike; returns how many axes are left.
int simplify_strides(int rank, const std::int64_t* extents, const std::int64_t* strides, std::int64_t* const* leaves,
                     int num_leaves, std::int64_t* loop_extents, std::int64_t* loop_strides);

/// The same for a bound expression.
template <int N, class Bound>
Loop<N> simplify(const Shape<N>& extents, const Shape<N>& strides, Bound& bound) {
  Loop<N> loop;
  std::int64_t* leaves[Bound::leaves + 1] = {};
  int count = 0;
  bound.visit([&](std::int64_t* leaf) { leaves[count++] = leaf; });
  loop.dims = simplify_strides(N, extents.data(), strides.data(), leaves, count, loop.extent, loop.stride);
  return loop;
}

/// Calls `f(bound, offset, rows)` for `count` >= 1 index tuples of the first `dims` axes, which follow each other from
/// number `first` on: for each run of `rows` along the last of these axes once, with the bound expression moved to its
/// begin, and the target's offset in elements. `f` leaves the bound expression at the last of the rows.
template <int N, class Bound, class F>
void walk_runs(const Loop<N>& loop, int dims, Bound bound, std::int64_t first, std::int64_t count, const F& f) {
  if (N == 0 || dims == 0) {
    f(bound, 0, 1);
    return;
  }
  std::int64_t index[N + 1] = {};
  std::int64_t offset = 0;
  for (int d = dims - 1; d >= 0; --d) {
    index[d] = first % loop.extent[d];
    first /= loop.extent[d];
    offset += index[d] * loop.stride[d];
  }
  bound.move_to(index, dims);
  const int last = dims - 1;
  while (count > 0) {
    const std::int64_t rows = std::min(count, loop.extent[last] - index[last]);
    f(bound, offset, rows);
    count -= rows;
    if (count == 0) return;
    bound.advance(last, 1 - rows - index[last]);
    offset -= index[last] * loop.stride[last];
    index[last] = 0;
    int d = last - 1;
    for (; ++index[d] == loop.extent[d]; --d) {  // over the end of an axis: back to its begin, and on along the next
      index[d] = 0;
      bound.advance(d, 1 - loop.extent[d]);
      offset += (1 - loop.extent[d]) * loop.stride[d];
    }
    bound.advance(d);
    offset += loop.stride[d];
  }
}

/// Calls `f(bound, offset)` for each of them.
template <int N, class Bound, class F>
void walk_rows(const Loop<N>& loop, int dims, const Bound& bound, std::int64_t first, std::int64_t count, const F& f) {
  walk_runs(loop, dims, bound, first, count, [&](Bound& here, std::int64_t offset, std::int64_t rows) {
    for (;;) {
      f(std::as_const(here), offset);
      if (--rows == 0) return;
      here.advance(dims - 1);
      offset += loop.stride[dims - 1];
    }
  });
}

/// How the rows of a loop are dealt out to host threads: `blocks` of rows that follow each other, each row in `across`
/// parts of `columns` elements.
struct RowDivision {
  std::int64_t rows;
  std::int64_t blocks;
  std::int64_t across;
  std::int64_t columns;

  /// What one turn has: `rows` rows from number `first` on, of each the elements `begin` to `end`.
  struct Part {
    std::int64_t first;
    std::int64_t rows;
    std::int64_t begin;
    std::int64_t end;
  };
  Part part(std::int64_t item, std::int64_t inner) const {
    const std::int64_t begin = item % across * columns;
    const std::int64_t block = item / across;
    const std::int64_t first = block * rows / blocks;
    return {first, (block + 1) * rows / blocks - first, begin, std::min(inner, begin + columns)};
  }
};

/// One part a thread, as equal as rows allow, but none so small that starting it costs more than computing it. Few long
/// rows are cut, at multiples of a cache line.
template <int N>
RowDivision divide(const Loop<N>& loop, std::int64_t threads) {
  constexpr std::int64_t least = 512;
  constexpr std::int64_t line = 64;  // whatever the element type
  const std::int64_t inner = loop.extent[loop.dims - 1];
  const std::int64_t count = loop.count();
  const std::int64_t parts = std::clamp<std::int64_t>(count / least, 1, threads);
  RowDivision division{count / inner, 0, 1, inner};
  if (division.rows == 1) {
    division.across = parts;
  } else if (division.rows < 8 * parts) {  // as whole rows the parts would differ by more than an eighth
    division.across = std::clamp<std::int64_t>(inner / least, 1, (8 * parts + division.rows - 1) / division.rows);
  }
  if (division.across > 1) {
    division.columns = ((inner + division.across - 1) / division.across + line - 1) / line * line;
    division.across = (inner + division.columns - 1) / division.columns;
  }
  division.blocks = division.across > 1 ? division.rows : std::min(division.rows, parts);
  return division;
}

/// A mode of its own: the pattern of repeated leaves is known when the kernel starts, and only the loop over rows of a
/// target without gaps, not the kernel, is compiled for each.
template <class T, class Bound, int N>
struct Patterned {
  /// Writes the elements `begin` to `end` of `rows` rows, of which `out` is the first, and leaves `here` at the last.
  using Writer = void(const Loop<N>& loop, Bound& here, T* out, std::int64_t rows, std::int64_t begin,
                      std::int64_t end);
  Writer* write;
};

template <unsigned Repeats, class T, class Bound, int N>
void write_patterned(const Loop<N>& loop, Bound& here, T* out, std::int64_t rows, std::int64_t begin,
                     std::int64_t end) {
  const int last = loop.dims - 1;
  for (;;) {
    const auto values = here.template row<0>(UnitOrRepeated<Repeats>(), last);
    SPICA_DETAIL_INDEPENDENT
    for (std::int64_t j = begin; j < end; ++j) out[j] = static_cast<T>(values[j]);
    if (--rows == 0) return;
    here.advance(last - 1);
    out += loop.stride[last - 1];
  }
}

/// For `repeats` from 1 on: the pattern without repeated leaves is a kernel of its own.
template <class T, class Bound, int N, unsigned... Lower>
Patterned<T, Bound, N> choose_pattern(unsigned repeats, std::integer_sequence<unsigned, Lower...>) {
  using Writer = typename Patterned<T, Bound, N>::Writer;
  static constexpr Writer* writers[] = {&write_patterned<Lower + 1, T, Bound, N>...};
  return {writers[repeats - 1]};
}

/// On the host: one part of one block a turn.
template <class T, class Bound, int N, class Mode, bool UnitTarget>
struct RowKernel {
  T* target;
  Bound bound;
  Loop<N> loop;
  RowDivision division;
  Mode mode;

  void operator()(const std::int64_t item) const {
    const int last = loop.dims - 1;
    const RowDivision::Part part = division.part(item, loop.extent[last]);
    if constexpr (std::is_same_v<Mode, Patterned<T, Bound, N>>) {
      walk_runs(loop, last, bound, part.first, part.rows, [&](Bound& here, std::int64_t offset, std::int64_t rows) {
        mode.write(loop, here, target + offset, rows, part.begin, part.end);
      });
    } else {
      walk_rows(loop, last, bound, part.first, part.rows, [&](const Bound& here, std::int64_t offset) {
        write_row(here, target + offset, part.begin, part.end, last);
      });
    }
  }

  void write_row(const Bound& here, T* out, std::int64_t begin, std::int64_t end, int last) const {
    if constexpr (std::is_same_v<Mode, Staged>) {
      alignas(64) unsigned char memory[Bound::leaves * staged_elements * Bound::widest];
      for (std::int64_t j = begin; j < end; j += staged_elements) {
        const std::int64_t count = std::min(end - j, staged_elements);
        const auto values = here.template row<0>(StagedPart<Bound::widest>{memory, j, count, j == begin}, last);
        T* to = out + j;
        SPICA_DETAIL_INDEPENDENT
        for (std::int64_t k = 0; k < count; ++k) to[k] = static_cast<T>(values[k]);
      }
    } else {
      const auto values = here.template row<0>(mode, last);
      if constexpr (UnitTarget) {
        SPICA_DETAIL_INDEPENDENT
        for (std::int64_t j = begin; j < end; ++j) out[j] = static_cast<T>(values[j]);
      } else {
        const std::int64_t step = loop.stride[last];
        SPICA_DETAIL_INDEPENDENT
        for (std::int64_t j = begin; j < end; ++j) out[j * step] = static_cast<T>(values[j]);
      }
    }
  }
};

/// On a GPU: one element a thread, neighbours in memory by neighbours. `Index` is 32 bits wide where that is enough,
/// because a division costs five times less.
template <class T, class Bound, int N, class Index>
struct ElementKernel {
  T* target;
  Bound bound;
  Loop<N> loop;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    std::int64_t index[N + 1] = {};
    Index rest = static_cast<Index>(item);
    T* out = target;
    for (int d = loop.dims - 1; d > 0; --d) {
      const Index extent = static_cast<Index>(loop.extent[d]);
      index[d] = static_cast<std::int64_t>(rest % extent);
      rest /= extent;
      out += index[d] * loop.stride[d];
    }
    if (loop.dims > 0) {
      index[0] = static_cast<std::int64_t>(rest);
      out += index[0] * loop.stride[0];
    }
    *out = static_cast<T>(bound.read(index, loop.dims));
  }
};

template <bool UnitTarget, class Mode, class Space, class T, class Bound, int N>
void run_rows(const Mode& mode, const Space& instance, const std::string& label, T* target, const Bound& bound,
              const Loop<N>& loop) {
  const RowDivision division = divide(loop, instance.concurrency());
  const RowKernel<T, Bound, N, Mode, UnitTarget> kernel{target, bound, loop, division, mode};
  launch(label, instance, division.blocks * division.across, kernel);
}

/// The most leaves for which every pattern of repeated leaves has a loop of its own: 2 to their power.
inline constexpr int most_patterned_leaves = 4;

/// `repeats`: bit i is set where leaf i repeats one value along the innermost axis. `unit`: all others have stride 1.
template <class Space, class T, class Bound, int N>
void run_on_host(const Space& instance, const std::string& label, T* target, const Bound& bound, const Loop<N>& loop,
                 unsigned repeats, bool unit) {
  if (loop.stride[loop.dims - 1] != 1) {
    run_rows<false>(AnyStride(), instance, label, target, bound, loop);
  } else if (unit && repeats == 0) {
    run_rows<true>(UnitOrRepeated<0>(), instance, label, target, bound, loop);
  } else if constexpr (Bound::leaves <= most_patterned_leaves) {
    if (unit) {
      constexpr unsigned patterns = std::max(1U, (1U << Bound::leaves) - 1);  // of no leaves: none, never chosen
      const auto mode = choose_pattern<T, Bound, N>(repeats, std::make_integer_sequence<unsigned, patterns>());
      run_rows<true>(mode, instance, label, target, bound, loop);
    } else {
      run_rows<true>(AnyStride(), instance, label, target, bound, loop);
    }
  } else {
    run_rows<true>(Staged(), instance, label, target, bound, loop);
  }
}

/// Writes the bound expression into `target`: one kernel on `instance`, with `label`.
template <class Space, class T, int N, class Bound>
void evaluate(const Space& instance, const std::string& label, T* target, const Shape<N>& extents,
              const Shape<N>& strides, Bound bound) {
  for (const std::int64_t extent : extents) {
    if (extent == 0) return;
  }
  Loop<N> loop = simplify<N>(extents, strides, bound);
  if constexpr (is_host_space<Space>) {
    if constexpr (N == 0) {
      const std::int64_t none[1] = {};
      *target = static_cast<T>(bound.read(none, 0));
    } else {
      if (loop.dims == 0) {  // one element: a row of one
        loop.dims = 1;
        loop.extent[0] = 1;
        loop.stride[0] = 1;
        bound.visit([](std::int64_t* leaf) { leaf[0] = 1; });
      }
      unsigned repeats = 0;
      bool unit = true;
      unsigned leaf_number = 0;
      bound.visit([&](const std::int64_t* leaf) {
        const std::int64_t inner = leaf[loop.dims - 1];
        if (inner == 0) repeats |= 1U << leaf_number % 32;
        unit = unit && (inner == 1 || inner == 0);
        ++leaf_number;
      });
      run_on_host(instance, label, target, bound, loop, repeats, unit);
    }
  } else {
    const std::int64_t count = loop.count();
    if (count <= std::numeric_limits<std::int32_t>::max()) {
      launch(label, instance, count, ElementKernel<T, Bound, N, std::uint32_t>{target, bound, loop});
    } else {
      launch(label, instance, count, ElementKernel<T, Bound, N, std::uint64_t>{target, bound, loop});
    }
  }
}

}  // namespace spica::detail

SPICA_DETAIL_END_LOOPS

#endif
