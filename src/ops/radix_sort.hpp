// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_OPS_RADIX_SORT_HPP
#define SPICA_SRC_OPS_RADIX_SORT_HPP

// Stable sorting by the host's threads: from the least to the most significant digit of a key of 8-bit digits, so that
// neither comparisons nor their mispredicted branches cost anything. Short rows are left to std::stable_sort.

#include <spica/device/detail/launch.hpp>
#include <spica/ops/detail/sort_order.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace spica::detail {

/// An element beside its position: what argsort sorts.
template <class T>
struct Positioned {
  T value;
  std::int64_t position;
};

template <class T>
KOKKOS_INLINE_FUNCTION const T& sort_value(const T& item) {
  return item;
}
template <class T>
KOKKOS_INLINE_FUNCTION const T& sort_value(const Positioned<T>& item) {
  return item.value;
}

/// The digits of an element: those of an unsigned number that is ordered as `sorts_before` orders elements.
template <class T>
struct SortDigits {
  static constexpr int count = sizeof(T);
  using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

  static Bits key(T value) {
    constexpr auto sign = static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1));
    if constexpr (std::is_floating_point_v<T>) {
      if (value != value) return std::numeric_limits<Bits>::max();
      const T one_zero = value + T(0);  // -0.0 + 0.0 is +0.0
      Bits bits = 0;
      std::memcpy(&bits, &one_zero, sizeof(T));
      return (bits & sign) != 0 ? ~bits : bits | sign;
    } else {
      return std::is_signed_v<T> ? static_cast<Bits>(static_cast<Bits>(value) ^ sign) : static_cast<Bits>(value);
    }
  }
  static unsigned digit(const T& value, int number) { return static_cast<unsigned>(key(value) >> 8 * number) & 255U; }
};
template <class Real>
struct SortDigits<Kokkos::complex<Real>> {
  static constexpr int of_part = SortDigits<Real>::count;
  static constexpr int count = 2 * of_part + 1;
  static unsigned digit(const Kokkos::complex<Real>& value, int number) {
    if (number < of_part) return SortDigits<Real>::digit(value.imag(), number);
    if (number < 2 * of_part) return SortDigits<Real>::digit(value.real(), number - of_part);
    return static_cast<unsigned>(nan_rank(value));
  }
};

template <class Item>
using sort_digits = SortDigits<std::decay_t<decltype(sort_value(std::declval<const Item&>()))>>;

inline constexpr std::int64_t radix = 256;

/// Rows up to this length are sorted by comparisons.
template <class Item>
inline constexpr std::int64_t longest_compared = 16 * sort_digits<Item>::count;

/// Rows from this length on are worth all threads, where there are fewer rows than threads.
inline constexpr std::int64_t shared_row = 32768;

/// How often each digit has each value.
template <class Item>
struct DigitCounts {
  std::int64_t of[sort_digits<Item>::count][radix];

  void count_all(const Item* items, std::int64_t count) {
    std::memset(of, 0, sizeof(of));
    for (std::int64_t i = 0; i < count; ++i) {
      const auto value = sort_value(items[i]);
      for (int d = 0; d < sort_digits<Item>::count; ++d) ++of[d][sort_digits<Item>::digit(value, d)];
    }
  }
};

/// Moves items to where those with the same value of a digit go, and `next` on.
template <class Item>
void move_by_digit(const Item* from, std::int64_t count, int digit, std::int64_t* next, Item* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Item item = from[i];
    to[next[sort_digits<Item>::digit(sort_value(item), digit)]++] = item;
  }
}

/// Sorts `count` items in place, with room for as many in `scratch`.
template <class Item>
void sort_by_one_thread(Item* items, Item* scratch, std::int64_t count, DigitCounts<Item>& counts) {
  if (count <= longest_compared<Item>) {
    std::stable_sort(items, items + count,
                     [](const Item& a, const Item& b) { return sorts_before(sort_value(a), sort_value(b)); });
    return;
  }
  counts.count_all(items, count);
  Item* from = items;
  Item* to = scratch;
  for (int d = 0; d < sort_digits<Item>::count; ++d) {
    std::int64_t* next = counts.of[d];
    if (next[sort_digits<Item>::digit(sort_value(from[0]), d)] == count) continue;  // all have the same
    std::int64_t begin = 0;
    for (std::int64_t value = 0; value < radix; ++value) begin += std::exchange(next[value], begin);
    move_by_digit(from, count, d, next, to);
    std::swap(from, to);
  }
  if (from != items) std::copy_n(from, count, items);
}

/// `count` items in `parts` parts, of which some have one item more.
struct RowParts {
  std::int64_t count;
  std::int64_t parts;
  std::int64_t begin(std::int64_t part) const { return part * (count / parts) + std::min(part, count % parts); }
  std::int64_t size(std::int64_t part) const { return begin(part + 1) - begin(part); }
};

/// Sorts one part of a row a turn.
template <class Item>
struct SortParts {
  RowParts row;
  Item* items;
  Item* scratch;

  void operator()(const std::int64_t part) const {
    DigitCounts<Item> counts;
    sort_by_one_thread(items + row.begin(part), scratch + row.begin(part), row.size(part), counts);
  }
};

/// How many of the first `merged` items of two sorted runs are from `a`, whose items come first among equals.
template <class Item>
std::int64_t share_of_first(const Item* a, std::int64_t count_a, const Item* b, std::int64_t count_b,
                            std::int64_t merged) {
  std::int64_t low = std::max<std::int64_t>(0, merged - count_b);
  std::int64_t high = std::min(merged, count_a);
  while (low < high) {
    const std::int64_t half = low + (high - low) / 2;
    if (sorts_before(sort_value(b[merged - half - 1]), sort_value(a[half]))) {
      high = half;
    } else {
      low = half + 1;
    }
  }
  return low;
}

/// Merges pairs of sorted runs of `width` parts each. What a turn writes is as large as one part, and all of it belongs
/// to one pair.
template <class Item>
struct MergeParts {
  RowParts row;
  std::int64_t width;
  const Item* from;
  Item* to;

  void operator()(const std::int64_t part) const {
    const std::int64_t pair = part / (2 * width) * (2 * width);
    const std::int64_t begin = row.begin(pair);
    const std::int64_t middle = row.begin(std::min(row.parts, pair + width));
    const std::int64_t end = row.begin(std::min(row.parts, pair + 2 * width));
    const Item* a = from + begin;
    const Item* b = from + middle;
    const std::int64_t first = row.begin(part) - begin;
    const std::int64_t last = first + row.size(part);
    std::int64_t i = share_of_first(a, middle - begin, b, end - middle, first);
    const std::int64_t end_i = share_of_first(a, middle - begin, b, end - middle, last);
    std::int64_t j = first - i;
    const std::int64_t end_j = last - end_i;
    Item* out = to + row.begin(part);
    while (i < end_i && j < end_j) {  // without a branch on what random data decide
      const bool second = sorts_before(sort_value(b[j]), sort_value(a[i]));
      const Item* taken = second ? b + j : a + i;
      *out++ = *taken;
      j += second ? 1 : 0;
      i += second ? 0 : 1;
    }
    out = std::copy(a + i, a + end_i, out);
    std::copy(b + j, b + end_j, out);
  }
};

template <class Item>
struct CopyParts {
  RowParts row;
  const Item* from;
  Item* to;
  void operator()(const std::int64_t part) const {
    std::copy_n(from + row.begin(part), row.size(part), to + row.begin(part));
  }
};

/// The same by all threads of the instance. What comes out does not depend on their number: the order is stable.
template <class Item, class Space>
void sort_by_all_threads(const Space& instance, Item* items, Item* scratch, std::int64_t count, const char* label) {
  const RowParts row{count, std::min<std::int64_t>(instance.concurrency(), count)};
  launch(label, instance, row.parts, SortParts<Item>{row, items, scratch});
  const Item* from = items;
  Item* to = scratch;
  for (std::int64_t width = 1; width < row.parts; width *= 2) {
    launch(label, instance, row.parts, MergeParts<Item>{row, width, from, to});
    from = std::exchange(to, to == items ? scratch : items);
  }
  if (from != items) launch(label, instance, row.parts, CopyParts<Item>{row, from, items});
}

}  // namespace spica::detail

#endif
