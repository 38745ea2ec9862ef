// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_EVALUATE_HPP
#define SPICA_ARRAY_DETAIL_EVALUATE_HPP

// The one place where an expression becomes a kernel: axes are put into the order of the target's memory and joined
// where all operands allow it, then each row is a plain loop whose strides the compiler knows.

#include <spica/array/detail/bound.hpp>
#include <spica/device/detail/spaces.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

// The loops below never carry a value from one turn to the next (overlapping operands are evaluated into a temporary),
// which compilers cannot know: without this an in-place operation is not vectorised.
#if defined(__clang__)
#define SPICA_DETAIL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define SPICA_DETAIL_INDEPENDENT _Pragma("GCC ivdep")
#else
#define SPICA_DETAIL_INDEPENDENT
#endif

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

/// Drops axes of one element, orders the rest by the target's strides, and joins neighbours that target and leaves all
/// step through as one. Changes the strides in `bound` alike.
template <int N, class Bound>
Loop<N> simplify(const Shape<N>& extents, const Shape<N>& strides, Bound& bound) {
  Loop<N> loop;
  int order[N + 1] = {};
  for (int d = 0; d < N; ++d) {
    if (extents[static_cast<std::size_t>(d)] != 1) order[loop.dims++] = d;
  }
  std::stable_sort(order, order + loop.dims, [&](int a, int b) {
    return strides[static_cast<std::size_t>(a)] > strides[static_cast<std::size_t>(b)];
  });
  for (int d = 0; d < loop.dims; ++d) {
    loop.extent[d] = extents[static_cast<std::size_t>(order[d])];
    loop.stride[d] = strides[static_cast<std::size_t>(order[d])];
  }
  bound.visit([&](std::int64_t* leaf, std::size_t) {
    std::int64_t moved[N + 1] = {};
    for (int d = 0; d < loop.dims; ++d) moved[d] = leaf[order[d]];
    for (int d = 0; d < loop.dims; ++d) leaf[d] = moved[d];
  });
  for (int d = loop.dims - 2; d >= 0; --d) {
    bool joins = loop.stride[d] == loop.stride[d + 1] * loop.extent[d + 1];
    bound.visit(
        [&](const std::int64_t* leaf, std::size_t) { joins = joins && leaf[d] == leaf[d + 1] * loop.extent[d + 1]; });
    if (!joins) continue;
    const auto close = [&](std::int64_t* leaf) {
      for (int e = d; e + 1 < loop.dims; ++e) leaf[e] = leaf[e + 1];
    };
    const std::int64_t joined = loop.extent[d] * loop.extent[d + 1];
    close(loop.extent);
    loop.extent[d] = joined;
    close(loop.stride);
    bound.visit([&](std::int64_t* leaf, std::size_t) { close(leaf); });
    --loop.dims;
  }
  return loop;
}

/// Elements of a row that one thread handles at a time: large enough that starting a row costs nothing, small enough to
/// spread one long row over all threads.
inline constexpr std::int64_t row_tile = 8192;

/// On the host: one tile of one row a turn.
template <class T, class Bound, int N, class Mode, bool UnitTarget>
struct RowKernel {
  T* target;
  Bound bound;
  Loop<N> loop;
  std::int64_t tiles;  // a row

  void operator()(const std::int64_t item) const {
    std::int64_t index[N + 1] = {};
    const int last = loop.dims - 1;
    const std::int64_t begin = item % tiles * row_tile;
    std::int64_t row = item / tiles;
    T* out = target;
    for (int d = last - 1; d >= 0; --d) {
      index[d] = row % loop.extent[d];
      row /= loop.extent[d];
      out += index[d] * loop.stride[d];
    }
    const auto values = bound.template row<0>(Mode(), index, loop.dims);
    const std::int64_t end = loop.extent[last] - begin < row_tile ? loop.extent[last] : begin + row_tile;
    if constexpr (UnitTarget) {
      SPICA_DETAIL_INDEPENDENT
      for (std::int64_t j = begin; j < end; ++j) out[j] = static_cast<T>(values[j]);
    } else {
      const std::int64_t step = loop.stride[last];
      SPICA_DETAIL_INDEPENDENT
      for (std::int64_t j = begin; j < end; ++j) out[j * step] = static_cast<T>(values[j]);
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

template <class Mode, bool UnitTarget, class Space, class T, class Bound, int N>
void run_rows(const Space& instance, const std::string& label, T* target, const Bound& bound, const Loop<N>& loop) {
  const std::int64_t inner = loop.extent[loop.dims - 1];
  const std::int64_t tiles = (inner + row_tile - 1) / row_tile;
  const std::int64_t items = loop.count() / inner * tiles;
  const RowKernel<T, Bound, N, Mode, UnitTarget> kernel{target, bound, loop, tiles};
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(instance, 0, items), kernel);
}

/// Finds the compile-time pattern of repeated leaves that matches `repeats`.
template <unsigned Repeats, class Space, class T, class Bound, int N>
void run_repeats(unsigned repeats, const Space& instance, const std::string& label, T* target, const Bound& bound,
                 const Loop<N>& loop) {
  if constexpr (Repeats < (1U << Bound::leaves)) {
    if (Repeats == repeats) {
      run_rows<UnitOrRepeated<Repeats>, true>(instance, label, target, bound, loop);
    } else {
      run_repeats<Repeats + 1>(repeats, instance, label, target, bound, loop);
    }
  }
}

/// The most leaves for which every pattern of repeated leaves has a loop of its own.
inline constexpr int most_patterned_leaves = 2;

template <class Space, class T, class Bound, int N>
void run_on_host(const Space& instance, const std::string& label, T* target, const Bound& bound, Loop<N> loop,
                 unsigned repeats, bool unit) {
  if (unit && loop.stride[loop.dims - 1] == 1) {
    if constexpr (Bound::leaves <= most_patterned_leaves) {
      run_repeats<0>(repeats, instance, label, target, bound, loop);
      return;
    } else {
      if (repeats == 0) {
        run_rows<UnitOrRepeated<0>, true>(instance, label, target, bound, loop);
        return;
      }
    }
  }
  if (loop.stride[loop.dims - 1] == 1) {
    run_rows<AnyStride, true>(instance, label, target, bound, loop);
  } else {
    run_rows<AnyStride, false>(instance, label, target, bound, loop);
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
        bound.visit([](std::int64_t* leaf, std::size_t) { leaf[0] = 1; });
      }
      unsigned repeats = 0;
      bool unit = true;
      unsigned leaf_number = 0;
      bound.visit([&](const std::int64_t* leaf, std::size_t) {
        const std::int64_t inner = leaf[loop.dims - 1];
        if (inner == 0) repeats |= 1U << leaf_number % 32;
        unit = unit && (inner == 1 || inner == 0);
        ++leaf_number;
      });
      run_on_host(instance, label, target, bound, loop, repeats, unit);
    }
  } else {
    using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
    const std::int64_t count = loop.count();
    if (count <= std::numeric_limits<std::int32_t>::max()) {
      Kokkos::parallel_for(label, Policy(instance, 0, count),
                           ElementKernel<T, Bound, N, std::uint32_t>{target, bound, loop});
    } else {
      Kokkos::parallel_for(label, Policy(instance, 0, count),
                           ElementKernel<T, Bound, N, std::uint64_t>{target, bound, loop});
    }
  }
}

}  // namespace spica::detail

#endif
