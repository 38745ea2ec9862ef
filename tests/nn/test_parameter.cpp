// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"

#include <spica/array/create.hpp>
#include <spica/nn/parameter.hpp>

#include <gtest/gtest.h>

namespace {

using spica::cpu;
using spica::test::message_of;
using Parameter = spica::nn::Parameter<float, spica::detail::HostSpace>;

TEST(Parameter, IsTwoHandlesUnderOneName) {
  const auto value = spica::ones<float>(cpu(), 2, 3);
  const auto gradient = spica::zeros<float>(cpu(), 2, 3);
  const Parameter p = Parameter("weight", value, gradient).prefixed("0.");
  EXPECT_EQ(p.name(), "0.weight");
  EXPECT_TRUE(p.value().flat().same_storage(value));
  EXPECT_TRUE(p.gradient().flat().same_storage(gradient));
}

TEST(Parameter, AGradientOfAnotherShapeIsRefused) {
  EXPECT_EQ(message_of<spica::ShapeError>(
                [] { Parameter("w", spica::ones<float>(cpu(), 1000), spica::zeros<float>(cpu(), 5)); }),
            "spica::nn::Parameter \"w\": shapes differ: the value is [1000], the gradient is [5]; they must be equal");
  EXPECT_EQ(
      message_of<spica::ShapeError>(
          [] { Parameter("w", spica::ones<float>(cpu(), 2, 3), spica::zeros<float>(cpu(), 3, 2)); }),
      "spica::nn::Parameter \"w\": shapes differ: the value is [2, 3], the gradient is [3, 2]; they must be equal");
}

TEST(Parameter, AGradientOnAnotherDeviceIsRefused) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  EXPECT_EQ(message_of<spica::DeviceError>(
                [] { Parameter("w", spica::ones<float>(cpu(0), 2), spica::zeros<float>(cpu(1), 2)); }),
            "spica::nn::Parameter \"w\": operands are on different devices: value is on cpu(0), gradient on cpu(1); "
            "write spica::copy(gradient, value.device())");
}

}  // namespace
