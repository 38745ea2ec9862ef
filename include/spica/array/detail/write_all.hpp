// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_WRITE_ALL_HPP
#define SPICA_ARRAY_DETAIL_WRITE_ALL_HPP

// Kernels with several outputs: at each index all values are computed first, and then written.

#include <spica/array/array.hpp>
#include <spica/device/detail/launch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

SPICA_DETAIL_LOOPS

namespace spica::detail {

template <class T>
struct UnitTarget {
  T* data;
  KOKKOS_INLINE_FUNCTION T& operator[](std::int64_t j) const { return data[j]; }
};
template <class T>
struct StridedTarget {
  T* data;
  std::int64_t stride;
  KOKKOS_INLINE_FUNCTION T& operator[](std::int64_t j) const { return data[j * stride]; }
};

/// An array that is written to: a leaf that gives the places of elements.
template <class T, int N>
struct BoundTarget {
  static constexpr int leaves = 1;
  static constexpr std::int64_t widest = sizeof(T);
  T* data;
  std::int64_t stride[N + 1];

  template <class F>
  void visit(F&& f) {
    f(stride);
  }
  KOKKOS_INLINE_FUNCTION void move_to(const std::int64_t* index, int dims) { data = &read(index, dims); }
  KOKKOS_INLINE_FUNCTION void advance(int dim, std::int64_t steps = 1) { data += steps * stride[dim]; }
  KOKKOS_INLINE_FUNCTION T& read(const std::int64_t* index, int dims) const {
    T* p = data;
    for (int d = 0; d < dims; ++d) p += index[d] * stride[d];
    return *p;
  }
  template <int First, unsigned Repeats>
  KOKKOS_INLINE_FUNCTION UnitTarget<T> row(UnitOrRepeated<Repeats>, int) const {
    return {data};
  }
  template <int First>
  KOKKOS_INLINE_FUNCTION StridedTarget<T> row(AnyStride, int dim) const {
    return {data, stride[dim]};
  }
  /// Where the targets' rows have no gaps.
  template <int First, std::int64_t Width>
  KOKKOS_INLINE_FUNCTION UnitTarget<T> row(const StagedPart<Width>& part, int) const {
    return {data + part.begin};
  }
};

template <class T, int Rank, class Space, class Layout>
BoundTarget<T, Rank> bind_target(const Array<T, Rank, Space, Layout>& target) {
  BoundTarget<T, Rank> bound{ArrayAccess::data(target), {}};
  const Shape<Rank> strides = target.strides();
  std::copy(strides.begin(), strides.end(), bound.stride);
  return bound;
}

/// Values of the types T, one beside the other.
template <class Places, class... T>
struct ValuesOf;
template <std::size_t... Place, class... T>
struct ValuesOf<std::index_sequence<Place...>, T...> : Slot<Place, T>... {
  KOKKOS_INLINE_FUNCTION explicit ValuesOf(const T&... values) : Slot<Place, T>{values}... {}
};
template <class... T>
using Values = ValuesOf<std::index_sequence_for<T...>, T...>;

template <class... T>
struct GatherValues {
  template <class... V>
  KOKKOS_INLINE_FUNCTION Values<T...> operator()(const V&... values) const {
    return Values<T...>(static_cast<T>(values)...);
  }
};

template <class Places, class SourceRow, class... TargetRows>
struct UpdateRow;
template <std::size_t... Place, class SourceRow, class... TargetRows>
struct UpdateRow<std::index_sequence<Place...>, SourceRow, TargetRows...> : Slot<Place, TargetRows>... {
  SourceRow source;
  KOKKOS_INLINE_FUNCTION UpdateRow(const SourceRow& from, const TargetRows&... to)
      : Slot<Place, TargetRows>{to}..., source(from) {}
  KOKKOS_INLINE_FUNCTION void write(std::int64_t j) const {
    const auto values = source[j];
    ((Slot<Place, TargetRows>::value[j] = value_at<Place>(values)), ...);
  }

  template <std::size_t At, class T>
  KOKKOS_INLINE_FUNCTION static const T& value_at(const Slot<At, T>& slot) {
    return slot.value;
  }
};

/// All sources, as one bound operation, and all targets: with the members of a bound expression.
template <class Places, class Source, class... Targets>
struct UpdateOf;
template <std::size_t... Place, class Source, class... Targets>
struct UpdateOf<std::index_sequence<Place...>, Source, Targets...> : Slot<Place, Targets>... {
  static constexpr int leaves = Source::leaves + static_cast<int>(sizeof...(Targets));
  static constexpr std::int64_t widest = std::max({Source::widest, Targets::widest...});
  Source source;
  UpdateOf(const Source& from, const Targets&... to) : Slot<Place, Targets>{to}..., source(from) {}

  template <class F>
  void visit(F&& f) {
    source.visit(f);
    (Slot<Place, Targets>::value.visit(f), ...);
  }
  KOKKOS_INLINE_FUNCTION void move_to(const std::int64_t* index, int dims) {
    source.move_to(index, dims);
    (Slot<Place, Targets>::value.move_to(index, dims), ...);
  }
  KOKKOS_INLINE_FUNCTION void advance(int dim, std::int64_t steps = 1) {
    source.advance(dim, steps);
    (Slot<Place, Targets>::value.advance(dim, steps), ...);
  }
  /// Computes and writes the elements at `index`.
  KOKKOS_INLINE_FUNCTION void write(const std::int64_t* index, int dims) const {
    const auto values = source.read(index, dims);
    ((Slot<Place, Targets>::value.read(index, dims) = value_at<Place>(values)), ...);
  }
  template <class Mode>
  KOKKOS_INLINE_FUNCTION auto row(const Mode& mode, int dim) const {
    return row_of(source.template row<0>(mode, dim), Slot<Place, Targets>::value.template row<0>(mode, dim)...);
  }

 private:
  template <std::size_t At, class T>
  KOKKOS_INLINE_FUNCTION static const T& value_at(const Slot<At, T>& slot) {
    return slot.value;
  }
  template <class From, class... To>
  KOKKOS_INLINE_FUNCTION static auto row_of(const From& from, const To&... to) {
    return UpdateRow<std::index_sequence<Place...>, From, To...>(from, to...);
  }
};
template <class Source, class... Targets>
using Update = UpdateOf<std::index_sequence_for<Targets...>, Source, Targets...>;

/// On the host: one part of one block of rows a turn.
template <class Bound, int N, class Mode>
struct UpdateRowsKernel {
  Bound bound;
  Loop<N> loop;
  RowDivision division;

  void operator()(const std::int64_t item) const {
    const int last = loop.dims - 1;
    const RowDivision::Part part = division.part(item, loop.extent[last]);
    walk_rows(loop, last, bound, part.first, part.rows,
              [&](const Bound& here, std::int64_t) { write_row(here, part.begin, part.end, last); });
  }

  void write_row(const Bound& here, std::int64_t begin, std::int64_t end, int last) const {
    if constexpr (std::is_same_v<Mode, Staged>) {
      alignas(64) unsigned char memory[Bound::leaves * staged_elements * Bound::widest];
      for (std::int64_t j = begin; j < end; j += staged_elements) {
        const std::int64_t count = std::min(end - j, staged_elements);
        const auto row = here.row(StagedPart<Bound::widest>{memory, j, count, j == begin}, last);
        SPICA_DETAIL_INDEPENDENT
        for (std::int64_t k = 0; k < count; ++k) row.write(k);
      }
    } else {
      const auto row = here.row(Mode(), last);
      SPICA_DETAIL_INDEPENDENT
      for (std::int64_t j = begin; j < end; ++j) row.write(j);
    }
  }
};

/// On a GPU: the elements at one index a thread.
template <class Bound, int N>
struct UpdateElementKernel {
  Bound bound;
  Loop<N> loop;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    std::int64_t index[N + 1] = {};
    std::int64_t rest = item;
    for (int d = loop.dims - 1; d > 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
    }
    if (loop.dims > 0) index[0] = rest;
    bound.write(index, loop.dims);
  }
};

template <bool InRows, int N, class Space, class Bound>
void update_elements(const Space& instance, const char* label, const Shape<N>& extents, const Shape<N>& strides,
                     Bound bound) {
  if (element_count(extents) == 0) return;
  Loop<N> loop = simplify<N>(extents, strides, bound);
  if constexpr (!InRows || N == 0) {
    launch(label, instance, loop.count(), UpdateElementKernel<Bound, N>{bound, loop});
  } else {
    if (loop.dims == 0) {  // one element: a row of one
      loop.dims = 1;
      loop.extent[0] = 1;
      bound.visit([](std::int64_t* leaf) { leaf[0] = 1; });
    }
    bool unit = true;
    bool unit_targets = true;
    int leaf_number = 0;
    bound.visit([&](const std::int64_t* leaf) {
      unit = unit && leaf[loop.dims - 1] == 1;
      if (leaf_number++ >= decltype(bound.source)::leaves) unit_targets = unit_targets && leaf[loop.dims - 1] == 1;
    });
    const RowDivision division = divide(loop, instance.concurrency());
    const auto run = [&](auto mode) {
      const UpdateRowsKernel<Bound, N, decltype(mode)> kernel{bound, loop, division};
      launch(label, instance, division.blocks * division.across, kernel);
    };
    if (unit) {
      run(UnitOrRepeated<0>());
    } else if (unit_targets) {
      run(Staged());
    } else {
      run(AnyStride());
    }
  }
}

}  // namespace spica::detail

SPICA_DETAIL_END_LOOPS

#endif
