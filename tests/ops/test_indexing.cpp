// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// take along any axis, gather, scatter_add, compress, nonzero.
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/compress.hpp>
#include <spica/ops/division.hpp>
#include <spica/ops/logical.hpp>
#include <spica/ops/scatter_add.hpp>
#include <spica/ops/sort.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using spica::array;
using spica::compress;
using spica::cpu;
using spica::gather;
using spica::scatter_add;
using spica::take;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

TEST(TakeAlong, EveryAxisOfEveryLayout) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    spica::test::Choices choices(seed);
    const spica::Shape<3> shape{1 + choices.below(4), 1 + choices.below(5), 1 + choices.below(40)};
    const spica::test::Scattered<double, 3> x(choices, shape);
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<std::int64_t> list;
      for (int i = 0; i < 5; ++i) list.push_back(choices.below(shape[static_cast<std::size_t>(axis)]));
      const auto indices = spica::empty<std::int64_t>(cpu(), 5);
      spica::test::set_elements(indices, list);
      Index result{shape[0], shape[1], shape[2]};
      result[static_cast<std::size_t>(axis)] = 5;
      const auto expected = [&](Index at) {
        auto& along = at[static_cast<std::size_t>(axis)];
        along = list[static_cast<std::size_t>(along)];
        return x.at(at);
      };
      EXPECT_TRUE(matches_function(take(x.array, indices, axis), result, expected));
      const auto bound = [&] {
        spica::detail::BoundArray<std::int64_t, 3> b{indices.data(), {}};
        b.stride[axis] = 1;
        return b;
      }();
      const spica::Shape<3> extents{result[0], result[1], result[2]};
      EXPECT_TRUE(matches_function(
          spica::detail::gather_along<false>(x.array, indices, bound, extents, axis, "as on a GPU"), result, expected));
    }
  }
}

TEST(Gather, UndoesArgsort) {
  const auto X = array<double>(cpu(), {{3, 1, 2}, {4, 6, 5}});
  EXPECT_TRUE(matches(gather(X, argsort(X, 1), 1), {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(matches(gather(X * 2.0, argsort(X, 0), 0), {2, 3}, {6, 2, 4, 8, 12, 10}));
  EXPECT_TRUE(matches(gather(X, array<std::int8_t>(cpu(), {{2}, {0}}), -1), {2, 1}, {2, 4}));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { gather(X, array<int>(cpu(), {{0}}), 1); }),
            "spica::gather: X is [2, 3], indices are [1, 1]; all extents but that of axis 1 must be equal");
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              gather(X, array<int>(cpu(), {{0, 0}, {0, 3}}), 1);
            }),
            "spica::gather: index 3 at position 3 is outside axis 1 of an array of shape [2, 3]");
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              take(X, array<int>(cpu(), {0, -1}), 1);
            }),
            "spica::take: index -1 at position 1 is outside axis 1 of an array of shape [2, 3]");
}

TEST(ScatterAdd, AddsEveryRowOnceEachTimeItIsNamed) {
  const auto target = spica::ones<float>(cpu(), 4, 2);
  const auto indices = array<std::int32_t>(cpu(), {2, 0, 2, 2});
  scatter_add(target, indices, array<float>(cpu(), {{1, 2}, {3, 4}, {5, 6}, {7, 8}}));
  EXPECT_TRUE(matches(target, {4, 2}, {4, 5, 1, 1, 14, 17, 1, 1}));
  const auto counts = spica::zeros<std::int64_t>(cpu(), 3);
  scatter_add(counts, array<std::int64_t>(cpu(), {1, 1, 0, 1}), spica::ones<std::int64_t>(cpu(), 4));
  EXPECT_TRUE(matches(counts, {3}, {1, 3, 0}));
}

TEST(ScatterAdd, EqualsALoopWithAccuracy) {
  spica::test::Choices choices(3);
  const std::int64_t n = 20000;
  std::vector<std::int64_t> where;
  std::vector<double> wide(7, 0.0);
  for (std::int64_t i = 0; i < n; ++i) where.push_back(choices.below(7));
  for (const std::int64_t bin : where) wide[static_cast<std::size_t>(bin)] += static_cast<double>(0.1F);
  const auto indices = spica::empty<std::int64_t>(cpu(), n);
  spica::test::set_elements(indices, where);
  const auto target = spica::zeros<float>(cpu(), 7);
  scatter_add(target, indices, spica::full<float>(cpu(), 0.1F, n));
  for (std::size_t bin = 0; bin < 7; ++bin) {
    EXPECT_EQ(spica::test::elements(target)[bin], static_cast<float>(wide[bin])) << "rounded once";
  }
}

TEST(ScatterAdd, NothingIsWrittenWhereAnythingIsWrong) {
  const auto target = spica::zeros<double>(cpu(), 3);
  const auto two = spica::ones<double>(cpu(), 2);
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              scatter_add(target, array<int>(cpu(), {0, 3}), two);
            }),
            "spica::scatter_add: index 3 at position 1 is outside axis 0 of an array of shape [3]");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { scatter_add(target, array<int>(cpu(), {0}), two); }),
            "spica::scatter_add: target is [3], indices [1], source [2]; the source must be [1]");
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              scatter_add(target, array<int>(cpu(), {0, 1}), target(spica::range(0, 2)));
            }),
            "spica::scatter_add: target and source share elements; add spica::copy(source)");
  EXPECT_TRUE(matches(target, {3}, {0, 0, 0}));
  const auto X = array<std::int64_t>(cpu(), {2, 0, 1});
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              scatter_add(X, X, array<std::int64_t>(cpu(), {10, 20, 30}));
            }),
            "spica::scatter_add: target and indices share elements; give spica::copy(indices)");
  EXPECT_TRUE(matches(X, {3}, {2, 0, 1}));
}

TEST(Compress, ManyElementsAreListedInOrder) {
  std::vector<std::int64_t> expected;
  for (std::int64_t i = 0; i < 30011; ++i) {
    if (i % 7 == 3 || i > 30000) expected.push_back(i);
  }
  const auto x = spica::arange<std::int64_t>(cpu(), 0, 30011);
  const auto chosen = x % 7 == 3 || x > 30000;
  EXPECT_TRUE(matches(flatnonzero(chosen), {static_cast<std::int64_t>(expected.size())}, expected));
  EXPECT_TRUE(matches(compress(chosen, x), {static_cast<std::int64_t>(expected.size())}, expected));
}

TEST(Compress, ChoosesByACondition) {
  const auto X = array<double>(cpu(), {{1, -2, 3}, {-4, 5, -6}});
  EXPECT_TRUE(matches(compress(X > 0.0, X), {3}, {1, 3, 5}));
  EXPECT_TRUE(matches(compress(X > 9.0, X), {0}, {}));
  EXPECT_TRUE(matches(compress(array<bool>(cpu(), {true, false, true}), X, 1), {2, 2}, {1, 3, -4, -6}));
  EXPECT_TRUE(matches(compress(array<bool>(cpu(), {false, true}), X, 0), {1, 3}, {-4, 5, -6}));
  EXPECT_TRUE(matches(flatnonzero(X < 0.0), {3}, {1, 3, 5}));
  const auto indices = nonzero(X < 0.0);
  EXPECT_TRUE(matches(indices[0], {3}, {0, 1, 1}));
  EXPECT_TRUE(matches(indices[1], {3}, {1, 0, 2}));
  EXPECT_TRUE(matches(flatnonzero(spica::zeros<int>(cpu(), 0, 3)), {0}, {}));
  EXPECT_EQ(
      message_of<spica::ShapeError>([&] { compress(array<bool>(cpu(), {true}), X, 1); }),
      "spica::compress: the condition is [1], axis 1 of X, which is [2, 3], has another extent; they must be equal");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { compress(X(0) > 0.0, X); }),
            "spica::compress: the condition is [3], X is [2, 3]; they must be equal, or name an axis");
}

TEST(Compress, ReadsOneCount) {
  const auto X = spica::ones<double>(cpu(), 1000);
  const spica::Ledger before = spica::ledger();
  compress(X > 0.0, X);
  EXPECT_EQ((spica::ledger() - before).transfers().count, 1);
  const spica::NoTransfers scope;
  EXPECT_THROW(compress(X > 0.0, X), spica::TransferError);
}

}  // namespace
