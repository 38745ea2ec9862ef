// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arange and linspace of create.hpp.
#include <spica/array/create.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using spica::Device;
using spica::ValueError;
using spica::test::Index;
using spica::test::List;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

template <class Case>
class Sequence : public ::testing::Test {};
using Types = List<float, double, std::int32_t, std::uint8_t>;
using SequenceCases = spica::test::Combinations<spica::test::Spaces, Types>;
TYPED_TEST_SUITE(Sequence, SequenceCases, spica::test::CaseName);

TYPED_TEST(Sequence, ArangeCountsUpToButWithoutStop) {
  using T = typename TypeParam::type;
  const Device<typename TypeParam::space> device;
  EXPECT_TRUE(matches(spica::arange<T>(device, 5), {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(matches(spica::arange<T>(device, 2, 5), {3}, {2, 3, 4}));
  EXPECT_TRUE(matches(spica::arange<T>(device, 2, 8, 3), {2}, {2, 5}));
  EXPECT_TRUE(matches(spica::arange<T>(device, 2, 9, 3), {3}, {2, 5, 8}));
  EXPECT_TRUE(matches(spica::arange<T>(device, 5, 5), {0}, {}));
  EXPECT_TRUE(matches(spica::arange<T>(device, 0), {0}, {}));
  EXPECT_TRUE(matches(spica::arange<T>(device, 5, 2), {0}, {}));
}

class SequenceOnHost : public ::testing::Test {
 public:
  const Device<spica::detail::HostSpace> device = spica::cpu();
};

TEST_F(SequenceOnHost, ArangeCountsDownWithANegativeStep) {
  EXPECT_TRUE(matches(spica::arange<int>(device, 5, 0, -2), {3}, {5, 3, 1}));
  EXPECT_TRUE(matches(spica::arange<float>(device, 1, -1, -0.5F), {4}, {1, 0.5F, 0, -0.5F}));
  EXPECT_TRUE(matches(spica::arange<int>(device, 0, 5, -1), {0}, {}));
}

TEST_F(SequenceOnHost, ArangeReachesTheEndsOfItsType) {
  constexpr int least = std::numeric_limits<int>::min();
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_TRUE(matches(spica::arange<int>(device, least, most, 1 << 30), {4}, {least, -(1 << 30), 0, 1 << 30}));
  EXPECT_TRUE(matches(spica::arange<int>(device, most, least, least), {2}, {most, -1}));
  EXPECT_TRUE(matches_function(spica::arange<std::int8_t>(device, -128, 127), {255},
                               [](const Index& i) { return i[0] - 128; }));
  constexpr auto far = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(matches(spica::arange<std::int64_t>(device, -far, far, far), {2}, {-far, 0}));
  constexpr auto top = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(matches(spica::arange<std::uint64_t>(device, top - 2, top), {2}, {top - 2, top - 1}));
}

// start + i * step in double, rounded once: a sum of steps would be off by much more at the end.
TEST_F(SequenceOnHost, ArangeDoesNotAccumulateRounding) {
  const auto tenths = spica::arange<float>(device, 0, 100000, 0.1F);
  ASSERT_EQ(tenths.extent(0), 1000000);
  const auto got = spica::test::elements(tenths);
  EXPECT_EQ(got[999999], static_cast<float>(999999 * static_cast<double>(0.1F)));
  EXPECT_EQ(got[12345], static_cast<float>(12345 * static_cast<double>(0.1F)));
}

TEST_F(SequenceOnHost, ArangeOfFractionsHasNumPysCount) {
  EXPECT_EQ(spica::arange<double>(device, 0, 1, 0.1).extent(0), 10);
  EXPECT_EQ(spica::arange<double>(device, 0, 1, 0.3).extent(0), 4);
  EXPECT_EQ(spica::arange<double>(device, 1, 1.3, 0.1).extent(0), 4);  // ceil(3.0000000000000004), as in NumPy
}

TEST_F(SequenceOnHost, ArangeRefusesStepsAndCountsThatHaveNoMeaning) {
  EXPECT_EQ(message_of<ValueError>([&] { spica::arange<int>(device, 0, 5, 0); }),
            "spica::arange: start 0, stop 5, step 0: the step must not be 0");
  EXPECT_EQ(message_of<ValueError>([&] { spica::arange<float>(device, 0, 5, 0); }),
            "spica::arange: start 0.000000, stop 5.000000, step 0.000000: the step must not be 0");
  const double inf = std::numeric_limits<double>::infinity();
  const std::string cure = ": the numbers must be finite, and their count less than 2^63";
  EXPECT_EQ(message_of<ValueError>([&] { spica::arange<double>(device, 0, inf); }),
            "spica::arange: start 0.000000, stop inf, step 1.000000" + cure);
  EXPECT_EQ(message_of<ValueError>([&] { spica::arange<double>(device, std::nan(""), 1); }),
            "spica::arange: start nan, stop 1.000000, step 1.000000" + cure);
  EXPECT_THROW(spica::arange<double>(device, 0, 1, std::nan("")), ValueError);
  EXPECT_THROW(spica::arange<double>(device, 0, 1e19), ValueError);
  EXPECT_EQ(message_of<ValueError>([&] { spica::arange<double>(device, 0, 1, inf); }),
            "spica::arange: start 0.000000, stop 1.000000, step inf" + cure);
  EXPECT_THROW(spica::arange<double>(device, 0, 1, -inf), ValueError);
  constexpr auto far = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(
      message_of<ValueError>([&] { spica::arange<std::int64_t>(device, -far, far); }),
      "spica::arange: start -9223372036854775807, stop 9223372036854775807, step 1: the count of the numbers must be "
      "less than 2^63");
}

TEST_F(SequenceOnHost, ArangeRefusesWholeNumbersThatDoNotFit) {
  EXPECT_EQ(message_of<ValueError>([&] { spica::arange<std::uint8_t>(device, 300); }),
            "spica::arange: 300 does not fit the array's type uint8; make the array of a wider type");
  EXPECT_THROW(spica::arange<std::uint8_t>(device, -1, 5), ValueError);
  EXPECT_THROW(spica::arange<std::uint32_t>(device, 5, 0, -1), ValueError);
}

// As in NumPy: (1.3 - 1) / 0.1 is a little more than 3, and the fourth number is 1.3.
TEST_F(SequenceOnHost, ArangeOfFractionsCanReachStop) {
  EXPECT_TRUE(matches(spica::arange<double>(device, 1, 1.3, 0.1), {4}, {1, 1.1, 1.2, 1 + 3 * 0.1}));
}

TEST_F(SequenceOnHost, LinspaceBetweenEndsWhoseDistanceIsNoFiniteNumber) {
  EXPECT_TRUE(matches(spica::linspace<double>(device, -1e308, 1e308, 5), {5}, {-1e308, -5e307, 0, 5e307, 1e308}));
  const auto fine = spica::test::elements(spica::linspace<double>(device, 1.7e308, -1.7e308, 1001));
  for (std::size_t i = 1; i < fine.size(); ++i) ASSERT_LT(fine[i], fine[i - 1]) << i;
  EXPECT_EQ(fine.back(), -1.7e308);
}

TEST_F(SequenceOnHost, LinspaceIncludesBothEnds) {
  EXPECT_TRUE(matches(spica::linspace<float>(device, 0, 1, 5), {5}, {0, 0.25F, 0.5F, 0.75F, 1}));
  EXPECT_TRUE(matches(spica::linspace<double>(device, 3, -3, 4), {4}, {3, 1, -1, -3}));
  EXPECT_TRUE(matches(spica::linspace<double>(device, 2, 7, 2), {2}, {2, 7}));
  EXPECT_TRUE(matches(spica::linspace<double>(device, 2, 7, 1), {1}, {2}));
  EXPECT_TRUE(matches(spica::linspace<double>(device, 2, 7, 0), {0}, {}));
}

TEST_F(SequenceOnHost, LinspaceEndsExactlyAtStop) {
  for (const std::int64_t count : {3, 7, 10, 49, 1001}) {
    const auto got = spica::test::elements(spica::linspace<float>(device, 0.1F, 0.7F, count));
    EXPECT_EQ(got.front(), 0.1F);
    EXPECT_EQ(got.back(), 0.7F) << count;
  }
}

TEST_F(SequenceOnHost, LinspaceRefusesANegativeCount) {
  EXPECT_EQ(message_of<ValueError>([&] { spica::linspace<float>(device, 0, 1, -2); }),
            "spica::linspace: the count is -2; it must be 0 or more");
}

template <class Case>
class Linspace : public ::testing::Test {};
using LinspaceCases = spica::test::Combinations<spica::test::Spaces, List<float, double>>;
TYPED_TEST_SUITE(Linspace, LinspaceCases, spica::test::CaseName);

TYPED_TEST(Linspace, HasEqualDistances) {
  using T = typename TypeParam::type;
  const auto array = spica::linspace<T>(Device<typename TypeParam::space>(), T(-1), T(1), 101);
  // Two roundings to T of numbers of at most 1.
  EXPECT_TRUE(matches_function(
      array, {101}, [](const Index& i) { return T(-1 + 0.02 * static_cast<double>(i[0])); },
      2 * static_cast<double>(std::numeric_limits<T>::epsilon())));
  EXPECT_EQ(array.label(), "spica::linspace");
  EXPECT_EQ(spica::arange<T>(Device<typename TypeParam::space>(), 3).label(), "spica::arange");
}

}  // namespace
