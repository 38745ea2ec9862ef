// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/kernels.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/searchsorted.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace {

using spica::array;
using spica::cpu;
using spica::searchsorted;
using spica::Side;
using spica::test::matches;
using spica::test::message_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class SearchsortedOn : public ::testing::Test {};
TYPED_TEST_SUITE(SearchsortedOn, spica::test::as_test_types<spica::test::Spaces>::type, );

/// numpy.searchsorted of the same numbers.
TYPED_TEST(SearchsortedOn, CountsWhatIsLessOrNotGreater) {
  const spica::Device<TypeParam> device;
  const auto sorted = spica::copy(array<double>(cpu(), {-1, 0, 2, 2, 2, 5}), device);
  const auto values = spica::copy(array<double>(cpu(), {{-2, -1, -0.0}, {2, 3, 5}, {6, inf, nan}}), device);
  EXPECT_TRUE(matches(searchsorted(sorted, values), {3, 3}, {0, 0, 1, 2, 5, 5, 6, 6, 6}));
  EXPECT_TRUE(matches(searchsorted(sorted, values, Side::right), {3, 3}, {0, 1, 2, 5, 5, 6, 6, 6, 6}));
}

/// Likewise.
TEST(Searchsorted, NanComeLast) {
  const auto sorted = array<double>(cpu(), {0, 1, inf, nan, nan});
  const auto values = array<double>(cpu(), {nan, inf, 7});
  EXPECT_TRUE(matches(searchsorted(sorted, values), {3}, {3, 2, 2}));
  EXPECT_TRUE(matches(searchsorted(sorted, values, Side::right), {3}, {5, 3, 2}));
}

TEST(Searchsorted, AmongNothingEverythingIsAtTheStart) {
  const auto none = spica::zeros<float>(cpu(), 0);
  EXPECT_TRUE(matches(searchsorted(none, array<float>(cpu(), {1, 2})), {2}, {0, 0}));
  EXPECT_TRUE(matches(searchsorted(array<float>(cpu(), {1, 2}), none), {0}, {}));
}

TEST(Searchsorted, EqualsALoopForStridedOperandsAndExpressions) {
  const auto sorted = spica::arange<float>(cpu(), 200)(spica::range(0, 200, 2));  // 0, 2, ... 198
  const auto X = spica::reshape(spica::arange<float>(cpu(), 600), 20, 30);
  const auto halves = [](const spica::test::Index& i) {  // X is at (j, i)
    const auto value = static_cast<std::int64_t>(i[1] * 30 + i[0]) - 7;
    return value < 0 ? 0 : (value > 198 ? 100 : value / 2 + 1);
  };
  EXPECT_TRUE(
      spica::test::matches_function(searchsorted(sorted, spica::transpose(X) - 7.0F, Side::right), {30, 20}, halves));
  EXPECT_TRUE(matches(searchsorted(sorted * 2.0F, array<float>(cpu(), {4, 5})), {2}, {1, 2}));
}

TEST(Searchsorted, NumbersGiveRankZero) {
  const auto sorted = array<int>(cpu(), {1, 3, 3});
  EXPECT_EQ(item(searchsorted(sorted, 3)), 1);
  EXPECT_EQ(item(searchsorted(sorted, 3, Side::right)), 3);
  EXPECT_EQ(item(searchsorted(sorted, 2.5)), 1);
}

TEST(Searchsorted, TypesAreComparedByValue) {
  const auto sorted = array<std::int64_t>(cpu(), {-5, 0, 7});
  EXPECT_TRUE(matches(searchsorted(sorted, array<std::uint8_t>(cpu(), {0, 7, 255})), {3}, {1, 2, 3}));
  EXPECT_TRUE(matches(searchsorted(sorted, array<float>(cpu(), {-5.5F, 6.5F})), {2}, {0, 2}));
  const auto far = array<std::uint64_t>(cpu(), {1, std::numeric_limits<std::uint64_t>::max()});
  EXPECT_TRUE(matches(searchsorted(far, array<std::int32_t>(cpu(), {-1, 2})), {2}, {0, 1}));
  const auto flags = array<bool>(cpu(), {false, true, true});
  EXPECT_TRUE(matches(searchsorted(flags, array<bool>(cpu(), {true, false}), Side::right), {2}, {3, 1}));
}

TEST(Searchsorted, ComplexNumbersAreOrderedByTheirParts) {
  using Complex = Kokkos::complex<double>;
  const auto sorted = array<Complex>(cpu(), {Complex(0, 1), Complex(1, 0), Complex(1, nan)});
  const auto values = array<Complex>(cpu(), {Complex(0, 2), Complex(1, 0), Complex(9, 9), Complex(nan, 0)});
  EXPECT_TRUE(matches(searchsorted(sorted, values), {4}, {1, 1, 2, 3}));
}

TEST(Searchsorted, IsOneKernelAndCrossesNothing) {
  const auto sorted = array<float>(cpu(), {1, 3});
  const auto values = array<float>(cpu(), {1, 2, 3});
  const spica::NoTransfers none;
  const spica::test::KernelWatch watch;
  searchsorted(sorted, values + 1.0F);
  EXPECT_EQ(watch.labels(), std::vector<std::string>{"spica::searchsorted"});
}

TEST(Searchsorted, RefusesAnotherDevice) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES=2";
  const auto sorted = spica::zeros<float>(cpu(0), 3);
  const auto values = spica::zeros<float>(cpu(1), 3);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { searchsorted(sorted, values); }),
            "spica::searchsorted: operands are on different devices: sorted is on cpu(0), values on cpu(1); write "
            "spica::copy(values, sorted.device())");
}

}  // namespace
