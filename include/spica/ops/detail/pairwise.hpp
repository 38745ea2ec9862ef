// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_PAIRWISE_HPP
#define SPICA_OPS_DETAIL_PAIRWISE_HPP

// How a host thread combines many values: side by side in lanes, which keep the vector units busy, lanes to blocks, and
// blocks pairwise. The order depends on nothing but their number.
//
// A reducer R has
//   using accumulator        what is carried along; trivially copyable
//   using result             the element type of the outcome
//   accumulator start()      of nothing
//   void add(accumulator&, value, std::int64_t index)     in the order of the indices
//   void join(accumulator&, const accumulator&)           in any order
//   result finish(const accumulator&)
// and of the following, what differs from ReducerDefaults.

#include <spica/array/detail/bound.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace spica::detail {

struct ReducerDefaults {
  /// A reducer of the same result for long chains of `add`, where `add` alone would lose accuracy in them.
  using careful = void;
  static constexpr int lanes = 16;
  /// Whether every order of combining gives the same.
  static constexpr bool exact = false;
  /// Whether accumulators have so many more digits than values that chains of hundreds lose nothing of the result.
  static constexpr bool long_chains = false;
  /// Whether the outcome depends on the indices. Such a reducer is exact, and has `add_block(accumulator&, row, first,
  /// count, index)` for elements that follow each other.
  static constexpr bool indexed = false;
};

template <class R>
using careful_t = std::conditional_t<std::is_void_v<typename R::careful>, R, typename R::careful>;

template <class R>
careful_t<R> careful_of([[maybe_unused]] const R& reducer) {
  if constexpr (std::is_constructible_v<careful_t<R>, const R&>) {
    return careful_t<R>(reducer);
  } else {
    return careful_t<R>();
  }
}

/// Elements that are combined before lanes are joined. In a sum a lane adds 16 of them; where rounding plays no part,
/// joining is to cost nothing.
template <class R, class Mode>
inline constexpr std::int64_t reduce_block = std::is_same_v<Mode, Staged> ? 256
                                             : R::exact || R::long_chains ? 4096
                                                                          : 16 * R::lanes;
static_assert(staged_elements >= 256);

/// What has been combined so far: the blocks of a sum as a binary counter carries, so that the error grows with the
/// logarithm of their number.
template <class R, bool Exact = R::exact>
class Pairwise {
 public:
  using Accumulator = typename R::accumulator;
  KOKKOS_INLINE_FUNCTION explicit Pairwise(const R&) {}

  KOKKOS_INLINE_FUNCTION void push(const R& reducer, Accumulator block) {
    int level = 0;
    for (std::uint64_t carry = blocks_; (carry & 1U) != 0; carry >>= 1U, ++level) {
      Accumulator left = pending_[level];
      reducer.join(left, block);
      block = left;
    }
    pending_[level] = block;
    ++blocks_;
  }

  KOKKOS_INLINE_FUNCTION Accumulator total(const R& reducer) const {
    Accumulator all = reducer.start();
    bool any = false;
    for (int level = 0; blocks_ >> level != 0; ++level) {
      if ((blocks_ >> level & 1U) == 0) continue;
      Accumulator left = pending_[level];
      if (any) reducer.join(left, all);
      all = left;
      any = true;
    }
    return all;
  }

 private:
  std::uint64_t blocks_ = 0;
  Accumulator pending_[48];
};

template <class R>
class Pairwise<R, true> {
 public:
  using Accumulator = typename R::accumulator;
  KOKKOS_INLINE_FUNCTION explicit Pairwise(const R& reducer) : all_(reducer.start()) {}
  KOKKOS_INLINE_FUNCTION void push(const R& reducer, const Accumulator& block) { reducer.join(all_, block); }
  KOKKOS_INLINE_FUNCTION Accumulator total(const R&) const { return all_; }
  KOKKOS_INLINE_FUNCTION Accumulator& so_far() { return all_; }

 private:
  Accumulator all_;
};

/// Joins what `count` >= 1 lanes hold into the first.
template <class R>
void join_lanes(const R& reducer, typename R::accumulator* lane, int count) {
  for (; count > 1; count -= count / 2) {
    for (int l = 0; l < count / 2; ++l) reducer.join(lane[l], lane[count - 1 - l]);
  }
}

/// row[first, first + count), at most a block of them.
template <class R, class Row>
typename R::accumulator lanes_of(const R& reducer, const Row& row, std::int64_t first, std::int64_t count,
                                 std::int64_t index) {
  constexpr int lanes = R::lanes;
  if (count < 2 * lanes) {
    typename R::accumulator chain = reducer.start();
    for (std::int64_t j = 0; j < count; ++j) reducer.add(chain, row[first + j], index + j);
    return chain;
  }
  typename R::accumulator lane[lanes];
  for (int l = 0; l < lanes; ++l) lane[l] = reducer.start();
  std::int64_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    for (int l = 0; l < lanes; ++l) reducer.add(lane[l], row[first + j + l], index + j + l);
  }
  for (int l = 0; j < count; ++j, ++l) reducer.add(lane[l], row[first + j], index + j);
  for (int width = lanes / 2; width > 0; width /= 2) {
    for (int l = 0; l < width; ++l) reducer.join(lane[l], lane[l + width]);
  }
  return lane[0];
}

/// Calls `f(row, first, count, position)` for the blocks of elements `begin` to `end` along axis `dim`: row[first] is
/// the element at `position`.
template <class R, class Mode, class Bound, class F>
void for_each_block(const Bound& bound, int dim, std::int64_t begin, std::int64_t end, const F& f) {
  constexpr std::int64_t block = reduce_block<R, Mode>;
  if constexpr (std::is_same_v<Mode, Staged>) {
    alignas(64) unsigned char memory[std::max<std::int64_t>(1, Bound::leaves * staged_elements * Bound::widest)];
    for (std::int64_t j = begin; j < end; j += block) {
      const std::int64_t count = std::min(end - j, block);
      f(bound.template row<0>(StagedPart<Bound::widest>{memory, j, count, j == begin}, dim), 0, count, j);
    }
  } else {
    const auto row = bound.template row<0>(Mode(), dim);
    for (std::int64_t j = begin; j < end; j += block) f(row, j, std::min(end - j, block), j);
  }
}

/// Combines the elements `begin` to `end` along axis `dim`, of which the first has the number `index`.
template <class Mode, class R, class Bound>
void reduce_run(const R& reducer, Pairwise<R>& all, const Bound& bound, int dim, std::int64_t begin, std::int64_t end,
                std::int64_t index) {
  for_each_block<R, Mode>(bound, dim, begin, end,
                          [&](const auto& row, std::int64_t first, std::int64_t count, std::int64_t position) {
                            if constexpr (R::indexed) {
                              reducer.add_block(all.so_far(), row, first, count, index + (position - begin));
                            } else {
                              all.push(reducer, lanes_of(reducer, row, first, count, index + (position - begin)));
                            }
                          });
}

}  // namespace spica::detail

#endif
