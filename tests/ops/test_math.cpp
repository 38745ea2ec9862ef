// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of exp, log, tanh and sqrt are NumPy's (1.24), printed with repr.
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using spica::array;
using spica::Array;
using spica::cpu;
using spica::maximum;
using spica::minimum;
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

/// Within two units in the last place.
template <class Source>
void expect_near(const Source& source, const std::vector<double>& expected) {
  const auto got = spica::test::elements(Array(source));
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], expected[i], 2 * std::numeric_limits<double>::epsilon() * std::fabs(expected[i])) << "at " << i;
  }
}

TEST(Math, ExpAndTanhEqualNumPy) {
  const auto x = array<double>(cpu(), {-745.2, -10.0, -0.5, 0.0, 1e-10, 0.5, 1.0, 10.0, 709.7});
  expect_near(exp(x), {0.0, 4.5399929762484854e-05, 0.6065306597126334, 1.0, 1.0000000001, 1.6487212707001282,
                       2.718281828459045, 22026.465794806718, 1.6549840276802644e+308});
  expect_near(tanh(x), {-1.0, -0.9999999958776927, -0.46211715726000974, 0.0, 1e-10, 0.46211715726000974,
                        0.7615941559557649, 0.9999999958776927, 1.0});
}

TEST(Math, LogAndSqrtEqualNumPy) {
  const auto x = array<double>(cpu(), {5e-324, 1e-300, 0.1, 0.5, 1.0, 2.0, 10.0, 1e308});
  expect_near(log(x), {-744.4400719213812, -690.7755278982137, -2.3025850929940455, -0.6931471805599453, 0.0,
                       0.6931471805599453, 2.3025850929940455, 709.1962086421661});
  EXPECT_TRUE(matches(Array(sqrt(x)), {8},
                      {2.2227587494850775e-162, 1e-150, 0.31622776601683794, 0.7071067811865476, 1.0,
                       1.4142135623730951, 3.1622776601683795, 1e+154}));
}

TEST(Math, FloatStaysFloat) {
  static_assert(std::is_same_v<decltype(exp(one(1.0F)))::value_type, float>);
  EXPECT_FLOAT_EQ(item(exp(one(1.0F))), 2.718282F);
  EXPECT_FLOAT_EQ(item(tanh(one(0.5F))), 0.4621172F);
  EXPECT_FLOAT_EQ(item(log(one(10.0F))), 2.3025851F);
  EXPECT_EQ(item(sqrt(one(2.0F))), 1.4142135F);
  EXPECT_EQ(item(exp(one(89.0F))), std::numeric_limits<float>::infinity());
}

TEST(Math, IntegersBecomeDouble) {
  static_assert(std::is_same_v<decltype(exp(one(1)))::value_type, double>);
  static_assert(std::is_same_v<decltype(sqrt(one(true)))::value_type, double>);
  EXPECT_DOUBLE_EQ(item(exp(one(1))), 2.718281828459045);
  EXPECT_EQ(item(sqrt(one<std::uint8_t>(9))), 3.0);
  EXPECT_EQ(item(log(one(true))), 0.0);
}

TEST(Math, LimitsAndWhatHasNoValue) {
  EXPECT_EQ(item(exp(one(inf))), inf);
  EXPECT_EQ(item(exp(one(-inf))), 0.0);
  EXPECT_EQ(item(exp(one(710.0))), inf);
  EXPECT_EQ(item(log(one(0.0))), -inf);
  EXPECT_TRUE(std::isnan(item(log(one(-1.0)))));
  EXPECT_EQ(item(log(one(inf))), inf);
  EXPECT_EQ(item(tanh(one(inf))), 1.0);
  EXPECT_EQ(item(tanh(one(-inf))), -1.0);
  EXPECT_TRUE(std::isnan(item(sqrt(one(-1.0)))));
  EXPECT_TRUE(std::signbit(item(sqrt(one(-0.0)))));
  for (const double value : {item(exp(one(nan))), item(log(one(nan))), item(tanh(one(nan))), item(sqrt(one(nan)))}) {
    EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Math, ALongExpressionEqualsALoop) {
  const auto x = spica::linspace<double>(cpu(), 0.5, 2.0, 20000);
  const auto value = [](const Index& i) {
    const double x_i = i[0] + 1 == 20000 ? 2.0 : 0.5 + static_cast<double>(i[0]) * (1.5 / 19999.0);
    return std::tanh(std::log(x_i)) * std::exp(-x_i) + std::sqrt(x_i);
  };
  EXPECT_TRUE(matches_function(Array(tanh(log(x)) * exp(-x) + sqrt(x)), {20000}, value, 1e-14));
}

TEST(Math, BRO_09_MaximumAndMinimumKeepNanWhateverTheOrder) {
  EXPECT_TRUE(std::isnan(item(maximum(one(nan), one(3.0)))));
  EXPECT_TRUE(std::isnan(item(maximum(one(3.0), one(nan)))));
  EXPECT_TRUE(std::isnan(item(minimum(one(nan), one(3.0)))));
  EXPECT_TRUE(std::isnan(item(minimum(one(3.0), one(nan)))));
  EXPECT_TRUE(std::isnan(item(maximum(one(nan), 0.0))));
  EXPECT_TRUE(std::isnan(item(maximum(0.0, one(nan)))));
  EXPECT_TRUE(std::isnan(item(maximum(one(1.0), nan))));
  EXPECT_TRUE(std::isnan(item(maximum(one(nan), one(nan)))));
  EXPECT_TRUE(std::isnan(item(maximum(one(-inf), one(std::numeric_limits<float>::quiet_NaN())))));
}

TEST(Math, BRO_09_NanIsKeptInLongRowsToo) {  // where the compiler uses vector instructions
  const auto x = spica::from_function<double>(cpu(), spica::shape(10000), [](std::int64_t i) {
    return i % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(i);
  });
  const auto y = spica::from_function<double>(cpu(), spica::shape(10000), [](std::int64_t i) {
    return i % 5 == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(10000 - i);
  });
  const auto expected = [](double a, double b, bool larger) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    return larger ? std::fmax(a, b) : std::fmin(a, b);
  };
  const auto a = [](const Index& i) { return i[0] % 3 == 0 ? nan : static_cast<double>(i[0]); };
  const auto b = [](const Index& i) { return i[0] % 5 == 0 ? nan : static_cast<double>(10000 - i[0]); };
  EXPECT_TRUE(
      matches_function(Array(maximum(x, y)), {10000}, [&](const Index& i) { return expected(a(i), b(i), true); }));
  EXPECT_TRUE(
      matches_function(Array(minimum(x, y)), {10000}, [&](const Index& i) { return expected(a(i), b(i), false); }));
}

TEST(Math, MaximumAndMinimumOfNumbers) {
  EXPECT_TRUE(matches(Array(maximum(array<double>(cpu(), {-1, 0, 2}), 0)), {3}, {0, 0, 2}));
  EXPECT_EQ(item(maximum(one(-inf), one(-1.0))), -1.0);
  EXPECT_EQ(item(minimum(one(inf), one(1))), 1.0);
  EXPECT_EQ(item(maximum(one(3), 5)), 5);
  EXPECT_EQ(item(maximum(one(3), 3.5)), 3.5);
  EXPECT_EQ(item(minimum(one<std::uint8_t>(3), one<std::uint8_t>(200))), 3);
  EXPECT_EQ(item(maximum(one(false), one(true))), true);
}

TEST(Math, MaximumAndMinimumOfSignedAndUnsignedGoByValue) {
  const auto a = one<std::int64_t>(-1);
  const auto b = one<std::uint32_t>(5);
  EXPECT_EQ(item(maximum(a, b)), 5);
  EXPECT_EQ(item(minimum(b, a)), -1);
  EXPECT_EQ(item(minimum(one<std::int8_t>(-1), one(true))), -1);
  EXPECT_EQ(item(minimum(one<std::uint64_t>(5), one(-1.5))), -1.5);
}

TEST(Math, TheFunctionIsNamedWhereOperandsDoNotFit) {
  const auto a = spica::ones<double>(cpu(), 2);
  const auto b = spica::ones<double>(cpu(), 3);
  const std::string rule =
      " shapes cannot be broadcast together: A is [2], B is [3]; counted from the last axis, extents must be equal or "
      "1";
  EXPECT_EQ(message_of<spica::ShapeError>([&] { maximum(a, b); }), "spica::maximum:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { minimum(a, b); }), "spica::minimum:" + rule);
  EXPECT_EQ(message_of<spica::ValueError>([&] { maximum(one<std::int8_t>(1), 1000); }),
            "spica::maximum: 1000 does not fit the array's type int8; write spica::cast to a wider type first");
}

template <class Space>
class MathOn : public ::testing::Test {};
TYPED_TEST_SUITE(MathOn, spica::test::as_test_types<spica::test::Spaces>::type, );

/// Written for devices too: no call of the standard library in a kernel.
template <class Space>
void compare_functions() {
  const spica::Device<Space> device;
  const auto x = spica::arange<float>(device, 1, 1001);
  EXPECT_TRUE(matches_function(
      Array(exp(-x) + log(x)), {1000},
      [](const Index& i) {
        const float x_i = static_cast<float>(i[0] + 1);
        return std::exp(-x_i) + std::log(x_i);
      },
      2e-6));
}

TYPED_TEST(MathOn, EachSpaceEqualsTheStandardLibrary) { compare_functions<TypeParam>(); }

}  // namespace
