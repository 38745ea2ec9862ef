// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays from nested braces, of create.hpp.
#include <spica/array/create.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/compare.hpp>
#include <spica/device/ledger.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using spica::array;
using spica::Device;
using spica::ShapeError;
using spica::test::matches;
using spica::test::message_of;

template <class Case>
class Braces : public ::testing::Test {};
TYPED_TEST_SUITE(Braces, spica::test::Combinations<spica::test::Spaces>, spica::test::CaseName);

TYPED_TEST(Braces, RanksOneToThreeAreDeduced) {
  const Device<typename TypeParam::space> device;
  EXPECT_TRUE(matches(array<int>(device, {1, 2, 3}), {3}, {1, 2, 3}));
  EXPECT_TRUE(matches(array<float>(device, {{1, 2, 3}, {4, 5, 6}}), {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(matches(array<double>(device, {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}}), {2, 2, 3},
                      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

class BracesOnHost : public ::testing::Test {
 public:
  const Device<spica::detail::HostSpace> device = spica::cpu();
};

TEST_F(BracesOnHost, NamedRankHelpsWhereBracesAreAmbiguous) {
  EXPECT_TRUE(matches((array<float, 2>(device, {{1}, {2}})), {2, 1}, {1, 2}));
  EXPECT_TRUE(matches((array<float, 1>(device, {5})), {1}, {5}));
  EXPECT_TRUE(matches((array<float, 4>(device, {{{{1, 2}}, {{3, 4}}}})), {1, 2, 1, 2}, {1, 2, 3, 4}));
}

TEST_F(BracesOnHost, EmptyBracesHaveExtentZero) {
  EXPECT_TRUE(matches((array<float, 1>(device, {})), {0}, {}));
  EXPECT_TRUE(matches((array<float, 2>(device, {{}, {}})), {2, 0}, {}));
  EXPECT_TRUE(matches((array<float, 3>(device, {{}, {}})), {2, 0, 0}, {}));
}

TEST_F(BracesOnHost, OtherElementTypes) {
  EXPECT_TRUE(matches(array<bool>(device, {true, false, true}), {3}, {true, false, true}));
  EXPECT_TRUE(matches(array<std::uint8_t>(device, {{255, 0}, {1, 2}}), {2, 2}, {255, 0, 1, 2}));
  using Z = Kokkos::complex<float>;
  EXPECT_TRUE(matches((array<Z, 1>(device, {Z(1, 2), Z(3, -4)})), {2}, {Z(1, 2), Z(3, -4)}));
}

TEST_F(BracesOnHost, RaggedBracesThrowWhichAxis) {
  EXPECT_EQ(
      message_of<ShapeError>([&] {
        array<float>(device, {{1, 2, 3}, {4, 5}});
      }),
      "spica::array: the braces are ragged: axis 1 has 3 entries in one place and 2 in another; all must have the "
      "same number");
  EXPECT_EQ(
      message_of<ShapeError>([&] {
        array<float>(device, {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}, {9, 10}}});
      }),
      "spica::array: the braces are ragged: axis 1 has 2 entries in one place and 3 in another; all must have the "
      "same number");
  EXPECT_EQ(
      message_of<ShapeError>([&] {
        array<float>(device, {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8, 9}}});
      }),
      "spica::array: the braces are ragged: axis 2 has 2 entries in one place and 3 in another; all must have the "
      "same number");
  EXPECT_THROW((array<float, 2>(device, {{}, {1}})), ShapeError);
  EXPECT_THROW((array<float, 3>(device, {{}, {{1}}})), ShapeError);
}

TEST_F(BracesOnHost, OnTheFirstHostDeviceNothingIsTransferred) {
  const spica::NoTransfers scope;
  const spica::Ledger before = spica::ledger();
  const auto a = array<float>(device, {1, 2, 3});
  EXPECT_EQ((spica::ledger() - before).transfers().count, 0);
  EXPECT_EQ(a.label(), "spica::array");
}

TEST_F(BracesOnHost, OnAnotherDeviceTheyAreOneTransfer) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  const spica::Ledger before = spica::ledger();
  const auto a = array<float>(spica::cpu(1), {1, 2, 3});
  EXPECT_EQ(a.device().number(), 1);
  EXPECT_TRUE(matches(a, {3}, {1, 2, 3}));
  EXPECT_EQ((spica::ledger() - before).host_to_host, (spica::Ledger::Transfers{1, 12}));
  const spica::NoTransfers scope;
  EXPECT_EQ(
      message_of<spica::TransferError>([] {
        array<float>(spica::cpu(1), {1, 2, 3});
      }),
      "spica::array: would move 12 bytes from cpu(0) to cpu(1) inside a NoTransfers scope; move the call out of the "
      "scope, or keep the value on its device");
}

}  // namespace
