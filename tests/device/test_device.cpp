// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/device.hpp>

#include "device/support/queue.hpp"
#include "support/errors.hpp"
#include "support/spaces.hpp"

#include <spica/device/any_device.hpp>
#include <spica/device/error.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <type_traits>

namespace {

using spica::Device;
using spica::test::message_of;
using spica::test::Queue;

template <class Case>
class DeviceOf : public ::testing::Test {};
TYPED_TEST_SUITE(DeviceOf, spica::test::Combinations<spica::test::Spaces>, spica::test::CaseName);

TYPED_TEST(DeviceOf, DefaultIsNumberZeroOfItsSpace) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  EXPECT_EQ(device.number(), 0);
  EXPECT_TRUE(device == Device<Space>(0));
  EXPECT_FALSE(device != Device<Space>(0));
  EXPECT_TRUE((std::is_same_v<typename Device<Space>::execution_space, Space>));
  EXPECT_TRUE((std::is_same_v<typename Device<Space>::memory_space, typename Space::memory_space>));
}

TYPED_TEST(DeviceOf, AnInstanceIsTheQueueAndNoPartOfWhatTheDeviceIs) {
  using Space = typename TypeParam::space;
  const Space instance;
  const Device<Space> device(0, instance);
  EXPECT_TRUE(device == Device<Space>());
  EXPECT_EQ(spica::detail::compat::instance_id(device.instance()), spica::detail::compat::instance_id(instance));
}

TEST(Device, KeepsTheInstanceThatItWasGiven) {
  const Device<Queue> device(0, Queue(7));
  const Device<Queue> copied = device;
  EXPECT_EQ(copied.instance().impl_instance_id(), 7U);
  EXPECT_EQ(Device<Queue>(0).instance().impl_instance_id(), 0U);
  EXPECT_TRUE(device == Device<Queue>(0));
}

TYPED_TEST(DeviceOf, NegativeNumberThrows) {
  using Space = typename TypeParam::space;
  EXPECT_THROW(Device<Space>(-1), spica::DeviceError);
  EXPECT_THROW((Device<Space>(-1, Space())), spica::DeviceError);
}

TEST(Device, PrintsKindAndNumber) {
  std::ostringstream out;
  out << spica::cpu();
  EXPECT_EQ(out.str(), "cpu(0)");
  EXPECT_EQ(spica::cpu().name(), "cpu(0)");
}

#if defined(KOKKOS_ENABLE_SERIAL)
TEST(Device, SecondHostSpaceHasItsOwnName) {
  if (std::is_same_v<spica::detail::HostSpace, Kokkos::Serial>) GTEST_SKIP() << "Serial is the default host space";
  EXPECT_EQ(Device<Kokkos::Serial>().name(), "serial(0)");
}
#endif

TEST(Device, CpuIsTheDefaultHostSpace) {
  EXPECT_TRUE((std::is_same_v<decltype(spica::cpu()), Device<Kokkos::DefaultHostExecutionSpace>>));
  EXPECT_TRUE((std::is_same_v<Device<>, Device<Kokkos::DefaultExecutionSpace>>));
}

TEST(Device, HostDeviceThatDoesNotExistThrowsHowManyThereAre) {
  const int hosts = spica::num_devices() - spica::num_gpus();
  const std::string there_are =
      hosts == 1 ? "there is 1 host device" : "there are " + std::to_string(hosts) + " host devices";
  const std::string cure = "; set the environment variable SPICA_HOST_DEVICES for more";
  EXPECT_EQ(message_of<spica::DeviceError>([&] { spica::cpu(hosts); }),
            "spica::Device: cpu(" + std::to_string(hosts) + ") does not exist: " + there_are + cure);
  EXPECT_EQ(message_of<spica::DeviceError>([] { spica::cpu(-1); }),
            "spica::Device: cpu(-1) does not exist: " + there_are + cure);
  EXPECT_EQ(spica::cpu(hosts - 1).number(), hosts - 1);
}

}  // namespace
