// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/kernels.hpp"
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/assign_all.hpp>
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using spica::all;
using spica::array;
using spica::assign_all;
using spica::cpu;
using spica::range;
using spica::test::Index;
using spica::test::matches;
using spica::test::message_of;

TEST(AssignAll, UpdatesFromTheOldValuesInOneKernel) {
  const auto X = array<double>(cpu(), {1, 2, 3});
  const auto V = array<double>(cpu(), {10, 20, 30});
  const auto count = array<int>(cpu(), {7, 7, 7});
  spica::test::KernelWatch watch;
  assign_all(X, X + 0.5 * V, V, V - X, count, 1);
  EXPECT_EQ(watch.labels(), std::vector<std::string>{"spica::assign_all"});
  EXPECT_TRUE(matches(X, {3}, {6, 12, 18}));
  EXPECT_TRUE(matches(V, {3}, {9, 18, 27}));
  EXPECT_TRUE(matches(count, {3}, {1, 1, 1}));
}

/// Whatever lies how in memory, in rows as on the host and element by element as on a GPU.
TEST(AssignAll, EqualsALoop) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    spica::test::Choices choices(seed);
    const std::int64_t sizes[] = {0, 1, 3, 17, 300};
    const spica::Shape<2> shape{sizes[choices.below(5)], sizes[choices.below(5)]};
    const spica::Shape<2> row{1, shape[1]};
    const spica::test::Scattered<double, 2> a(choices, shape);
    const spica::test::Scattered<float, 2> b(choices, shape);
    const spica::test::Scattered<double, 2> c(choices, row);
    const spica::test::Scattered<double, 0> d(choices, {});
    std::vector<double> new_a;
    std::vector<float> new_b;
    spica::test::for_each_index({shape[0], shape[1]}, [&](const Index& i) {
      new_a.push_back(a.at(i) * 2 + c.at(i));
      new_b.push_back(static_cast<float>(a.at(i) - d.at(i)));
    });
    const auto first = a.array * 2.0 + c.array;
    const auto second = a.array - d.array;
    if (seed % 2 == 0) {
      assign_all(a.array, first, b.array, second);
    } else {
      spica::detail::assign_all_of<false>(std::make_index_sequence<2>(), std::tie(a.array, first, b.array, second));
    }
    EXPECT_TRUE(matches(a.array, {shape[0], shape[1]}, new_a));
    EXPECT_TRUE(matches(b.array, {shape[0], shape[1]}, new_b));
  }
}

TEST(AssignAll, OverlappingSourcesAreReadFirst) {
  const auto X = array<double>(cpu(), {1, 2, 3, 4});
  const auto Y = array<double>(cpu(), {10, 20, 30, 40});
  assign_all(X(range(0, 3)), X(range(1, 4)), Y(range(0, 3)), X(range(0, 3)));
  EXPECT_TRUE(matches(X, {4}, {2, 3, 4, 4}));
  EXPECT_TRUE(matches(Y, {4}, {1, 2, 3, 40}));
  assign_all(X, Y, Y, X);
  EXPECT_TRUE(matches(X, {4}, {1, 2, 3, 40}));
  EXPECT_TRUE(matches(Y, {4}, {2, 3, 4, 4}));
  const auto M = array<double>(cpu(), {{1, 2}, {3, 4}});
  const auto N = spica::zeros<double>(cpu(), 2, 2);
  assign_all(M, spica::transpose(M), N, M);
  EXPECT_TRUE(matches(M, {2, 2}, {1, 3, 2, 4}));
  EXPECT_TRUE(matches(N, {2, 2}, {1, 2, 3, 4}));
}

TEST(AssignAll, OfRankZero) {
  const auto x = spica::full<double>(cpu(), 2.0);
  const auto y = spica::full<double>(cpu(), 3.0);
  assign_all(x, y, y, x * 10.0);
  EXPECT_EQ(item(x), 3);
  EXPECT_EQ(item(y), 20);
}

TEST(AssignAll, WhatDoesNotGoTogetherIsRefusedBeforeAnythingIsWritten) {
  const auto X = spica::ones<double>(cpu(), 4);
  const auto Y = spica::ones<double>(cpu(), 2, 2);
  const auto short_one = spica::ones<double>(cpu(), 3);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { assign_all(X, 5, short_one, 5); }),
            "spica::assign_all: targets differ in shape: target 1 is [4], target 2 is [3]");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { assign_all(X, 5, X, short_one); }),
            "spica::assign_all: the source does not fit: target is [4], source [3]; counted from the last axis, each "
            "extent of the source must be the target's or 1");
  EXPECT_EQ(message_of<spica::ValueError>([&] { assign_all(X(range(0, 3)), 5, short_one, 6, X(range(1, 4)), 7); }),
            "spica::assign_all: targets 1 and 3 share elements, which would be written twice");
  const auto bytes = spica::zeros<std::int8_t>(cpu(), 4);
  EXPECT_EQ(message_of<spica::ValueError>([&] { assign_all(X, 5, bytes, 300); }),
            "spica::assign_all: 300 does not fit the array's type int8; make the array of a wider type");
  EXPECT_TRUE(matches(X, {4}, {1, 1, 1, 1}));
  EXPECT_TRUE(matches(short_one, {3}, {1, 1, 1}));
}

TEST(AssignAll, DifferentNumbersThrow) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  const auto X = spica::ones<double>(cpu(), 4);
  const auto Y = spica::ones<double>(cpu(1), 4);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { assign_all(X, 1, Y, 2); }),
            "spica::assign_all: operands are on different devices: target 1 is on cpu(0), target 2 on cpu(1); write "
            "spica::copy(target 2, target 1.device())");
}

}  // namespace
