// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_ORDER_REDUCERS_HPP
#define SPICA_OPS_DETAIL_ORDER_REDUCERS_HPP

// Reducers that compare: see detail/pairwise.hpp for what a reducer has. All are exact.

#include <spica/ops/detail/pairwise.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace spica::detail {

/// What orders numbers so that the first is the extreme one.
struct Largest {
  template <class T>
  KOKKOS_INLINE_FUNCTION static bool precedes(const T& a, const T& b) {
    return a > b;
  }
  /// Behind every other number.
  template <class T>
  static constexpr T last() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
};
struct Smallest {
  template <class T>
  KOKKOS_INLINE_FUNCTION static bool precedes(const T& a, const T& b) {
    return a < b;
  }
  template <class T>
  static constexpr T last() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
};

/// The first value of an order, NaN if there is one.
template <class T, class Order>
struct ExtremeReducer : ReducerDefaults {
  using accumulator = T;
  using result = T;
  static constexpr int lanes = sizeof(T) > 4 ? 32 : 64;  // 8 vector registers of 32 bytes, of 16 that there may be
  static constexpr bool exact = true;
  static constexpr T last = Order::template last<T>();
  KOKKOS_INLINE_FUNCTION T start() const { return last; }
  KOKKOS_INLINE_FUNCTION void add(T& a, const T& value, std::int64_t) const {
    const T better = Order::precedes(value, a) ? value : a;  // one instruction, which keeps a NaN in a
    a = value != value ? value : better;
  }
  KOKKOS_INLINE_FUNCTION void join(T& a, const T& b) const { add(a, b, 0); }
  KOKKOS_INLINE_FUNCTION T finish(const T& a) const { return a; }
};
template <class T>
using MaxReducer = ExtremeReducer<T, Largest>;
template <class T>
using MinReducer = ExtremeReducer<T, Smallest>;

/// The index of the first NaN if there is one, else of the first among the first values of an order.
template <class T, class Order>
struct ExtremeIndexReducer : ReducerDefaults {
  struct accumulator {
    T value;
    std::int64_t index;
  };
  using result = std::int64_t;
  static constexpr bool exact = true;
  static constexpr bool indexed = true;
  static constexpr T last = Order::template last<T>();

  /// Right also where all elements are the last number: the answer is then 0.
  KOKKOS_INLINE_FUNCTION accumulator start() const { return {last, 0}; }
  KOKKOS_INLINE_FUNCTION static bool is_better(const T& value, const T& than) {
    return static_cast<int>(Order::precedes(value, than) || value != value) & static_cast<int>(than == than);
  }
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const T& value, std::int64_t index) const {
    if (is_better(value, a.value)) a = {value, index};
  }
  KOKKOS_INLINE_FUNCTION void join(accumulator& a, const accumulator& b) const {
    const bool tie = !is_better(b.value, a.value) && !is_better(a.value, b.value);
    if (tie ? b.index < a.index : is_better(b.value, a.value)) a = b;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(const accumulator& a) const { return a.index; }

  /// The extreme of the block is found side by side, and looked up only where it is better than what there was.
  template <class Row>
  void add_block(accumulator& a, const Row& row, std::int64_t first, std::int64_t count, std::int64_t index) const {
    const T extreme = lanes_of(ExtremeReducer<T, Order>(), row, first, count, 0);
    if (!is_better(extreme, a.value)) return;
    // Where the extreme is a number there is no NaN, and a NaN equals nothing.
    const auto is_it = [&](std::int64_t k) {
      const T value = row[first + k];
      return static_cast<int>(value == extreme) | static_cast<int>(value != value);
    };
    std::int64_t j = 0;
    if (count > 32) {
      constexpr int wide = 64;  // that many are compared side by side
      for (; j + wide <= count; j += wide) {
        int hit = 0;
        for (int l = 0; l < wide; ++l) hit |= is_it(j + l);
        if (hit != 0) break;
      }
      while (is_it(j) == 0) ++j;
    } else {  // without a branch, which would be missed once in every short row
      for (std::int64_t k = count - 1; k >= 0; --k) j ^= (j ^ k) & -static_cast<std::int64_t>(is_it(k));
    }
    a = {extreme, index + j};
  }
};
template <class T>
using ArgmaxReducer = ExtremeIndexReducer<T, Largest>;
template <class T>
using ArgminReducer = ExtremeIndexReducer<T, Smallest>;

}  // namespace spica::detail

#endif
