// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/nn/linear.hpp>
#include <spica/ops/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using spica::cpu;
using spica::Generator;
using spica::nn::linear;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;
using Space = spica::detail::HostSpace;

template <class T>
using Layer = spica::nn::Layer<T, Space>;
template <class T>
using Saved = spica::nn::Saved<T, Space>;

template <class T = double>
std::unique_ptr<Layer<T>> layer(std::int64_t in, std::int64_t out, bool bias = true) {
  Generator generator(1);
  return linear(in, out, bias).make<T, Space>(cpu(), generator);
}

/// Gives the layer's parameters these values: weight, then bias.
template <class T>
void set_parameters(const Layer<T>& layer, const std::vector<std::vector<T>>& values) {
  const auto parameters = layer.parameters();
  ASSERT_EQ(parameters.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) spica::test::set_elements(parameters[i].value().flat(), values[i]);
}

TEST(Linear, ComputesXTimesTheTransposedWeightPlusBias) {
  const auto l = layer<float>(3, 2);
  set_parameters<float>(*l, {{1, 2, 3, 4, 5, 6}, {10, 20}});
  const auto x = spica::array<float, 2>(cpu(), {{1, 0, 0}, {0, 1, -1}});
  EXPECT_TRUE(matches(l->forward(x, nullptr).as<2>(), {2, 2}, {11, 24, 9, 19}));
}

TEST(Linear, WithoutBiasItIsTheProductAlone) {
  const auto l = layer<float>(2, 1, false);
  ASSERT_EQ(l->parameters().size(), 1U);
  set_parameters<float>(*l, {{3, 4}});
  EXPECT_TRUE(matches(l->forward(spica::array<float, 2>(cpu(), {{1, 1}, {2, 0}}), nullptr).as<2>(), {2, 1}, {7, 6}));
}

TEST(Linear, ParametersAreNamedAndShapedAsPyTorchs) {
  const auto parameters = layer(3, 2)->parameters();
  ASSERT_EQ(parameters.size(), 2U);
  EXPECT_EQ(parameters[0].name(), "weight");
  EXPECT_EQ(parameters[0].value().shape(), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(parameters[0].value().flat().label(), "spica::nn::linear::weight");
  EXPECT_EQ(parameters[1].name(), "bias");
  EXPECT_EQ(parameters[1].value().shape(), (std::vector<std::int64_t>{2}));
  for (const auto& p : parameters) {
    EXPECT_EQ(p.gradient().shape(), p.value().shape());
    for (const double g : elements(p.gradient().flat())) EXPECT_EQ(g, 0.0);
  }
}

TEST(Linear, InitialValuesAreUniformBetweenPlusAndMinusOneOverTheRootOfIn) {
  Generator generator(5);
  const auto l = linear(50, 400).make<double, Space>(cpu(), generator);
  EXPECT_EQ(generator.position(), 50U * 400U + 400U);
  const double bound = 1 / std::sqrt(50.0);
  // The same numbers, weight first.
  Generator again(5);
  std::vector<double> expected = elements(spica::uniform<double>(cpu(), again, 50 * 400 + 400));
  for (double& value : expected) value = value * (2 * bound) - bound;
  std::vector<double> got = elements(l->parameters()[0].value().flat());
  const std::vector<double> bias = elements(l->parameters()[1].value().flat());
  got.insert(got.end(), bias.begin(), bias.end());
  double mean = 0;
  double variance = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], expected[i], 1e-16);  // a fused multiply-add may round once instead of twice
    EXPECT_LE(std::fabs(got[i]), bound);
    mean += got[i] / static_cast<double>(got.size());
    variance += got[i] * got[i] / static_cast<double>(got.size());
  }
  EXPECT_NEAR(mean, 0.0, 5 * bound / std::sqrt(3.0 * 20400));
  EXPECT_NEAR(variance, bound * bound / 3, 0.02 * bound * bound);
}

TEST(Linear, InitialValuesInFloatAreThoseOfDoubleRounded) {
  Generator a(5);
  Generator b(5);
  const auto doubles = elements(linear(7, 3).make<double, Space>(cpu(), a)->parameters()[0].value().flat());
  const auto floats = elements(linear(7, 3).make<float, Space>(cpu(), b)->parameters()[0].value().flat());
  for (std::size_t i = 0; i < doubles.size(); ++i) EXPECT_EQ(floats[i], static_cast<float>(doubles[i]));
}

// ---- gradients -------------------------------------------------------------------------------------------------

/// The loss: the sum of the outputs, each times its own factor.
double loss_of(const Layer<double>& l, const std::vector<double>& x, std::int64_t N, std::int64_t I,
               const std::vector<double>& factors) {
  const auto input = spica::empty<double>(cpu(), N, I);
  spica::test::set_elements(input, x);
  const std::vector<double> y = elements(l.forward(input, nullptr).flat());
  double loss = 0;
  for (std::size_t i = 0; i < y.size(); ++i) loss += y[i] * factors[i];
  return loss;
}

TEST(Linear, GradientsEqualFiniteDifferences) {
  constexpr std::int64_t N = 4;
  constexpr std::int64_t I = 3;
  constexpr std::int64_t O = 5;
  Generator generator(9);
  const auto l = linear(I, O).make<double, Space>(cpu(), generator);
  const auto input = spica::normal<double>(cpu(), generator, N, I);
  const auto dy = spica::normal<double>(cpu(), generator, N, O);
  Saved<double> saved;
  l->forward(input, &saved);
  const auto dx = elements(l->backward(dy, saved, true).flat());
  const std::vector<double> factors = elements(dy);
  std::vector<double> x = elements(input);
  const double h = 1e-3;  // the loss is linear in each number, so that only rounding counts: eps / h
  const auto difference = [&](double& number, const auto& loss) {
    const double at = number;
    number = at + h;
    const double above = loss();
    number = at - h;
    const double below = loss();
    number = at;
    return (above - below) / (2 * h);
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(dx[i], difference(x[i], [&] { return loss_of(*l, x, N, I, factors); }), 1e-11) << "dx at " << i;
  }
  for (const auto& p : l->parameters()) {
    const auto gradient = elements(p.gradient().flat());
    std::vector<double> values = elements(p.value().flat());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double expected = difference(values[i], [&] {
        spica::test::set_elements(p.value().flat(), values);
        return loss_of(*l, x, N, I, factors);
      });
      EXPECT_NEAR(gradient[i], expected, 1e-11) << p.name() << " at " << i;
    }
    spica::test::set_elements(p.value().flat(), values);
  }
}

TEST(Linear, GradientsAreAssignedNotAdded) {
  const auto l = layer<float>(2, 1);
  const auto x = spica::array<float, 2>(cpu(), {{1, 2}});
  const auto dy = spica::array<float, 2>(cpu(), {{3}});
  for (int repeat = 0; repeat < 2; ++repeat) {
    Saved<float> saved;
    l->forward(x, &saved);
    EXPECT_EQ(l->backward(dy, saved, false).size(), 0) << "the input's gradient was not asked for";
    EXPECT_TRUE(matches(l->parameters()[0].gradient().flat(), {2}, {3, 6}));
    EXPECT_TRUE(matches(l->parameters()[1].gradient().flat(), {1}, {3}));
  }
}

TEST(Linear, ABatchOfNothingHasGradientsOfZero) {
  const auto l = layer<float>(3, 2);
  for (const auto& p : l->parameters()) spica::assign(p.gradient().flat(), 7.0F);
  Saved<float> saved;
  const auto y = l->forward(spica::zeros<float>(cpu(), 0, 3), &saved);
  EXPECT_EQ(y.shape(), (std::vector<std::int64_t>{0, 2}));
  const auto dx = l->backward(spica::zeros<float>(cpu(), 0, 2), saved, true);
  EXPECT_EQ(dx.shape(), (std::vector<std::int64_t>{0, 3}));
  EXPECT_TRUE(matches(l->parameters()[0].gradient().flat(), {6}, {0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(matches(l->parameters()[1].gradient().flat(), {2}, {0, 0}));
}

// ---- messages --------------------------------------------------------------------------------------------------

TEST(Linear, AnInputOfAnotherShapeIsNamed) {
  const auto l = layer<float>(3, 2);
  EXPECT_EQ(l->name(), "linear(3, 2)");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { l->forward(spica::zeros<float>(cpu(), 5, 4), nullptr); }),
            "spica::nn::linear(3, 2): the input is [5, 4]; it must be [N, 3]");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { l->forward(spica::zeros<float>(cpu(), 3), nullptr); }),
            "spica::nn::linear(3, 2): the input is [3]; it must be [N, 3]");
  EXPECT_EQ(message_of<spica::ShapeError>([&] { l->forward(spica::zeros<float>(cpu(), 2, 1, 3), nullptr); }),
            "spica::nn::linear(3, 2): the input is [2, 1, 3]; it must be [N, 3]");
}

TEST(Linear, ExtentsBelowOneAreNamedAndDrawNothing) {
  Generator generator(1);
  const auto text = [&](std::int64_t in, std::int64_t out) {
    return message_of<spica::ShapeError>([&] { linear(in, out).make<float, Space>(cpu(), generator); });
  };
  EXPECT_EQ(text(0, 2), "spica::nn::linear: 0 in and 2 out; both must be at least 1");
  EXPECT_EQ(text(3, -1), "spica::nn::linear: 3 in and -1 out; both must be at least 1");
  EXPECT_EQ(text(std::int64_t(1) << 40, std::int64_t(1) << 40).rfind("spica::nn::linear: ", 0), 0U);
  EXPECT_EQ(generator.position(), 0U);
}

template <class AnySpace>
class LinearOn : public ::testing::Test {};
TYPED_TEST_SUITE(LinearOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(LinearOn, EachSpaceComputesTheSame) {
  const spica::Device<TypeParam> device;
  Generator here(4);
  Generator there(4);
  const auto x = spica::reshape(spica::arange<double>(cpu(), 6), 2, 3);
  const auto expected = linear(3, 4).make<double, Space>(cpu(), here)->forward(x, nullptr);
  const auto got = linear(3, 4).make<double, TypeParam>(device, there)->forward(spica::copy(x, device), nullptr);
  EXPECT_TRUE(matches(got.template as<2>(), {2, 4}, elements(expected.flat()), 1e-14));
}

}  // namespace
