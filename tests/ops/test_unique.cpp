// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/unique.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace {

using spica::array;
using spica::cpu;
using spica::unique;
using spica::test::elements;
using spica::test::Index;
using spica::test::matches;
using spica::test::message_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class Space>
class UniqueOn : public ::testing::Test {};
TYPED_TEST_SUITE(UniqueOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(UniqueOn, FindsDistinctValuesInOrder) {
  const spica::Device<TypeParam> device;
  const auto X = spica::copy(array<double>(cpu(), {{3, 1, 3}, {2, 1, 3}}), device);
  EXPECT_TRUE(matches(unique(X), {3}, {1, 2, 3}));
  const auto found = spica::unique_all(X);
  EXPECT_TRUE(matches(found.values, {3}, {1, 2, 3}));
  EXPECT_TRUE(matches(found.indices, {3}, {1, 3, 0}));
  EXPECT_TRUE(matches(found.inverse, {2, 3}, {2, 0, 2, 1, 0, 2}));
  EXPECT_TRUE(matches(found.counts, {3}, {2, 1, 3}));
}

/// numpy.unique of the same numbers.
TEST(Unique, NanAreOneValueAndSoAreZeros) {
  const auto X = array<double>(cpu(), {nan, -0.0, 1, nan, 0.0, -nan});
  EXPECT_TRUE(matches(unique(X), {3}, {0.0, 1, nan}));
  EXPECT_TRUE(std::signbit(elements(unique(X))[0]));  // the first of the zeros
  const auto found = spica::unique_all(X);
  EXPECT_TRUE(matches(found.counts, {3}, {2, 1, 3}));
  EXPECT_TRUE(matches(found.inverse, {6}, {2, 0, 1, 2, 0, 2}));
  EXPECT_TRUE(matches(found.indices, {3}, {1, 2, 0}));
}

/// Likewise.
TEST(Unique, ComplexNumbersWithANanPartAreOneValue) {
  using Complex = Kokkos::complex<double>;
  const auto X = array<Complex>(cpu(), {Complex(nan, 1), Complex(1, 1), Complex(1, nan), Complex(1, 1), Complex(1, 0)});
  const auto found = spica::unique_counts(X);
  EXPECT_EQ(elements(found.values)[0], Complex(1, 0));
  EXPECT_EQ(elements(found.values)[1], Complex(1, 1));
  EXPECT_TRUE(matches(found.counts, {3}, {1, 2, 2}));
}

TEST(Unique, EveryRankAndNothing) {
  EXPECT_TRUE(matches(unique(spica::full<float>(cpu(), 2.5F, spica::shape())), {1}, {2.5F}));
  EXPECT_TRUE(matches(unique(spica::full<bool>(cpu(), true, 70, 2)), {1}, {true}));
  const auto none = spica::unique_all(spica::zeros<int>(cpu(), 3, 0));
  EXPECT_TRUE(matches(none.values, {0}, {}));
  EXPECT_TRUE(matches(none.indices, {0}, {}));
  EXPECT_TRUE(matches(none.inverse, {3, 0}, {}));
  EXPECT_TRUE(matches(none.counts, {0}, {}));
  const auto wide = spica::unique_inverse(array<long long>(cpu(), {5, 4, 5}));
  EXPECT_TRUE(matches(wide.values, {2}, {4, 5}));
  EXPECT_TRUE(matches(wide.inverse, {3}, {1, 0, 1}));
}

/// Against std::map, with more values than one thread sorts by comparing.
TEST(Unique, EqualsAMapForOperandsThatLieInAnyWay) {
  for (std::uint32_t seed = 1; seed < 12; ++seed) {
    spica::test::Choices choices(seed);
    const spica::test::Scattered<float, 2> x(choices, {1 + choices.below(80), 1 + choices.below(80)});
    const auto e = x.array - 500.0F;
    std::map<float, std::vector<std::int64_t>> where;
    std::int64_t position = 0;
    for (const float value : elements(x.array)) where[value - 500.0F].push_back(position++);
    std::vector<float> values;
    std::vector<std::int64_t> counts;
    std::vector<std::int64_t> indices;
    std::vector<std::int64_t> inverse(static_cast<std::size_t>(position));
    for (const auto& [value, positions] : where) {
      for (const std::int64_t at : positions)
        inverse[static_cast<std::size_t>(at)] = static_cast<std::int64_t>(values.size());
      values.push_back(value);
      counts.push_back(static_cast<std::int64_t>(positions.size()));
      indices.push_back(positions.front());
    }
    const auto count = static_cast<std::int64_t>(values.size());
    ASSERT_TRUE(matches(unique(e), {count}, values)) << "seed " << seed;
    ASSERT_TRUE(matches(spica::unique_counts(e).counts, {count}, counts)) << "seed " << seed;
    const auto found = spica::unique_all(e);
    ASSERT_TRUE(matches(found.values, {count}, values)) << "seed " << seed;
    ASSERT_TRUE(matches(found.indices, {count}, indices)) << "seed " << seed;
    ASSERT_TRUE(matches(found.inverse, spica::test::shape_of(x.array), inverse)) << "seed " << seed;
    ASSERT_TRUE(matches(found.counts, {count}, counts)) << "seed " << seed;
  }
}

TEST(Unique, ReadsOneNumber) {
  const auto X = array<int>(cpu(), {1, 2, 1});
  const spica::Ledger before = spica::ledger();
  unique(X);
  const spica::Ledger change = spica::ledger() - before;
  EXPECT_EQ(change.device_to_host.count, 1);
  EXPECT_EQ(change.device_to_host.bytes, 8);
  EXPECT_EQ(change.transfers(), change.device_to_host);
}

TEST(Unique, IsRefusedWhereNothingMayBeRead) {
  const auto X = array<int>(cpu(), {1, 2, 1});
  const spica::NoTransfers none;
  const std::string text =
      ": would move 8 bytes from cpu(0) to the caller inside a NoTransfers scope; move the call out of the scope, or "
      "keep "
      "the value on its device";
  for (const auto& [name, message] :
       {std::pair("spica::unique", message_of<spica::TransferError>([&] { unique(X); })),
        std::pair("spica::unique_counts", message_of<spica::TransferError>([&] { spica::unique_counts(X); })),
        std::pair("spica::unique_inverse", message_of<spica::TransferError>([&] { spica::unique_inverse(X); })),
        std::pair("spica::unique_all", message_of<spica::TransferError>([&] { spica::unique_all(X); }))}) {
    EXPECT_EQ(message, name + text);
  }
}

}  // namespace
