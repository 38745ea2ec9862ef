// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/any_rank.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using Host = spica::detail::HostSpace;
using spica::AnyArray;
using spica::cpu;
using spica::test::matches;
using spica::test::message_of;

TEST(AnyArray, ForgetsTheRankAndRemembersTheShape) {
  const auto a = spica::array<float>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  const AnyArray<float, Host> any = a;
  EXPECT_EQ(any.rank(), 2);
  EXPECT_EQ(any.shape(), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(any.size(), 6);
  EXPECT_TRUE(any.device() == cpu());
  EXPECT_TRUE(matches(any.flat(), {6}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(any.flat().data(), a.data());
}

TEST(AnyArray, GivesTheTypedArrayOverTheSameMemory) {
  const auto a = spica::array<float>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  const AnyArray<float, Host> any(a);
  const auto typed = any.as<2>();
  EXPECT_EQ(typed.data(), a.data());
  EXPECT_TRUE(matches(typed, {2, 3}, {1, 2, 3, 4, 5, 6}));
}

TEST(AnyArray, AnotherRankThrows) {
  const AnyArray<float, Host> any(spica::zeros<float>(cpu(), 2, 3));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { any.as<3>(); }),
            "spica::AnyArray::as: an array of shape [2, 3] has rank 2, not 3");
}

TEST(AnyArray, RankZeroEightAndEmptyArrays) {
  EXPECT_TRUE(matches((AnyArray<float, Host>(spica::full<float>(cpu(), 3)).as<0>()), {}, {3}));
  EXPECT_TRUE(matches((AnyArray<float, Host>(spica::full<float>(cpu(), 3, 1, 1, 1, 1, 1, 1, 1, 2)).as<8>()),
                      {1, 1, 1, 1, 1, 1, 1, 2}, {3, 3}));
  EXPECT_EQ((AnyArray<float, Host>(spica::zeros<float>(cpu(), 3, 0, 2)).as<3>().shape()), spica::shape(3, 0, 2));
}

TEST(AnyArray, DefaultConstructedIsEmpty) {
  const AnyArray<float, Host> any;
  EXPECT_EQ(any.rank(), 0);
  EXPECT_EQ(any.size(), 0);
  EXPECT_TRUE(any.shape().empty());
}

TEST(AnyArray, RefusesWhatDoesNotLieInRowMajorOrder) {
  EXPECT_THROW((AnyArray<float, Host>(spica::transpose(spica::zeros<float>(cpu(), 2, 3)))), spica::ShapeError);
}

TEST(AnyArray, RefusesShapesThatCannotBe) {
  const auto six = spica::zeros<float>(cpu(), 6);
  EXPECT_EQ(message_of<spica::ShapeError>([&] {
              AnyArray<float, Host>(six, {4, 2});
            }),
            "spica::AnyArray: 6 elements cannot have the shape [4, 2]");
  EXPECT_EQ(message_of<spica::ShapeError>([&] {
              AnyArray<float, Host>(six, {-2, -3});
            }),
            "spica::AnyArray: the shape [-2, -3] has a negative extent; extents are 0 or more");
  const std::int64_t many = std::int64_t{1} << 32;
  EXPECT_THROW((AnyArray<float, Host>(spica::zeros<float>(cpu(), 0), {many, many})), spica::ShapeError);
}

TEST(AnyArray, KeepsTheMemory) {
  auto a = spica::full<float>(cpu(), 4, 3);
  const AnyArray<float, Host> any(a);
  a = spica::full<float>(cpu(), 5, 3);
  const auto other = spica::full<float>(cpu(), 6, 3);
  EXPECT_TRUE(matches(any.as<1>(), {3}, {4, 4, 4}));
}

}  // namespace
