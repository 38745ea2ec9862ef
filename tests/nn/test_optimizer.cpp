// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/nn/optimizer.hpp>
#include <spica/ops/arithmetic.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using spica::cpu;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;
using Space = spica::detail::HostSpace;
template <class T>
using Parameter = spica::nn::Parameter<T, Space>;
template <class T>
using Adam = spica::nn::Adam<T, Space>;
template <class T>
using Sgd = spica::nn::Sgd<T, Space>;
using spica::nn::AdamOptions;
using spica::nn::SgdOptions;

/// Options by name, in the order in which they are declared.
AdamOptions adam(double rate, double epsilon = 1e-8, double decay = 0.0) {
  AdamOptions options;
  options.learning_rate = rate;
  options.epsilon = epsilon;
  options.weight_decay = decay;
  return options;
}
SgdOptions sgd(double rate, double momentum = 0.0, double decay = 0.0) {
  SgdOptions options;
  options.learning_rate = rate;
  options.momentum = momentum;
  options.weight_decay = decay;
  return options;
}

/// One number with its gradient.
template <class T>
struct Number {
  spica::Array<T, 1, Space> value;
  spica::Array<T, 1, Space> gradient;

  explicit Number(double start)
      : value(spica::full<T>(cpu(), static_cast<T>(start), 1)), gradient(spica::zeros<T>(cpu(), 1)) {}
  std::vector<Parameter<T>> parameters() const { return {Parameter<T>("p", value, gradient)}; }

  /// The value after one more step with the gradient `g`.
  template <class Optimizer>
  double step(Optimizer& optimizer, double g) const {
    spica::assign(gradient, g);
    optimizer.step();
    return static_cast<double>(item(value));
  }
};

// ---- published and hand-made numbers ---------------------------------------------------------------------------

TEST(Adam, OPT_01_EpsilonIsAddedToTheCorrectedRoot) {
  const Number<double> a(1.0);
  Adam<double> optimizer_a(a.parameters(), adam(0.1, 1e-8));
  EXPECT_NEAR(a.step(optimizer_a, 0.5), 0.900000002, 1e-12);
  EXPECT_NEAR(a.step(optimizer_a, 0.5), 0.800000004, 1e-12);
  const Number<double> b(1.0);
  Adam<double> optimizer_b(b.parameters(), adam(0.1, 1e-7));
  EXPECT_NEAR(b.step(optimizer_b, 1e-6), 0.9090909091, 1e-10);
  EXPECT_NEAR(b.step(optimizer_b, 1e-6), 0.8181818182, 1e-10);
  const Number<double> c(1.0);
  Adam<double> optimizer_c(c.parameters(), adam(0.1, 1.0));
  EXPECT_NEAR(c.step(optimizer_c, 1e-3), 0.9999000999, 1e-10);
}

TEST(Adam, OPT_01_InFloatToo) {
  const Number<float> a(1.0);
  Adam<float> optimizer_a(a.parameters(), adam(0.1));
  EXPECT_NEAR(a.step(optimizer_a, 0.5), 0.9, 1e-7);
  EXPECT_NEAR(a.step(optimizer_a, 0.5), 0.8, 2e-7);
  const Number<float> b(1.0);
  Adam<float> optimizer_b(b.parameters(), adam(0.1, 1e-7));
  EXPECT_NEAR(b.step(optimizer_b, 1e-6), 0.9090909091, 1e-7);
}

TEST(Adam, OPT_01_TheDefaultsAreThePapers) {
  const AdamOptions options;
  EXPECT_EQ(options.learning_rate, 0.001);
  EXPECT_EQ(options.beta1, 0.9);
  EXPECT_EQ(options.beta2, 0.999);
  EXPECT_EQ(options.epsilon, 1e-8);
  EXPECT_EQ(options.weight_decay, 0.0);
  const Number<double> p(1.0);
  Adam<double> optimizer(p.parameters());
  EXPECT_NEAR(p.step(optimizer, 123.0), 0.999, 1e-10);
}

TEST(Sgd, OPT_03_TheLearningRateIsOutsideTheVelocity) {
  const Number<double> p(1.0);
  Sgd<double> optimizer(p.parameters(), sgd(0.1, 0.9));
  EXPECT_DOUBLE_EQ(p.step(optimizer, 1.0), 0.9);
  optimizer.set_learning_rate(0.01);
  EXPECT_DOUBLE_EQ(p.step(optimizer, 1.0), 0.881);
}

TEST(Sgd, GOLD_08_KerasExample) {  // the loss is v^2 / 2, its gradient v
  const Number<double> p(1.0);
  Sgd<double> optimizer(p.parameters(), sgd(0.1, 0.9));
  EXPECT_DOUBLE_EQ(p.step(optimizer, 1.0), 0.9);
  EXPECT_DOUBLE_EQ(p.step(optimizer, 0.9), 0.72);
  const Number<double> q(1.0);
  Sgd<double> plain(q.parameters(), sgd(0.1));
  EXPECT_DOUBLE_EQ(q.step(plain, 1.0), 0.9);
}

TEST(Adam, GOLD_09_KerasExample) {  // prints 9.9; exactly 10 - 0.1 * 10 / (10 + 1e-8)
  const Number<double> p(10.0);
  Adam<double> optimizer(p.parameters(), adam(0.1));
  EXPECT_NEAR(p.step(optimizer, 10.0), 9.9000000001, 1e-13);
}

// The algorithms written down in Python, five steps with these gradients.
const std::vector<double> gradients{0.5, -0.25, 1.0, 0.125, -2.0};

template <class Optimizer>
double after_five_steps(double start, const Number<double>& number, Optimizer&& optimizer) {
  spica::assign(number.value, start);
  double value = start;
  for (const double g : gradients) value = number.step(optimizer, g);
  return value;
}

TEST(Sgd, FiveStepsEqualTheWrittenAlgorithm) {
  const Number<double> p(0);
  EXPECT_NEAR(after_five_steps(1.5, p, Sgd<double>(p.parameters(), sgd(0.1))), 1.5625, 1e-15);
  EXPECT_NEAR(after_five_steps(1.5, p, Sgd<double>(p.parameters(), sgd(0.1, 0.9))), 1.28647, 1e-14);
  EXPECT_NEAR(after_five_steps(1.5, p, Sgd<double>(p.parameters(), sgd(0.1, 0.9, 0.05))), 1.1941523286515623, 1e-14);
}

TEST(Adam, FiveStepsEqualTheWrittenAlgorithm) {
  const Number<double> p(0);
  EXPECT_NEAR(after_five_steps(1.5, p, Adam<double>(p.parameters(), adam(0.1))), 1.2696819411440323, 1e-14);
  EXPECT_NEAR(after_five_steps(1.5, p, Adam<double>(p.parameters(), adam(0.1, 1e-8, 0.01))), 1.2624021617022694, 1e-14);
  AdamOptions others = adam(0.01, 1e-3);
  others.beta1 = 0.5;
  others.beta2 = 0.9;
  EXPECT_NEAR(after_five_steps(-2.0, p, Adam<double>(p.parameters(), others)), -2.016261575653078, 1e-14);
}

// ---- several parameters, spaces --------------------------------------------------------------------------------

template <class AnySpace>
class OptimizerOn : public ::testing::Test {};
TYPED_TEST_SUITE(OptimizerOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(OptimizerOn, EveryElementOfEveryParameterMoves) {
  const spica::Device<TypeParam> device;
  const auto weight = spica::ones<float>(device, 300, 7);
  const auto bias = spica::ones<float>(device, 7);
  const auto none = spica::ones<float>(device, 0, 7);
  const auto gradient = spica::full<float>(device, 2.0F, 300, 7);
  const auto bias_gradient = spica::full<float>(device, 4.0F, 7);
  const std::vector<spica::nn::Parameter<float, TypeParam>> parameters{
      {"weight", weight, gradient}, {"none", none, none}, {"bias", bias, bias_gradient}};
  spica::nn::Sgd<float, TypeParam> optimizer(parameters, sgd(0.25));
  optimizer.step();
  EXPECT_TRUE(spica::test::matches_function(weight, {300, 7}, [](const auto&) { return 0.5F; }));
  EXPECT_TRUE(spica::test::matches_function(bias, {7}, [](const auto&) { return 0.0F; }));
  EXPECT_EQ(optimizer.steps(), 1);
}

TEST(Optimizer, WithoutParametersAStepDoesNothing) {
  Sgd<float> optimizer({});
  optimizer.step();
  EXPECT_EQ(optimizer.steps(), 1);
}

// ---- which parameters it takes ---------------------------------------------------------------------------------

TEST(Optimizer, AParameterThatIsListedTwiceIsRefused) {
  const auto memory = spica::ones<double>(cpu(), 6);
  const auto parameter = [&](const char* name, std::int64_t begin, std::int64_t end) {
    const auto value = memory(spica::range(begin, end));
    return Parameter<double>(name, value, spica::zeros<double>(cpu(), end - begin));
  };
  const auto text = [](const std::vector<Parameter<double>>& parameters) {
    return message_of<spica::ValueError>([&] { Sgd<double>{parameters}; });
  };
  EXPECT_EQ(text({parameter("p", 0, 6), parameter("p", 0, 6)}),
            "spica::nn::Optimizer: \"p\" and \"p\" share elements, which one step would change twice; list each "
            "parameter once");
  EXPECT_EQ(text({parameter("q", 3, 6), parameter("none", 3, 3), parameter("p", 0, 4)}),
            "spica::nn::Optimizer: \"p\" and \"q\" share elements, which one step would change twice; list each "
            "parameter once");
  EXPECT_EQ(text({parameter("p", 3, 6), parameter("none", 1, 1), parameter("q", 0, 3)}), "<nothing thrown>");
}

TEST(Optimizer, TwoNetworksNeedNamesOfTheirOwn) {
  const Number<double> actor(1);
  const Number<double> critic(1);
  const Parameter<double> p = actor.parameters()[0];
  const Parameter<double> q = critic.parameters()[0];
  EXPECT_EQ(message_of<spica::ValueError>([&] {
              Adam<double>{{p, q}};
            }),
            "spica::nn::Optimizer: two parameters have the name \"p\"; give those of one network another prefix: "
            "p.prefixed(\"actor.\")");
  const Adam<double> optimizer({p.prefixed("actor."), q.prefixed("critic.")});
  EXPECT_EQ(optimizer.state()[1].name(), "critic.p.first");
}

// ---- going on from a checkpoint --------------------------------------------------------------------------------

/// Adam or momentum on the loss p^2 / 2, from 10.
template <class Optimizer, class Options>
void expect_resumed_as_if_not_stopped(const Options& options) {
  const Number<double> straight(10);
  Optimizer whole(straight.parameters(), options);
  for (int i = 0; i < 4; ++i) straight.step(whole, item(straight.value));

  const Number<double> before(10);
  Optimizer first(before.parameters(), options);
  for (int i = 0; i < 2; ++i) before.step(first, item(before.value));
  const Number<double> after(item(before.value));
  Optimizer second(after.parameters(), options);
  const auto saved = first.state();
  const auto loaded = second.state();
  ASSERT_EQ(saved.size(), loaded.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    EXPECT_EQ(saved[i].name(), loaded[i].name());
    spica::assign(loaded[i].value().flat(), saved[i].value().flat());
  }
  second.set_steps(first.steps());
  for (int i = 0; i < 2; ++i) after.step(second, item(after.value));
  EXPECT_EQ(item(after.value), item(straight.value));
}

TEST(Optimizer, OPT_04_StateAndStepsAreAllThatCarriesOver) {
  expect_resumed_as_if_not_stopped<Adam<double>>(adam(0.1));
  expect_resumed_as_if_not_stopped<Sgd<double>>(sgd(0.1, 0.9));
  expect_resumed_as_if_not_stopped<Sgd<double>>(sgd(0.1));
}

TEST(Optimizer, TheStateIsNamedByParameterAndHasItsShape) {
  const auto weight = spica::ones<float>(cpu(), 2, 3);
  const std::vector<Parameter<float>> parameters{{"0.weight", weight, spica::zeros<float>(cpu(), 2, 3)}};
  const auto names = [](const auto& state) {
    std::string text;
    for (const auto& p : state) text += p.name() + ' ' + spica::detail::shape_text(p.value().shape()) + ' ';
    return text;
  };
  EXPECT_EQ(names(Adam<float>(parameters).state()), "0.weight.first [2, 3] 0.weight.second [2, 3] ");
  EXPECT_EQ(names(Sgd<float>(parameters, sgd(0.1, 0.9)).state()), "0.weight.velocity [2, 3] ");
  EXPECT_EQ(names(Sgd<float>(parameters).state()), "");
}

// ---- extremes --------------------------------------------------------------------------------------------------

TEST(Adam, AGradientOfZeroChangesNothing) {
  const Number<float> p(1.0);
  Adam<float> optimizer(p.parameters());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(p.step(optimizer, 0.0), 1.0);
}

TEST(Optimizer, WithoutDecayAnInfiniteValueStaysInfinite) {
  const double inf = std::numeric_limits<double>::infinity();
  const Number<double> p(inf);
  Sgd<double> plain(p.parameters(), sgd(0.1));
  EXPECT_EQ(p.step(plain, 1.0), inf);
  Adam<double> with_moments(p.parameters(), adam(0.1));
  EXPECT_EQ(p.step(with_moments, 1.0), inf);
}

TEST(Optimizer, ANanGradientIsNotHidden) {
  const Number<double> p(1.0);
  Adam<double> optimizer(p.parameters());
  EXPECT_TRUE(std::isnan(p.step(optimizer, std::numeric_limits<double>::quiet_NaN())));
}

TEST(Optimizer, ALearningRateOfZeroChangesNothing) {
  const Number<double> p(1.0);
  Sgd<double> optimizer(p.parameters(), sgd(0.0));
  EXPECT_EQ(p.step(optimizer, 5.0), 1.0);
}

// ---- options outside their range -------------------------------------------------------------------------------

TEST(Optimizer, OptionsOutsideTheirRangeAreNamed) {
  const auto text_of_sgd = [](const SgdOptions& options) {
    return message_of<spica::ValueError>([&] { Sgd<float>({}, options); });
  };
  const auto text_of_adam = [](const AdamOptions& options) {
    return message_of<spica::ValueError>([&] { Adam<float>({}, options); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(text_of_sgd(sgd(-0.1)),
            "spica::nn::Sgd: the learning rate is -0.1; it must be 0 or more, and finite in the parameters' type");
  EXPECT_EQ(text_of_sgd(sgd(nan)),
            "spica::nn::Sgd: the learning rate is nan; it must be 0 or more, and finite in the parameters' type");
  EXPECT_EQ(text_of_sgd(sgd(0.1, 1.0)), "spica::nn::Sgd: the momentum is 1; it must be at least 0 and less than 1");
  EXPECT_EQ(text_of_sgd(sgd(0.1, 0.9, -1e-4)),
            "spica::nn::Sgd: the weight decay is -0.0001; it must be 0 or more, and finite in the parameters' type");
  EXPECT_EQ(text_of_adam(adam(inf)),
            "spica::nn::Adam: the learning rate is inf; it must be 0 or more, and finite in the parameters' type");
  EXPECT_EQ(text_of_adam(adam(0.1, -1e-8)),
            "spica::nn::Adam: epsilon is -1e-08; it must be more than 0 in the parameters' type, and finite");
  EXPECT_EQ(text_of_adam(adam(0.1, 1e-50)),
            "spica::nn::Adam: epsilon is 1e-50; it must be more than 0 in the parameters' type, and finite");
  EXPECT_EQ(text_of_adam(adam(0.1, 1e-8, inf)),
            "spica::nn::Adam: the weight decay is inf; it must be 0 or more, and finite in the parameters' type");
  // More than float holds, though not more than double.
  EXPECT_EQ(text_of_sgd(sgd(1e39)),
            "spica::nn::Sgd: the learning rate is 1e+39; it must be 0 or more, and finite in the parameters' type");
  EXPECT_EQ(text_of_sgd(sgd(0.1, 0.0, 1e39)),
            "spica::nn::Sgd: the weight decay is 1e+39; it must be 0 or more, and finite in the parameters' type");
  EXPECT_EQ(text_of_adam(adam(0.1, 1e39)),
            "spica::nn::Adam: epsilon is 1e+39; it must be more than 0 in the parameters' type, and finite");
  EXPECT_EQ(message_of<spica::ValueError>([] { Sgd<double>({}, sgd(1e39)); }), "<nothing thrown>");
  AdamOptions beta = adam(0.1);
  beta.beta1 = 1.0;
  EXPECT_EQ(text_of_adam(beta), "spica::nn::Adam: beta1 is 1; it must be at least 0 and less than 1");
  beta.beta1 = 0.9;
  beta.beta2 = -0.5;
  EXPECT_EQ(text_of_adam(beta), "spica::nn::Adam: beta2 is -0.5; it must be at least 0 and less than 1");
}

TEST(Optimizer, ALaterLearningRateOrStepCountIsCheckedToo) {
  Sgd<float> optimizer({}, sgd(0.5));
  EXPECT_EQ(message_of<spica::ValueError>([&] { optimizer.set_learning_rate(-1); }),
            "spica::nn::Optimizer::set_learning_rate: the learning rate is -1; it must be 0 or more, and finite in the "
            "parameters' type");
  EXPECT_EQ(
      message_of<spica::ValueError>([&] { optimizer.set_learning_rate(1e39); }),
      "spica::nn::Optimizer::set_learning_rate: the learning rate is 1e+39; it must be 0 or more, and finite in the "
      "parameters' type");
  EXPECT_EQ(message_of<spica::ValueError>([&] { optimizer.set_steps(-2); }),
            "spica::nn::Optimizer::set_steps: the number of steps is -2; it must be from 0 to 2^53 - 1, as in a "
            "checkpoint");
  EXPECT_EQ(message_of<spica::ValueError>([&] { optimizer.set_steps(std::int64_t{1} << 53); }),
            "spica::nn::Optimizer::set_steps: the number of steps is 9007199254740992; it must be from 0 to 2^53 - 1, "
            "as in a checkpoint");
  EXPECT_EQ(optimizer.learning_rate(), 0.5);
  EXPECT_EQ(optimizer.steps(), 0);
}

TEST(Optimizer, AStepAllocatesReadsAndWaitsForNothing) {
  const Number<float> p(1.0);
  Adam<float> with_moments(p.parameters());
  Sgd<float> with_momentum(p.parameters(), sgd(0.1, 0.9));
  const spica::Ledger before = spica::ledger();
  const spica::NoTransfers scope;
  with_moments.step();
  with_momentum.step();
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_EQ(done.allocations + done.pool_hits, 0);
  EXPECT_EQ(done.fences, 0);
  EXPECT_EQ(done.transfers().count, 0);
}

}  // namespace
