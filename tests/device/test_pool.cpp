// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/pool.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/assign.hpp>
#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace {

using spica::Device;
using spica::detail::ArrayAccess;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;

/// The address, without the note in the block that it was handed out.
template <class A>
const void* address(const A& array) {
  return ArrayAccess::data(array);
}

template <class Case>
class Pool : public ::testing::Test {
 public:
  Pool() { spica::trim_pool(); }
};
TYPED_TEST_SUITE(Pool, spica::test::Combinations<spica::test::Spaces>, spica::test::CaseName);

TYPED_TEST(Pool, NextArrayOfThisSizeTakesTheBlock) {
  const Device<typename TypeParam::space> device;
  const void* first = address(spica::zeros<float>(device, 1000));
  const spica::Ledger before = spica::ledger();
  const auto next = spica::zeros<float>(device, 1000);
  EXPECT_EQ(address(next), first);
  const spica::Ledger did = spica::ledger() - before;
  EXPECT_EQ(did.allocations, 0);
  EXPECT_EQ(did.allocated_bytes, 0);
  EXPECT_EQ(did.pool_hits, 1);
}

TYPED_TEST(Pool, EveryHandleHoldsTheBlock) {
  const Device<typename TypeParam::space> device;
  auto array = spica::full<float>(device, 1, 100);
  auto copied = array;
  auto moved = std::move(array);
  auto part = moved(spica::range(50, 51));
  copied = spica::zeros<float>(device, 100);
  moved = copied;
  EXPECT_NE(address(spica::zeros<float>(device, 100)), address(part));
  EXPECT_TRUE(matches(part, {1}, {1}));
}

TYPED_TEST(Pool, BlockIsNotReusedWhileAViewHoldsIt) {
  const Device<typename TypeParam::space> device;
  auto array = spica::full<float>(device, 7, 100);
  const void* block = address(array);
  auto view = array.view();
  array = spica::full<float>(device, 1, 100);
  const auto next = spica::full<float>(device, 2, 100);
  EXPECT_NE(address(array), block);
  EXPECT_NE(address(next), block);
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view)(99), 7);
  view = decltype(view)();
  EXPECT_EQ(address(spica::full<float>(device, 3, 100)), block);
}

TYPED_TEST(Pool, ViewOfASliceHoldsTheWholeBlock) {
  const Device<typename TypeParam::space> device;
  auto array = spica::full<float>(device, 7, 10, 10);
  const void* block = address(array);
  const auto view = array(spica::all, 9).view();
  array = spica::full<float>(device, 1, 10, 10);
  EXPECT_NE(address(spica::full<float>(device, 2, 10, 10)), block);
  EXPECT_EQ(view.extent(0), 10U);
}

TYPED_TEST(Pool, SteadyLoopAllocatesNothing) {
  const Device<typename TypeParam::space> device;
  const auto x = spica::full<double>(device, 3, 50, 20);
  auto y = spica::zeros<double>(device, 50, 20);
  const auto step = [&] {
    const auto whole = spica::copy(x);
    const auto part = spica::copy(whole(spica::range(0, 25), spica::range(0, 20, 2)));
    spica::assign(y, x);
    y = spica::copy(y);
    return spica::item(part(24, 9)) + spica::item(y(49, 19));
  };
  for (int i = 0; i < 3; ++i) step();
  const spica::Ledger before = spica::ledger();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(step(), 6);
  const spica::Ledger did = spica::ledger() - before;
  EXPECT_EQ(did.allocations, 0);
  EXPECT_GE(did.pool_hits, 300);
}

TYPED_TEST(Pool, EmptyArraysHaveBlocksToo) {
  const Device<typename TypeParam::space> device;
  const auto a = spica::zeros<float>(device, 0);
  const auto b = spica::zeros<float>(device, 0);
  EXPECT_NE(address(a), nullptr);
  EXPECT_FALSE(a.same_storage(b));
}

TYPED_TEST(Pool, ImpossibleSizeThrowsHowMuchAndTheNextOneFits) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  const auto kept = spica::full<float>(device, 5, 100);
  { const auto unused = spica::zeros<float>(device, 1000); }
  const std::string expected =
      "spica::empty: " + device.name() +
      " has no 1152921504606846988 bytes left, even after the pool was emptied; make the array smaller or let others "
      "go. Kokkos says: ";
  const std::string message =
      message_of<spica::MemoryError>([&] { spica::empty<float>(device, (std::int64_t{1} << 58) + 3); });
  EXPECT_EQ(message.substr(0, expected.size()), expected);
  EXPECT_NE(message.find("spica::pool", expected.size()), std::string::npos) << message;  // the label
  EXPECT_EQ(message.find("\nTraceback"), std::string::npos) << message;
  EXPECT_NE(message.back(), '\n');
  if constexpr (std::is_same_v<Space, spica::detail::HostSpace>) {
    EXPECT_EQ(spica::pool_bytes(device), 0);
  }
  EXPECT_TRUE(matches(spica::full<float>(device, 6, 2), {2}, {6, 6}));
  EXPECT_EQ(elements(kept)[99], 5);
}

class PoolOfHost : public ::testing::Test {
 public:
  PoolOfHost() { spica::trim_pool(); }
  const Device<spica::detail::HostSpace> device = spica::cpu();
};

TEST_F(PoolOfHost, CountsUnusedBytesOnly) {
  EXPECT_EQ(spica::pool_bytes(device), 0);
  auto array = spica::zeros<float>(device, 1024);
  EXPECT_EQ(spica::pool_bytes(device), 0);
  auto view = array.view();
  array = spica::zeros<float>(device, 1024);
  EXPECT_EQ(spica::pool_bytes(device), 0);
  view = {};
  EXPECT_EQ(spica::pool_bytes(device), 4096);
  { const auto small = spica::zeros<char>(device, 1); }
  EXPECT_EQ(spica::pool_bytes(device), 4096 + 256);
}

TEST_F(PoolOfHost, SizesAreRoundedUpByAtMostAnEighthAboveOneMebibyte) {
  const auto kept = [&](std::int64_t bytes) {
    spica::trim_pool();
    { const auto array = spica::empty<char>(device, bytes); }
    return spica::pool_bytes(device);
  };
  EXPECT_EQ(kept(0), 256);
  EXPECT_EQ(kept(256), 256);
  EXPECT_EQ(kept(257), 512);
  EXPECT_EQ(kept((1 << 20) - 1), 1 << 20);
  EXPECT_EQ(kept(1 << 20), 1 << 20);
  EXPECT_EQ(kept((1 << 20) + 1), (1 << 20) + (1 << 17));
  EXPECT_EQ(kept((1 << 20) + (1 << 17)), (1 << 20) + (1 << 17));
  EXPECT_EQ(kept((1 << 21) - 1), 1 << 21);
  EXPECT_EQ(kept((1 << 21) + 1), (1 << 21) + (1 << 18));
}

TEST_F(PoolOfHost, TrimGivesBackWhatNothingHolds) {
  const auto used = spica::full<float>(device, 1, 100);
  auto seen = spica::full<float>(device, 2, 100);
  const auto view = seen.view();
  seen = used;
  { const auto unused = spica::zeros<float>(device, 1000); }
  EXPECT_EQ(spica::pool_bytes(device), 4096);
  const spica::Ledger before = spica::ledger();
  spica::trim_pool();
  EXPECT_EQ((spica::ledger() - before).fences, 1);
  EXPECT_EQ(spica::pool_bytes(device), 0);
  EXPECT_EQ(elements(used)[99], 1);
  EXPECT_EQ(view(99), 2);
  const spica::Ledger trimmed = spica::ledger();
  const auto next = spica::zeros<float>(device, 1000);
  EXPECT_EQ((spica::ledger() - trimmed).allocations, 1);
  EXPECT_EQ((spica::ledger() - trimmed).allocated_bytes, 4096);
}

TEST_F(PoolOfHost, EachDeviceHasItsOwnBlocks) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  const void* first = address(spica::zeros<float>(device, 1000));
  EXPECT_EQ(spica::pool_bytes(spica::cpu(1)), 0);
  const auto other = spica::zeros<float>(spica::cpu(1), 1000);
  EXPECT_NE(address(other), first);
  EXPECT_EQ(spica::pool_bytes(device), 4096);
}

TEST_F(PoolOfHost, LabelIsThatOfTheArrayThatHasTheBlockNow) {
  {
    const auto array = spica::zeros<float>(device, 1000);
    array.set_label("temperature");
  }
  EXPECT_EQ(spica::ones<float>(device, 1000).label(), "spica::ones");
}

}  // namespace
