// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using spica::all;
using spica::array;
using spica::Array;
using spica::cpu;
using spica::where;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

const double inf = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

/// An array of rank 0.
template <class T>
auto one(T value) {
  return spica::full<T>(cpu(), value);
}

/// How `<`, `<=`, `>`, `>=`, `==` and `!=` answer, as text.
template <class A, class B>
std::string answers(A a, B b) {
  const auto x = one(a);
  const auto y = one(b);
  std::string text;
  for (const bool answer : {item(x < y), item(x <= y), item(x > y), item(x >= y), item(x == y), item(x != y)}) {
    text += answer ? '1' : '0';
  }
  return text;
}
const std::string less = "110001";
const std::string greater = "001101";
const std::string equal = "010110";
const std::string unordered = "000001";

TEST(Comparison, OrdersNumbers) {
  EXPECT_EQ(answers(1.0, 2.0), less);
  EXPECT_EQ(answers(2.0, 1.0), greater);
  EXPECT_EQ(answers(2.0, 2.0), equal);
  EXPECT_EQ(answers(-0.0, 0.0), equal);
  EXPECT_EQ(answers(-inf, inf), less);
  EXPECT_EQ(answers(inf, inf), equal);
}

TEST(Comparison, NanIsUnequalToEverything) {
  EXPECT_EQ(answers(nan, 1.0), unordered);
  EXPECT_EQ(answers(1.0, nan), unordered);
  EXPECT_EQ(answers(nan, nan), unordered);
  EXPECT_EQ(answers(nan, inf), unordered);
}

TEST(Comparison, IntegersAreComparedByValueWhateverTheirSigns) {
  using Signed = std::int64_t;
  using Unsigned = std::uint64_t;
  const Unsigned largest = std::numeric_limits<Unsigned>::max();
  EXPECT_EQ(answers(Signed(-1), largest), less);
  EXPECT_EQ(answers(largest, Signed(-1)), greater);
  EXPECT_EQ(answers(Signed(-1), Unsigned(0)), less);
  EXPECT_EQ(answers(Unsigned(5), Signed(5)), equal);
  EXPECT_EQ(answers(Signed(5), Unsigned(5)), equal);
  EXPECT_EQ(answers(std::numeric_limits<Signed>::max(), largest), less);
  EXPECT_EQ(answers(std::int8_t(-1), std::uint32_t(4294967295U)), less);
  EXPECT_EQ(answers(std::uint8_t(255), std::int8_t(-1)), greater);
  EXPECT_EQ(answers(std::int8_t(-1), true), less);
  EXPECT_EQ(answers(false, true), less);
}

TEST(Comparison, AnIntegerAndARealNumberCompareAsReals) {
  EXPECT_TRUE(item(one(3) > 2.5));
  EXPECT_FALSE(item(one(3) == 3.5));
  EXPECT_TRUE(item(0.5 < one<std::uint8_t>(1)));
}

TEST(Comparison, ComplexNumbersAreEqualOrNot) {
  using C = Kokkos::complex<float>;
  EXPECT_TRUE(item(one(C(1, 2)) == one(C(1, 2))));
  EXPECT_TRUE(item(one(C(1, 2)) != one(C(1, 3))));
  EXPECT_TRUE(item(one(C(2, 0)) == 2.0));
}

TEST(Comparison, EqualsALoopForEveryLayout) {
  const auto x = spica::reshape(spica::arange<double>(cpu(), 60), 6, 10);
  const auto y = spica::reshape(spica::arange<double>(cpu(), 60, 0, -1), 10, 6);
  const auto at = [](const Index& i) { return static_cast<double>(i[0] * 10 + i[1]); };
  const auto other = [](const Index& i) { return static_cast<double>(60 - (i[1] * 6 + i[0])); };
  EXPECT_TRUE(
      matches_function(Array(x < spica::transpose(y)), {6, 10}, [&](const Index& i) { return at(i) < other(i); }));
  EXPECT_TRUE(
      matches_function(Array(x >= spica::transpose(y)), {6, 10}, [&](const Index& i) { return at(i) >= other(i); }));
  EXPECT_TRUE(matches_function(Array(x(all, spica::range(0, 10, 3)) == x(all, spica::range(0, 1))), {6, 4},
                               [](const Index& i) { return i[1] == 0; }));
}

TEST(Comparison, TruthCanBeCountedAndCombined) {
  const auto x = spica::arange<double>(cpu(), 10);
  EXPECT_EQ(item(spica::sum(x > 6.5)), 3);
  EXPECT_EQ(item(spica::sum((x > 2.0) * (x < 5.0))), 2);
  EXPECT_TRUE(item((one(1.0) < 2.0) + (one(1.0) > 2.0)));
  EXPECT_FALSE(item((one(1.0) < 2.0) == false));
}

TEST(Comparison, WhereChoosesElementByElement) {
  const auto x = array<double>(cpu(), {1, -2, 3, nan});
  EXPECT_TRUE(matches(Array(where(x > 0.0, x, -x)), {4}, {1, 2, 3, nan}));
  EXPECT_TRUE(matches(Array(where(x > 0.0, x, 0)), {4}, {1, 0, 3, 0}));
  EXPECT_EQ(item(where(one(false), 0.5, one(-2.0))), -2.0);
  EXPECT_EQ(item(where(one(false), 1, 2.5)), 2.5);
}

TEST(Comparison, WhereBroadcastsItsThreeOperands) {
  const auto column = array<bool, 2>(cpu(), {{true}, {false}});
  const auto row = array<double>(cpu(), {1, 2, 3});
  EXPECT_TRUE(matches(Array(where(column, row, 10.0 * row)), {2, 3}, {1, 2, 3, 10, 20, 30}));
  EXPECT_EQ(where(spica::zeros<bool>(cpu(), 0, 1), row, 1.0).shape(), spica::shape(0, 3));
}

TEST(Comparison, WhereTakesAnyNumberAsCondition) {
  EXPECT_EQ(item(where(one(2), 1, 0)), 1);
  EXPECT_EQ(item(where(one(0.0), 1, 0)), 0);
  EXPECT_EQ(item(where(one(nan), 1, 0)), 1);
}

TEST(Comparison, WhereNeverComputesWithWhatItDoesNotChoose) {
  EXPECT_EQ(item(where(one(true), one(1.0), one(nan))), 1.0);
  EXPECT_EQ(item(where(one(false), one(inf), one(2.0))), 2.0);
}

TEST(Comparison, WhereHasTheTypeOfItsChoices) {
  const auto yes = one(true);
  static_assert(std::is_same_v<decltype(where(yes, one(1.0F), 0.0))::value_type, float>);
  static_assert(std::is_same_v<decltype(where(yes, one(1), 0.0))::value_type, double>);
  static_assert(std::is_same_v<decltype(where(yes, one(1.0F), one(1.0)))::value_type, double>);
  static_assert(std::is_same_v<decltype(where(yes, 1, 2))::value_type, int>);
  static_assert(std::is_same_v<decltype(where(yes, 1, 2.0F))::value_type, float>);
  EXPECT_EQ(item(where(yes, one(1), 0.5)), 1.0);
}

TEST(Comparison, OperandsAreNamedInTheOrderInWhichTheyAreWritten) {
  const auto a = spica::ones<double>(cpu(), 2, 3);
  const auto b = spica::ones<double>(cpu(), 4);
  const std::string rule =
      " shapes cannot be broadcast together: A is [2, 3], B is [4]; counted from the last axis, "
      "extents must be equal or 1";
  EXPECT_EQ(message_of<spica::ShapeError>([&] { static_cast<void>(a < b); }), "spica::operator<:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { static_cast<void>(a <= b); }), "spica::operator<=:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { static_cast<void>(a > b); }), "spica::operator>:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { static_cast<void>(a >= b); }), "spica::operator>=:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { static_cast<void>(a == b); }), "spica::operator==:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { static_cast<void>(a != b); }), "spica::operator!=:" + rule);
  EXPECT_EQ(
      message_of<spica::ShapeError>([&] { where(a > 0.0, a, b); }),
      "spica::where: shapes cannot be broadcast together: A is [2, 3], B is [2, 3], C is [4]; counted from the last "
      "axis, extents must be equal or 1");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { where(a > 0.0, 1.0, b); }), "spica::where:" + rule);
}

TEST(Comparison, DevicesOfDifferentNumbersAreNamed) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  const auto a = spica::ones<double>(cpu(0), 2);
  const auto b = spica::ones<double>(cpu(1), 2);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { static_cast<void>(a > b); }),
            "spica::operator>: operands are on different devices: A is on cpu(0), B on cpu(1); write spica::copy(B, "
            "A.device())");
  EXPECT_EQ(message_of<spica::DeviceError>([&] { where(a > 0.0, a, b); }),
            "spica::where: operands are on different devices: A is on cpu(0), C on cpu(1); write spica::copy(C, "
            "A.device())");
  EXPECT_EQ(message_of<spica::DeviceError>([&] { where(a > 0.0, 1.0, b); }),
            "spica::where: operands are on different devices: A is on cpu(0), B on cpu(1); write spica::copy(B, "
            "A.device())");
}

}  // namespace
