// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/kokkos_compat.hpp>

#include "device/support/queue.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <string>

namespace {

namespace compat = spica::detail::compat;
using spica::test::Queue;
using Numbers = Kokkos::View<float*, Kokkos::HostSpace>;
using Matrix = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>;

TEST(KokkosCompat, VersionTextHasThreeNumbers) {
  int major = 0;
  int minor = 0;
  int patch = 0;
  ASSERT_EQ(std::sscanf(compat::kokkos_version().c_str(), "%d.%d.%d", &major, &minor, &patch), 3);
  EXPECT_EQ(10000 * major + 100 * minor + patch, KOKKOS_VERSION);
}

TEST(KokkosCompat, SharedViewOfAnotherTypeKeepsTheAllocationAlive) {
  Matrix shared;
  {
    const Kokkos::View<unsigned char*, Kokkos::HostSpace> bytes("bytes", 64);
    shared = compat::share_view<Matrix>(compat::tracker_of(bytes), reinterpret_cast<double*>(bytes.data()),
                                        Kokkos::LayoutRight(2, 3));
    EXPECT_EQ(bytes.use_count(), 2);
    EXPECT_EQ(shared.use_count(), 2);
  }
  ASSERT_EQ(shared.use_count(), 1);
  EXPECT_EQ(shared.extent(0), 2U);
  EXPECT_EQ(shared.extent(1), 3U);
  shared(1, 2) = 7;  // AddressSanitizer knows whether the memory is still there
  EXPECT_EQ(shared.data()[5], 7);
}

TEST(KokkosCompat, SharedViewOfUntrackedMemoryCountsNothing) {
  float numbers[6] = {0, 1, 2, 3, 4, 5};
  const Numbers all(numbers, 6);
  const auto part = compat::share_view<Numbers>(compat::tracker_of(all), numbers + 2, Kokkos::LayoutRight(3));
  EXPECT_EQ(part.use_count(), 0);
  EXPECT_EQ(part(2), 4);
}

TEST(KokkosCompat, SharedMappingKeepsPaddingAndTheAllocation) {
  Matrix shared;
  {
    const Matrix wide("wide", 4, 10);
    wide(2, 1) = 5;
    using Unmanaged = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>;
    const Unmanaged over(wide.data(), 4, 10);
    const Unmanaged part = Kokkos::subview(over, Kokkos::ALL, Kokkos::pair<int, int>(0, 3));
    shared = compat::share_mapping(compat::tracker_of(wide), part);
    EXPECT_EQ(wide.use_count(), 2);
  }
  EXPECT_EQ(shared.use_count(), 1);
  EXPECT_EQ(shared.stride(0), 10U);
  EXPECT_EQ(shared(2, 1), 5);
}

TEST(KokkosCompat, InstancesOfOneQueueHaveOneNumber) {
  const Kokkos::DefaultExecutionSpace one;
  const Kokkos::DefaultExecutionSpace other = one;
  EXPECT_EQ(compat::instance_id(one), compat::instance_id(other));
  EXPECT_EQ(compat::instance_id(Queue(3)), compat::instance_id(Queue(3)));
}

TEST(KokkosCompat, InstancesOfTwoQueuesHaveTwoNumbers) {
  EXPECT_NE(compat::instance_id(Queue(1)), compat::instance_id(Queue(2)));
}

TEST(KokkosCompat, RecordIsThatOfTheAllocation) {
  float numbers[6] = {};
  const Numbers counted("counted", 6);
  const Numbers part = Kokkos::subview(counted, Kokkos::pair<int, int>(2, 4));
  EXPECT_NE(compat::record_of(compat::tracker_of(counted)), nullptr);
  EXPECT_EQ(compat::record_of(compat::tracker_of(part)), compat::record_of(compat::tracker_of(counted)));
  EXPECT_NE(compat::record_of(compat::tracker_of(Numbers("other", 6))), compat::record_of(compat::tracker_of(counted)));
  EXPECT_EQ(compat::record_of(compat::tracker_of(Numbers(numbers, 6))), nullptr);
}

TEST(KokkosCompat, RunningKokkosIsNotFinalized) {
  EXPECT_FALSE(compat::is_finalized(true));
  EXPECT_FALSE(compat::is_finalized(false));
}

}  // namespace
