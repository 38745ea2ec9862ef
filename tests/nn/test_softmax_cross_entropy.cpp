// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/nn/softmax_cross_entropy.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using spica::array;
using spica::cpu;
using spica::nn::softmax_cross_entropy;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;

const double inf = std::numeric_limits<double>::infinity();

/// The loss of one row.
template <class T>
T loss_of(const std::vector<T>& row, std::int64_t label) {
  const auto logits = spica::empty<T>(cpu(), 1, row.size());
  spica::test::set_elements(logits, row);
  return item(softmax_cross_entropy(logits, array<std::int64_t>(cpu(), {label})).loss);
}

// ---- published values ------------------------------------------------------------------------------------------

TEST(SoftmaxCrossEntropy, GOLD_01_TensorFlowsExample) {
  EXPECT_NEAR(loss_of<double>({4, 2, 1}, 0), 0.1698460196, 1e-10);
  // The second row's label is 0.8 of class 1 and 0.2 of class 2.
  EXPECT_NEAR(0.8 * loss_of<double>({0, 5, 1}, 1) + 0.2 * loss_of<double>({0, 5, 1}, 2), 0.8247448901, 1e-10);
}

TEST(SoftmaxCrossEntropy, GOLD_02_MindSporesExampleWithItsGradient) {
  const auto logits = array<float, 2>(cpu(), {{2, 4, 1, 4, 5}, {2, 1, 2, 4, 3}});
  const auto result = softmax_cross_entropy(logits, array<int>(cpu(), {4, 3}));
  EXPECT_NEAR(loss_of<float>({2, 4, 1, 4, 5}, 4), 0.5899297F, 1e-6);
  EXPECT_NEAR(loss_of<float>({2, 1, 2, 4, 3}, 3), 0.52374405F, 1e-6);
  EXPECT_NEAR(item(result.loss), (0.5899297F + 0.52374405F) / 2, 1e-6);
  // Published for each row by itself: ours are divided by N = 2.
  std::vector<float> gradient{0.02760027F, 0.20393994F, 0.01015357F, 0.20393994F, -0.44563377F,
                              0.08015892F, 0.02948882F, 0.08015892F, -0.4077012F, 0.21789455F};
  for (float& value : gradient) value /= 2;
  EXPECT_TRUE(matches(result.gradient, {2, 5}, gradient, 1e-7));
}

TEST(SoftmaxCrossEntropy, GOLD_03_AnExampleWithNegativeLogits) {
  EXPECT_NEAR(loss_of<double>({-2.6, -1.7, -3.2, 0.1}, 2), 3.5385345545, 1e-10);
  EXPECT_NEAR(loss_of<double>({-2.6, -1.7, 3.2, 0.1}, 2), 0.0540367010, 1e-10);
}

TEST(SoftmaxCrossEntropy, GOLD_04_KerasExampleOfProbabilities) {  // their logarithms are logits
  const double never = -std::numeric_limits<double>::infinity();
  EXPECT_NEAR(loss_of<double>({std::log(0.05), std::log(0.95), never}, 1), 0.0512932944, 1e-10);
  EXPECT_NEAR(loss_of<double>({std::log(0.1), std::log(0.8), std::log(0.1)}, 2), 2.3025850930, 1e-10);
}

// ---- finite differences ----------------------------------------------------------------------------------------

TEST(SoftmaxCrossEntropy, TheGradientEqualsFiniteDifferences) {
  spica::Generator generator(17);
  const auto logits = spica::normal<double>(cpu(), generator, 5, 7);
  const auto labels = array<std::int64_t>(cpu(), {0, 6, 3, 3, 1});
  const auto gradient = elements(softmax_cross_entropy(logits, labels).gradient);
  const std::vector<double> at = elements(logits);
  const double h = 1e-5;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto loss_at = [&](double value) {
      std::vector<double> moved = at;
      moved[i] = value;
      spica::test::set_elements(logits, moved);
      return item(softmax_cross_entropy(logits, labels).loss);
    };
    const double difference = (loss_at(at[i] + h) - loss_at(at[i] - h)) / (2 * h);
    EXPECT_NEAR(gradient[i], difference, 1e-10) << "at " << i;  // h^2 / 6 and eps / h
  }
}

// ---- layouts and types -----------------------------------------------------------------------------------------

TEST(SoftmaxCrossEntropy, LayoutsAndTypesOfLabelsDoNotMatter) {
  spica::Generator generator(3);
  const auto logits = spica::normal<double>(cpu(), generator, 4, 6);
  const auto labels = array<std::int64_t>(cpu(), {5, 0, 2, 2});
  const auto expected = softmax_cross_entropy(logits, labels);
  const std::vector<double> gradient = elements(expected.gradient);
  const double loss = item(expected.loss);
  const auto expect_same = [&](const auto& z, const auto& y) {
    const auto result = softmax_cross_entropy(z, y);
    EXPECT_EQ(item(result.loss), loss);
    EXPECT_TRUE(matches(result.gradient, {4, 6}, gradient));
  };
  const spica::Array<double, 2, spica::detail::HostSpace, Kokkos::LayoutLeft> left(logits);
  expect_same(left, array<int>(cpu(), {5, 0, 2, 2}));
  const auto wide = spica::zeros<double>(cpu(), 8, 12);
  const auto part = wide(spica::range(0, 8, 2), spica::range(0, 12, 2));
  spica::assign(part, logits);
  expect_same(part, array<std::uint8_t>(cpu(), {5, 9, 0, 9, 2, 9, 2})(spica::range(0, 7, 2)));
  expect_same(logits + 0.0, spica::cast<std::int16_t>(labels));
}

template <class Space>
class SoftmaxCrossEntropyOn : public ::testing::Test {};
TYPED_TEST_SUITE(SoftmaxCrossEntropyOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(SoftmaxCrossEntropyOn, EachSpaceGivesTheSame) {
  const spica::Device<TypeParam> device;
  const auto logits = spica::copy(array<double, 2>(cpu(), {{1, 2, 3}, {3, 2, 1}}), device);
  const auto result = softmax_cross_entropy(logits, spica::copy(array<std::int64_t>(cpu(), {2, 2}), device));
  EXPECT_NEAR(item(result.loss), (0.4076059644443803 + 2.4076059644443806) / 2, 1e-15);
  EXPECT_EQ(result.loss.device(), device);
}

// ---- extreme logits --------------------------------------------------------------------------------------------

TEST(SoftmaxCrossEntropy, NNF_01_LargeLogitsDoNotOverflow) {
  EXPECT_EQ(loss_of<float>({1e4F, 0, -1e4F}, 1), 10000.0F);
  const auto result = softmax_cross_entropy(array<float, 2>(cpu(), {{-431, 279, 427}}), array<int>(cpu(), {0}));
  EXPECT_EQ(item(result.loss), 858.0F);
  EXPECT_TRUE(matches(result.gradient, {1, 3}, {-1, 0, 1}));
  const auto first = softmax_cross_entropy(array<float, 2>(cpu(), {{1e4F, 0, -1e4F}}), array<int>(cpu(), {1}));
  EXPECT_TRUE(matches(first.gradient, {1, 3}, {1, -1, 0}));  // softmax [1, 0, 0]
  EXPECT_EQ(loss_of<double>({1e308, -1e308}, 0), 0.0);
}

TEST(SoftmaxCrossEntropy, NNF_02_ALogitOfMinusInfinityIsAClassOfProbabilityZero) {
  const float none = -std::numeric_limits<float>::infinity();
  const auto result = softmax_cross_entropy(array<float, 2>(cpu(), {{0, none, 0}}), array<int>(cpu(), {0}));
  EXPECT_NEAR(item(result.loss), 0.6931472F, 1e-7);
  EXPECT_TRUE(matches(result.gradient, {1, 3}, {-0.5F, 0, 0.5F}));
  EXPECT_EQ(loss_of<float>({0, none}, 1), std::numeric_limits<float>::infinity());
}

TEST(SoftmaxCrossEntropy, NNF_02_AllClassesMaskedButOne) {
  std::vector<float> row(100000, -std::numeric_limits<float>::infinity());
  row[50000] = 10.0F;
  EXPECT_EQ(loss_of<float>(row, 50000), 0.0F);
}

TEST(SoftmaxCrossEntropy, NNF_02_ARowOfNothingButMinusInfinityIsNanAndLeavesTheOthersAlone) {
  const auto logits = array<double, 2>(cpu(), {{-inf, -inf}, {0, 0}});
  const auto result = softmax_cross_entropy(logits, array<int>(cpu(), {0, 1}));
  EXPECT_TRUE(std::isnan(item(result.loss)));
  const std::vector<double> gradient = elements(result.gradient);
  EXPECT_TRUE(std::isnan(gradient[0]) && std::isnan(gradient[1]));
  EXPECT_EQ(gradient[2], 0.25);
  EXPECT_EQ(gradient[3], -0.25);
}

TEST(SoftmaxCrossEntropy, ANanLogitMakesItsRowNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& row : {std::vector<double>{nan, 0, 1}, {0, nan, 1}, {0, 1, nan}}) {
    EXPECT_TRUE(std::isnan(loss_of<double>(row, 0)));
    EXPECT_TRUE(std::isnan(loss_of<double>(row, 2)));
  }
}

TEST(SoftmaxCrossEntropy, ABatchOfNothing) {
  const auto result = softmax_cross_entropy(spica::zeros<float>(cpu(), 0, 3), spica::zeros<int>(cpu(), 0));
  EXPECT_TRUE(std::isnan(item(result.loss)));
  EXPECT_EQ(result.gradient.shape(), spica::shape(0, 3));
}

// ---- labels out of range ---------------------------------------------------------------------------------------

TEST(SoftmaxCrossEntropy, NNF_04_ALabelOutsideTheClassesIsNamedAndTheProgramGoesOn) {
  const auto logits = spica::zeros<float>(cpu(), 2, 3);
  EXPECT_EQ(
      message_of<spica::ValueError>([&] {
        softmax_cross_entropy(logits, array<int>(cpu(), {0, 3}));
      }),
      "spica::nn::softmax_cross_entropy: label 3 at position 1 is outside the 3 classes; labels are at least 0 and "
      "less than 3");
  EXPECT_EQ(
      message_of<spica::ValueError>([&] {
        softmax_cross_entropy(logits, array<int>(cpu(), {-1, 2}));
      }),
      "spica::nn::softmax_cross_entropy: label -1 at position 0 is outside the 3 classes; labels are at least 0 and "
      "less than 3");
  EXPECT_EQ(
      message_of<spica::ValueError>(
          [] { softmax_cross_entropy(spica::zeros<float>(cpu(), 1, 0), spica::zeros<int>(cpu(), 1)); }),
      "spica::nn::softmax_cross_entropy: label 0 at position 0 is outside the 0 classes; labels are at least 0 and "
      "less than 0");
  EXPECT_EQ(
      message_of<spica::ValueError>([&] {
        softmax_cross_entropy(logits, array<std::uint64_t>(cpu(), {0, std::numeric_limits<std::uint64_t>::max()}));
      }),
      "spica::nn::softmax_cross_entropy: label 18446744073709551615 at position 1 is outside the 3 classes; labels "
      "are at least 0 and less than 3");
  const auto spaced = array<int>(cpu(), {1, 7, 4, 7});
  EXPECT_EQ(
      message_of<spica::ValueError>([&] { softmax_cross_entropy(logits, spaced(spica::range(0, 4, 2))); }),
      "spica::nn::softmax_cross_entropy: label 4 at position 1 is outside the 3 classes; labels are at least 0 and "
      "less than 3");
  spica::synchronize(cpu());  // nothing is left behind
  const auto result = softmax_cross_entropy(logits, array<int>(cpu(), {0, 2}));
  EXPECT_NEAR(item(result.loss), 1.0986123F, 1e-6);
}

// ---- other errors, kernels, ledger -----------------------------------------------------------------------------

TEST(SoftmaxCrossEntropy, ABatchOfAnotherExtentIsNamed) {
  EXPECT_EQ(
      message_of<spica::ShapeError>(
          [] { softmax_cross_entropy(spica::zeros<float>(cpu(), 2, 3), spica::zeros<int>(cpu(), 3)); }),
      "spica::nn::softmax_cross_entropy: batch extents differ: logits are [2, 3], labels are [3]; logits.extent(0) "
      "must equal labels.extent(0)");
}

TEST(SoftmaxCrossEntropy, DevicesOfDifferentNumbersAreNamed) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  EXPECT_EQ(
      message_of<spica::DeviceError>(
          [] { softmax_cross_entropy(spica::zeros<float>(cpu(1), 2, 3), spica::zeros<int>(cpu(0), 2)); }),
      "spica::nn::softmax_cross_entropy: operands are on different devices: logits is on cpu(1), labels on cpu(0); "
      "write spica::copy(labels, logits.device())");
}

TEST(SoftmaxCrossEntropy, InTheSteadyStateNothingIsAllocatedReadOrWaitedFor) {
  const auto logits = spica::zeros<float>(cpu(), 64, 10);
  const auto labels = spica::zeros<std::int64_t>(cpu(), 64);
  softmax_cross_entropy(logits, labels);
  const spica::Ledger before = spica::ledger();
  {
    const spica::NoTransfers scope;
    for (int i = 0; i < 5; ++i) softmax_cross_entropy(logits, labels);
  }
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_EQ(done.allocations, 0);
  EXPECT_EQ(done.fences, 0);
  EXPECT_EQ(done.transfers().count, 0);
}

}  // namespace
