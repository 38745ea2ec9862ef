// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// prod, mean, min, argmin, any, all and count_nonzero: what each computes.
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using spica::array;
using spica::cpu;
using spica::test::matches;
using spica::test::message_of;
using C = Kokkos::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Prod, MultipliesInTheWiderType) {
  EXPECT_EQ(item(prod(array<double>(cpu(), {2, 3, -4}))), -24);
  EXPECT_EQ(item(prod(array<float>(cpu(), {1e30F, 1e30F, 1e-30F, 1e-30F}))), 1.0F);
  const auto wide = prod(array<std::int8_t>(cpu(), {100, 100, 100}));
  static_assert(std::is_same_v<decltype(wide)::value_type, std::int64_t>);
  EXPECT_EQ(item(wide), 1000000);
  EXPECT_EQ(item(prod(spica::full<std::uint64_t>(cpu(), 2, 64))), 0U) << "modulo 2^64";
  const auto turn = prod(array<C>(cpu(), {C(0, 1), C(0, 1), C(2, 0)}));
  EXPECT_EQ(item(turn), C(-2, 0));
}

TEST(Prod, RED_01_OfNothingIsOne) {
  EXPECT_EQ(item(prod(spica::zeros<float>(cpu(), 0))), 1.0F);
  EXPECT_TRUE(matches(prod(spica::zeros<double>(cpu(), 2, 0), 1), {2}, {1, 1}));
}

TEST(Mean, RED_09_OfIntegersIsExactAndDouble) {
  const auto a = mean(spica::full<std::int16_t>(cpu(), 16000, 100));
  static_assert(std::is_same_v<decltype(a)::value_type, double>);
  EXPECT_EQ(item(a), 16000);
  EXPECT_EQ(item(mean(array<std::int32_t>(cpu(), {2147483647, 2147483647}))), 2147483647.0);
  EXPECT_EQ(item(mean(array<int>(cpu(), {1, 2}))), 1.5);
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(item(mean(array<std::int64_t>(cpu(), {most, most, most}))), 9223372036854775808.0);
  constexpr auto most_unsigned = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(item(mean(array<std::uint64_t>(cpu(), {most_unsigned, most_unsigned}))), 18446744073709551616.0);
  EXPECT_EQ(item(mean(array<bool>(cpu(), {true, false, false, false}))), 0.25);
}

TEST(Mean, OfFloatsDoesNotOverflowAndIsRoundedOnce) {
  const auto a = mean(array<float>(cpu(), {3e38F, 3e38F, 3e38F}));
  static_assert(std::is_same_v<decltype(a)::value_type, float>);
  EXPECT_EQ(item(a), 3e38F);
  EXPECT_EQ(item(mean(spica::full<float>(cpu(), 0.1F, 1000000))), 0.1F);
  EXPECT_TRUE(matches(mean(array<double>(cpu(), {{1, 2}, {4, 8}}), 0), {2}, {2.5, 5}));
  EXPECT_EQ(item(mean(array<C>(cpu(), {C(1, 2), C(3, -4)}))), C(2, -1));
}

TEST(Mean, RED_01_OfNothingIsNan) {
  EXPECT_TRUE(std::isnan(item(mean(spica::zeros<float>(cpu(), 0)))));
  EXPECT_TRUE(std::isnan(item(mean(spica::zeros<int>(cpu(), 0)))));
  EXPECT_TRUE(matches(mean(spica::zeros<double>(cpu(), 2, 0), 1), {2}, {nan, nan}));
}

TEST(Min, RED_03_NanIsTheSmallest) {
  EXPECT_EQ(item(min(array<double>(cpu(), {3, -inf, 1}))), -inf);
  for (const auto& x :
       {array<double>(cpu(), {1, 2, nan}), array<double>(cpu(), {nan, 1, 2}), array<double>(cpu(), {nan, nan, nan})}) {
    EXPECT_TRUE(std::isnan(item(min(x))));
  }
  for (const std::int64_t at : {0, 500000, 999999}) {
    const auto x = spica::ones<float>(cpu(), 1000000);
    spica::assign(x(at), std::numeric_limits<float>::quiet_NaN());
    EXPECT_TRUE(std::isnan(item(min(x))));
    EXPECT_EQ(item(argmin(x)), at);
  }
  EXPECT_EQ(item(min(spica::full<double>(cpu(), inf, 100))), inf);
  EXPECT_EQ(item(min(spica::full<std::uint8_t>(cpu(), 255, 100))), 255);
}

TEST(Argmin, RED_04_RED_05_IsTheLowestIndexAndTheFirstNan) {
  EXPECT_EQ(item(argmin(array<int>(cpu(), {5, 1, 1, 3}))), 1);
  EXPECT_EQ(item(argmin(array<double>(cpu(), {0.0, -0.0}))), 0);
  EXPECT_EQ(item(argmin(array<double>(cpu(), {1, nan, 0, nan}))), 1);
  EXPECT_EQ(item(argmin(spica::full<double>(cpu(), inf, 70000))), 0);
  EXPECT_TRUE(matches(argmin(array<bool>(cpu(), {{true, false}, {true, true}}), 1), {2}, {1, 0}));
}

TEST(AnyAll, AreOfWhatIsNotZero) {
  const auto X = array<double>(cpu(), {{0, nan}, {0, 0}, {1, -2}});
  EXPECT_TRUE(matches(any(X, 1), {3}, {true, false, true}));
  EXPECT_TRUE(matches(spica::all(X, 1), {3}, {false, false, true}));
  EXPECT_TRUE(matches(count_nonzero(X, 0), {2}, {1, 2}));
  EXPECT_TRUE(item(any(X)));
  EXPECT_FALSE(item(spica::all(X)));
  EXPECT_EQ(item(count_nonzero(X)), 3);
  EXPECT_FALSE(item(any(spica::zeros<int>(cpu(), 1000))));
  EXPECT_TRUE(item(spica::all(spica::ones<bool>(cpu(), 1000))));
  EXPECT_TRUE(item(any(array<C>(cpu(), {C(0, 0), C(0, 1)}))));
  EXPECT_EQ(item(count_nonzero(spica::ones<std::int8_t>(cpu(), 300, 300))), 90000);
}

TEST(AnyAll, OfNothing) {
  const auto none = spica::zeros<float>(cpu(), 0);
  EXPECT_FALSE(item(any(none)));
  EXPECT_TRUE(item(spica::all(none)));
  EXPECT_EQ(item(count_nonzero(none)), 0);
  EXPECT_EQ(message_of<spica::ValueError>([&] { argmin(none); }),
            "spica::argmin: an array of shape [0] has nothing to choose from; the reduced extent must be at least 1");
}

}  // namespace
