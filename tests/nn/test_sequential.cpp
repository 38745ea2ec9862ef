// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/nn/sequential.hpp>
#include <spica/nn/softmax_cross_entropy.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace nn = spica::nn;
using spica::cpu;
using spica::Generator;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;
using Space = spica::detail::HostSpace;

nn::Sequential<double, Space> network(std::uint64_t seed = 7) {
  Generator generator(seed);
  auto net = nn::sequential<double>(cpu(), generator);
  net.add(nn::linear(3, 8)).add(nn::relu()).add(nn::linear(8, 1));
  return net;
}

// ---- structure -------------------------------------------------------------------------------------------------

TEST(Sequential, ParametersAreNamedByLayer) {
  const auto net = network();
  std::string text;
  for (const auto& p : net.parameters()) text += p.name() + ' ' + spica::detail::shape_text(p.value().shape()) + ' ';
  EXPECT_EQ(text, "0.weight [8, 3] 0.bias [8] 2.weight [1, 8] 2.bias [1] ");
  EXPECT_EQ(net.size(), 3);
  EXPECT_EQ(net.layer(1).name(), "relu");
  EXPECT_EQ(net.device(), cpu());
}

TEST(Sequential, ParametersAreDrawnFromASplitInTheOrderOfTheLayers) {
  // Computed by an independent Philox in Python: seed 7's first split, uniform numbers scaled to +-1/sqrt(in).
  Generator generator(7);
  auto net = nn::sequential<double>(cpu(), generator);
  net.add(nn::linear(3, 8)).add(nn::relu()).add(nn::linear(8, 1));
  EXPECT_EQ(generator.position(), 0U);
  const auto parameters = net.parameters();
  const auto first = [&](std::size_t i, std::size_t count) {
    auto values = elements(parameters[i].value().flat());
    values.resize(count);
    return values;
  };
  const auto expect = [](const std::vector<double>& got, const std::vector<double>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-16);
  };
  expect(first(0, 3), {-0.33588052256610323, -0.05680972055790767, 0.29180951479926687});
  expect(first(1, 2), {0.41527835136266233, -0.41117787312833937});
  expect(first(2, 2), {0.2713658381973474, -0.3033135840075749});
  expect(first(3, 1), {-0.2107592455918651});
  const auto second = nn::sequential<double>(cpu(), generator).add(nn::linear(3, 8)).parameters();
  EXPECT_NE(elements(second[0].value().flat()), elements(parameters[0].value().flat()));
}

TEST(Sequential, ParametersAreHandlesOnTheNetworksMemory) {
  const auto net = network();
  for (const auto& p : net.parameters()) spica::assign(p.value().flat(), 1.0);
  EXPECT_TRUE(matches(net(spica::ones<double>(cpu(), 1, 3)), {1, 1}, {33}));  // 8 hidden units of 4, and 1
  std::vector<nn::Parameter<double, Space>> kept;
  {
    const auto short_lived = network();
    kept = short_lived.parameters();
  }
  EXPECT_EQ(elements(kept[0].value().flat()), elements(network().parameters()[0].value().flat()));
}

TEST(Sequential, CanBeMovedNotCopied) {
  static_assert(!std::is_copy_constructible_v<nn::Sequential<double, Space>>);
  auto net = network();
  const auto x = spica::ones<double>(cpu(), 2, 3);
  const auto before = elements(net(x));
  const auto moved = std::move(net);
  EXPECT_EQ(elements(moved(x)), before);
}

// ---- computing -------------------------------------------------------------------------------------------------

/// The network of three layers, written down.
std::vector<double> by_loops(const nn::Sequential<double, Space>& net, const std::vector<double>& x) {
  std::vector<std::vector<double>> p;
  for (const auto& parameter : net.parameters()) p.push_back(elements(parameter.value().flat()));
  std::vector<double> out;
  for (std::size_t n = 0; n < x.size() / 3; ++n) {
    double y = p[3][0];
    for (std::size_t h = 0; h < 8; ++h) {
      double hidden = p[1][h];
      for (std::size_t i = 0; i < 3; ++i) hidden += x[n * 3 + i] * p[0][h * 3 + i];
      if (hidden > 0) y += p[2][h] * hidden;
    }
    out.push_back(y);
  }
  return out;
}

TEST(Sequential, EqualsLoopsForEveryLayoutOfTheInput) {
  const auto net = network();
  Generator generator(2);
  const auto x = spica::normal<double>(cpu(), generator, 5, 3);
  const auto expected = by_loops(net, elements(x));
  EXPECT_TRUE(matches(net(x), {5, 1}, expected, 1e-14));
  const spica::Array<double, 2, Space, Kokkos::LayoutLeft> left(x);
  EXPECT_TRUE(matches(net(left), {5, 1}, expected, 1e-14));
  EXPECT_TRUE(matches(net(x + 0.0), {5, 1}, expected, 1e-14));
  const spica::Array<const double, 2, Space> constant(x);
  EXPECT_TRUE(matches(net(constant), {5, 1}, expected, 1e-14));
  const auto wide = spica::zeros<double>(cpu(), 10, 6);
  spica::assign(wide(spica::range(0, 10, 2), spica::range(1, 6, 2)), x);
  EXPECT_TRUE(matches(net(wide(spica::range(0, 10, 2), spica::range(1, 6, 2))), {5, 1}, expected, 1e-14));
}

TEST(Sequential, ForwardComputesTheSame) {
  auto net = network();
  Generator generator(2);
  const auto x = spica::normal<double>(cpu(), generator, 5, 3);
  EXPECT_EQ(elements(net.forward(x)), elements(net(x)));
}

TEST(Sequential, WithoutLayersItCopiesItsInput) {
  Generator generator(1);
  const auto net = nn::sequential<double>(cpu(), generator);
  const auto x = spica::ones<double>(cpu(), 2, 2);
  const auto y = net(x);
  EXPECT_TRUE(matches(y, {2, 2}, {1, 1, 1, 1}));
  EXPECT_FALSE(y.same_storage(x));
}

TEST(Sequential, OutputsOfAnotherRank) {
  Generator generator(1);
  auto net = nn::sequential<float, 4>(cpu(), generator);
  net.add(nn::relu());
  EXPECT_EQ(net(spica::ones<float>(cpu(), 2, 1, 3, 1)).shape(), spica::shape(2, 1, 3, 1));
  const std::string text =
      "spica::nn::Sequential: the output is [2, 3], but the network was made for outputs of rank 4; "
      "write nn::sequential<T, 2>(device, generator)";
  EXPECT_EQ(message_of<spica::ShapeError>([&] { net(spica::ones<float>(cpu(), 2, 3)); }), text);
  EXPECT_EQ(message_of<spica::ShapeError>([&] { net.forward(spica::ones<float>(cpu(), 2, 3)); }), text);
}

/// A layer of the caller's own.
struct Doubling {
  template <class T, class S>
  class Layer final : public nn::Layer<T, S> {
   public:
    std::string name() const override { return "doubling"; }
    spica::AnyArray<T, S> forward(const spica::AnyArray<T, S>& x, nn::Saved<T, S>*) const override {
      return {spica::Array(x.flat() * T(2)), x.shape()};
    }
    spica::AnyArray<T, S> backward(const spica::AnyArray<T, S>& dy, const nn::Saved<T, S>&, bool) const override {
      return {spica::Array(dy.flat() * T(2)), dy.shape()};
    }
  };
  template <class T, class S>
  std::unique_ptr<nn::Layer<T, S>> make(const spica::Device<S>&, Generator&) const {
    return std::make_unique<Layer<T, S>>();
  }
};

TEST(Sequential, ACallersOwnLayerTakesPart) {
  Generator generator(1);
  auto net = nn::sequential<float>(cpu(), generator);
  net.add(nn::linear(1, 1, false)).add(Doubling());
  spica::assign(net.parameters()[0].value().flat(), 3.0F);
  EXPECT_TRUE(matches(net.forward(spica::full<float>(cpu(), 5, 1, 1)), {1, 1}, {30}));
  net.backward(spica::full<float>(cpu(), 1, 1, 1));
  EXPECT_TRUE(matches(net.parameters()[0].gradient().flat(), {1}, {10}));
}

/// A layer of the caller's own that hands on what it gets, as dropout does when it does not train.
struct Identity {
  template <class T, class S>
  class Layer final : public nn::Layer<T, S> {
   public:
    std::string name() const override { return "identity"; }
    spica::AnyArray<T, S> forward(const spica::AnyArray<T, S>& x, nn::Saved<T, S>*) const override { return x; }
    spica::AnyArray<T, S> backward(const spica::AnyArray<T, S>& dy, const nn::Saved<T, S>&, bool) const override {
      return dy;
    }
  };
  template <class T, class S>
  std::unique_ptr<nn::Layer<T, S>> make(const spica::Device<S>&, Generator&) const {
    return std::make_unique<Layer<T, S>>();
  }
};

TEST(Sequential, ALayerThatReturnsItsInputDoesNotHandOutTheCallersMemory) {
  Generator generator(1);
  auto net = nn::sequential<double>(cpu(), generator);
  net.add(Identity()).add(Identity());
  const auto memory = spica::ones<double>(cpu(), 1, 2);
  const spica::Array<const double, 2, Space> x(memory);
  spica::assign(net(x), 9.0);
  spica::assign(net.forward(x), 9.0);
  EXPECT_TRUE(matches(memory, {1, 2}, {1, 1}));
}

// ---- gradients -------------------------------------------------------------------------------------------------

/// relu(w x) with w = 1, trained towards 5 at x = 2: dW = (2 - 5) x = -6. `layers` end the network.
template <class... Layers>
double gradient_after_writing_into_the_output(const Layers&... layers) {
  Generator generator(1);
  auto net = nn::sequential<double>(cpu(), generator);
  net.add(nn::linear(1, 1, false));
  (net.add(layers), ...);
  spica::assign(net.parameters()[0].value().flat(), 1.0);
  const auto error = net.forward(spica::full<double>(cpu(), 2.0, 1, 1));
  error -= 5.0;
  net.backward(error);
  return item(net.parameters()[0].gradient().flat());
}

TEST(Sequential, TheOutputMayBeWrittenIntoBeforeBackward) {
  EXPECT_EQ(gradient_after_writing_into_the_output(), -6);
  EXPECT_EQ(gradient_after_writing_into_the_output(nn::relu()), -6);
  EXPECT_EQ(gradient_after_writing_into_the_output(nn::relu(), Identity()), -6);
}

TEST(Sequential, BackwardGoesThroughTheLastForward) {
  Generator generator(1);
  auto net = nn::sequential<double>(cpu(), generator);
  net.add(nn::linear(1, 1, false));
  net.forward(spica::full<double>(cpu(), 2.0, 1, 1));
  net.forward(spica::full<double>(cpu(), 7.0, 1, 1));
  net.backward(spica::ones<double>(cpu(), 1, 1));
  EXPECT_EQ(item(net.parameters()[0].gradient().flat()), 7);
}

TEST(Sequential, GradientsOfAClassifierEqualFiniteDifferences) {
  Generator generator(21);
  auto net = nn::sequential<double>(cpu(), generator);
  net.add(nn::linear(4, 6)).add(nn::relu()).add(nn::linear(6, 5)).add(nn::relu()).add(nn::linear(5, 3));
  const auto x = spica::normal<double>(cpu(), generator, 7, 4);
  const auto labels = spica::array<int>(cpu(), {0, 2, 1, 1, 0, 2, 2});
  const auto result = nn::softmax_cross_entropy(net.forward(x), labels);
  net.backward(result.gradient);
  const double h = 1e-5;
  for (const auto& p : net.parameters()) {
    const auto gradient = elements(p.gradient().flat());
    const auto at = elements(p.value().flat());
    double size = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto loss_at = [&](double value) {
        auto moved = at;
        moved[i] = value;
        spica::test::set_elements(p.value().flat(), moved);
        return item(nn::softmax_cross_entropy(net(x), labels).loss);
      };
      EXPECT_NEAR(gradient[i], (loss_at(at[i] + h) - loss_at(at[i] - h)) / (2 * h), 1e-9) << p.name() << " at " << i;
      size += std::fabs(gradient[i]);
    }
    spica::test::set_elements(p.value().flat(), at);
    EXPECT_GT(size, 0.0) << p.name();
  }
}

TEST(Sequential, ABatchOfNothingHasNoLossAndGradientsOfZero) {
  auto net = network();
  for (const auto& p : net.parameters()) spica::assign(p.gradient().flat(), 5.0);
  const auto y = net.forward(spica::zeros<double>(cpu(), 0, 3));
  EXPECT_EQ(y.shape(), spica::shape(0, 1));
  const auto result = nn::softmax_cross_entropy(y, spica::zeros<int>(cpu(), 0));
  EXPECT_TRUE(std::isnan(item(result.loss)));
  net.backward(result.gradient);
  for (const auto& p : net.parameters()) {
    for (const double g : elements(p.gradient().flat())) EXPECT_EQ(g, 0.0) << p.name();
  }
}

// ---- what goes wrong -------------------------------------------------------------------------------------------

const std::string nothing =
    "spica::nn::Sequential::backward: there is nothing to go back through; call forward first, "
    "once for each backward";

TEST(Sequential, BackwardNeedsAForwardOfItsOwn) {
  auto net = network();
  const auto x = spica::ones<double>(cpu(), 2, 3);
  const auto dy = spica::ones<double>(cpu(), 2, 1);
  const auto text = [&] { return message_of<spica::Error>([&] { net.backward(dy); }); };
  EXPECT_EQ(text(), nothing);
  net(x);
  EXPECT_EQ(text(), nothing);
  net.forward(x);
  net.backward(dy);
  EXPECT_EQ(text(), nothing);
}

TEST(Sequential, AForwardThatThrewLeavesNothingToGoBackThrough) {
  auto net = network();
  const auto dy = spica::ones<double>(cpu(), 2, 1);
  net.forward(spica::ones<double>(cpu(), 2, 3));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { net.forward(spica::ones<double>(cpu(), 2, 4)); }),
            "spica::nn::linear(3, 8): the input is [2, 4]; it must be [N, 3]");
  EXPECT_EQ(message_of<spica::Error>([&] { net.backward(dy); }), nothing);
}

TEST(Sequential, ALayerAddedAfterForwardLeavesNothingToGoBackThrough) {
  auto net = network();
  net.forward(spica::ones<double>(cpu(), 2, 3));
  net.add(nn::linear(1, 1));
  EXPECT_EQ(message_of<spica::Error>([&] { net.backward(spica::ones<double>(cpu(), 2, 1)); }), nothing);
}

TEST(Sequential, AGradientOfAnotherShapeIsNamedAndCanBeMended) {
  auto net = network();
  net.forward(spica::ones<double>(cpu(), 2, 3));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { net.backward(spica::ones<double>(cpu(), 1, 2)); }),
            "spica::nn::Sequential::backward: the gradient is [1, 2], the output was [2, 1]; they must be equal");
  net.backward(spica::ones<double>(cpu(), 2, 1));
}

TEST(Sequential, ALayerThatDoesNotExistIsNamed) {
  const auto net = network();
  EXPECT_EQ(message_of<spica::ValueError>([&] { net.layer(3); }),
            "spica::nn::Sequential: there is no layer 3 among 3; layers are counted from 0");
  EXPECT_EQ(message_of<spica::ValueError>([&] { net.layer(-1); }),
            "spica::nn::Sequential: there is no layer -1 among 3; layers are counted from 0");
}

/// A description that forgot its layer.
struct Nothing {
  template <class T, class S>
  std::unique_ptr<nn::Layer<T, S>> make(const spica::Device<S>&, Generator&) const {
    return nullptr;
  }
};

TEST(Sequential, ALayerThatIsNullIsRefused) {
  auto net = network();
  EXPECT_EQ(message_of<spica::ValueError>([&] { net.add(Nothing()); }),
            "spica::nn::Sequential::add: layer 3 is null; the description's make must return a layer");
  EXPECT_EQ(net.size(), 3);
}

TEST(Sequential, AnInputOnAnotherDeviceIsNamed) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  auto net = network();
  const auto x = spica::ones<double>(cpu(1), 2, 3);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { net(x); }),
            "spica::nn::Sequential: operands are on different devices: net is on cpu(0), X on cpu(1); write "
            "spica::copy(X, net.device())");
  net.forward(spica::copy(x, net.device()));
  EXPECT_EQ(message_of<spica::DeviceError>([&] { net.backward(spica::ones<double>(cpu(1), 2, 1)); }),
            "spica::nn::Sequential::backward: operands are on different devices: net is on cpu(0), dY on cpu(1); write "
            "spica::copy(dY, net.device())");
}

TEST(Sequential, LivesOnAnyDevice) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  Generator generator(7);
  auto net = nn::sequential<double>(cpu(1), generator);
  net.add(nn::linear(3, 8)).add(nn::relu()).add(nn::linear(8, 1));
  const auto x = spica::ones<double>(cpu(1), 2, 3);
  const auto y = net.forward(x);
  EXPECT_EQ(y.device(), cpu(1));
  EXPECT_EQ(elements(y), elements(network()(spica::ones<double>(cpu(0), 2, 3))));
  net.backward(y);
  for (const auto& p : net.parameters()) {
    EXPECT_EQ(p.value().device(), cpu(1));
    EXPECT_EQ(p.gradient().device(), cpu(1));
  }
}

}  // namespace
