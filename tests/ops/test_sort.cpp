// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/sort.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using spica::argsort;
using spica::array;
using spica::Array;
using spica::cpu;
using spica::sort;
using spica::test::Choices;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;
using HostSpace = spica::detail::HostSpace;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

// ---- what it means ---------------------------------------------------------------------------------------------

template <class Space>
class SortOn : public ::testing::Test {};
TYPED_TEST_SUITE(SortOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(SortOn, SortsEachAxisOfAMatrix) {
  const spica::Device<TypeParam> device;
  const auto X = spica::copy(array<double>(cpu(), {{3, 1, 2}, {1, 2, 0}}), device);
  EXPECT_TRUE(matches(sort(X), {2, 3}, {1, 2, 3, 0, 1, 2}));
  EXPECT_TRUE(matches(sort(X, 0), {2, 3}, {1, 1, 0, 3, 2, 2}));
  EXPECT_TRUE(matches(argsort(X), {2, 3}, {1, 2, 0, 2, 0, 1}));
  EXPECT_TRUE(matches(argsort(X, -2), {2, 3}, {1, 0, 1, 0, 1, 0}));
  EXPECT_TRUE(matches(X, {2, 3}, {3, 1, 2, 1, 2, 0}));
}

/// numpy.sort and numpy.argsort(kind='stable') of the same numbers.
TEST(Sort, NanAreLastAndEqualElementsStayInOrder) {
  const auto X = array<double>(cpu(), {nan, 0.0, -inf, 2.0, -0.0, inf, nan, 0.0, -3.5, 2.0});
  EXPECT_TRUE(matches(sort(X), {10}, {-inf, -3.5, 0.0, -0.0, 0.0, 2.0, 2.0, inf, nan, nan}));
  EXPECT_TRUE(matches(argsort(X), {10}, {2, 8, 1, 4, 7, 3, 9, 5, 0, 6}));
  const auto sorted = elements(sort(X));
  EXPECT_EQ((std::vector<bool>{std::signbit(sorted[2]), std::signbit(sorted[3]), std::signbit(sorted[4])}),
            (std::vector<bool>{false, true, false}));
}

TEST(Sort, TypesOfEqualWidthAreSortedAsOne) {
  const auto X = array<long long>(cpu(), {3, -1, 2});
  const Array<long long, 1, HostSpace> sorted = sort(X);
  EXPECT_TRUE(matches(sorted, {3}, {-1, 2, 3}));
  EXPECT_TRUE(matches(argsort(X), {3}, {1, 2, 0}));
}

TEST(Sort, EmptyAndSingle) {
  EXPECT_TRUE(matches(sort(spica::zeros<double>(cpu(), 0)), {0}, {}));
  EXPECT_TRUE(matches(sort(spica::zeros<double>(cpu(), 3, 0), 0), {3, 0}, {}));
  EXPECT_TRUE(matches(argsort(spica::zeros<double>(cpu(), 0, 3)), {0, 3}, {}));
  EXPECT_TRUE(matches(argsort(spica::zeros<double>(cpu(), 2, 1)), {2, 1}, {0, 0}));
}

TEST(Sort, ResultsAreNewRowMajorArraysOnTheSameDevice) {
  const auto X = spica::zeros<double>(spica::cpu(spica::num_devices() - 1), 4, 3);
  const auto sorted = sort(spica::transpose(X), 0);
  EXPECT_TRUE(sorted.is_contiguous());
  EXPECT_FALSE(sorted.same_storage(X));
  EXPECT_EQ(argsort(X, 0).device(), X.device());
}

TEST(Sort, CrossesNoDevice) {
  const spica::NoTransfers none;
  EXPECT_TRUE(matches(argsort(sort(array<double>(cpu(), {3, 1}))), {2}, {0, 1}));
}

TEST(Sort, NoSuchAxis) {
  const auto X = spica::zeros<double>(cpu(), 2, 3);
  const std::string text =
      ": there is no axis 2 in an array of rank 2; axes are counted 0, 1, ... from the first, or -1, "
      "-2, ... from the last";
  EXPECT_EQ(message_of<spica::ValueError>([&] { sort(X, 2); }), "spica::sort" + text);
  EXPECT_EQ(message_of<spica::ValueError>([&] { argsort(X, 2); }), "spica::argsort" + text);
}

TEST(Sort, AnyLayoutAxisAndExpression) {
  for (std::uint32_t seed = 1; seed < 40; ++seed) {
    Choices choices(seed);
    const spica::Shape<3> extents{choices.below(6), choices.below(6), choices.below(6)};
    const spica::test::Scattered<double, 3> x(choices, extents);
    const auto axis = static_cast<std::size_t>(choices.below(3));
    const spica::test::Index shape(extents.begin(), extents.end());
    const auto e = x.array * 2.0;
    const auto sorted = elements(sort(e, static_cast<std::int64_t>(axis)));
    const auto order = elements(argsort(e, static_cast<std::int64_t>(axis)));
    spica::test::for_each_index(shape, [&](const spica::test::Index& index) {
      const auto at = spica::test::position_of(index, shape);
      spica::test::Index from = index;
      from[axis] = order[at];
      ASSERT_EQ(sorted[at], 2 * x.at(from)) << "seed " << seed;
      if (index[axis] == 0) return;
      from[axis] = index[axis] - 1;
      const auto before = spica::test::position_of(from, shape);
      ASSERT_TRUE(sorted[before] < sorted[at] || (sorted[before] == sorted[at] && order[before] < order[at]))
          << "seed " << seed;
    });
  }
}

}  // namespace
