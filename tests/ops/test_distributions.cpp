// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether random numbers are distributed as they should be, by Kolmogorov and Smirnov's test. Moments and bins, which
// notice other faults, are in test_random.cpp; chi-square tests of whole numbers in test_random_kinds.cpp.
//
// Significance level: a right generator fails a test with a probability of 2e-6 (1e-6 on either side) for a seed taken
// at random. The seeds here are fixed, so that a test which passes once passes always.
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using spica::Generator;
using spica::test::elements;

constexpr double level = 1e-6;
constexpr std::int64_t count = 400000;

/// The largest distance between the distribution of `values` and the distribution function, times sqrt(n).
template <class T, class F>
double kolmogorov_statistic(std::vector<T> values, const F& distribution) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = distribution(static_cast<double>(values[i]));
    const auto below = static_cast<double>(i);
    largest = std::max({largest, expected - below / n, (below + 1) / n - expected});
  }
  return std::sqrt(n) * largest;
}

/// The probability of a larger statistic, for large n: 2 (exp(-2 x^2) - exp(-8 x^2) + exp(-18 x^2) - ...).
/// Source: A. Kolmogoroff, Sulla determinazione empirica di una legge di distribuzione, 1933.
double kolmogorov_tail(double x) {
  if (x < 0.1) return 1;  // to 50 places
  double sum = 0;
  for (int k = 1; k < 100; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
  return sum;
}

/// Whether values are too far from a distribution to be drawn from it, or closer to it than chance would have them.
template <class T, class F>
::testing::AssertionResult drawn_from(const std::vector<T>& values, const F& distribution) {
  const double statistic = kolmogorov_statistic(values, distribution);
  const double tail = kolmogorov_tail(statistic);
  const bool good = tail >= level && tail <= 1 - level;
  return (good ? ::testing::AssertionSuccess() : ::testing::AssertionFailure())
         << "sqrt(n) D is " << statistic << ", which has a larger one with a probability of " << tail;
}

double uniform_function(double x) { return std::min(std::max(x, 0.0), 1.0); }
double normal_function(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double exponential_function(double x) { return x <= 0 ? 0 : -std::expm1(-x); }

template <class Space>
class DistributionsOn : public ::testing::Test {};
TYPED_TEST_SUITE(DistributionsOn, spica::test::as_test_types<spica::test::Spaces>::type, );

template <class T, class Space>
void expect_distributions(const spica::Device<Space>& device, std::uint64_t seed) {
  Generator generator(seed);
  EXPECT_TRUE(drawn_from(elements(spica::uniform<T>(device, generator, count)), uniform_function)) << "seed " << seed;
  EXPECT_TRUE(drawn_from(elements(spica::normal<T>(device, generator, count)), normal_function)) << "seed " << seed;
  EXPECT_TRUE(drawn_from(elements(spica::exponential<T>(device, generator, count)), exponential_function))
      << "seed " << seed;
}

TYPED_TEST(DistributionsOn, AreWhatTheyAreCalled) {
  expect_distributions<float>(spica::Device<TypeParam>(), 1);
  expect_distributions<double>(spica::Device<TypeParam>(), 2);  // of the same seed they would be the floats, longer
}

/// The controls: each of these is wrong by so little that neither a histogram nor an eye would notice.
template <class T>
void expect_slightly_wrong_are_rejected() {
  const auto device = spica::cpu();
  Generator generator(1);
  const auto changed = [](std::vector<T> values, double factor, double shift) {
    for (T& value : values) value = static_cast<T>(factor * static_cast<double>(value) + shift);
    return values;
  };
  const auto uniforms = elements(spica::uniform<T>(device, generator, count));
  const auto normals = elements(spica::normal<T>(device, generator, count));
  const auto exponentials = elements(spica::exponential<T>(device, generator, count));
  EXPECT_FALSE(drawn_from(changed(uniforms, 0.99, 0), uniform_function));
  EXPECT_FALSE(drawn_from(changed(normals, 1.03, 0), normal_function)) << "sigma";
  EXPECT_FALSE(drawn_from(changed(normals, 1, 0.02), normal_function)) << "mean";
  EXPECT_FALSE(drawn_from(changed(exponentials, 1.02, 0), exponential_function));
  EXPECT_FALSE(drawn_from(changed(uniforms, std::sqrt(12.0), -std::sqrt(3.0)), normal_function)) << "same moments";
  std::vector<T> regular(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < regular.size(); ++i) {
    regular[i] = static_cast<T>((static_cast<double>(i) + 0.5) / static_cast<double>(count));
  }
  EXPECT_FALSE(drawn_from(regular, uniform_function)) << "without any chance";
}
TEST(Distributions, SlightlyWrongOnesAreRejected) {
  expect_slightly_wrong_are_rejected<float>();
  expect_slightly_wrong_are_rejected<double>();
}

/// The critical values that tables of the test have for its usual levels.
TEST(Distributions, KolmogorovsIsThePublishedOne) {
  EXPECT_NEAR(kolmogorov_tail(1.2238), 0.1, 3e-5);
  EXPECT_NEAR(kolmogorov_tail(1.3581), 0.05, 2e-5);
  EXPECT_NEAR(kolmogorov_tail(1.6276), 0.01, 1e-5);
  EXPECT_NEAR(kolmogorov_tail(1.9495), 0.001, 1e-5);
}

}  // namespace
