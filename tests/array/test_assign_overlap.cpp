// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write whose source overlaps its target gives what reading everything first gives: shifts in every direction, in
// every layout, transposition in place, and broadcast parts of the target itself.
#include <spica/array/assign.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/copy.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using spica::all;
using spica::assign;
using spica::Device;
using spica::range;
using spica::Shape;
using spica::test::elements;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::message_of;
using spica::test::position_of;

/// A range of `size` elements that begins at `lo`.
spica::Range from(std::int64_t lo, std::int64_t size) { return range(lo, lo + size); }

template <class Case>
class Overlap : public ::testing::Test {
 public:
  template <int Rank>
  using Memory = Guarded<float, Rank, typename Case::space, typename Case::layout>;
  const Device<typename Case::space> device{};
};
using OverlapCases = spica::test::Combinations<spica::test::Spaces, spica::test::List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(Overlap, OverlapCases, spica::test::CaseName);

TYPED_TEST(Overlap, ShiftsAlongALine) {
  for (const std::int64_t extent : {2, 5, 1000, 30011}) {
    for (const std::int64_t shift :
         {std::int64_t{-1}, std::int64_t{1}, std::int64_t{-3}, std::int64_t{3}, extent / 2}) {
      if (std::abs(shift) >= extent) continue;
      const typename TestFixture::template Memory<1> memory(this->device, {extent});
      const auto& a = memory.array();
      std::vector<float> expected = elements(a);
      const std::vector<float> before = expected;
      const std::int64_t size = extent - std::abs(shift);
      const std::int64_t source = shift > 0 ? 0 : -shift;
      const std::int64_t target = shift > 0 ? shift : 0;
      std::copy(before.begin() + source, before.begin() + source + size, expected.begin() + target);
      assign(a(from(target, size)), a(from(source, size)));
      EXPECT_TRUE(matches(a, {extent}, expected)) << "extent " << extent << ", shift " << shift;
      EXPECT_TRUE(memory.surroundings_untouched());
    }
  }
}

TYPED_TEST(Overlap, ShiftsOfABlockInEveryDirection) {
  constexpr std::int64_t n = 9;
  constexpr std::int64_t size = 6;
  for (std::int64_t di = -2; di <= 1; ++di) {
    for (std::int64_t dj = -2; dj <= 1; ++dj) {
      const typename TestFixture::template Memory<2> memory(this->device, {n, n});
      const auto& a = memory.array();
      std::vector<float> expected = elements(a);
      const std::vector<float> before = expected;
      spica::test::for_each_index({size, size}, [&](const Index& i) {
        expected[position_of({2 + i[0], 2 + i[1]}, {n, n})] =
            before[position_of({2 + di + i[0], 2 + dj + i[1]}, {n, n})];
      });
      assign(a(from(2, size), from(2, size)), a(from(2 + di, size), from(2 + dj, size)));
      EXPECT_TRUE(matches(a, {n, n}, expected)) << di << ' ' << dj;
      EXPECT_TRUE(memory.surroundings_untouched());
    }
  }
}

TYPED_TEST(Overlap, ShiftsOfABoxByAnExpression) {
  const Index all_of{4, 5, 6};
  for (const auto& shift : {Shape<3>{1, 0, 0}, Shape<3>{0, 1, 0}, Shape<3>{0, 0, 1}, Shape<3>{1, 1, 1}}) {
    const typename TestFixture::template Memory<3> memory(this->device, {4, 5, 6});
    const auto& a = memory.array();
    std::vector<float> expected = elements(a);
    const std::vector<float> before = expected;
    spica::test::for_each_index({3, 4, 5}, [&](const Index& i) {
      expected[position_of({i[0] + shift[0], i[1] + shift[1], i[2] + shift[2]}, all_of)] =
          before[position_of(i, all_of)];
    });
    const auto target = a(from(shift[0], 3), from(shift[1], 4), from(shift[2], 5));
    assign(target, spica::cast<double>(a(from(0, 3), from(0, 4), from(0, 5))));
    EXPECT_TRUE(matches(a, all_of, expected)) << shift[0] << shift[1] << shift[2];
  }
}

TYPED_TEST(Overlap, TransposesInPlace) {
  const typename TestFixture::template Memory<2> memory(this->device, {37, 37});
  const auto& a = memory.array();
  const auto expected = elements(spica::transpose(a));
  assign(a, spica::transpose(a));
  EXPECT_TRUE(matches(a, {37, 37}, expected));
}

TYPED_TEST(Overlap, BroadcastsItsOwnRowAndColumn) {
  const typename TestFixture::template Memory<2> memory(this->device, {5, 7});
  const auto& a = memory.array();
  const auto before = elements(a);
  assign(a, a(range(2, 3)));
  EXPECT_TRUE(spica::test::matches_function(
      a, {5, 7}, [&](const Index& i) { return before[14 + static_cast<std::size_t>(i[1])]; }));
  const typename TestFixture::template Memory<2> other(this->device, {5, 7});
  const auto& b = other.array();
  assign(b, b(all, range(3, 4)));
  EXPECT_TRUE(spica::test::matches_function(
      b, {5, 7}, [&](const Index& i) { return before[static_cast<std::size_t>(7 * i[0] + 3)]; }));
  assign(b, b(4, 6));
  EXPECT_TRUE(spica::test::matches_function(b, {5, 7}, [&](const Index&) { return before[31]; }));
}

TYPED_TEST(Overlap, EveryOtherElementOntoTheFirstHalf) {
  const typename TestFixture::template Memory<1> memory(this->device, {100});
  const auto& a = memory.array();
  auto expected = elements(a);
  const auto before = expected;
  for (std::size_t i = 0; i < 50; ++i) expected[i] = before[2 * i];
  assign(a(range(0, 50)), a(range(0, 100, 2)));
  EXPECT_TRUE(matches(a, {100}, expected));
}

TYPED_TEST(Overlap, FirstHalfOntoEveryOtherElement) {
  const typename TestFixture::template Memory<1> memory(this->device, {100});
  const auto& a = memory.array();
  auto expected = elements(a);
  const auto before = expected;
  for (std::size_t i = 0; i < 50; ++i) expected[2 * i] = before[i];
  assign(a(range(0, 100, 2)), a(range(0, 50)));
  EXPECT_TRUE(matches(a, {100}, expected));
}

TYPED_TEST(Overlap, DeepCopyDoesTheSame) {
  const typename TestFixture::template Memory<1> memory(this->device, {50});
  const auto& a = memory.array();
  auto expected = elements(a);
  const auto before = expected;
  std::copy(before.begin(), before.end() - 1, expected.begin() + 1);
  spica::deep_copy(a(range(1, 50)), a(range(0, 49)));
  EXPECT_TRUE(matches(a, {50}, expected));
}

TYPED_TEST(Overlap, OntoItselfChangesNothingAndTakesNoTemporary) {
  const typename TestFixture::template Memory<2> memory(this->device, {5, 7});
  const auto& a = memory.array();
  const auto before = elements(a);
  const spica::Ledger start = spica::ledger();
  assign(a, a);
  spica::deep_copy(a, a);
  EXPECT_EQ((spica::ledger() - start).allocations + (spica::ledger() - start).pool_hits, 0);
  EXPECT_TRUE(matches(a, {5, 7}, before));
}

TYPED_TEST(Overlap, PartsThatShareNothingTakeNoTemporary) {
  const typename TestFixture::template Memory<2> memory(this->device, {50, 4});
  const auto& a = memory.array();
  auto expected = elements(a);
  for (std::size_t i = 0; i < 200; i += 4) expected[i] = expected[i + 1];
  const spica::Ledger start = spica::ledger();
  assign(a(all, 0), a(all, 1));
  spica::deep_copy(a(range(0, 50, 2), 2), a(range(1, 50, 2), 2));
  EXPECT_EQ((spica::ledger() - start).allocations + (spica::ledger() - start).pool_hits, 0);
  for (std::size_t i = 2; i < 200; i += 8) expected[i] = expected[i + 4];
  EXPECT_TRUE(matches(a, {50, 4}, expected));
}

template <class Case>
class OverlapStrides : public ::testing::Test {
 public:
  template <int Rank>
  using Memory = Guarded<float, Rank, typename Case::space, Kokkos::LayoutStride>;
  const Device<typename Case::space> device{};
};
TYPED_TEST_SUITE(OverlapStrides, spica::test::Combinations<spica::test::Spaces>, spica::test::CaseName);

TYPED_TEST(OverlapStrides, FromTheLastElementToTheFirst) {
  for (const std::int64_t n : {5, 8, 64, 10001}) {
    const std::vector<float> values = spica::test::numbers<float>(n);
    const typename TestFixture::template Memory<1> memory(this->device, {n}, values, {-1});
    const auto& backwards = memory.array();
    EXPECT_TRUE(matches(backwards, {n}, values));
    std::vector<float> expected = values;
    std::copy(values.begin(), values.end() - 1, expected.begin() + 1);
    assign(backwards(from(1, n - 1)), backwards(from(0, n - 1)));
    EXPECT_TRUE(matches(backwards, {n}, expected)) << n;
    EXPECT_TRUE(memory.surroundings_untouched());
  }
}

TYPED_TEST(OverlapStrides, AnArrayOntoItselfBackwards) {
  constexpr std::int64_t n = 1001;
  const std::vector<float> values = spica::test::numbers<float>(n);
  const typename TestFixture::template Memory<1> memory(this->device, {n}, values, {1});
  const auto& forwards = memory.array();
  using Line =
      Kokkos::View<float*, Kokkos::LayoutStride, typename TypeParam::space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const Kokkos::LayoutStride descending(static_cast<std::size_t>(n), static_cast<std::size_t>(-1));
  const auto backwards = spica::wrap(Line(forwards.data() + n - 1, descending), this->device);
  EXPECT_TRUE(forwards.same_storage(backwards));
  assign(forwards, backwards);
  EXPECT_TRUE(matches(forwards, {n}, std::vector<float>(values.rbegin(), values.rend())));
  EXPECT_TRUE(memory.surroundings_untouched());
}

TYPED_TEST(OverlapStrides, BackwardsRowsAndColumnsOfEveryOrder) {
  for (const auto& strides : {Shape<2>{-20, 3}, Shape<2>{20, -3}, Shape<2>{-20, -3}, Shape<2>{2, -15}}) {
    const std::vector<float> values = spica::test::numbers<float>(30);
    const typename TestFixture::template Memory<2> memory(this->device, {6, 5}, values, strides);
    const auto& a = memory.array();
    std::vector<float> expected = values;
    spica::test::for_each_index({5, 4}, [&](const Index& i) {
      expected[position_of({1 + i[0], 1 + i[1]}, {6, 5})] = values[position_of(i, {6, 5})];
    });
    assign(a(from(1, 5), from(1, 4)), spica::cast<double>(a(from(0, 5), from(0, 4))));
    EXPECT_TRUE(matches(a, {6, 5}, expected)) << strides[0] << ' ' << strides[1];
    EXPECT_TRUE(memory.surroundings_untouched());
  }
}

// Such a target cannot hold what reading everything first would give.
TYPED_TEST(OverlapStrides, TwoElementsOfTheTargetInOnePlaceAreRefused) {
  const std::string cure =
      ": aliasing: the target has two elements in one place (a stride of 0, or rows that reach into each other), which "
      "cannot hold two results; write into an array without that";
  for (const auto& strides : {Shape<2>{1, 1}, Shape<2>{0, 1}, Shape<2>{-1, 1}, Shape<2>{2, 3}}) {
    const typename TestFixture::template Memory<2> memory(this->device, {4, 3}, std::vector<float>(12, 7), strides);
    const auto& a = memory.array();
    EXPECT_EQ(message_of<spica::ValueError>([&] { assign(a, spica::cast<double>(a)); }), "spica::assign" + cure);
    EXPECT_EQ(message_of<spica::ValueError>([&] { assign(a, a); }), "spica::assign" + cure);
    EXPECT_EQ(message_of<spica::ValueError>([&] { spica::deep_copy(a, a); }), "spica::deep_copy" + cure);
    EXPECT_TRUE(matches(a, {4, 3}, std::vector<float>(12, 7)));
    assign(a, 5);  // every order gives this
    EXPECT_TRUE(matches(a, {4, 3}, std::vector<float>(12, 5)));
    EXPECT_TRUE(memory.surroundings_untouched());
  }
}

TYPED_TEST(OverlapStrides, ASourceThatRepeatsIsRead) {
  const typename TestFixture::template Memory<2> windows(this->device, {3, 2}, {0, 1, 1, 2, 2, 3}, {1, 1});
  const typename TestFixture::template Memory<2> target(this->device, {3, 2});
  assign(target.array(), windows.array());
  EXPECT_TRUE(matches(target.array(), {3, 2}, {0, 1, 1, 2, 2, 3}));
}

}  // namespace
