// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/any_device.hpp>

#include "device/support/queue.hpp"
#include "support/errors.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <type_traits>

namespace {

using spica::AnyDevice;
using spica::cpu;
using spica::test::message_of;
using spica::test::Queue;

std::string printed(const AnyDevice& device) {
  std::ostringstream out;
  out << device;
  return out.str();
}

TEST(AnyDevice, DefaultIsTheFirstHostDevice) {
  const AnyDevice device;
  EXPECT_EQ(device, cpu());
  EXPECT_EQ(device.kind(), AnyDevice::Kind::cpu);
  EXPECT_FALSE(device.is_gpu());
  EXPECT_EQ(device.number(), 0);
  EXPECT_EQ(printed(device), "cpu(0)");
}

TEST(AnyDevice, ComparesWithTypedDevicesOnBothSides) {
  const AnyDevice device = cpu();
  EXPECT_TRUE(device == cpu());
  EXPECT_TRUE(cpu() == device);
  EXPECT_FALSE(device != cpu());
}

TEST(AnyDevice, KeepsTheNumberOfATypedDevice) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  const AnyDevice device = cpu(1);
  EXPECT_EQ(device.number(), 1);
  EXPECT_EQ(device.name(), "cpu(1)");
  EXPECT_NE(device, AnyDevice(cpu(0)));
}

TEST(AnyDevice, AllDevicesAreHostDevicesAndGpus) {
  EXPECT_GE(spica::num_devices(), spica::num_gpus() + 1);
  EXPECT_NO_THROW(cpu(spica::num_devices() - spica::num_gpus() - 1));
  EXPECT_THROW(cpu(spica::num_devices() - spica::num_gpus()), spica::DeviceError);
}

TEST(AnyDevice, HostBuildHasNoGpu) {
  if (spica::detail::has_gpu_space) GTEST_SKIP() << "this build has a GPU space";
  EXPECT_EQ(spica::num_gpus(), 0);
  EXPECT_EQ(message_of<spica::DeviceError>([] { spica::gpu(); }),
            "spica::gpu: gpu(0) does not exist: there are 0 GPUs; spica::try_gpu falls back to cpu(0)");
}

TEST(AnyDevice, GpuBuildHasAsManyGpusAsItSays) {
  if (!spica::detail::has_gpu_space) GTEST_SKIP() << "this build has no GPU space";
  ASSERT_GE(spica::num_gpus(), 1);
  EXPECT_EQ(spica::gpu(spica::num_gpus() - 1).name(), "gpu(" + std::to_string(spica::num_gpus() - 1) + ')');
  EXPECT_THROW(spica::gpu(spica::num_gpus()), spica::DeviceError);
  EXPECT_TRUE(spica::gpu().is_gpu());
}

TEST(AnyDevice, GpuWithNegativeNumberThrows) {
  EXPECT_EQ(message_of<spica::DeviceError>([] { spica::gpu(-3); }).substr(0, 38),
            "spica::gpu: gpu(-3) does not exist: th");
}

TEST(AnyDevice, TryGpuFallsBackToTheFirstHostDevice) {
  EXPECT_EQ(spica::try_gpu(spica::num_gpus()), cpu());
  EXPECT_EQ(spica::try_gpu(1000), cpu());
  EXPECT_EQ(spica::try_gpu(), spica::num_gpus() > 0 ? spica::gpu(0) : AnyDevice(cpu()));
}

TEST(AnyDevice, TryGpuRefusesANegativeNumber) {
  EXPECT_EQ(message_of<spica::ValueError>([] { spica::try_gpu(-1); }),
            "spica::try_gpu: -1 is not a device number; the first is 0");
}

TEST(AnyDevice, TryAllGpusIsNeverEmpty) {
  const auto devices = spica::try_all_gpus();
  if (spica::num_gpus() == 0) {
    ASSERT_EQ(devices.size(), 1U);
    EXPECT_EQ(devices[0], cpu());
  } else {
    ASSERT_EQ(static_cast<int>(devices.size()), spica::num_gpus());
    for (int i = 0; i < spica::num_gpus(); ++i) EXPECT_EQ(devices[static_cast<std::size_t>(i)], spica::gpu(i));
  }
}

TEST(WithDevice, HandsOnTheTypedDeviceAndReturnsWhatTheFunctionReturns) {
  const AnyDevice where = cpu();
  const int number = spica::with_device(where, [](auto device) {
    EXPECT_TRUE((std::is_same_v<decltype(device), spica::Device<Kokkos::DefaultHostExecutionSpace>>));
    return device.number() + 40;
  });
  EXPECT_EQ(number, 40);
}

TEST(WithDevice, CallsTheFunctionOnce) {
  int calls = 0;
  spica::with_device(spica::try_gpu(), [&](auto) { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST(WithDevice, GpuArrivesAsTheDefaultSpace) {
  if (spica::num_gpus() == 0) GTEST_SKIP() << "no GPU";
  const bool is_default = spica::with_device(spica::gpu(), [](auto device) {
    return std::is_same_v<typename decltype(device)::execution_space, Kokkos::DefaultExecutionSpace>;
  });
  EXPECT_TRUE(is_default);
}

TEST(WithDevice, KeepsReferencesThatTheFunctionReturns) {
  int number = 1;
  int& same = spica::with_device(AnyDevice(), [&](auto) -> int& { return number; });
  EXPECT_EQ(&same, &number);
}

TEST(WithDevice, TypedDeviceIsHandedOnWithItsInstance) {
  const spica::Device<Queue> device(0, Queue(7));
  EXPECT_EQ(spica::with_device(device, [](const auto& typed) { return typed.instance().impl_instance_id(); }), 7U);
}

TEST(WithDevice, ExceptionOfTheFunctionComesThrough) {
  EXPECT_THROW(spica::with_device(AnyDevice(), [](auto) { throw spica::ValueError("mine"); }), spica::ValueError);
}

TEST(WithDevices, HandsOnBothWhereTheSpaceIsOne) {
  const int last = spica::num_devices() - spica::num_gpus() - 1;
  const int sum = spica::with_devices(cpu(0), cpu(last), [](auto a, auto b) {
    EXPECT_TRUE((std::is_same_v<decltype(a), decltype(b)>));
    return 10 * a.number() + b.number();
  });
  EXPECT_EQ(sum, last);
}

TEST(WithDevices, DifferentMemoryThrowsBothDevicesAndTheCure) {
  if (spica::num_gpus() == 0) GTEST_SKIP() << "no GPU";
  EXPECT_EQ(message_of<spica::DeviceError>([] { spica::with_devices(spica::gpu(), cpu(), [](auto, auto) {}); }),
            "spica::with_devices: the devices have different memory: gpu(0) and cpu(0); call with_device for each and "
            "spica::copy between them");
}

}  // namespace
