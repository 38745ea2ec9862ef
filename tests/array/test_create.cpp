// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of one value, from a function of the index, and the identity. Sequences: test_create_sequences.cpp; nested
// braces: test_create_braces.cpp.
#include <spica/array/create.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace {

using spica::Device;
using spica::shape;
using spica::test::Index;
using spica::test::List;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

template <class Case>
class Create : public ::testing::Test {};
using Types = List<float, std::int8_t, std::int64_t, bool, Kokkos::complex<double>>;
using CreateCases = spica::test::Combinations<spica::test::Spaces, Types>;
TYPED_TEST_SUITE(Create, CreateCases, spica::test::CaseName);

TYPED_TEST(Create, FullZerosAndOnes) {
  using T = typename TypeParam::type;
  const Device<typename TypeParam::space> device;
  const auto all = [](T value) { return [value](const Index&) { return value; }; };
  EXPECT_TRUE(matches_function(spica::full<T>(device, T(1), 3, 5), {3, 5}, all(T(1))));
  EXPECT_TRUE(matches_function(spica::full<T>(device, T(7), shape(3, 5)), {3, 5}, all(T(7))));
  EXPECT_TRUE(matches_function(spica::zeros<T>(device, 2, 3, 4), {2, 3, 4}, all(T(0))));
  EXPECT_TRUE(matches_function(spica::zeros<T>(device, shape(7)), {7}, all(T(0))));
  EXPECT_TRUE(matches_function(spica::ones<T>(device, 1, 1), {1, 1}, all(T(1))));
  EXPECT_TRUE(matches_function(spica::ones<T>(device, shape(4, 1)), {4, 1}, all(T(1))));
}

TYPED_TEST(Create, RankZeroHoldsOneElement) {
  using T = typename TypeParam::type;
  const auto number = spica::full<T>(Device<typename TypeParam::space>(), T(1));
  EXPECT_EQ(decltype(number)::rank, 0);
  EXPECT_EQ(number.size(), 1);
  EXPECT_TRUE(matches(number, {}, {T(1)}));
}

TYPED_TEST(Create, Identity) {
  using T = typename TypeParam::type;
  const Device<typename TypeParam::space> device;
  const auto diagonal = [](const Index& index) { return T(index[0] == index[1] ? 1 : 0); };
  EXPECT_TRUE(matches_function(spica::eye<T>(device, 3), {3, 3}, diagonal));
  EXPECT_TRUE(matches_function(spica::eye<T>(device, 2, 5), {2, 5}, diagonal));
  EXPECT_TRUE(matches_function(spica::eye<T>(device, 5, 2), {5, 2}, diagonal));
  EXPECT_TRUE(matches_function(spica::eye<T>(device, 0), {0, 0}, diagonal));
}

template <class Case>
class CreateOnSpace : public ::testing::Test {};
TYPED_TEST_SUITE(CreateOnSpace, spica::test::Combinations<spica::test::Spaces>, spica::test::CaseName);

TYPED_TEST(CreateOnSpace, EmptyHasShapeDeviceAndRowMajorStrides) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  const auto array = spica::empty<double>(device, 4, 3, 2);
  EXPECT_TRUE((std::is_same_v<decltype(array), const spica::Array<double, 3, Space>>));
  EXPECT_TRUE((std::is_same_v<decltype(array), const spica::ArrayOn<Device<Space>, double, 3>>));
  EXPECT_EQ(array.shape(), shape(4, 3, 2));
  EXPECT_EQ(array.strides(), shape(6, 2, 1));
  EXPECT_TRUE(array.is_contiguous());
  EXPECT_EQ(array.device(), device);
  EXPECT_EQ(spica::empty<double>(device, shape(4, 3)).shape(), shape(4, 3));
}

TYPED_TEST(CreateOnSpace, ExtentsOfZeroAndHigherRanks) {
  const Device<typename TypeParam::space> device;
  EXPECT_EQ(spica::zeros<float>(device, 0).size(), 0);
  EXPECT_EQ(spica::zeros<float>(device, 3, 0, 2).shape(), shape(3, 0, 2));
  const auto eight = spica::full<float>(device, 2, 2, 1, 3, 1, 2, 1, 1, 3);
  EXPECT_TRUE(matches_function(eight, {2, 1, 3, 1, 2, 1, 1, 3}, [](const Index&) { return 2; }));
}

TYPED_TEST(CreateOnSpace, ManyElements) {
  constexpr std::int64_t count = 1000003;
  EXPECT_TRUE(matches_function(spica::full<std::int8_t>(Device<typename TypeParam::space>(), 3, count), {count},
                               [](const Index&) { return 3; }));
}

struct Polynomial {
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return 100 * i + 10 * j + k;
  }
};
struct Seven {
  KOKKOS_FUNCTION int operator()() const { return 7; }
};

TYPED_TEST(CreateOnSpace, FromFunctionPassesTheIndex) {
  const Device<typename TypeParam::space> device;
  const auto value = [](const Index& i) { return 100 * i[0] + 10 * i[1] + i[2]; };
  EXPECT_TRUE(matches_function(spica::from_function<double>(device, shape(3, 5, 7), Polynomial()), {3, 5, 7}, value));
  EXPECT_TRUE(matches_function(spica::from_function<int>(device, shape(3, 0, 7), Polynomial()), {3, 0, 7}, value));
  EXPECT_TRUE(matches(spica::from_function<float>(device, shape(), Seven()), {}, {7}));
}

TYPED_TEST(CreateOnSpace, LabelsAreTheFunctionsNames) {
  const Device<typename TypeParam::space> device;
  EXPECT_EQ(spica::empty<float>(device, 2).label(), "spica::empty");
  EXPECT_EQ(spica::zeros<float>(device, 2).label(), "spica::zeros");
  EXPECT_EQ(spica::ones<float>(device, 2).label(), "spica::ones");
  EXPECT_EQ(spica::full<float>(device, 1, 2).label(), "spica::full");
  EXPECT_EQ(spica::eye<float>(device, 2).label(), "spica::eye");
  EXPECT_EQ(spica::from_function<float>(device, shape(), Seven()).label(), "spica::from_function");
}

TEST(CreateErrors, AWholeNumberThatDoesNotFitThrows) {
  EXPECT_EQ(message_of<spica::ValueError>([] { spica::full<std::uint8_t>(spica::cpu(), 300, 2); }),
            "spica::full: 300 does not fit the array's type uint8; make the array of a wider type");
  EXPECT_THROW(spica::full<std::uint32_t>(spica::cpu(), -1, shape(2)), spica::ValueError);
  EXPECT_THROW(spica::full<std::int32_t>(spica::cpu(), 5000000000LL), spica::ValueError);
}

TEST(CreateErrors, EachFunctionNamesItself) {
  const auto device = spica::cpu();
  const auto negative = [](const char* function, const char* text) {
    return std::string("spica::") + function + ": the shape " + text + " has a negative extent; extents are 0 or more";
  };
  using spica::ShapeError;
  EXPECT_EQ(message_of<ShapeError>([&] { spica::empty<float>(device, 2, -1); }), negative("empty", "[2, -1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::zeros<float>(device, -5); }), negative("zeros", "[-5]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::ones<float>(device, 0, -1); }), negative("ones", "[0, -1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::full<float>(device, 1, -1); }), negative("full", "[-1]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::eye<float>(device, -2); }), negative("eye", "[-2, -2]"));
  EXPECT_EQ(message_of<ShapeError>([&] { spica::from_function<float>(device, shape(1, 1, -1), Polynomial()); }),
            negative("from_function", "[1, 1, -1]"));
  EXPECT_EQ(
      message_of<ShapeError>([&] { spica::zeros<double>(device, std::int64_t{1} << 31, std::int64_t{1} << 31); }),
      "spica::zeros: an array of shape [2147483648, 2147483648] with elements of 8 bytes would need more than 2^63 - "
      "1 bytes");
}

}  // namespace
