// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_INTEGERS_HPP
#define SPICA_OPS_INTEGERS_HPP

#include <spica/ops/detail/reducers.hpp>
#include <spica/ops/random.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// The upper 64 bits of a * b.
KOKKOS_INLINE_FUNCTION std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t half = 0xffffffffU;
  const std::uint64_t middle = (a >> 32U) * (b & half) + ((a & half) * (b & half) >> 32U);
  const std::uint64_t other = (a & half) * (b >> 32U) + (middle & half);
  return (a >> 32U) * (b >> 32U) + (middle >> 32U) + (other >> 32U);
}

/// floor(r * count / 2^128), where r are all 128 bits of the number, word 0 highest: in [0, count). A `count` of 0
/// stands for 2^64.
KOKKOS_INLINE_FUNCTION std::uint64_t scaled_below(const PhiloxBlock& block, std::uint64_t count) {
  const std::uint64_t high = static_cast<std::uint64_t>(block.word[0]) << 32U | block.word[1];
  const std::uint64_t low = static_cast<std::uint64_t>(block.word[2]) << 32U | block.word[3];
  if (count == 0) return high;
  const std::uint64_t product = high * count;
  const std::uint64_t sum = product + upper_product(low, count);
  return upper_product(high, count) + (sum < product ? 1 : 0);
}

template <class T>
struct UniformInteger {
  std::uint64_t lowest;
  std::uint64_t count;
  KOKKOS_INLINE_FUNCTION T operator()(const PhiloxBlock& block) const {
    return static_cast<T>(lowest + scaled_below(block, count));
  }
};

/// True where 53 bits of the number are below the limit.
struct Bernoulli {
  double probability;
  KOKKOS_INLINE_FUNCTION bool operator()(const PhiloxBlock& block) const {
    return unit_double(block.word[0], block.word[1]) < probability;
  }
};

/// @throws ValueError unless lo < hi and both ends fit T.
template <class T, class Lo, class Hi>
UniformInteger<T> integer_range(Lo lo, Hi hi) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>,
                "spica::integers: the numbers are of an integer type; write spica::bernoulli for bool");
  static_assert(std::is_integral_v<Lo> && std::is_integral_v<Hi>, "spica::integers: the bounds are whole numbers");
  const auto lowest = static_cast<Int128>(lo);
  const auto end = static_cast<Int128>(hi);
  using Limits = std::numeric_limits<T>;
  if (lowest >= end || lowest < static_cast<Int128>(Limits::min()) || end - 1 > static_cast<Int128>(Limits::max())) {
    throw ValueError("spica::integers: lo " + std::to_string(lo) + ", hi " + std::to_string(hi) +
                     ": lo must be less than hi, and the numbers from lo to hi - 1 must fit " + type_name<T>());
  }
  return {static_cast<std::uint64_t>(lo), static_cast<std::uint64_t>(end - lowest)};
}

inline Bernoulli checked_bernoulli(double probability) {
  if (!(probability >= 0 && probability <= 1)) {
    throw ValueError("spica::bernoulli: the probability is " + std::to_string(probability) +
                     "; it must be at least 0 and at most 1");
  }
  return {probability};
}

}  // namespace detail

/// Whole numbers from lo to hi - 1, uniform, of an integer type: `integers<std::int32_t>(device, generator, 1, 7,
/// 100)`. The bounds may be of any integer type, so that `integers<std::uint8_t>(device, generator, 0, 256, 100)` has
/// all bytes. Each element is floor(r (hi - lo) / 2^128) + lo for the next number's 128 bits r: no number's probability
/// is off by more than 2^-64 of it. The same on every device. Source: D. Lemire, Fast random integer generation in an
/// interval, ACM TOMACS 29 (2019), section 4.
/// @throws ValueError unless lo < hi and all numbers fit the type, ShapeError, MemoryError; nothing is drawn then.
template <class T, class Space, class Lo, class Hi, std::size_t Rank>
auto integers(const Device<Space>& device, Generator& generator, Lo lo, Hi hi,
              const std::array<std::int64_t, Rank>& extents) {
  return detail::draw<T>(device, generator, extents, detail::integer_range<T>(lo, hi), "spica::integers");
}
template <class T, class Space, class Lo, class Hi, class... Extents,
          std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto integers(const Device<Space>& device, Generator& generator, Lo lo, Hi hi, Extents... extents) {
  return integers<T>(device, generator, lo, hi, shape(extents...));
}

/// true with a probability, bool: where `uniform<double>` would be below it. The same on every device.
/// @throws ValueError unless 0 <= probability <= 1, ShapeError, MemoryError; nothing is drawn then.
template <class Space, std::size_t Rank>
auto bernoulli(const Device<Space>& device, Generator& generator, double probability,
               const std::array<std::int64_t, Rank>& extents) {
  return detail::draw<bool>(device, generator, extents, detail::checked_bernoulli(probability), "spica::bernoulli");
}
template <class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto bernoulli(const Device<Space>& device, Generator& generator, double probability, Extents... extents) {
  return bernoulli(device, generator, probability, shape(extents...));
}

// Refused, both: an AnyDevice where a Device is needed.
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void integers(const Any&, Generator&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class Any, class... Args, detail::if_any_device<Any> = 0>
void bernoulli(const Any&, Generator&, const Args&...) {
  detail::refuse_any_device<Any>();
}

}  // namespace spica

#endif
