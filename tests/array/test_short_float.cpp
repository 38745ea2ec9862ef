// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/short_float.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <type_traits>

namespace {

using spica::bfloat16;
using spica::float16;

/// The number that 16 bits mean, from the definition of the format.
double meaning(unsigned bits, int fraction_bits) {
  const unsigned exponent_bits = 15U - static_cast<unsigned>(fraction_bits);
  const unsigned largest = (1U << exponent_bits) - 1;
  const int bias = static_cast<int>(largest / 2);
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  const unsigned exponent = bits >> fraction_bits & largest;
  const double fraction = std::ldexp(static_cast<double>(bits & ((1U << fraction_bits) - 1)), -fraction_bits);
  if (exponent == largest) return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias);
  return sign * std::ldexp(1 + fraction, static_cast<int>(exponent) - bias);
}

/// All finite magnitudes with their bits, and behind them the first that no longer rounds to one.
class Rounding {
 public:
  explicit Rounding(int fraction_bits) {
    unsigned bits = 0;
    for (; std::isfinite(meaning(bits, fraction_bits)); ++bits) finite_[meaning(bits, fraction_bits)] = bits;
    infinite_ = bits;
    const double last = meaning(bits - 1, fraction_bits);
    finite_[last + (last - meaning(bits - 2, fraction_bits))] = bits;
  }

  /// The bits of the magnitude nearest to `value` >= 0; of two as near, the even one.
  unsigned nearest(double value) const {
    const auto above = finite_.lower_bound(value);
    if (above == finite_.end()) return infinite_;
    if (above->first == value) return above->second;
    const auto below = std::prev(above);
    const double up = above->first - value;
    const double down = value - below->first;
    if (up == down) return above->second % 2 == 0 ? above->second : below->second;
    return up < down ? above->second : below->second;
  }
  const std::map<double, unsigned>& finite() const { return finite_; }

 private:
  std::map<double, unsigned> finite_;
  unsigned infinite_ = 0;
};

template <class T>
struct ShortFloat : testing::Test {
  static constexpr int fraction_bits = std::is_same_v<T, float16> ? 10 : 7;
};
using Formats = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(ShortFloat, Formats, );

TYPED_TEST(ShortFloat, IsAsLargeAsItsBitsAndPlain) {
  EXPECT_EQ(sizeof(TypeParam), 2U);
  EXPECT_TRUE(std::is_trivial_v<TypeParam>);
  EXPECT_FALSE((std::is_convertible_v<float, TypeParam>));
}

TYPED_TEST(ShortFloat, EveryNumberIsReadAsTheFormatSays) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto number = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
    const double expected = meaning(bits, this->fraction_bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(float(number))) << bits;
    } else {
      ASSERT_EQ(double(number), expected) << bits;
      ASSERT_EQ(std::signbit(float(number)), std::signbit(expected)) << bits;
    }
  }
}

TYPED_TEST(ShortFloat, EveryNumberSurvivesTheWayThroughFloat) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto number = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
    const TypeParam back(static_cast<float>(number));
    if (std::isnan(float(number))) {
      ASSERT_TRUE(std::isnan(float(back))) << bits;
      ASSERT_EQ(back.bits() & 0x8000U, bits & 0x8000U) << bits;
    } else {
      ASSERT_EQ(back.bits(), bits);
    }
  }
}

TYPED_TEST(ShortFloat, RoundsToTheNearestAndTiesToEven) {
  const Rounding reference(this->fraction_bits);
  const auto check = [&](double value) {
    ASSERT_EQ(TypeParam(value).bits(), reference.nearest(value)) << value;
    ASSERT_EQ(TypeParam(-value).bits(), reference.nearest(value) | 0x8000U) << -value;
    if (static_cast<double>(static_cast<float>(value)) == value) {
      ASSERT_EQ(TypeParam(static_cast<float>(value)).bits(), reference.nearest(value)) << value;
    }
  };
  double before = 0;
  for (const auto& entry : reference.finite()) {  // each number, each middle, and what lies closest to the middle
    const double middle = before + (entry.first - before) / 2;
    for (const double value : {entry.first, middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)}) {
      check(value);
    }
    check(static_cast<double>(std::nextafterf(static_cast<float>(middle), 0.0F)));
    check(static_cast<double>(std::nextafterf(static_cast<float>(middle), std::numeric_limits<float>::max())));
    before = entry.first;
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 100000; ++i) {
    check(std::ldexp(std::uniform_real_distribution<double>(0, 1)(random),
                     std::uniform_int_distribution<int>(-160, 140)(random)));
  }
}

TYPED_TEST(ShortFloat, WholeNumbersAreRoundedOnce) {
  const Rounding reference(this->fraction_bits);
  // Where 2^k + 2^(k - fraction_bits - 1) is in the middle of two numbers, one more must round up.
  for (int k = 12; k < 62; ++k) {
    const std::int64_t middle = (std::int64_t{1} << k) + (std::int64_t{1} << (k - this->fraction_bits - 1));
    const bool fits = k < 16 || this->fraction_bits == 7;
    const unsigned low = reference.nearest(std::ldexp(1.0, k));
    const unsigned expected_up = fits ? low + 1 : low;
    EXPECT_EQ(TypeParam(middle).bits(), fits ? low + low % 2 : low) << k;
    EXPECT_EQ(TypeParam(middle + 1).bits(), expected_up) << k;
    EXPECT_EQ(TypeParam(middle - 1).bits(), low) << k;
    EXPECT_EQ(TypeParam(-middle - 1).bits(), expected_up | 0x8000U) << k;
    EXPECT_EQ(TypeParam(static_cast<std::uint64_t>(middle) + 1).bits(), expected_up) << k;
  }
  EXPECT_EQ(float(TypeParam(5U)), 5.0F);
  EXPECT_EQ(float(TypeParam(std::uint64_t{5})), 5.0F);
  EXPECT_EQ(float(TypeParam(std::int64_t{-5})), -5.0F);
  EXPECT_EQ(float(TypeParam(true)), 1.0F);
}

TYPED_TEST(ShortFloat, InfinityStaysAndNanStaysNan) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(float(TypeParam(infinity)), infinity);
  EXPECT_EQ(float(TypeParam(-infinity)), -infinity);
  EXPECT_EQ(float(TypeParam(1e300)), infinity);
  EXPECT_EQ(float(TypeParam(-1e300)), -infinity);
  EXPECT_TRUE(std::isnan(float(TypeParam(std::numeric_limits<float>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(float(TypeParam(std::numeric_limits<double>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(float(TypeParam(std::numeric_limits<float>::signaling_NaN()))));
}

TYPED_TEST(ShortFloat, ComputesAsFloat) {
  TypeParam x(1.5);
  EXPECT_TRUE((std::is_same_v<decltype(x + x), float>));
  x += 2.0F;
  EXPECT_EQ(float(x), 3.5F);
  x -= 0.5F;
  x *= 4.0F;
  x /= 3.0F;
  EXPECT_EQ(float(x), 4.0F);
  x = 0.25;
  EXPECT_TRUE(x == 0.25F && x < 1 && -x == -0.25F);
}

TEST(ShortFloat16, HasThePublishedBits) {  // IEEE 754-2019, 3.6, and the examples of NumPy's float16
  EXPECT_EQ(float16(1.0).bits(), 0x3c00);
  EXPECT_EQ(float16(-2.0).bits(), 0xc000);
  EXPECT_EQ(float16(65504.0).bits(), 0x7bff);
  EXPECT_EQ(float16(65519.996).bits(), 0x7bff);
  EXPECT_EQ(float16(65520.0).bits(), 0x7c00);
  EXPECT_EQ(float16(0x1p-24).bits(), 0x0001);
  EXPECT_EQ(float16(0x1p-25).bits(), 0x0000);
  EXPECT_EQ(float16(0x1p-14).bits(), 0x0400);
  EXPECT_EQ(float16(1.0 / 3).bits(), 0x3555);
}

TEST(ShortBfloat16, IsTheUpperHalfOfAFloat) {
  EXPECT_EQ(bfloat16(1.0).bits(), 0x3f80);
  EXPECT_EQ(bfloat16(3.14159274F).bits(), 0x4049);
  EXPECT_EQ(bfloat16(std::numeric_limits<float>::max()).bits(), 0x7f80);
  EXPECT_EQ(bfloat16(0x1p-133).bits(), 0x0001);
}

}  // namespace
