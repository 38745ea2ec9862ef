// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_BOUND_HPP
#define SPICA_ARRAY_DETAIL_BOUND_HPP

// What a kernel holds of an expression: raw pointers, strides and the operations between them. A bound expression can
// be copied to any device; it keeps nothing alive.

#include <spica/array/shape.hpp>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace spica::detail {

// ---- one row of a bound expression: one axis, with its stride known to the compiler where it can be ------------

template <class T>
struct UnitRow {
  const T* data;
  KOKKOS_INLINE_FUNCTION T operator[](std::int64_t j) const { return data[j]; }
};
template <class T>
struct ConstantRow {
  T value;
  KOKKOS_INLINE_FUNCTION T operator[](std::int64_t) const { return value; }
};
template <class T>
struct StridedRow {
  const T* data;
  std::int64_t stride;
  KOKKOS_INLINE_FUNCTION T operator[](std::int64_t j) const { return data[j * stride]; }
};

/// One of several values that are held side by side.
template <std::size_t Place, class T>
struct Slot {
  T value;
};

template <class Places, class Op, class... Rows>
struct MapRowOf;
template <std::size_t... Place, class Op, class... Rows>
struct MapRowOf<std::index_sequence<Place...>, Op, Rows...> : Slot<Place, Rows>... {
  Op op;
  KOKKOS_INLINE_FUNCTION MapRowOf(const Op& o, const Rows&... rows) : Slot<Place, Rows>{rows}..., op(o) {}
  KOKKOS_INLINE_FUNCTION auto operator[](std::int64_t j) const { return op(Slot<Place, Rows>::value[j]...); }
};
template <class Op, class... Rows>
using MapRow = MapRowOf<std::index_sequence_for<Rows...>, Op, Rows...>;

/// How the innermost axis of each leaf is read: bit i of `Repeats` set means that leaf i repeats one value.
template <unsigned Repeats>
struct UnitOrRepeated {};
template <int Leaf, unsigned Repeats>
inline constexpr bool is_repeated = Leaf < 32 && (Repeats >> Leaf % 32 & 1U) != 0;
/// Every leaf by its own run-time stride.
struct AnyStride {};
/// Every leaf with stride 1. What lies otherwise is brought together first, some elements at a time: for expressions of
/// so many leaves that not every pattern can have a loop of its own.
struct Staged {};
inline constexpr std::int64_t staged_elements = 256;
/// `count` elements from `begin` on, with room in `memory` for `staged_elements` of `Width` bytes of each leaf.
template <std::int64_t Width>
struct StagedPart {
  unsigned char* memory;
  std::int64_t begin;
  std::int64_t count;
  bool first;  ///< of this row: a leaf that repeats one value is the same in all later parts, none of which is longer
};

// ---- nodes -----------------------------------------------------------------------------------------------------

/// An array, read with the strides of the broadcast target.
template <class T, int N>
struct BoundArray {
  using value_type = T;
  static constexpr int leaves = 1;
  static constexpr std::int64_t widest = sizeof(T);
  const T* data;
  std::int64_t stride[N + 1];

  template <class F>
  void visit(F&& f) {
    f(stride);
  }

  KOKKOS_INLINE_FUNCTION const T* at(const std::int64_t* index, int dims) const {
    const T* p = data;
    for (int d = 0; d < dims; ++d) p += index[d] * stride[d];
    return p;
  }

  /// Moves to `index` of the first `dims` axes.
  KOKKOS_INLINE_FUNCTION void move_to(const std::int64_t* index, int dims) { data = at(index, dims); }
  /// Moves along axis `dim`.
  KOKKOS_INLINE_FUNCTION void advance(int dim, std::int64_t steps = 1) { data += steps * stride[dim]; }

  /// The element at `index` of `dims` axes.
  KOKKOS_INLINE_FUNCTION T read(const std::int64_t* index, int dims) const { return *at(index, dims); }

  /// The row along axis `dim` that begins here.
  template <int First, unsigned Repeats>
  KOKKOS_INLINE_FUNCTION auto row(UnitOrRepeated<Repeats>, int) const {
    if constexpr (is_repeated<First, Repeats>) {
      return ConstantRow<T>{*data};
    } else {
      return UnitRow<T>{data};
    }
  }
  template <int First>
  KOKKOS_INLINE_FUNCTION StridedRow<T> row(AnyStride, int dim) const {
    return {data, stride[dim]};
  }
  template <int First, std::int64_t Width>
  KOKKOS_INLINE_FUNCTION UnitRow<T> row(const StagedPart<Width>& part, int dim) const {
    const std::int64_t step = stride[dim];
    const T* from = data + part.begin * step;
    if (step == 1) return {from};
    T* to = reinterpret_cast<T*>(part.memory + First * staged_elements * Width);
    if (step == 0) {
      if (part.first) {
        const T value = *data;
        for (std::int64_t j = 0; j < part.count; ++j) to[j] = value;
      }
    } else {
      for (std::int64_t j = 0; j < part.count; ++j) to[j] = from[j * step];
    }
    return {to};
  }
};

template <class T>
struct BoundConstant {
  using value_type = T;
  static constexpr int leaves = 0;
  static constexpr std::int64_t widest = 0;
  T value;

  template <class F>
  void visit(F&&) {}
  KOKKOS_INLINE_FUNCTION void move_to(const std::int64_t*, int) {}
  KOKKOS_INLINE_FUNCTION void advance(int, std::int64_t = 1) {}
  KOKKOS_INLINE_FUNCTION T read(const std::int64_t*, int) const { return value; }
  template <int First, class Mode>
  KOKKOS_INLINE_FUNCTION ConstantRow<T> row(Mode, int) const {
    return {value};
  }
};

/// The sum of the first `count` numbers.
template <int... Number>
constexpr int sum_of_first(std::size_t count) {
  const int numbers[] = {Number..., 0};
  int sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += numbers[i];
  return sum;
}

template <class Places, class Op, class... Operands>
struct BoundMapOf;
template <std::size_t... Place, class Op, class... Operands>
struct BoundMapOf<std::index_sequence<Place...>, Op, Operands...> : Slot<Place, Operands>... {
  static constexpr int leaves = (Operands::leaves + ... + 0);
  static constexpr std::int64_t widest = std::max({std::int64_t{0}, Operands::widest...});
  Op op;
  BoundMapOf(Op o, Operands... operands) : Slot<Place, Operands>{operands}..., op(o) {}

  template <class F>
  void visit(F&& f) {
    (Slot<Place, Operands>::value.visit(f), ...);
  }
  KOKKOS_INLINE_FUNCTION void move_to(const std::int64_t* index, int dims) {
    (Slot<Place, Operands>::value.move_to(index, dims), ...);
  }
  KOKKOS_INLINE_FUNCTION void advance(int dim, std::int64_t steps = 1) {
    (Slot<Place, Operands>::value.advance(dim, steps), ...);
  }
  KOKKOS_INLINE_FUNCTION auto read(const std::int64_t* index, int dims) const {
    return op(Slot<Place, Operands>::value.read(index, dims)...);
  }
  template <int First, class Mode>
  KOKKOS_INLINE_FUNCTION auto row(Mode mode, int dim) const {
    return row_of(op, Slot<Place, Operands>::value.template row<First + leaves_before<Place>>(mode, dim)...);
  }

 private:
  template <std::size_t Count>
  static constexpr int leaves_before = sum_of_first<Operands::leaves...>(Count);

  template <class... Rows>
  KOKKOS_INLINE_FUNCTION static MapRow<Op, Rows...> row_of(const Op& op, const Rows&... rows) {
    return {op, rows...};
  }
};
/// An operation of bound operands.
template <class Op, class... Operands>
using BoundMap = BoundMapOf<std::index_sequence_for<Operands...>, Op, Operands...>;

}  // namespace spica::detail

#endif
