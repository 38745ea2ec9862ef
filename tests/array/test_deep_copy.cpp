// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// deep_copy of copy.hpp. Overlapping operands: test_assign_overlap.cpp.
#include <spica/array/copy.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using Stride = Kokkos::LayoutStride;
using Host = spica::detail::HostSpace;
using spica::Array;
using spica::cpu;
using spica::deep_copy;
using spica::Device;
using spica::Ledger;
using spica::test::elements;
using spica::test::Guarded;
using spica::test::matches;
using spica::test::message_of;

/// Copies between `Space` and the host, from one layout into another, and looks at the elements and what is around
/// them.
template <class Space, class TargetLayout, class SourceLayout>
void check_pair() {
  const Device<Space> device;
  const Device<Host> host(spica::num_devices() - spica::num_gpus() - 1);
  const std::vector<float> zeros(30, 0);
  const Guarded<float, 3, Host, TargetLayout> on_host(host, {2, 3, 5}, zeros);
  const Guarded<float, 3, Space, SourceLayout> source(device, {2, 3, 5});
  const Guarded<float, 3, Space, TargetLayout> target(device, {2, 3, 5}, zeros);
  const auto expected = elements(source.array());
  deep_copy(on_host.array(), source.array());
  EXPECT_TRUE(matches(on_host.array(), {2, 3, 5}, expected));
  EXPECT_TRUE(on_host.surroundings_untouched());
  deep_copy(target.array(), on_host.array());
  EXPECT_TRUE(matches(target.array(), {2, 3, 5}, expected));
  EXPECT_TRUE(target.surroundings_untouched());
}

template <class Case>
class DeepCopy : public ::testing::Test {};
using DeepCopyCases = spica::test::Combinations<spica::test::Spaces>;
TYPED_TEST_SUITE(DeepCopy, DeepCopyCases, spica::test::CaseName);

TYPED_TEST(DeepCopy, LAY_03_BetweenAllLayouts) {
  using Space = typename TypeParam::space;
  check_pair<Space, Right, Right>();
  check_pair<Space, Right, Left>();
  check_pair<Space, Right, Stride>();
  check_pair<Space, Left, Right>();
  check_pair<Space, Left, Left>();
  check_pair<Space, Left, Stride>();
  check_pair<Space, Stride, Right>();
  check_pair<Space, Stride, Left>();
  check_pair<Space, Stride, Stride>();
}

TYPED_TEST(DeepCopy, LAY_07_ZeroLengthAndDefaultConstructedArrays) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  EXPECT_NO_THROW(deep_copy(spica::zeros<float>(device, 0), spica::zeros<float>(cpu(), 0)));
  EXPECT_NO_THROW(deep_copy(spica::zeros<float>(device, 0, 3), spica::zeros<float>(cpu(), 0, 3)));
  EXPECT_NO_THROW(deep_copy(spica::zeros<float>(device, 0), Array<float, 1, Host>()));
  EXPECT_NO_THROW(deep_copy(Array<float, 1, Space>(), spica::zeros<float>(cpu(), 0)));
  EXPECT_NO_THROW(deep_copy(Array<float, 1, Space>(), Array<float, 1, Host>()));
}

TYPED_TEST(DeepCopy, RankZeroThatHoldsNoElementThrows) {
  const Array<float, 0, typename TypeParam::space> nothing;
  const auto number = spica::full<float>(cpu(), 7);
  const std::string text = "spica::deep_copy: an operand of rank 0 was default-constructed and holds no element";
  EXPECT_EQ(message_of<spica::ValueError>([&] { deep_copy(nothing, number); }), text);
  EXPECT_EQ(message_of<spica::ValueError>([&] { deep_copy(number, nothing); }), text);
  EXPECT_TRUE(matches(number, {}, {7}));
}

TEST(DeepCopyOnOneDevice, IsNoTransfer) {
  const auto a = spica::array<float>(cpu(), {{1, 2, 3}, {4, 5, 6}});
  const auto b = spica::zeros<float>(cpu(), 3, 2);
  const spica::NoTransfers scope;
  deep_copy(b, spica::transpose(a));
  EXPECT_TRUE(matches(b, {3, 2}, {1, 4, 2, 5, 3, 6}));
  deep_copy(b, spica::cast<float>(spica::array<int>(cpu(), {{1, 2}, {3, 4}, {5, 6}})));
  EXPECT_TRUE(matches(b, {3, 2}, {1, 2, 3, 4, 5, 6}));
}

TEST(DeepCopyErrors, ShapesMustBeEqual) {
  const auto a = spica::full<float>(cpu(), 7, 2, 3);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { deep_copy(a, spica::zeros<float>(cpu(), 3, 2)); }),
            "spica::deep_copy: the shapes differ: target is [2, 3], source [3, 2]; they must be equal");
  EXPECT_THROW(deep_copy(a, spica::zeros<float>(cpu(), 1, 3)), spica::ShapeError);
  EXPECT_THROW(deep_copy(a, spica::zeros<float>(cpu(), 0, 3)), spica::ShapeError);
  EXPECT_EQ(elements(a), std::vector<float>(6, 7));
}

class DeepCopyBetweenHostDevices : public ::testing::Test {
 protected:
  void SetUp() override {
    if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  }
};

TEST_F(DeepCopyBetweenHostDevices, IsOneTransferAndKeepsTheTargetInNoTransfers) {
  const auto a = spica::full<float>(cpu(0), 1, 4);
  const auto b = spica::full<float>(cpu(1), 2, 4);
  const Ledger before = spica::ledger();
  deep_copy(a, b);
  EXPECT_EQ((spica::ledger() - before).host_to_host, (Ledger::Transfers{1, 16}));
  EXPECT_EQ(elements(a), std::vector<float>(4, 2));
  spica::assign(b, 3);
  const spica::NoTransfers scope;
  EXPECT_EQ(
      message_of<spica::TransferError>([&] { deep_copy(a, b); }),
      "spica::deep_copy: would move 16 bytes from cpu(1) to cpu(0) inside a NoTransfers scope; move the call out of "
      "the scope, or keep the value on its device");
  EXPECT_EQ(elements(a), std::vector<float>(4, 2));
}

// One View wrapped on two devices is one memory all the same.
TEST_F(DeepCopyBetweenHostDevices, OverlappingMemoryOfTwoDevicesIsReadFirst) {
  const Kokkos::View<float*, Kokkos::HostSpace> view("view", 10);
  for (std::size_t i = 0; i < 10; ++i) view(i) = static_cast<float>(i);
  const auto a = spica::wrap(view, cpu(0));
  const auto b = spica::wrap(view, cpu(1));
  deep_copy(a(spica::range(1, 10)), b(spica::range(0, 9)));
  EXPECT_TRUE(matches(a, {10}, {0, 0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
