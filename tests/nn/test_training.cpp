// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of nn/ together: a step costs what it must, and training learns.
#include "ops/support/kernels.hpp"
#include "support/expect.hpp"
#include "support/program.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/runtime.hpp>
#include <spica/nn/optimizer.hpp>
#include <spica/nn/sequential.hpp>
#include <spica/nn/softmax_cross_entropy.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/gather.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

namespace nn = spica::nn;
using spica::cpu;
using spica::Generator;

/// Points in the plane, labelled by the quadrants: 1 where both coordinates have one sign.
template <class T, class Space>
struct Quadrants {
  explicit Quadrants(const spica::Device<Space>& device, std::int64_t N) {
    Generator generator(3);
    points = spica::normal<T>(device, generator, N, 2);
    const auto x = points(spica::all, 0);
    const auto y = points(spica::all, 1);
    labels = spica::cast<std::int64_t>((x > T(0)) == (y > T(0)));
  }
  spica::Array<T, 2, Space> points;
  spica::Array<std::int64_t, 1, Space> labels;
};

template <class T, class Space>
struct Training {
  spica::Device<Space> device;
  Generator generator{11};
  Quadrants<T, Space> data;
  nn::Sequential<T, Space> net;
  nn::Adam<T, Space> optimizer;

  Training(const spica::Device<Space>& on, std::int64_t N)
      : device(on), data(on, N), net(make_net()), optimizer(net.parameters(), rate()) {}

  static nn::AdamOptions rate() {
    nn::AdamOptions options;
    options.learning_rate = 0.02;
    return options;
  }
  nn::Sequential<T, Space> make_net() {
    auto made = nn::sequential<T>(device, generator);
    made.add(nn::linear(2, 16)).add(nn::relu()).add(nn::linear(16, 2));
    return made;
  }
  template <class Indices>
  auto step(const Indices& chosen) {
    const auto logits = net.forward(spica::take(data.points, chosen));
    const auto result = nn::softmax_cross_entropy(logits, spica::take(data.labels, chosen));
    net.backward(result.gradient);
    optimizer.step();
    return result.loss;
  }
};

template <class Space>
class TrainingOn : public ::testing::Test {};
TYPED_TEST_SUITE(TrainingOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(TrainingOn, LearnsWhatNoLinearModelCan) {
  const spica::Device<TypeParam> device;
  Training<float, TypeParam> training(device, 512);
  double first = 0;
  double last = 0;
  for (int epoch = 0; epoch < 30; ++epoch) {
    const auto order = spica::permutation(device, training.generator, 512);
    for (std::int64_t at = 0; at < 512; at += 64) {
      const auto loss = training.step(order(spica::range(at, at + 64)));
      if (at == 0) last = static_cast<double>(item(loss));
    }
    if (epoch == 0) first = last;
  }
  EXPECT_GT(first, 0.5);
  EXPECT_LT(last, 0.15);
  const auto right = spica::argmax(training.net(training.data.points), 1) == training.data.labels;
  EXPECT_GT(item(spica::sum(right)), 490);
}

TEST(Training, AStepInItsSteadyStateAllocatesReadsAndWaitsForNothing) {
  Training<float, spica::detail::HostSpace> training(cpu(), 256);
  const auto chosen = spica::arange<std::int64_t>(cpu(), 50);
  for (int i = 0; i < 2; ++i) training.step(chosen);
  const spica::Ledger before = spica::ledger();
  {
    const spica::NoTransfers scope;
    for (int i = 0; i < 20; ++i) training.step(chosen);
  }
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_EQ(done.allocations, 0);
  EXPECT_EQ(done.transfers(), (spica::Ledger::Transfers{0, 0}));
  EXPECT_EQ(done.fences, 0);
}

TEST(Training, AStepStartsNoMoreKernelsThanItNeeds) {
  Training<float, spica::detail::HostSpace> training(cpu(), 256);
  const auto chosen = spica::arange<std::int64_t>(cpu(), 50);
  training.step(chosen);
  const spica::test::KernelWatch watch;
  training.step(chosen);
  std::string text;
  for (const std::string& label : watch.labels()) text += label + ' ';
  // Two products and their gradients are BLAS calls. The mean loss is one number: computed without a kernel.
  EXPECT_EQ(text,
            "spica::take "                                           // the batch
            "spica::assign spica::Array::expression spica::assign "  // bias, relu, bias
            "spica::take spica::Array::expression "                  // labels, their type
            "spica::nn::softmax_cross_entropy spica::sum "           // loss and gradient
            "spica::sum spica::assign spica::Array::expression "     // bias gradient, through relu
            "spica::sum spica::assign "                              // bias gradient
            "spica::nn::Adam::step spica::nn::Adam::step spica::nn::Adam::step spica::nn::Adam::step ");
}

/// The bits of all parameters after some steps.
std::string trained_bits() {
  Training<double, spica::detail::HostSpace> training(cpu(), 300);
  for (int i = 0; i < 5; ++i) training.step(spica::permutation(cpu(), training.generator, 300));
  std::uint64_t mixed = 14695981039346656037U;
  for (const auto& p : training.net.parameters()) {
    for (const double value : spica::test::elements(p.value().flat())) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof value);
      mixed = (mixed ^ bits) * 1099511628211U;
    }
  }
  return std::to_string(mixed);
}

const bool added = spica::test::add_program("training", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  std::puts(trained_bits().c_str());
  return 0;
});

TEST(Training, TwoRunsHaveTheSameBits) {
  EXPECT_EQ(trained_bits(), trained_bits());
  const std::vector<std::string> environment{"OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive"};
  const auto first = spica::test::run_program("training", {}, environment);
  const auto second = spica::test::run_program("training", {}, environment);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out, second.out);
}

}  // namespace
