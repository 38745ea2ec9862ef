// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_LOGICAL_REDUCERS_HPP
#define SPICA_OPS_DETAIL_LOGICAL_REDUCERS_HPP

// Reducers of truth values: an element is true where it is not 0, as NaN is. See detail/pairwise.hpp for what a reducer
// has.

#include <spica/ops/detail/pairwise.hpp>

#include <cstdint>

namespace spica::detail {

template <class T>
struct AnyReducer : ReducerDefaults {
  using accumulator = bool;
  using result = bool;
  static constexpr int lanes = 64;
  static constexpr bool exact = true;
  KOKKOS_INLINE_FUNCTION bool start() const { return false; }
  KOKKOS_INLINE_FUNCTION void add(bool& a, const T& value, std::int64_t) const {
    a = static_cast<int>(a) | static_cast<int>(value != T(0));
  }
  KOKKOS_INLINE_FUNCTION void join(bool& a, const bool& b) const { a = a || b; }
  KOKKOS_INLINE_FUNCTION bool finish(const bool& a) const { return a; }
};

template <class T>
struct AllReducer : ReducerDefaults {
  using accumulator = bool;
  using result = bool;
  static constexpr int lanes = 64;
  static constexpr bool exact = true;
  KOKKOS_INLINE_FUNCTION bool start() const { return true; }
  KOKKOS_INLINE_FUNCTION void add(bool& a, const T& value, std::int64_t) const {
    a = static_cast<int>(a) & static_cast<int>(value != T(0));
  }
  KOKKOS_INLINE_FUNCTION void join(bool& a, const bool& b) const { a = a && b; }
  KOKKOS_INLINE_FUNCTION bool finish(const bool& a) const { return a; }
};

template <class T>
struct CountReducer : ReducerDefaults {
  using accumulator = std::int64_t;
  using result = std::int64_t;
  static constexpr bool exact = true;
  KOKKOS_INLINE_FUNCTION std::int64_t start() const { return 0; }
  KOKKOS_INLINE_FUNCTION void add(std::int64_t& a, const T& value, std::int64_t) const { a += value != T(0) ? 1 : 0; }
  KOKKOS_INLINE_FUNCTION void join(std::int64_t& a, const std::int64_t& b) const { a += b; }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(const std::int64_t& a) const { return a; }
};

}  // namespace spica::detail

#endif
