// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using spica::axes;
using spica::cpu;
using spica::keepdims;
using spica::test::Index;
using spica::test::matches;
using spica::test::message_of;
using X4 = spica::Array<double, 4, spica::detail::HostSpace, Kokkos::LayoutStride>;

/// The elements that go into each output, in row-major order of the outputs.
struct Groups {
  Index shape;       ///< of the outputs
  Index kept_shape;  ///< with keepdims
  std::vector<std::vector<double>> of;
};
Groups groups(const X4& X, const std::vector<int>& reduced) {
  const Index extents = spica::test::shape_of(X);
  const auto values = spica::test::elements(X);
  Groups result;
  Index steps(4, 0);  // how far the output's position goes with each axis
  std::int64_t count = 1;
  for (int d = 3; d >= 0; --d) {
    const std::int64_t extent = extents[static_cast<std::size_t>(d)];
    const bool goes = std::find(reduced.begin(), reduced.end(), d) != reduced.end();
    result.kept_shape.insert(result.kept_shape.begin(), goes ? 1 : extent);
    if (goes) continue;
    result.shape.insert(result.shape.begin(), extent);
    steps[static_cast<std::size_t>(d)] = count;
    count *= extent;
  }
  result.of.resize(static_cast<std::size_t>(count));
  std::size_t i = 0;
  spica::test::for_each_index(extents, [&](const Index& index) {
    std::int64_t output = 0;
    for (std::size_t d = 0; d < 4; ++d) output += index[d] * steps[d];
    result.of[static_cast<std::size_t>(output)].push_back(values[i++]);
  });
  return result;
}

/// Sums of whole numbers, which are exact in every order, and the largest, of each group.
template <class... Options>
void expect_groups(const X4& X, const std::vector<int>& reduced, const Options&... options) {
  const Groups expected = groups(X, reduced);
  std::vector<double> sums;
  std::vector<double> largest;
  bool empty = false;
  for (const auto& group : expected.of) {
    double total = 0;
    for (const double value : group) total += value;
    sums.push_back(total);
    empty = empty || group.empty();
    if (!group.empty()) largest.push_back(*std::max_element(group.begin(), group.end()));
  }
  EXPECT_TRUE(matches(sum(X, options...), expected.shape, sums));
  EXPECT_TRUE(matches(sum(X, options..., keepdims), expected.kept_shape, sums));
  if (!empty) {
    EXPECT_TRUE(matches(max(X, options...), expected.shape, largest));
    EXPECT_TRUE(matches(max(X, options..., keepdims), expected.kept_shape, largest));
  }
  using R = spica::detail::SumReducer<double>;
  const auto one_by_one = spica::detail::reduce<R, X4, false>(R(), X, "test", options...);
  EXPECT_TRUE(matches(one_by_one, expected.shape, sums)) << "as on a GPU";
}

TEST(ReduceAxes, EveryChoiceEqualsALoop) {
  std::uint32_t seed = 1;
  for (const auto& extents :
       {spica::shape(2, 3, 4, 5), spica::shape(1, 1, 1, 1), spica::shape(3, 1, 40, 1), spica::shape(2, 0, 3, 2),
        spica::shape(0, 2, 3, 4), spica::shape(5, 300, 2, 3), spica::shape(3, 2, 2, 700), spica::shape(70, 2, 70, 2)}) {
    for (int i = 0; i < 6; ++i, ++seed) {
      spica::test::Choices choices(seed);
      const spica::test::Scattered<double, 4> scattered(choices, extents);
      const X4& X = scattered.array;
      SCOPED_TRACE("seed " + std::to_string(seed) + ", shape " + spica::detail::shape_text(extents) + ", strides " +
                   spica::detail::shape_text(X.strides()));
      expect_groups(X, {0, 1, 2, 3});
      expect_groups(X, {2}, -2);
      expect_groups(X, {0, 1}, axes(0, 1));
      expect_groups(X, {0, 2}, axes(2, 0));
      expect_groups(X, {1, 3}, axes(-1, 1));
      expect_groups(X, {2, 3}, axes(2, 3));
      expect_groups(X, {0, 2, 3}, axes(0, 2, 3));
      expect_groups(X, {0, 1, 2}, axes(0, 1, 2));
      expect_groups(X, {0, 1, 2, 3}, axes(3, 1, 0, 2));
    }
  }
}

TEST(ReduceAxes, LongOnesAreCutIntoChunks) {
  spica::test::Choices choices(5);
  const spica::test::Scattered<double, 4> a(choices, spica::shape(3, 200, 2, 500));
  expect_groups(a.array, {1, 3}, axes(1, 3));
  expect_groups(a.array, {1, 2}, axes(1, 2));
  expect_groups(a.array, {0, 1, 3}, axes(0, 1, 3));
  const auto Y = spica::ones<double>(cpu(), 100, 3, 100, 20);
  EXPECT_TRUE(matches(sum(Y, axes(0, 2, 3)), {3}, {200000, 200000, 200000}));
  EXPECT_TRUE(matches(sum(Y, axes(0, 2)), {3, 20}, std::vector<double>(60, 10000)));
}

TEST(ReduceAxes, AnIndexIsKeptToo) {
  const auto X = spica::array<float>(cpu(), {{1, 5, 5}, {7, 2, 0}});
  EXPECT_TRUE(matches(argmax(X, -1, keepdims), {2, 1}, {1, 0}));
  EXPECT_TRUE(matches(argmin(X, keepdims), {1, 1}, {5}));
  EXPECT_TRUE(matches(argmin(X, 0), {3}, {0, 1, 1}));
}

TEST(ReduceAxes, AResultThatKeepsThemIsBroadcast) {
  const auto X = spica::array<double>(cpu(), {{1, 2}, {3, 5}});
  const spica::Array Y = X - mean(X, 1, keepdims);
  EXPECT_TRUE(matches(Y, {2, 2}, {-0.5, 0.5, -1, 1}));
}

TEST(ReduceAxes, WrongOnesAreNamed) {
  const auto X = spica::zeros<double>(cpu(), 2, 3, 0);
  EXPECT_EQ(message_of<spica::ValueError>([&] { sum(X, axes(0, -3)); }), "spica::sum: axis -3 is named twice");
  EXPECT_EQ(message_of<spica::ValueError>([&] { sum(X, axes(0, 3)); }),
            "spica::sum: there is no axis 3 in an array of rank 3; axes are counted 0, 1, ... from the first, or -1, "
            "-2, ... from the last");
  EXPECT_EQ(message_of<spica::ValueError>([&] { min(X, axes(1, 2)); }),
            "spica::min: an array of shape [2, 3, 0] has nothing to choose from; the reduced extent must be at least "
            "1");
  EXPECT_TRUE(matches(min(X, axes(0, 1)), {0}, {}));
}

}  // namespace
