// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which elements share memory, against a list of all their bytes.
#include <spica/array/detail/footprint.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace {

using spica::detail::Footprint;
using spica::detail::repeats_elements;
using spica::detail::share_elements;

constexpr std::int64_t memory_bytes = 4096;
const unsigned char memory[memory_bytes] = {};

/// Calls `f` with the offset in `memory` of each element's first byte.
template <class F>
void for_each_element(const Footprint& part, const F& f) {
  const std::int64_t begin = static_cast<const unsigned char*>(part.data) - memory;
  std::int64_t count = 1;
  for (int d = 0; d < part.rank; ++d) count *= part.extent[d];
  for (std::int64_t element = 0; element < count; ++element) {
    std::int64_t rest = element;
    std::int64_t at = begin;
    for (int d = 0; d < part.rank; ++d) {
      at += rest % part.extent[d] * part.stride[d] * part.element_bytes;
      rest /= part.extent[d];
    }
    ASSERT_GE(at, 0);
    ASSERT_LE(at + part.element_bytes, memory_bytes);
    f(at);
  }
}

/// How often each byte belongs to an element.
std::vector<int> covered(const Footprint& part) {
  std::vector<int> times(memory_bytes, 0);
  for_each_element(part, [&](std::int64_t at) {
    for (std::int64_t b = 0; b < part.element_bytes; ++b) ++times[static_cast<std::size_t>(at + b)];
  });
  return times;
}

bool shares(const Footprint& a, const Footprint& b) {
  const auto in_a = covered(a);
  const auto in_b = covered(b);
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    if (in_a[i] > 0 && in_b[i] > 0) return true;
  }
  return false;
}

bool repeats(const Footprint& a) {
  for (const int times : covered(a)) {
    if (times > 1) return true;
  }
  return false;
}

class Numbers {
 public:
  /// 0 to n - 1.
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(bits_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 bits_{17};
};

/// A random slice of an array of 6 x 5 x 8 elements of 4 bytes: steps, backwards axes, indices, axes in another order;
/// read as elements of 8, 4, 2 or 1 bytes, in the last two cases as a part of each.
Footprint random_part(Numbers& numbers) {
  const std::int64_t whole[] = {6, 5, 8};
  const std::int64_t strides[] = {40, 8, 1};
  std::int64_t scale = 1;
  Footprint part{nullptr, 4, 0, {}, {}};
  std::int64_t begin = 100;
  const std::int64_t kind = numbers.below(6);
  if (kind == 0) part.element_bytes = 2;
  if (kind == 1) part.element_bytes = 1;
  if (kind <= 1) scale = 4 / part.element_bytes;
  std::int64_t offset = 0;
  for (int d = 0; d < 3; ++d) {
    const std::int64_t step = 1 + numbers.below(3);
    const std::int64_t lo = numbers.below(whole[d]);
    const std::int64_t extent = 1 + numbers.below((whole[d] - 1 - lo) / step + 1);
    const bool backwards = numbers.below(4) == 0;
    offset += (backwards ? lo + (extent - 1) * step : lo) * strides[d];
    if (numbers.below(5) == 0) continue;  // an index
    part.extent[part.rank] = extent;
    part.stride[part.rank++] = (backwards ? -step : step) * strides[d] * scale;
  }
  if (part.rank > 1 && numbers.below(2) == 0) {
    std::swap(part.extent[0], part.extent[part.rank - 1]);
    std::swap(part.stride[0], part.stride[part.rank - 1]);
  }
  part.data = memory + begin + offset * 4 + numbers.below(scale) * part.element_bytes;
  return part;
}

TEST(Footprint, SharedElementsAreFoundExactlyForPartsOfOneArray) {
  Numbers numbers;
  int shared = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Footprint a = random_part(numbers);
    const Footprint b = random_part(numbers);
    const bool truth = shares(a, b);
    ASSERT_EQ(share_elements(a, b), truth) << "trial " << trial;
    ASSERT_EQ(share_elements(b, a), truth) << "trial " << trial;
    ASSERT_FALSE(repeats_elements(a)) << "trial " << trial;
    shared += truth ? 1 : 0;
  }
  EXPECT_GT(shared, 500);
  EXPECT_LT(shared, 18000);
}

/// Any strides, 0 and negative ones too.
Footprint random_layout(Numbers& numbers) {
  Footprint layout{memory + memory_bytes / 2 + numbers.below(40),
                   std::int64_t{1} << numbers.below(4),
                   static_cast<int>(numbers.below(4)),
                   {},
                   {}};
  for (int d = 0; d < layout.rank; ++d) {
    layout.extent[d] = 1 + numbers.below(5);
    layout.stride[d] = numbers.below(29) - 9;
  }
  return layout;
}

TEST(Footprint, AnyStridesAreJudgedExactly) {
  Numbers numbers;
  int shared = 0;
  int repeated = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Footprint a = random_layout(numbers);
    const Footprint b = random_layout(numbers);
    ASSERT_EQ(share_elements(a, b), shares(a, b)) << "trial " << trial;
    ASSERT_EQ(repeats_elements(a), repeats(a)) << "trial " << trial;
    shared += shares(a, b) ? 1 : 0;
    repeated += repeats(a) ? 1 : 0;
  }
  EXPECT_GT(shared, 2000);
  EXPECT_LT(shared, 18000);
  EXPECT_GT(repeated, 2000);
  EXPECT_LT(repeated, 18000);
}

TEST(Footprint, LargePartsOfOneMatrixNeedNoSearch) {
  constexpr std::int64_t n = 1'000'000'000;
  const auto column = [&](std::int64_t first, std::int64_t step) {
    return Footprint{memory + 4 * first, 4, 2, {n / step, 1}, {4 * step, 1}};
  };
  EXPECT_FALSE(share_elements(column(0, 1), column(1, 1)));
  EXPECT_FALSE(share_elements(column(0, 1), column(5, 2)));
  EXPECT_FALSE(share_elements(column(0, 2), column(4, 4)));  // even rows and odd ones
  EXPECT_TRUE(share_elements(column(0, 1), column(4 * 7, 3)));
}

TEST(Footprint, NothingSharesNothing) {
  const Footprint nothing{memory, 4, 2, {3, 0}, {1, 1}};
  const Footprint null{nullptr, 4, 0, {}, {}};
  const Footprint all{memory, 4, 1, {1000}, {1}};
  EXPECT_FALSE(share_elements(nothing, all));
  EXPECT_FALSE(share_elements(all, null));
  EXPECT_FALSE(repeats_elements(nothing));
  EXPECT_FALSE(spica::detail::spans_meet(all, nothing));
}

}  // namespace
