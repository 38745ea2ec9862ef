// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the axes of a kernel are put in order and joined. That the elements are right: test_assign.cpp,
// test_expression.cpp.
#include <spica/array/detail/evaluate.hpp>

#include <spica/array/array.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using spica::Shape;
using spica::detail::BoundArray;
using spica::detail::Loop;

BoundArray<float, 3> leaf(const Shape<3>& strides) { return {nullptr, {strides[0], strides[1], strides[2]}}; }

struct Simplified {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> target;
  std::vector<std::int64_t> operand;
};

Simplified simplify(const Shape<3>& extents, const Shape<3>& target, const Shape<3>& operand) {
  BoundArray<float, 3> bound = leaf(operand);
  const Loop<3> loop = spica::detail::simplify<3>(extents, target, bound);
  const auto used = [&](const std::int64_t* values) { return std::vector<std::int64_t>(values, values + loop.dims); };
  return {used(loop.extent), used(loop.stride), used(bound.stride)};
}

using Numbers = std::vector<std::int64_t>;

TEST(Simplify, JoinsAxesWithoutGapsIntoOne) {
  const auto s = simplify({2, 3, 5}, {15, 5, 1}, {15, 5, 1});
  EXPECT_EQ(s.extents, Numbers{30});
  EXPECT_EQ(s.target, Numbers{1});
  EXPECT_EQ(s.operand, Numbers{1});
}

TEST(Simplify, ColumnMajorIsPutInOrderFirst) {
  const auto s = simplify({2, 3, 5}, {1, 2, 6}, {1, 2, 6});
  EXPECT_EQ(s.extents, Numbers{30});
  EXPECT_EQ(s.operand, Numbers{1});
}

TEST(Simplify, FollowsTheTargetWhereTheOperandLiesOtherwise) {
  const auto s = simplify({2, 3, 5}, {15, 5, 1}, {1, 2, 6});
  EXPECT_EQ(s.extents, (Numbers{2, 3, 5}));
  EXPECT_EQ(s.operand, (Numbers{1, 2, 6}));
  const auto t = simplify({2, 3, 5}, {1, 2, 6}, {15, 5, 1});
  EXPECT_EQ(t.extents, (Numbers{5, 3, 2}));
  EXPECT_EQ(t.target, (Numbers{6, 2, 1}));
  EXPECT_EQ(t.operand, (Numbers{1, 5, 15}));
}

TEST(Simplify, GapsAndRepeatedAxesStayApart) {
  const auto gap = simplify({2, 3, 5}, {30, 10, 1}, {15, 5, 1});
  EXPECT_EQ(gap.extents, (Numbers{6, 5}));
  EXPECT_EQ(gap.target, (Numbers{10, 1}));
  EXPECT_EQ(gap.operand, (Numbers{5, 1}));
  const auto repeated_rows = simplify({2, 3, 5}, {15, 5, 1}, {0, 0, 1});
  EXPECT_EQ(repeated_rows.extents, (Numbers{6, 5}));
  EXPECT_EQ(repeated_rows.operand, (Numbers{0, 1}));
  const auto one_number = simplify({2, 3, 5}, {15, 5, 1}, {0, 0, 0});
  EXPECT_EQ(one_number.extents, Numbers{30});
  EXPECT_EQ(one_number.operand, Numbers{0});
}

TEST(Simplify, AxesOfOneElementDoNotCount) {
  const auto s = simplify({2, 1, 5}, {5, 77, 1}, {5, 99, 1});
  EXPECT_EQ(s.extents, Numbers{10});
  const auto nothing = simplify({1, 1, 1}, {7, 8, 9}, {1, 2, 3});
  EXPECT_TRUE(nothing.extents.empty());
}

/// The offsets of target and operand at which walk_rows stops.
struct Stops {
  std::vector<std::int64_t> target;
  std::vector<std::int64_t> operand;
};

Stops walk(const Loop<4>& loop, int dims, const BoundArray<float, 4>& bound, std::int64_t first, std::int64_t count) {
  Stops stops;
  spica::detail::walk_rows(loop, dims, bound, first, count, [&](const BoundArray<float, 4>& here, std::int64_t offset) {
    stops.target.push_back(offset);
    stops.operand.push_back(here.data - bound.data);
  });
  return stops;
}

TEST(WalkRows, StopsAtEachIndexInOrderFromAnyToAny) {
  const std::vector<float> memory(2000);
  Loop<4> loop;
  loop.dims = 4;
  for (const auto& extents : {Shape<4>{2, 3, 4, 5}, Shape<4>{3, 1, 2, 7}, Shape<4>{1, 2, 1, 2}, Shape<4>{4, 3, 2, 1}}) {
    const Shape<4> target{300, 70, 11, 1};
    const BoundArray<float, 4> bound{memory.data() + 1000, {40, -100, 0, 3}};
    std::copy(extents.begin(), extents.end(), loop.extent);
    std::copy(target.begin(), target.end(), loop.stride);
    for (int dims = 0; dims <= 4; ++dims) {
      Stops all;  // by four plain loops
      const auto end = [&](int d) { return d < dims ? extents[static_cast<std::size_t>(d)] : 1; };
      for (std::int64_t i = 0; i < end(0); ++i) {
        for (std::int64_t j = 0; j < end(1); ++j) {
          for (std::int64_t k = 0; k < end(2); ++k) {
            for (std::int64_t l = 0; l < end(3); ++l) {
              all.target.push_back(300 * i + 70 * j + 11 * k + l);
              all.operand.push_back(40 * i - 100 * j + 3 * l);
            }
          }
        }
      }
      const auto number = static_cast<std::int64_t>(all.target.size());
      for (std::int64_t first = 0; first < number; ++first) {
        for (std::int64_t count = 1; count <= number - first; ++count) {
          const Stops stops = walk(loop, dims, bound, first, count);
          const auto part = [&](const std::vector<std::int64_t>& offsets) {
            return std::vector<std::int64_t>(offsets.begin() + first, offsets.begin() + first + count);
          };
          ASSERT_EQ(stops.target, part(all.target)) << dims << " axes, " << count << " from " << first;
          ASSERT_EQ(stops.operand, part(all.operand)) << dims << " axes, " << count << " from " << first;
        }
      }
    }
  }
}

}  // namespace
