// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// item of copy.hpp.
#include <spica/array/copy.hpp>

#include "support/errors.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using Host = spica::detail::HostSpace;
using spica::Array;
using spica::cpu;
using spica::Device;
using spica::item;
using spica::Ledger;
using spica::test::List;
using spica::test::message_of;

template <class Case>
class Item : public ::testing::Test {};
using ItemCases =
    spica::test::Combinations<spica::test::Spaces, List<double, std::int64_t, bool, Kokkos::complex<float>>>;
TYPED_TEST_SUITE(Item, ItemCases, spica::test::CaseName);

TYPED_TEST(Item, IsTheOnlyElementAndOneReadFromTheDevice) {
  using T = typename TypeParam::type;
  const Device<typename TypeParam::space> device;
  const auto number = spica::full<T>(device, T(1));
  const auto matrix = spica::full<T>(device, T(1), 1, 1);
  const Ledger before = spica::ledger();
  const T a = item(number);
  const T b = item(matrix);
  EXPECT_EQ(a, T(1));
  EXPECT_EQ(b, T(1));
  const Ledger did = spica::ledger() - before;
  EXPECT_EQ(did.device_to_host, (Ledger::Transfers{2, 2 * static_cast<std::int64_t>(sizeof(T))}));
  EXPECT_EQ(did.transfers().count, 2);
}

TEST(ItemOnHost, ReadsOneElementOfALargerArray) {
  const auto a = spica::array<double>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(item(a(1, 1)), 5);
  EXPECT_EQ(item(a(spica::range(0, 1), 2)), 3);
  const Array<const double, 2, Host> read_only = a;
  EXPECT_TRUE((std::is_same_v<decltype(item(read_only(0, 0))), double>));
  EXPECT_EQ(item(read_only(0, 0)), 1);
}

TEST(ItemOnHost, KeepsNotANumber) {
  EXPECT_TRUE(std::isnan(item(spica::full<double>(cpu(), std::numeric_limits<double>::quiet_NaN()))));
}

TEST(ItemOnHost, EvaluatesAnExpression) { EXPECT_EQ(item(spica::cast<int>(spica::full<double>(cpu(), 2.75))), 2); }

TEST(ItemErrors, MoreOrLessThanOneElementThrows) {
  EXPECT_EQ(message_of<spica::ShapeError>([] { item(spica::zeros<float>(cpu(), 2, 3)); }),
            "spica::item: the shape is [2, 3]; only an array of one element can be read as a number");
  EXPECT_EQ(message_of<spica::ShapeError>([] { item(spica::zeros<float>(cpu(), 0)); }),
            "spica::item: the shape is [0]; only an array of one element can be read as a number");
}

TEST(ItemErrors, RankZeroThatHoldsNoElementThrows) {
  EXPECT_EQ(message_of<spica::ValueError>([] { item(Array<float, 0, Host>()); }),
            "spica::item: an operand of rank 0 was default-constructed and holds no element");
}

TEST(ItemErrors, InsideNoTransfersThrowsOnEveryDevice) {
  const auto number = spica::full<float>(cpu(), 3);
  const spica::NoTransfers scope;
  EXPECT_EQ(
      message_of<spica::TransferError>([&] { item(number); }),
      "spica::item: would move 4 bytes from cpu(0) to the caller inside a NoTransfers scope; move the call out of the "
      "scope, or keep the value on its device");
}

}  // namespace
