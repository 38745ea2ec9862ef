// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// to of copy.hpp.
#include <spica/array/copy.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

using Host = spica::detail::HostSpace;
using spica::Array;
using spica::cpu;
using spica::Device;
using spica::Ledger;
using spica::to;
using spica::test::matches;
using spica::test::message_of;

template <class Case>
class To : public ::testing::Test {};
using ToCases = spica::test::Combinations<spica::test::Spaces>;
TYPED_TEST_SUITE(To, ToCases, spica::test::CaseName);

TYPED_TEST(To, LAY_05_SameDeviceIsTheSameMemory) {
  const Device<typename TypeParam::space> device;
  const auto a = spica::arange<float>(device, 3);
  const spica::NoTransfers scope;
  const Ledger before = spica::ledger();
  const auto b = to(a, device);
  EXPECT_EQ(b.data(), a.data());
  EXPECT_EQ((spica::ledger() - before).allocations + (spica::ledger() - before).pool_hits, 0);
}

TYPED_TEST(To, AnotherSpaceIsARowMajorCopy) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  const auto a = spica::transpose(spica::reshape(spica::arange<float>(device, 6), 2, 3));
  const auto b = to(a, cpu());
  EXPECT_TRUE(matches(b, {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(b.same_storage(a), (std::is_same_v<Space, Host>));
  EXPECT_TRUE((std::is_same_v<Space, Host> || std::is_same_v<decltype(b), const Array<float, 2, Host>>));
}

TEST(ToSameSpace, LAY_05_WritingThroughTheResultWritesTheSource) {
  const auto a = spica::array<float>(cpu(), {1, 2, 3});
  to(a, cpu()).data()[0] = 9;
  EXPECT_TRUE(matches(a, {3}, {9, 2, 3}));
}

TEST(ToSameSpace, KeepsLayoutAndConstness) {
  const Array<const float, 2, Host> a = spica::array<float>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  const auto b = to(spica::transpose(a), cpu());
  EXPECT_TRUE((std::is_same_v<decltype(b), const Array<const float, 2, Host, Kokkos::LayoutLeft>>));
  EXPECT_EQ(b.data(), a.data());
}

TEST(ToSameSpace, WorkGoesIntoTheInstanceThatIsAskedFor) {
  const Host instance;
  const spica::Device<Host> device(0, instance);
  const auto a = spica::array<float>(cpu(), {1, 2, 3});
  const auto b = to(a, device);
  EXPECT_EQ(b.data(), a.data());
  EXPECT_EQ(&b.device().instance(), &device.instance());
  EXPECT_NE(&a.device().instance(), &device.instance());
  EXPECT_EQ(to(b, cpu()).label(), "spica::array");
}

TEST(ToSameSpace, ExpressionBecomesAnArray) {
  const auto a = spica::array<float>(cpu(), {1, 2, 3});
  const auto b = to(spica::cast<int>(a), cpu());
  EXPECT_TRUE((std::is_same_v<decltype(b), const Array<int, 1, Host>>));
  EXPECT_TRUE(matches(b, {3}, {1, 2, 3}));
  EXPECT_EQ(b.label(), "spica::to");
}

class ToAnotherNumber : public ::testing::Test {
 protected:
  void SetUp() override {
    if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  }
};

TEST_F(ToAnotherNumber, IsOneTransferAndKeepsLayoutAndConstness) {
  const Array<const float, 2, Host> a = spica::array<float>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  const Ledger before = spica::ledger();
  const auto b = to(spica::transpose(a), cpu(1));
  EXPECT_EQ((spica::ledger() - before).transfers(), (Ledger::Transfers{1, 24}));
  EXPECT_TRUE((std::is_same_v<decltype(b), const Array<const float, 2, Host, Kokkos::LayoutLeft>>));
  EXPECT_FALSE(b.same_storage(a));
  EXPECT_EQ(b.device().number(), 1);
  EXPECT_TRUE(matches(b, {3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(matches(to(a(spica::all, spica::range(0, 3, 2)), cpu(1)), {2, 2}, {1, 3, 4, 6}));
}

TEST_F(ToAnotherNumber, InsideNoTransfersThrows) {
  const auto a = spica::zeros<double>(cpu(1), 3);
  const spica::NoTransfers scope;
  EXPECT_EQ(message_of<spica::TransferError>([&] { to(a, cpu(0)); }),
            "spica::to: would move 24 bytes from cpu(1) to cpu(0) inside a NoTransfers scope; move the call out of the "
            "scope, or keep the value on its device");
}

}  // namespace
