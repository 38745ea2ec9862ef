// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every expression has in common, shown with maps made here. The operators: tests/ops.
#include <spica/array/expression.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/assign.hpp>
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace {

using Host = spica::detail::HostSpace;
using spica::Array;
using spica::cpu;
using spica::Device;
using spica::shape;
using spica::detail::Constant;
using spica::detail::make_map;
using spica::test::elements;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

struct MultiplyAdd {
  KOKKOS_FUNCTION float operator()(float a, float b, float c) const { return 100 * a + 10 * b + c; }
};
struct Subtract {
  template <class A, class B>
  KOKKOS_FUNCTION auto operator()(A a, B b) const {
    return a - b;
  }
};

template <class A, class B>
auto subtract(const A& a, const B& b) {
  return make_map(Subtract(), "test::subtract", a, b);
}
template <class A, class B, class C>
auto multiply_add(const A& a, const B& b, const C& c) {
  return make_map(MultiplyAdd(), "test::multiply_add", a, b, c);
}

template <class Case>
class MapOf : public ::testing::Test {
 public:
  using Space = typename Case::space;

  /// Three leaves, the second of another layout, the third broadcast; compared with a loop over all indices.
  void check(const spica::Shape<2>& extents, const spica::Shape<2>& third) {
    const Device<Space> device;
    const Guarded<float, 2, Space, typename Case::layout> a(device, extents);
    const Guarded<float, 2, Space, Kokkos::LayoutLeft> b(device, extents);
    const Guarded<float, 2, Space, typename Case::layout> c(device, third);
    const auto va = elements(a.array());
    const auto vc = elements(c.array());
    const Array<float, 2, Space> result = multiply_add(a.array(), b.array(), c.array());
    const Index shape{extents[0], extents[1]};
    EXPECT_TRUE(matches_function(result, shape, [&](const Index& i) {
      const Index at{third[0] == 1 ? 0 : i[0], third[1] == 1 ? 0 : i[1]};
      const float value = va[spica::test::position_of(i, shape)];
      return 110 * value + vc[spica::test::position_of(at, {third[0], third[1]})];
    }));
  }
};
using MapOfCases = spica::test::Combinations<spica::test::Spaces, spica::test::List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(MapOf, MapOfCases, spica::test::CaseName);

TYPED_TEST(MapOf, ThreeOperandsOfAnyLayoutAndBroadcast) {
  for (const auto& third : {shape(5, 7), shape(1, 7), shape(5, 1), shape(1, 1)}) this->check({5, 7}, third);
  this->check({1, 1}, {1, 1});
  this->check({0, 3}, {1, 3});
  this->check({3, 9001}, {3, 1});
}

TYPED_TEST(MapOf, Nests) {
  const Device<typename TypeParam::space> device;
  const Guarded<float, 2, typename TypeParam::space, typename TypeParam::layout> guarded(device, {3, 4});
  const auto& a = guarded.array();
  const auto e =
      subtract(subtract(a, spica::transpose(spica::copy(spica::transpose(a)))), subtract(Constant<float>(1), a));
  EXPECT_EQ(e.shape(), shape(3, 4));
  const spica::Array result = e;
  const auto values = elements(a);
  EXPECT_TRUE(matches_function(result, {3, 4},
                               [&](const Index& i) { return values[static_cast<std::size_t>(4 * i[0] + i[1])] - 1; }));
}

TEST(Expression, OwnsItsOperands) {
  const auto make = [] {
    const auto a = spica::full<float>(cpu(), 5, 3);
    const auto b = spica::full<float>(cpu(), 2, 3);
    return subtract(a(spica::range(0, 2)), b(spica::range(1, 3)));
  };
  const auto e = make();
  const auto other = spica::full<float>(cpu(), 9, 3);
  const auto another = spica::full<float>(cpu(), 8, 3);
  EXPECT_TRUE(matches(spica::Array(e), {2}, {3, 3}));
}

TEST(Expression, SeesWhatItsOperandsHoldWhenItIsRead) {
  const auto a = spica::full<float>(cpu(), 5, 2);
  const auto e = subtract(a, Constant<float>(1));
  spica::assign(a, 7);
  EXPECT_TRUE(matches(spica::Array(e), {2}, {6, 6}));
}

TEST(Expression, HasTheTypeOfItsValues) {
  const auto f = spica::full<float>(cpu(), 5, 2);
  const auto d = spica::full<double>(cpu(), 1, 2, 2);
  const auto e = subtract(f, d);
  EXPECT_TRUE((std::is_same_v<typename decltype(e)::value_type, double>));
  EXPECT_TRUE((std::is_same_v<typename decltype(e)::execution_space, Host>));
  EXPECT_EQ(decltype(e)::rank, 2);
  EXPECT_EQ(e.extent(1), 2);
  EXPECT_EQ(e.size(), 4);
  EXPECT_TRUE(e.device() == cpu());
}

TEST(Expression, GOLD_12_BroadcastsAsNumPyDoes) {
  const auto column = spica::array<float>(cpu(), {{0}, {-10}, {-20}, {-30}});
  const auto row = spica::array<float>(cpu(), {1, 2, 3});
  EXPECT_TRUE(matches(spica::Array(subtract(row, column)), {4, 3}, {1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 32, 33}));
}

TEST(Expression, BRO_06_HighRankOfOnesCounts) {
  const auto e = subtract(spica::ones<float>(cpu(), 3), spica::ones<float>(cpu(), 1, 1, 1));
  EXPECT_EQ(e.shape(), shape(1, 1, 3));
}

TEST(Expression, ShapesThatDoNotFitThrowWhenItIsMade) {
  const auto a = spica::ones<float>(cpu(), 2, 3);
  const auto b = spica::ones<float>(cpu(), 2);
  EXPECT_EQ(
      message_of<spica::ShapeError>([&] { subtract(a, b); }),
      "test::subtract: shapes cannot be broadcast together: A is [2, 3], B is [2]; counted from the last axis, extents "
      "must be equal or 1");
  EXPECT_EQ(
      message_of<spica::ShapeError>([&] { multiply_add(a, Constant<float>(1), b); }),
      "test::multiply_add: shapes cannot be broadcast together: A is [2, 3], B is [2]; counted from the last axis, "
      "extents must be equal or 1");
}

TEST(Expression, AShapeOfMoreElementsThanThereCanBeThrowsWhenItIsMade) {
  const std::int64_t many = std::int64_t{1} << 32;
  const auto column = spica::broadcast_to(spica::zeros<float>(cpu(), 1, 1), many, 1);
  const auto row = spica::broadcast_to(spica::zeros<float>(cpu(), 1, 1), 1, many);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { subtract(column, row); }),
            "test::subtract: an array of shape [4294967296, 4294967296] with elements of 4 bytes would need more than "
            "2^63 - 1 bytes");
}

TEST(Expression, WrongAxisThrows) {
  const auto a = spica::zeros<float>(cpu(), 2, 3);
  const auto b = subtract(a, a);
  EXPECT_EQ(b.extent(1), 3);
  EXPECT_EQ(message_of<spica::ValueError>([&] { b.extent(2); }),
            "spica::Array: there is no axis 2 in an array of rank 2; axes are counted 0, 1, ... from the first, or -1, "
            "-2, ... from the last");
  EXPECT_THROW(b.extent(-3), spica::ValueError);
}

TEST(Expression, DevicesThatDifferThrowWhenItIsMade) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  const auto a = spica::ones<float>(cpu(1), 3);
  const auto b = spica::ones<float>(cpu(0), 3);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { subtract(a, b); }),
            "test::subtract: operands are on different devices: A is on cpu(1), B on cpu(0); write spica::copy(B, "
            "A.device())");
  EXPECT_EQ(spica::Array(subtract(a, a)).device().number(), 1);
}

TEST(Expression, DefaultConstructedRankZeroThrowsWhenItIsRead) {
  const auto e = subtract(spica::ones<float>(cpu(), 2), Array<float, 0, Host>());
  EXPECT_THROW(spica::Array{e}, spica::ValueError);
}

// 70 operands: more than there are bits in the pattern of repeated ones.
TEST(Expression, ManyOperands) {
  const auto one = spica::ones<float>(cpu(), 3);
  const auto e8 =
      subtract(subtract(subtract(one, one), subtract(one, one)), subtract(subtract(one, one), subtract(one, one)));
  const auto e64 = subtract(subtract(subtract(e8, e8), subtract(e8, e8)), subtract(subtract(e8, e8), subtract(e8, e8)));
  const auto e70 =
      subtract(e64, subtract(subtract(subtract(one, one), subtract(one, one)), subtract(one, Constant<float>(3))));
  EXPECT_TRUE(matches(spica::Array(e70), {3}, {-2, -2, -2}));
}

}  // namespace
