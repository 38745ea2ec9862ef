// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using spica::array;
using spica::Array;
using spica::assign;
using spica::cpu;
using spica::shape;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

// ---- against a loop --------------------------------------------------------------------------------------------

/// Elements 0, 1, 2, ... of `numbered`, and others, in arrays with sentinels around them.
template <class T, class Space, class Layout, int Rank>
class Operands {
 public:
  explicit Operands(const spica::Shape<Rank>& extents)
      : index_shape(extents.begin(), extents.end()),
        x_(spica::test::numbers<T>(spica::test::count_of(index_shape))),
        y_(x_),
        a(spica::Device<Space>(), extents, x_),
        b(spica::Device<Space>(), extents, others(y_)) {}

  /// `result` against f(x, y), element by element.
  template <class Result, class F>
  void expect(const Result& result, const F& f) const {
    EXPECT_TRUE(matches_function(Array(result), index_shape, [&](const Index& index) {
      const std::size_t i = spica::test::position_of(index, index_shape);
      return f(x_[i], y_[i]);
    }));
  }

  const Index index_shape;

 private:
  static const std::vector<T>& others(std::vector<T>& values) {
    for (T& value : values) value = static_cast<T>(value * T(2) + T(1));
    return values;
  }

  std::vector<T> x_;
  std::vector<T> y_;

 public:
  const Guarded<T, Rank, Space, Layout> a;
  const Guarded<T, Rank, Space, Kokkos::LayoutRight> b;
};

template <class T, class Space, std::size_t N>
void compare_sums(const std::array<std::int64_t, N>& extents) {
  constexpr int Rank = static_cast<int>(N);
  const auto sum = [](T x, T y) { return static_cast<T>(x + y); };
  const Operands<T, Space, Kokkos::LayoutRight, Rank> right(extents);
  right.expect(right.a.array() + right.b.array(), sum);
  const Operands<T, Space, Kokkos::LayoutLeft, Rank> left(extents);
  left.expect(left.a.array() + left.b.array(), sum);
  const Operands<T, Space, Kokkos::LayoutStride, Rank> stride(extents);
  stride.expect(stride.a.array() + left.a.array(), [](T x, T) { return static_cast<T>(x + x); });
  assign(stride.a.array(), left.a.array() + right.b.array());
  assign(left.a.array(), left.a.array() + right.b.array());
  stride.expect(stride.a.array(), sum);
  left.expect(left.a.array(), sum);
  EXPECT_TRUE(stride.a.surroundings_untouched());
  EXPECT_TRUE(left.a.surroundings_untouched());
}

TEST(Arithmetic, EveryLayoutAndSizeEqualsALoop) {
  using Space = spica::detail::HostSpace;
  for (const auto& extents : {shape(3, 5), shape(0, 3), shape(3, 0), shape(1, 1), shape(1, 20000), shape(300, 65)}) {
    compare_sums<float, Space>(extents);
  }
  for (const std::int64_t n : {0, 1, 7, 8191, 8192, 8193, 30000}) compare_sums<float, Space>(shape(n, 1));
}

/// The other spaces run the same code: one kind of array is enough.
template <class Space>
class ArithmeticOn : public ::testing::Test {};
TYPED_TEST_SUITE(ArithmeticOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(ArithmeticOn, EachSpaceEqualsALoop) {
  const spica::Device<TypeParam> device;
  const auto x = spica::arange<float>(device, 30000);
  EXPECT_TRUE(matches_function(Array(x + x * 2.0F), {30000}, [](const Index& i) { return 3 * i[0]; }));
}

TEST(Arithmetic, OtherRanksEqualALoop) { compare_sums<double, spica::detail::HostSpace>(shape(2, 3, 1, 5)); }

template <class T>
void compare_operators() {
  const Operands<T, spica::detail::HostSpace, Kokkos::LayoutRight, 1> operands(shape(131));
  const auto x = operands.a.array();
  const auto y = operands.b.array();
  operands.expect(y - x, [](T a, T b) { return static_cast<T>(b - a); });
  operands.expect(x * y, [](T a, T b) { return static_cast<T>(a * b); });
  operands.expect(x / y, [](T a, T b) { return a / b; });
  operands.expect(-x, [](T a, T) { return static_cast<T>(T(0) - a); });
}

TEST(Arithmetic, EveryOperatorEqualsALoop) {
  compare_operators<float>();
  const Operands<std::int32_t, spica::detail::HostSpace, Kokkos::LayoutRight, 1> whole(shape(131));
  whole.expect(whole.a.array() * whole.b.array(), [](int a, int b) { return a * b; });
  whole.expect(whole.a.array() / whole.b.array(), [](double a, double b) { return a / b; });
}

// ---- numbers ---------------------------------------------------------------------------------------------------

/// An array of rank 0.
template <class T>
auto one(T value) {
  return spica::full<T>(cpu(), value);
}

TEST(Arithmetic, IntegersWrapAround) {
  const auto u16 = one<std::uint16_t>(65535);
  EXPECT_EQ(item(u16 * u16), 1);
  EXPECT_EQ(item(u16 + 1), 0);
  const auto i8 = one<std::int8_t>(-128);
  EXPECT_EQ(item(-i8), -128);
  EXPECT_EQ(item(i8 - 1), 127);
  const auto i32 = one<std::int32_t>(2147483647);
  EXPECT_EQ(item(i32 + 1), -2147483647 - 1);
  EXPECT_EQ(item(i32 * i32), 1);
  const auto i64 = one(std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(item(-i64), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(item(i64 - 1), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(item(-one<std::uint8_t>(1)), 255);
}

TEST(Arithmetic, NanAndInfinityFollowIeee) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(item(one(1.0) / 0.0), inf);
  EXPECT_EQ(item(one(-1.0) / 0), -inf);
  EXPECT_TRUE(std::isnan(item(one(0.0) / 0.0)));
  EXPECT_TRUE(std::isnan(item(one(inf) - inf)));
  EXPECT_TRUE(std::isnan(item(one(inf) * 0)));
  EXPECT_EQ(item(one(1) / one(0)), inf);
  EXPECT_TRUE(std::isnan(item(one(0) / one(0))));
}

TEST(Arithmetic, ComplexNumbers) {
  using C = Kokkos::complex<double>;
  const auto x = one(C(1, 2));
  const auto y = one(C(3, -1));
  EXPECT_EQ(item(x + y), C(4, 1));
  EXPECT_EQ(item(x - y), C(-2, 3));
  EXPECT_EQ(item(x * y), C(5, 5));
  EXPECT_EQ(item(-x), C(-1, -2));
  const C quotient = item(x / y);
  EXPECT_NEAR(quotient.real(), 0.1, 1e-16);
  EXPECT_NEAR(quotient.imag(), 0.7, 2e-16);
}

TEST(Arithmetic, ALargeWholeNumberStaysExactAmongIntegers) {
  const auto x = one<std::int64_t>(9007199254740993);
  EXPECT_EQ(item(x + 0), 9007199254740993);
  EXPECT_EQ(item(x / 1), 9007199254740992.0);
}

TEST(Arithmetic, RankZeroCombinesWithEverything) {
  const auto two = one(2.0F);
  EXPECT_EQ(item(two * two + 1), 5.0F);
  EXPECT_TRUE(matches(Array(two + array<float>(cpu(), {1, 2})), {2}, {3, 4}));
  two += two;
  EXPECT_EQ(item(two), 4.0F);
}

// ---- messages --------------------------------------------------------------------------------------------------

TEST(Arithmetic, ShapesThatDoNotFitAreNamed) {
  const auto a = spica::ones<float>(cpu(), 2, 3);
  const auto b = spica::ones<float>(cpu(), 4);
  const auto rule = std::string(
      " shapes cannot be broadcast together: A is [2, 3], B is [4]; counted from the last axis, extents must be equal "
      "or 1");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { a + b; }), "spica::operator+:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { a - b; }), "spica::operator-:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { a* b; }), "spica::operator*:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { a / b; }), "spica::operator/:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { a += b; }), "spica::operator+:" + rule);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { (a + 1.0F) * (2.0F - b); }), "spica::operator*:" + rule);
}

TEST(Arithmetic, AnArrayThatHoldsNothingIsNamed) {
  const Array<float, 0> nothing;
  EXPECT_EQ(message_of<spica::ValueError>([&] { Array(nothing + 1.0F); }),
            "spica::Array::expression: an operand of rank 0 was default-constructed and holds no element");
}

TEST(Arithmetic, DevicesOfDifferentNumbersAreNamed) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  const auto a = spica::ones<float>(cpu(0), 2);
  const auto b = spica::ones<float>(cpu(1), 2);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { a + b; }),
            "spica::operator+: operands are on different devices: A is on cpu(0), B on cpu(1); write spica::copy(B, "
            "A.device())");
  EXPECT_EQ(message_of<spica::DeviceError>([&] { b*(a + 1.0F); }),
            "spica::operator*: operands are on different devices: A is on cpu(1), B on cpu(0); write spica::copy(B, "
            "A.device())");
  EXPECT_EQ(message_of<spica::DeviceError>([&] { a -= b; }),
            "spica::operator-: operands are on different devices: A is on cpu(0), B on cpu(1); write spica::copy(B, "
            "A.device())");
  EXPECT_TRUE(matches(a, {2}, {1, 1}));
  const Array sum = spica::copy(a, b.device()) + b;
  EXPECT_EQ(sum.device(), cpu(1));
  EXPECT_TRUE(matches(sum, {2}, {2, 2}));
}

}  // namespace
