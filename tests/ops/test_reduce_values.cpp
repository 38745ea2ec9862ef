// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using spica::array;
using spica::cpu;
using spica::range;
using spica::test::matches;
using spica::test::message_of;

const double inf = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

// ---- empty arrays ----------------------------------------------------------------------------------------------

TEST(ReduceEmpty, RED_01_TheSumOfNothingIsZero) {
  EXPECT_EQ(item(sum(spica::zeros<double>(cpu(), 0))), 0.0);
  EXPECT_EQ(item(sum(spica::zeros<double>(cpu(), 3, 0))), 0.0);
  EXPECT_EQ(item(sum(spica::Array<double, 1>())), 0.0);
  EXPECT_TRUE(matches(sum(spica::zeros<double>(cpu(), 2, 0, 3), 1), {2, 3}, {0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(matches(sum(spica::zeros<double>(cpu(), 0, 3), 0), {3}, {0, 0, 0}));
  EXPECT_TRUE(matches(sum(spica::zeros<double>(cpu(), 0, 3), 1), {0}, {}));
}

TEST(ReduceEmpty, RED_01_MaxAndArgmaxOfNothingAreErrors) {
  const auto none = spica::zeros<double>(cpu(), 0);
  const auto slab = spica::zeros<double>(cpu(), 2, 0, 3);
  const std::string rule = " has nothing to choose from; the reduced extent must be at least 1";
  EXPECT_EQ(message_of<spica::ValueError>([&] { max(none); }), "spica::max: an array of shape [0]" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { argmax(none); }), "spica::argmax: an array of shape [0]" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { max(slab, 1); }), "spica::max: an array of shape [2, 0, 3]" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { argmax(slab, 1); }),
            "spica::argmax: an array of shape [2, 0, 3]" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { max(slab); }), "spica::max: an array of shape [2, 0, 3]" + rule);
}

TEST(ReduceEmpty, AlongAnotherAxisTheResultIsEmpty) {
  const auto slab = spica::zeros<double>(cpu(), 2, 0, 3);
  EXPECT_TRUE(matches(max(slab, 0), {0, 3}, {}));
  EXPECT_TRUE(matches(argmax(slab, 2), {2, 0}, {}));
}

TEST(ReduceEmpty, AnAxisThatDoesNotExistIsNamed) {
  const auto x = spica::zeros<double>(cpu(), 2, 3);
  const std::string rule =
      " in an array of rank 2; axes are counted 0, 1, ... from the first, or -1, -2, ... from the last";
  EXPECT_EQ(message_of<spica::ValueError>([&] { sum(x, 2); }), "spica::sum: there is no axis 2" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { max(x, -3); }), "spica::max: there is no axis -3" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { argmax(x, 5); }), "spica::argmax: there is no axis 5" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { sum(x, std::int64_t(1) << 32); }),
            "spica::sum: there is no axis 4294967296" + rule)
      << "not axis 0, which its last 32 bits say";
}

TEST(ReduceEmpty, AnArrayThatHoldsNothingIsNamed) {
  const spica::Array<double, 0> nothing;
  EXPECT_EQ(message_of<spica::ValueError>([&] { sum(nothing); }),
            "spica::sum: an operand of rank 0 was default-constructed and holds no element");
}

// ---- NaN, infinities, ties -------------------------------------------------------------------------------------

TEST(ReduceOrder, RED_03_MaxKeepsNan) {
  EXPECT_TRUE(std::isnan(item(max(array<double>(cpu(), {1, 2, nan})))));
  EXPECT_TRUE(std::isnan(item(max(array<double>(cpu(), {nan, 1, 2})))));
  EXPECT_TRUE(std::isnan(item(max(array<double>(cpu(), {nan, nan})))));
  EXPECT_EQ(item(max(array<double>(cpu(), {-inf, -inf}))), -inf);
  EXPECT_EQ(item(max(array<double>(cpu(), {-3, -1, -2}))), -1.0);
  EXPECT_TRUE(matches(max(array<double>(cpu(), {{1, nan}, {nan, 2}, {3, 4}}), 1), {3}, {nan, nan, 4}));
  EXPECT_TRUE(matches(max(array<double>(cpu(), {{1, nan}, {0, 2}, {3, 4}}), 0), {2}, {3, nan}));
}

TEST(ReduceOrder, RED_03_OneNanAmongAMillionIsFound) {
  const auto ones = spica::ones<double>(cpu(), 1000000);
  for (const std::int64_t at : {0, 500000, 999999}) {
    spica::assign(ones, 1.0);
    spica::assign(ones(at), nan);
    EXPECT_TRUE(std::isnan(item(max(ones)))) << at;
    EXPECT_EQ(item(argmax(ones)), at);
    EXPECT_TRUE(std::isnan(item(max(ones, 0)))) << at;
  }
}

TEST(ReduceOrder, RED_04_TheFirstOfEqualMaximaIsTaken) {
  EXPECT_EQ(item(argmax(array<double>(cpu(), {1, 5, 5, 3}))), 1);
  EXPECT_EQ(item(argmax(spica::zeros<double>(cpu(), 10))), 0);
  const auto x = spica::zeros<double>(cpu(), 512);
  spica::assign(x(range(5, 257, 251)), 1.0);
  EXPECT_EQ(item(x(256)), 1.0);
  EXPECT_EQ(item(argmax(x)), 5);
  EXPECT_EQ(item(argmax(array<double>(cpu(), {-0.0, 0.0}))), 0);
  EXPECT_EQ(item(argmax(array<double>(cpu(), {0.0, -0.0}))), 0);
  EXPECT_TRUE(matches(argmax(array<double>(cpu(), {{1, 7}, {1, 7}, {0, 7}}), 0), {2}, {0, 0}));
}

TEST(ReduceOrder, RED_04_AMillionEqualValuesTwentyTimes) {
  const auto x = spica::full<double>(cpu(), 3.5, 1000000);
  for (int repeat = 0; repeat < 20; ++repeat) ASSERT_EQ(item(argmax(x)), 0);
}

TEST(ReduceOrder, RED_05_TheFirstNanIsTheLargest) {
  EXPECT_EQ(item(argmax(array<double>(cpu(), {1, nan, 3, nan}))), 1);
  EXPECT_EQ(item(argmax(array<double>(cpu(), {nan, nan}))), 0);
  EXPECT_EQ(item(argmax(array<double>(cpu(), {inf, nan}))), 1);
  EXPECT_TRUE(matches(argmax(array<double>(cpu(), {{1, nan}, {nan, 2}, {nan, nan}}), 0), {2}, {1, 0}));
}

TEST(ReduceOrder, TheIndexIsRowMajorWhateverTheLayout) {
  const auto x = array<double>(cpu(), {{1, 9, 2}, {9, 0, 3}});
  EXPECT_EQ(item(argmax(x)), 1);
  EXPECT_EQ(item(argmax(spica::transpose(x))), 1);            // [[1, 9], [9, 0], [2, 3]]
  EXPECT_EQ(item(argmax(x(spica::all, range(0, 3, 2)))), 2);  // [[1, 2], [9, 3]]
}

TEST(ReduceOrder, RED_12_APartIsReducedWithoutItsSurroundings) {
  const auto a = array<int>(cpu(), {-1, -1, -1, -1});
  EXPECT_EQ(item(sum(a(range(2, 3)))), -1);
  const auto M = spica::reshape(spica::arange<double>(cpu(), 25), 5, 5);
  const auto part = M(range(1, 4), range(1, 4));
  EXPECT_EQ(item(max(part)), 18.0);
  EXPECT_EQ(item(argmax(part)), 8);
  EXPECT_EQ(item(sum(part)), 108.0);
}

// ---- types -----------------------------------------------------------------------------------------------------

TEST(ReduceTypes, RED_09_IntegersAreSummedIn64Bits) {
  EXPECT_EQ(item(sum(spica::arange<std::int32_t>(cpu(), 100000))), 4999950000);
  const auto u32 = spica::full<std::uint32_t>(cpu(), 4294967295U, 3);
  static_assert(std::is_same_v<decltype(sum(u32))::value_type, std::uint64_t>);
  EXPECT_EQ(item(sum(u32)), 12884901885U);
  const auto i8 = array<std::int8_t, 2>(cpu(), {{100, 100}, {100, -128}});
  static_assert(std::is_same_v<decltype(sum(i8, 0))::value_type, std::int64_t>);
  EXPECT_TRUE(matches(sum(i8, 0), {2}, {200, -28}));
}

TEST(ReduceTypes, BoolsAreCounted) {
  const auto b = array<bool>(cpu(), {true, false, true});
  static_assert(std::is_same_v<decltype(sum(b))::value_type, std::int64_t>);
  EXPECT_EQ(item(sum(b)), 2);
  EXPECT_EQ(item(max(b)), true);
}

TEST(ReduceTypes, ASumThatDoesNotFit64BitsWrapsAround) {
  const auto x = spica::full<std::int64_t>(cpu(), std::numeric_limits<std::int64_t>::max(), 2);
  EXPECT_EQ(item(sum(x)), -2);
}

TEST(ReduceTypes, RealTypesStay) {
  static_assert(std::is_same_v<decltype(sum(spica::ones<float>(cpu(), 2)))::value_type, float>);
  static_assert(std::is_same_v<decltype(max(spica::ones<float>(cpu(), 2)))::value_type, float>);
  static_assert(std::is_same_v<decltype(sum(spica::ones<long double>(cpu(), 2)))::value_type, long double>);
  EXPECT_EQ(item(sum(spica::full<long double>(cpu(), 0.5L, 3))), 1.5L);
}

TEST(ReduceTypes, ComplexNumbersAreSummedByParts) {
  using C = Kokkos::complex<float>;
  const auto x = array<C, 2>(cpu(), {{C(1, 2), C(3, -4)}, {C(0, 1), C(5, 5)}});
  EXPECT_TRUE(matches(sum(x, 0), {2}, {C(1, 3), C(8, 1)}));
}

TEST(ReduceTypes, ConstElementsAreReduced) {
  const spica::Array<const float, 1, spica::detail::HostSpace> x(array<float>(cpu(), {1, 2}));
  EXPECT_EQ(item(sum(x)), 3.0F);
}

}  // namespace
