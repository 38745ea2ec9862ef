// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_FILL_HPP
#define SPICA_ARRAY_DETAIL_FILL_HPP

// Kernels that make elements out of their indices.

#include <spica/array/array.hpp>
#include <spica/device/detail/launch.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace spica::detail {

/// Calls `f` with the axes of a row-major index.
template <int Rank, class F, class... Index>
KOKKOS_INLINE_FUNCTION auto call_with_index(const F& f, [[maybe_unused]] std::int64_t rest,
                                            [[maybe_unused]] const std::int64_t* extents, Index... index) {
  if constexpr (Rank == 0) {
    return f(index...);
  } else {
    const std::int64_t extent = extents[Rank - 1];
    return call_with_index<Rank - 1>(f, rest / extent, extents, rest % extent, index...);
  }
}

template <class T, int Rank, class F>
struct IndexFill {
  T* target;
  F f;
  std::int64_t extents[Rank + 1];

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    target[item] = static_cast<T>(call_with_index<Rank>(f, item, extents));
  }
};

/// Fills a contiguous array: element at (i, j, ...) is f(i, j, ...).
template <class T, int Rank, class Space, class F>
void fill_by_index(const Array<T, Rank, Space>& target, const F& f, const char* label) {
  if (target.size() == 0) return;
  IndexFill<T, Rank, F> kernel{ArrayAccess::data(target), f, {}};
  for (int d = 0; d < Rank; ++d) kernel.extents[d] = target.extent(d);
  launch(label, target.device().instance(), target.size(), kernel);
}

template <class T>
struct Progression {
  T start;
  T step;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t i) const {
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(static_cast<double>(start) + static_cast<double>(i) * static_cast<double>(step));
    } else {  // in unsigned numbers, where what passes the largest on the way comes round again
      return static_cast<T>(static_cast<std::uint64_t>(start) +
                            static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(step));
    }
  }
};

template <class T>
struct Division {
  T start;
  T stop;
  std::int64_t count;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t i) const {
    if (i + 1 == count && count > 1) return stop;
    if (i == 0) return start;
    const double from = static_cast<double>(start);
    const double to = static_cast<double>(stop);
    const double steps = static_cast<double>(count - 1);
    const double at = static_cast<double>(i);
    const double distance = to - from;
    if (distance - distance == 0) return static_cast<T>(from + at * (distance / steps));
    return static_cast<T>(2 * (from / 2 + at * ((to / 2 - from / 2) / steps)));  // the distance is no finite number
  }
};

template <class T>
struct Diagonal {
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t i, std::int64_t j) const { return i == j ? T(1) : T(0); }
};

/// How many numbers arange has.
template <class T>
std::int64_t arange_count(T start, T stop, T step) {
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>,
                "spica::arange: elements are of a real number type; write spica::cast to get others");
  const auto refuse = [&](const char* why) {
    throw ValueError("spica::arange: start " + std::to_string(start) + ", stop " + std::to_string(stop) + ", step " +
                     std::to_string(step) + ": " + why);
  };
  if (step == T(0)) refuse("the step must not be 0");
  if constexpr (std::is_floating_point_v<T>) {
    const double count =
        std::ceil((static_cast<double>(stop) - static_cast<double>(start)) / static_cast<double>(step));
    if (!std::isfinite(count) || !std::isfinite(step) || count > 9e18)
      refuse("the numbers must be finite, and their count less than 2^63");
    return count > 0 ? static_cast<std::int64_t>(count) : 0;
  } else {
    const bool up = step > T(0);
    if (up ? stop <= start : stop >= start) return 0;
    const std::uint64_t distance = up ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                                      : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
    const std::uint64_t width = up ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
    const std::uint64_t count = distance / width + (distance % width != 0 ? 1 : 0);
    if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      refuse("the count of the numbers must be less than 2^63");
    }
    return static_cast<std::int64_t>(count);
  }
}

}  // namespace spica::detail

#endif
