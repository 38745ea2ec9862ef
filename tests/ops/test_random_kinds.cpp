// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// integers, bernoulli, exponential, choice, and the state of a generator. The expected numbers were computed by a
// Python program of its own from Philox' known-answer vectors and the formulas in the docstrings.
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/choice.hpp>
#include <spica/ops/integers.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using spica::bernoulli;
using spica::choice;
using spica::cpu;
using spica::Generator;
using spica::integers;
using spica::Replacement;
using spica::test::elements;
using spica::test::matches;
using spica::test::message_of;

TEST(Integers, AreWhatTheFormulaSays) {
  const auto draw = [](auto lo, auto hi, auto type, std::int64_t count) {
    Generator generator(42);
    return elements(integers<decltype(type)>(cpu(), generator, lo, hi, count));
  };
  EXPECT_EQ(draw(0, 10, std::int32_t(), 8), (std::vector<std::int32_t>{6, 9, 8, 7, 3, 3, 2, 3}));
  EXPECT_EQ(draw(-128, 128, std::int8_t(), 8), (std::vector<std::int8_t>{28, 124, 83, 58, -45, -48, -71, -37}));
  EXPECT_EQ(draw(0, 256, std::uint8_t(), 8), (std::vector<std::uint8_t>{156, 252, 211, 186, 83, 80, 57, 91}));
  EXPECT_EQ(draw(std::numeric_limits<std::int64_t>::min(), std::uint64_t{1} << 63U, std::int64_t(), 2),
            (std::vector<std::int64_t>{2083742018897791291, 8996821133394865405}));
  EXPECT_EQ(draw(0, std::uint64_t{3} << 62U, std::uint64_t(), 3),
            (std::vector<std::uint64_t>{8480335541814425324U, 13665144877687230910U, 11425915500189025880U}));
}

TEST(Integers, ThreeAndThreeAreSix) {
  Generator once(7);
  Generator twice(7);
  const auto six = elements(integers<int>(cpu(), once, -5, 1000, 6));
  auto parts = elements(integers<int>(cpu(), twice, -5, 1000, 3));
  for (const int next : elements(integers<int>(cpu(), twice, -5, 1000, 3))) parts.push_back(next);
  EXPECT_EQ(parts, six);
}

TEST(Integers, BoundsThatDoNotFitAreRefusedAndNothingIsDrawn) {
  Generator generator(1);
  EXPECT_EQ(message_of<spica::ValueError>([&] { integers<int>(cpu(), generator, 3, 3, 5); }),
            "spica::integers: lo 3, hi 3: lo must be less than hi, and the numbers from lo to hi - 1 must fit int32");
  EXPECT_EQ(message_of<spica::ValueError>([&] { integers<std::uint8_t>(cpu(), generator, 0, 257, 5); }),
            "spica::integers: lo 0, hi 257: lo must be less than hi, and the numbers from lo to hi - 1 must fit uint8");
  EXPECT_EQ(message_of<spica::ValueError>([&] { bernoulli(cpu(), generator, 1.5, 5); }),
            "spica::bernoulli: the probability is 1.500000; it must be at least 0 and at most 1");
  EXPECT_EQ(message_of<spica::ValueError>([&] { bernoulli(cpu(), generator, std::nan(""), 5); }),
            "spica::bernoulli: the probability is nan; it must be at least 0 and at most 1");
  EXPECT_EQ(generator.position(), 0U);
}

/// Pearson's chi-square of counts that should all be `expected`.
double chi_square(const std::vector<std::int64_t>& counts, double expected) {
  double sum = 0;
  for (const std::int64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

TEST(Integers, AreUniform) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Generator generator(seed);
    std::vector<std::int64_t> counts(13, 0);
    for (const int value : elements(integers<int>(cpu(), generator, -6, 7, 130000))) {
      ++counts[static_cast<std::size_t>(value + 6)];
    }
    // 12 degrees of freedom: above 56.2 with a probability of 1e-7, below 0.46 likewise.
    EXPECT_LT(chi_square(counts, 10000), 56.2) << "seed " << seed;
    EXPECT_GT(chi_square(counts, 10000), 0.46) << "seed " << seed;
  }
}

TEST(Bernoulli, HasItsProbability) {
  Generator generator(42);
  EXPECT_TRUE(matches(bernoulli(cpu(), generator, 0.7, 8), {8}, {true, false, false, false, true, true, true, true}));
  for (const double p : {0.0, 0.01, 0.5, 1.0}) {
    const double n = 100000;
    double ones = 0;
    for (const bool one : elements(bernoulli(cpu(), generator, p, 100000))) ones += one ? 1 : 0;
    // Within 5.4 standard deviations, which is left with a probability of 7e-8.
    EXPECT_LE(std::fabs(ones - n * p), 5.4 * std::sqrt(n * p * (1 - p))) << p;
  }
}

TEST(Exponential, IsMinusTheLogarithm) {
  Generator generator(42);
  EXPECT_TRUE(matches(spica::exponential<double>(cpu(), generator, 4), {4},
                      {0.48945579186070987, 0.012357388068745352, 0.19132174461439647, 0.3152598478440315}, 1e-15));
  const auto drawn = elements(spica::exponential<float>(cpu(), generator, 100000));
  double mean = 0;
  std::int64_t above_one = 0;
  for (const float x : drawn) {
    ASSERT_TRUE(x >= 0 && x < 37);
    mean += static_cast<double>(x) / 100000;
    above_one += x > 1 ? 1 : 0;
  }
  // The mean's deviation is n^-1/2, that of the count sqrt(n p (1 - p)) with p = 1 / e; 5.4 of them as above.
  EXPECT_NEAR(mean, 1, 5.4 / std::sqrt(1e5));
  EXPECT_NEAR(static_cast<double>(above_one), 1e5 * std::exp(-1.0), 5.4 * 152.5);
}

TEST(Choice, WithoutReplacementIsAPartOfAPermutation) {
  Generator generator(42);
  EXPECT_TRUE(matches(choice(cpu(), generator, 10, 10, Replacement::without), {10}, {6, 9, 8, 2, 5, 0, 4, 3, 1, 7}));
  EXPECT_EQ(generator.position(), 10U);
  Generator again(42);
  EXPECT_TRUE(matches(choice(cpu(), again, 1000, 5, Replacement::without), {5}, {612, 987, 826, 730, 329}));
}

TEST(Choice, EveryNumberIsAsLikelyAtEveryPlace) {
  Generator generator(5);
  std::vector<std::int64_t> first(5, 0);
  std::vector<std::int64_t> last(5, 0);
  std::vector<std::int64_t> with(5, 0);
  for (int i = 0; i < 10000; ++i) {
    const auto three = elements(choice(cpu(), generator, 5, 3, Replacement::without));
    EXPECT_TRUE(three[0] != three[1] && three[1] != three[2] && three[0] != three[2]);
    ++first[static_cast<std::size_t>(three[0])];
    ++last[static_cast<std::size_t>(three[2])];
  }
  for (const std::int64_t value : elements(choice(cpu(), generator, 5, 10000))) ++with[static_cast<std::size_t>(value)];
  // 4 degrees of freedom: above 39 with a probability of 7e-8.
  EXPECT_LT(chi_square(first, 2000), 39);
  EXPECT_LT(chi_square(last, 2000), 39);
  EXPECT_LT(chi_square(with, 2000), 39);
}

TEST(Choice, OfRowsAndOfTooFew) {
  const auto X = spica::array<int>(cpu(), {{1, 2}, {3, 4}});
  Generator generator(1);
  const auto rows = elements(choice(generator, X, 2, Replacement::without));
  EXPECT_TRUE(rows == (std::vector<int>{1, 2, 3, 4}) || rows == (std::vector<int>{3, 4, 1, 2}));
  const std::uint64_t before = generator.position();
  EXPECT_EQ(message_of<spica::ValueError>([&] { choice(cpu(), generator, 3, 4, Replacement::without); }),
            "spica::choice: 4 of 3 numbers cannot be chosen without replacement");
  EXPECT_EQ(message_of<spica::ValueError>([&] { choice(cpu(), generator, 0, 1); }),
            "spica::choice: 1 of 0 numbers cannot be chosen");
  EXPECT_EQ(generator.position(), before);
  EXPECT_TRUE(matches(choice(cpu(), generator, 0, 0), {0}, {}));
}

TEST(GeneratorState, GoesOnWhereItWas) {
  Generator generator(11, 3);
  spica::uniform<float>(cpu(), generator, 5);
  generator.split();
  Generator restored = Generator::from_state(generator.state());
  EXPECT_EQ(elements(spica::normal<double>(cpu(), restored, 4)), elements(spica::normal<double>(cpu(), generator, 4)));
  EXPECT_EQ(restored.split().seed(), generator.split().seed());
  EXPECT_EQ(restored.stream(), 3U);
  EXPECT_EQ(message_of<spica::ValueError>([] {
              Generator::from_state({1, 2, std::uint64_t{1} << 63U, 0});
            }),
            "spica::Generator::from_state: position 9223372036854775808, splits 0: no generator reaches 2^63");
}

TEST(Streams, RND_02_AreNotCorrelatedAndShareNoNumber) {
  const std::int64_t n = 100000;
  const Generator base(99);
  std::vector<std::vector<double>> streams;
  for (std::uint64_t s = 0; s < 4; ++s) {
    Generator stream = base.stream(s);
    streams.push_back(elements(spica::uniform<double>(cpu(), stream, n)));
  }
  const auto correlation = [&](const std::vector<double>& x, const std::vector<double>& y, std::size_t lag) {
    double sum = 0;
    for (std::size_t i = 0; i + lag < x.size(); ++i) sum += (x[i] - 0.5) * (y[i + lag] - 0.5);
    return sum * 12 / static_cast<double>(n);
  };
  // Each is normal with a deviation of n^-1/2; 28 of them, each outside 5.4 deviations with a probability of 7e-8.
  const double limit = 5.4 / std::sqrt(static_cast<double>(n));
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) {
      for (const std::size_t lag : {0U, 1U, 2U}) EXPECT_LT(std::fabs(correlation(streams[a], streams[b], lag)), limit);
      std::int64_t equal = 0;
      for (std::size_t i = 0; i < streams[a].size(); ++i) equal += streams[a][i] == streams[b][i] ? 1 : 0;
      EXPECT_EQ(equal, 0);
    }
    for (const std::size_t lag : {1U, 2U, 7U}) EXPECT_LT(std::fabs(correlation(streams[a], streams[a], lag)), limit);
  }
}

}  // namespace
