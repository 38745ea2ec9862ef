// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What joins, cuts, moves and repeats. The expected arrays are NumPy's.
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/arrange.hpp>
#include <spica/array/axes_views.hpp>
#include <spica/array/create.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/concatenate.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using spica::array;
using spica::axes;
using spica::concatenate;
using spica::cpu;
using spica::PadMode;
using spica::stack;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;

auto six() { return array<double>(cpu(), {{0, 1, 2}, {3, 4, 5}}); }

TEST(Concatenate, OfLayoutsTypesAndExpressions) {
  const auto X = six();
  const auto Y = array<float>(cpu(), {{6, 7}, {8, 9}, {10, 11}});
  const auto joined = concatenate(0, X, spica::transpose(Y), X * 10.0);
  static_assert(std::is_same_v<decltype(joined)::value_type, double>);
  EXPECT_TRUE(matches(joined, {6, 3}, {0, 1, 2, 3, 4, 5, 6, 8, 10, 7, 9, 11, 0, 10, 20, 30, 40, 50}));
  EXPECT_TRUE(matches(concatenate(-1, X, X(spica::all, spica::range(0, 1))), {2, 4}, {0, 1, 2, 0, 3, 4, 5, 3}));
  EXPECT_TRUE(matches(concatenate(0, X, spica::zeros<double>(cpu(), 0, 3)), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(matches(concatenate(0, std::vector{X, X}), {4, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
}

TEST(Concatenate, WhatDoesNotFitIsNamed) {
  const auto X = six();
  EXPECT_EQ(message_of<spica::ShapeError>([&] { concatenate(1, X, X, spica::transpose(X)); }),
            "spica::concatenate: parts do not fit together along axis 1: part 1 is [2, 3], part 3 is [3, 2]; all other "
            "extents must be equal");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { stack(0, X, spica::transpose(X)); }),
            "spica::stack: shapes differ: part 1 is [2, 3], part 2 is [3, 2]; they must be equal");
  EXPECT_EQ(message_of<spica::ValueError>([&] { concatenate(0, std::vector<decltype(six())>()); }),
            "spica::concatenate: there is no part, and so no shape; give at least one");
}

TEST(Stack, MakesANewAxisAnywhere) {
  const auto x = array<int>(cpu(), {1, 2});
  const auto y = array<int>(cpu(), {3, 4});
  EXPECT_TRUE(matches(stack(0, x, y), {2, 2}, {1, 2, 3, 4}));
  EXPECT_TRUE(matches(stack(-1, x, y), {2, 2}, {1, 3, 2, 4}));
  EXPECT_TRUE(matches(stack(0, x(0), y(1)), {2}, {1, 4}));
  EXPECT_TRUE(matches(stack(1, std::vector{x, y, x}), {2, 3}, {1, 3, 1, 2, 4, 2}));
  EXPECT_EQ(message_of<spica::ValueError>([&] { stack(0, std::vector<decltype(six())>()); }),
            "spica::stack: there is no part, and so no shape; give at least one");
}

TEST(Split, GivesViews) {
  const auto X = six();
  const auto columns = split(X, 3, 1);
  ASSERT_EQ(columns.size(), 3U);
  EXPECT_TRUE(matches(columns[1], {2, 1}, {1, 4}));
  EXPECT_TRUE(columns[1].same_storage(X));
  const auto parts = split_at(X, {1, 1}, -1);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_TRUE(matches(parts[0], {2, 1}, {0, 3}));
  EXPECT_TRUE(matches(parts[1], {2, 0}, {}));
  EXPECT_TRUE(matches(parts[2], {2, 2}, {1, 2, 4, 5}));
  EXPECT_EQ(
      message_of<spica::ValueError>([&] { split(X, 2, 1); }),
      "spica::split: an axis of extent 3 has no 2 equal parts; write spica::split_at(X, {i, j}, axis) for others");
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              split_at(X, {2, 1}, 1);
            }),
            "spica::split_at: the position 1 after 2 does not fit an axis of extent 3; positions rise from 0 to the "
            "extent");
}

TEST(Flip, IsAViewWithNegativeStrides) {
  const auto X = six();
  EXPECT_TRUE(matches(flip(X, 1), {2, 3}, {2, 1, 0, 5, 4, 3}));
  EXPECT_TRUE(matches(flip(X), {2, 3}, {5, 4, 3, 2, 1, 0}));
  EXPECT_TRUE(matches(flip(X, axes(0)), {2, 3}, {3, 4, 5, 0, 1, 2}));
  const auto sum = spica::Array(flip(X, -1) + X);
  EXPECT_TRUE(matches(sum, {2, 3}, {2, 2, 2, 8, 8, 8}));
  spica::assign(flip(X, 0), X);
  EXPECT_TRUE(matches(X, {2, 3}, {3, 4, 5, 0, 1, 2})) << "reads all first";
  EXPECT_TRUE(matches(flip(spica::zeros<double>(cpu(), 0, 2)), {0, 2}, {}));
  EXPECT_EQ(message_of<spica::ValueError>([&] { flip(X, axes(0, -2)); }), "spica::flip: axis -2 is named twice");
}

TEST(AxesViews, ComeAndGo) {
  const auto X = six();
  EXPECT_TRUE(matches(expand_dims(X, 1), {2, 1, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(matches(expand_dims(X, -1), {2, 3, 1}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(matches(squeeze(expand_dims(X, 1), 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(matches(swapaxes(X, 0, -1), {3, 2}, {0, 3, 1, 4, 2, 5}));
  const auto Y = spica::reshape(spica::arange<double>(cpu(), 24.0), 2, 3, 4);
  EXPECT_EQ(moveaxis(Y, 0, -1).shape(), spica::shape(3, 4, 2));
  EXPECT_EQ(moveaxis(Y, 2, 0).shape(), spica::shape(4, 2, 3));
  EXPECT_EQ(item(moveaxis(Y, 0, -1)(2, 3, 1)), 23);
  EXPECT_TRUE(matches(flatten(spica::transpose(X)), {6}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(flatten(X).same_storage(X));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { squeeze(X, 0); }),
            "spica::squeeze: axis 0 of an array of shape [2, 3] has an extent other than 1; index it, or reduce it");
}

TEST(Roll, GoesRound) {
  const auto X = six();
  EXPECT_TRUE(matches(roll(X, 1, 1), {2, 3}, {2, 0, 1, 5, 3, 4}));
  EXPECT_TRUE(matches(roll(X, -4, 1), {2, 3}, {1, 2, 0, 4, 5, 3}));
  EXPECT_TRUE(matches(roll(spica::transpose(X), 1), {3, 2}, {5, 0, 3, 1, 4, 2}));
  EXPECT_TRUE(matches(roll(X, 6, 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(matches(roll(spica::zeros<double>(cpu(), 0), 3), {0}, {}));
}

TEST(RepeatAndTile, AlongEveryAxis) {
  const auto X = six();
  EXPECT_TRUE(matches(repeat(X, 2, 1), {2, 6}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(matches(repeat(X, 2, 0), {4, 3}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(matches(repeat(spica::transpose(X), 2), {12}, {0, 0, 3, 3, 1, 1, 4, 4, 2, 2, 5, 5}));
  EXPECT_TRUE(matches(repeat(X, 0, 0), {0, 3}, {}));
  EXPECT_TRUE(matches(tile(X, 1, 2), {2, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(matches(tile(X(0), 2), {6}, {0, 1, 2, 0, 1, 2}));
  const auto Y = array<int>(cpu(), {{1}, {2}});
  EXPECT_TRUE(matches(tile(Y, 2, 3), {4, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(matches(tile(Y, 1, 1), {2, 1}, {1, 2}));
  EXPECT_TRUE(matches(tile(Y, 0, 2), {0, 2}, {}));
  EXPECT_EQ(message_of<spica::ValueError>([&] { repeat(X, -1, 0); }), "spica::repeat: -1 is no number of repeats");
}

TEST(RepeatAndTile, OfEightAxes) {
  const auto X = spica::reshape(six(), 1, 1, 2, 1, 1, 1, 1, 3);
  EXPECT_TRUE(matches(repeat(X, 2, 7), {1, 1, 2, 1, 1, 1, 1, 6}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(matches(repeat(X, 2, 2), {1, 1, 4, 1, 1, 1, 1, 3}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(matches(repeat(X, 0, 2), {1, 1, 0, 1, 1, 1, 1, 3}, {}));
  EXPECT_TRUE(matches(tile(X, 1, 1, 1, 1, 1, 1, 1, 2), {1, 1, 2, 1, 1, 1, 1, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
}

TEST(Pad, PutsABorderAround) {
  const auto X = array<int>(cpu(), {{1, 2}});
  EXPECT_TRUE(matches(pad(X, {{1, 0}, {1, 2}}, 9), {2, 5}, {9, 9, 9, 9, 9, 9, 1, 2, 9, 9}));
  EXPECT_TRUE(matches(pad(X + 1, {{0, 0}, {0, 0}}, 9), {1, 2}, {2, 3}));
  EXPECT_TRUE(matches(pad(spica::zeros<double>(cpu(), 0), {{1, 1}}, 0.5), {2}, {0.5, 0.5}));
  EXPECT_EQ(
      message_of<spica::ShapeError>([&] {
        pad(X, {{1, 1}}, 0);
      }),
      "spica::pad: an array of shape [1, 2] has 2 axes, and 1 pairs of widths were given; write one pair {before, "
      "behind} an axis");
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              pad(X, {{1, 1}, {-1, 0}}, 0);
            }),
            "spica::pad: widths must not be negative");
}

TEST(Pad, WithTheNearestElement) {
  const auto X = array<int>(cpu(), {{1, 2}, {3, 4}});
  EXPECT_TRUE(matches(pad(X, {{1, 0}, {1, 2}}, PadMode::edge), {3, 5}, {1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4}));
  EXPECT_TRUE(matches(pad(spica::transpose(X) * 2, {{0, 1}, {0, 0}}, PadMode::edge), {3, 2}, {2, 6, 4, 8, 4, 8}));
  EXPECT_TRUE(matches(X, {2, 2}, {1, 2, 3, 4}));
}

TEST(Pad, WithReflections) {
  const auto X = array<int>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  EXPECT_TRUE(matches(pad(X, {{1, 0}, {2, 1}}, PadMode::reflect), {3, 6},
                      {6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5}));
}

/// Elements go up and down: that at a distance of k behind the first one is that at -k, and at k + 2 (n - 1).
TEST(Pad, WithReflectionsWiderThanTheAxis) {
  const auto X = array<int>(cpu(), {1, 2, 3});
  for (const auto& [before, behind] : {std::pair<int, int>{11, 23}, {1, 23}, {23, 1}, {3, 40}}) {
    const auto wide = elements(pad(X, {{before, behind}}, PadMode::reflect));
    ASSERT_EQ(wide.size(), static_cast<std::size_t>(before + 3 + behind));
    for (int i = 0; i < before + 3 + behind; ++i) {
      const int place = (i - before + 48) % 4;
      EXPECT_EQ(wide[static_cast<std::size_t>(i)], place < 3 ? 1 + place : 2) << before << ", " << behind << ": " << i;
    }
  }
  EXPECT_TRUE(matches(pad(X(spica::range(0, 2)), {{3, 0}}, PadMode::reflect), {5}, {2, 1, 2, 1, 2}));
  EXPECT_TRUE(matches(pad(X(spica::range(1, 2)), {{2, 1}}, PadMode::reflect), {4}, {2, 2, 2, 2}));
}

TEST(Pad, WithNothingToTakeIsRefused) {
  const auto nothing = spica::zeros<double>(cpu(), 0, 2);
  EXPECT_TRUE(matches(pad(nothing, {{0, 0}, {1, 1}}, PadMode::edge), {0, 4}, {}));
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              pad(nothing, {{1, 0}, {0, 0}}, PadMode::reflect);
            }),
            "spica::pad: axis 0 of an array of shape [0, 2] has no element to make a border of; give a number instead "
            "of a PadMode");
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              pad(six(), {{1, 1}, {-1, 0}}, PadMode::edge);
            }),
            "spica::pad: widths must not be negative");
}

}  // namespace
