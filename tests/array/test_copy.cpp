// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copy of copy.hpp, on one device and between devices. to: test_to.cpp; deep_copy: test_deep_copy.cpp; item:
// test_item.cpp.
#include <spica/array/copy.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

using Host = spica::detail::HostSpace;
using spica::all;
using spica::Array;
using spica::copy;
using spica::cpu;
using spica::Device;
using spica::Ledger;
using spica::range;
using spica::Shape;
using spica::test::elements;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

template <class Case>
class Copy : public ::testing::Test {
 public:
  using Space = typename Case::space;

  /// To the host's memory and back, comparing the elements at every stop.
  template <int Rank>
  void there_and_back(const Shape<Rank>& extents) {
    const Device<Space> device;
    const Guarded<float, Rank, Space, typename Case::layout> source(device, extents);
    const Index shape(extents.begin(), extents.end());
    const auto expected = spica::test::numbers<float>(spica::test::count_of(shape));
    const auto on_host = copy(source.array(), cpu());
    EXPECT_TRUE((std::is_same_v<decltype(on_host), const Array<float, Rank, Host>>));
    EXPECT_TRUE(matches(on_host, shape, expected));
    EXPECT_TRUE(on_host.is_contiguous());
    const auto back = copy(on_host, device);
    EXPECT_TRUE((std::is_same_v<decltype(back), const Array<float, Rank, Space>>));
    EXPECT_TRUE(matches(back, shape, expected));
    const auto beside = copy(source.array());
    EXPECT_TRUE(matches(beside, shape, expected));
    EXPECT_FALSE(beside.same_storage(source.array()));
    EXPECT_TRUE(matches(source.array(), shape, expected));
  }
};
using CopyCases = spica::test::Combinations<spica::test::Spaces, spica::test::List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(Copy, CopyCases, spica::test::CaseName);

TYPED_TEST(Copy, LAY_03_RanksZeroToFourKeepTheirElements) {
  this->template there_and_back<0>({});
  this->template there_and_back<1>({10});
  this->template there_and_back<2>({2, 3});
  this->template there_and_back<2>({129, 65});
  this->template there_and_back<3>({2, 3, 5});
  this->template there_and_back<4>({2, 3, 1, 4});
}

TYPED_TEST(Copy, LAY_07_ExtentsOfZero) {
  this->template there_and_back<1>({0});
  this->template there_and_back<2>({0, 3});
  this->template there_and_back<2>({3, 0});
}

template <class Case>
class CopySlices : public ::testing::Test {};
using CopySlicesCases = spica::test::Combinations<spica::test::Spaces>;
TYPED_TEST_SUITE(CopySlices, CopySlicesCases, spica::test::CaseName);

struct Decimal {
  KOKKOS_FUNCTION float operator()(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return static_cast<float>(100 * i + 10 * j + k);
  }
};

TYPED_TEST(CopySlices, LAY_01_PartsAreNotTheParentsFirstElements) {
  const Device<typename TypeParam::space> device;
  const auto t = spica::from_function<float>(device, spica::shape(8, 8, 8), Decimal());
  const auto plane = copy(t(range(1, 2)), cpu());
  EXPECT_TRUE(matches_function(plane, {1, 8, 8}, [](const Index& i) { return 100 + 10 * i[1] + i[2]; }));
  const auto middle = copy(t(all, 3), cpu());
  EXPECT_TRUE(matches_function(middle, {8, 8}, [](const Index& i) { return 100 * i[0] + 30 + i[1]; }));
  EXPECT_TRUE(matches_function(copy(plane, device), {1, 8, 8}, [](const Index& i) { return 100 + 10 * i[1] + i[2]; }));
  EXPECT_TRUE(matches_function(copy(t(all, all, range(0, 8, 3)), device), {8, 8, 3},
                               [](const Index& i) { return 100 * i[0] + 10 * i[1] + 3 * i[2]; }));
}

TYPED_TEST(CopySlices, BroadcastConstAndExpressionSources) {
  const Device<typename TypeParam::space> device;
  const auto row = spica::arange<float>(device, 3);
  EXPECT_TRUE(matches(copy(spica::broadcast_to(row, 2, 3), cpu()), {2, 3}, {0, 1, 2, 0, 1, 2}));
  const Array<const float, 1, typename TypeParam::space> read_only = row;
  const auto copied = copy(read_only);
  EXPECT_TRUE((std::is_same_v<decltype(copied), const Array<float, 1, typename TypeParam::space>>));
  EXPECT_TRUE(matches(copied, {3}, {0, 1, 2}));
  const auto cast = copy(spica::cast<int>(row), cpu());
  EXPECT_TRUE((std::is_same_v<decltype(cast), const Array<int, 1, Host>>));
  EXPECT_TRUE(matches(cast, {3}, {0, 1, 2}));
}

TEST(CopyLedger, OnOneDeviceIsNewMemoryAndNoTransfer) {
  const auto a = spica::array<float>(cpu(), {1, 2, 3});
  const spica::NoTransfers scope;
  const Ledger before = spica::ledger();
  const auto b = copy(a, cpu());
  const auto c = copy(a);
  EXPECT_EQ((spica::ledger() - before).transfers().count, 0);
  EXPECT_FALSE(b.same_storage(a));
  EXPECT_FALSE(c.same_storage(a));
  EXPECT_EQ(b.label(), "spica::copy");
}

TEST(CopyLedger, LAY_05_ChangingTheCopyLeavesTheSource) {
  const auto a = spica::array<float>(cpu(), {1, 2, 3});
  copy(a, cpu()).data()[0] = 9;
  const Array<const float, 1, Host> read_only = a;
  copy(read_only, cpu()).data()[0] = 9;
  EXPECT_TRUE(matches(a, {3}, {1, 2, 3}));
}

class CopyBetweenHostDevices : public ::testing::Test {
 protected:
  void SetUp() override {
    if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  }
};

TEST_F(CopyBetweenHostDevices, IsOneCountedTransferInEitherDirection) {
  const auto a = spica::reshape(spica::arange<double>(cpu(0), 6), 2, 3);
  const Ledger before = spica::ledger();
  const auto b = copy(spica::transpose(a), cpu(1));
  EXPECT_EQ((spica::ledger() - before).host_to_host, (Ledger::Transfers{1, 48}));
  EXPECT_EQ(b.device().number(), 1);
  EXPECT_TRUE(matches(b, {3, 2}, {0, 3, 1, 4, 2, 5}));
  const auto c = copy(b, cpu(0));
  EXPECT_EQ((spica::ledger() - before).transfers(), (Ledger::Transfers{2, 96}));
  EXPECT_TRUE(c.device() == cpu(0));
  EXPECT_TRUE(matches(c, {3, 2}, {0, 3, 1, 4, 2, 5}));
}

TEST_F(CopyBetweenHostDevices, InsideNoTransfersThrowsAndMakesNothing) {
  const auto a = spica::zeros<float>(cpu(0), 3);
  const spica::NoTransfers scope;
  const Ledger before = spica::ledger();
  EXPECT_EQ(
      message_of<spica::TransferError>([&] { copy(a, cpu(1)); }),
      "spica::copy: would move 12 bytes from cpu(0) to cpu(1) inside a NoTransfers scope; move the call out of the "
      "scope, or keep the value on its device");
  const Ledger did = spica::ledger() - before;
  EXPECT_EQ(did.transfers().count + did.allocations + did.pool_hits, 0);
}

TEST(CopyOfNothing, DefaultConstructedArrays) {
  EXPECT_TRUE(matches(copy(Array<float, 2, Host>(), cpu()), {0, 0}, {}));
  EXPECT_EQ(message_of<spica::ValueError>([] { copy(Array<float, 0, Host>()); }),
            "spica::copy: an operand of rank 0 was default-constructed and holds no element");
}

}  // namespace
