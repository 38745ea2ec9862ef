// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/nn/relu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace {

using spica::array;
using spica::cpu;
using spica::test::elements;
using spica::test::matches;

template <class Space>
class ReluOn : public ::testing::Test {
 protected:
  using Saved = spica::nn::Saved<double, Space>;
  const spica::Device<Space> device;
  spica::Generator generator{1};
  const std::unique_ptr<spica::nn::Layer<double, Space>> layer;

  ReluOn() : layer(spica::nn::relu().make<double, Space>(device, generator)) {}

  auto on_device(std::initializer_list<double> values) const {
    return spica::copy(array<double>(cpu(), values), device);
  }
};
TYPED_TEST_SUITE(ReluOn, spica::test::as_test_types<spica::test::Spaces>::type, );

const double nan = std::numeric_limits<double>::quiet_NaN();
const double inf = std::numeric_limits<double>::infinity();

TYPED_TEST(ReluOn, KeepsWhatIsPositive) {
  const auto x = this->on_device({-2, -0.0, 0, 3, -inf, inf});
  EXPECT_TRUE(matches(this->layer->forward(x, nullptr).flat(), {6}, {0, 0, 0, 3, 0, inf}));
  EXPECT_EQ(this->layer->name(), "relu");
  EXPECT_TRUE(this->layer->parameters().empty());
  EXPECT_EQ(this->generator.position(), 0U);
}

TYPED_TEST(ReluOn, BRO_09_NanStaysNan) {
  EXPECT_TRUE(matches(this->layer->forward(this->on_device({nan, 1}), nullptr).flat(), {2}, {nan, 1}));
}

TYPED_TEST(ReluOn, TheGradientPassesWhereTheInputWasPositiveOrNan) {
  typename TestFixture::Saved saved;
  this->layer->forward(this->on_device({-2, 0, -0.0, 1e-300, 3, nan}), &saved);
  const auto dy = this->on_device({10, 20, 30, 40, nan, 60});
  EXPECT_TRUE(matches(this->layer->backward(dy, saved, true).flat(), {6}, {0, 0, 0, 40, nan, 60}));
  EXPECT_EQ(this->layer->backward(dy, saved, false).size(), 0);
}

TYPED_TEST(ReluOn, TheInputIsNotChanged) {
  const auto x = this->on_device({-1, 2});
  this->layer->forward(x, nullptr);
  EXPECT_TRUE(matches(x, {2}, {-1, 2}));
}

TYPED_TEST(ReluOn, EveryShapeGoesThrough) {
  typename TestFixture::Saved saved;
  const auto x = spica::full<double>(this->device, -1.0, 2, 3, 1, 4);
  const auto y = this->layer->forward(x, &saved);
  EXPECT_EQ(y.shape(), (std::vector<std::int64_t>{2, 3, 1, 4}));
  EXPECT_EQ(this->layer->backward(x, saved, true).shape(), y.shape());
  EXPECT_EQ(this->layer->forward(spica::zeros<double>(this->device, 0, 5), nullptr).shape(),
            (std::vector<std::int64_t>{0, 5}));
}

TYPED_TEST(ReluOn, TheGradientEqualsFiniteDifferences) {
  const std::vector<double> at{-1.5, -0.1, 0.2, 2.5};
  const double h = 1e-6;
  typename TestFixture::Saved saved;
  this->layer->forward(this->on_device({-1.5, -0.1, 0.2, 2.5}), &saved);
  const auto dx = elements(this->layer->backward(this->on_device({1, 2, 3, 4}), saved, true).flat());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto y = elements(this->layer->forward(this->on_device({at[i] + h, at[i] - h}), nullptr).flat());
    EXPECT_NEAR(dx[i], static_cast<double>(i + 1) * (y[0] - y[1]) / (2 * h), 1e-9);
  }
}

}  // namespace
