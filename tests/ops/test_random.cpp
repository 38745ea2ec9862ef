// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers expected of a seed were computed by an independent Philox in Python.
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/program.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/device/runtime.hpp>
#include <spica/ops/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using spica::cpu;
using spica::Generator;
using spica::normal;
using spica::uniform;
using spica::test::elements;
using spica::test::matches;

template <class A, class B>
std::vector<typename A::value_type> joined(const A& a, const B& b) {
  auto all = elements(a);
  const auto more = elements(b);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// ---- which numbers ---------------------------------------------------------------------------------------------

void expect_normals(Generator generator, const std::vector<double>& expected) {
  const auto got = elements(normal<double>(cpu(), generator, expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(got[i], expected[i], 4 * std::numeric_limits<double>::epsilon() * std::fabs(expected[i]));
  }
}

TEST(Random, TheNumbersOfASeedAreTheDocumentedOnes) {
  Generator doubles(42);
  EXPECT_TRUE(matches(uniform<double>(cpu(), doubles, 4), {4},
                      {0.6129598811894158, 0.9877186509145105, 0.8258668271960493, 0.7295992648393473}));
  Generator floats(42);
  EXPECT_TRUE(matches(uniform<float>(cpu(), floats, 4), {4},
                      {0.6129598617553711F, 0.9877186417579651F, 0.8258668184280396F, 0.7295992374420166F}));
  expect_normals(Generator(42), {0.886497505901441, -0.15660962291201724, -0.49410051266974614, -0.6798916663144136});
  Generator bits(42);
  EXPECT_EQ(bits.next_bits(), 0x9ceaf05377f5493bU);
  EXPECT_EQ(bits.next_bits(), 0xfcdb212753ba6cfdU);
}

TEST(Random, TheNumbersOfAStreamAreTheDocumentedOnes) {
  Generator stream = Generator(42).stream(7);
  EXPECT_EQ(stream.stream(), 7U);
  EXPECT_EQ(stream.seed(), 42U);
  EXPECT_TRUE(matches(uniform<double>(cpu(), stream, 4), {4},
                      {0.4059819683655663, 0.8979173452535725, 0.14424112041888526, 0.5795256408148461}));
  expect_normals(Generator(42, 7),
                 {-1.1917784202360697, -0.42958519782987814, -1.056998104693249, -1.0279203381440802});
}

TEST(Random, AllBitsOfSeedStreamAndPositionCount) {
  Generator far(0x123456789abcdef0U, 0xfedcba9876543210U);
  EXPECT_EQ(far.take(5000000000U), 0U);
  EXPECT_EQ(far.position(), 5000000000U);
  EXPECT_TRUE(matches(uniform<double>(cpu(), far, 4), {4},
                      {0.15608481035204602, 0.6128118042341577, 0.07367978904768391, 0.6325721531647377}));
  EXPECT_EQ(far.position(), 5000000004U);
}

TEST(Random, ThreeDrawsAndThreeMoreAreSix) {
  Generator once(7);
  const auto six = uniform<float>(cpu(), once, 6);
  Generator twice(7);
  const auto first = uniform<float>(cpu(), twice, 3);
  EXPECT_EQ(joined(first, uniform<float>(cpu(), twice, 1, 3)), elements(six));
  EXPECT_EQ(once.position(), twice.position());
  Generator normals(7);
  Generator normals_in_parts(7);
  const auto nine = normal<double>(cpu(), normals, 3, 3);
  const auto four = normal<double>(cpu(), normals_in_parts, 4);
  EXPECT_EQ(joined(four, normal<double>(cpu(), normals_in_parts, 5)), elements(nine));
}

TEST(Random, EveryElementTakesOneNumberWhateverItsTypeAndDistribution) {
  Generator a(3);
  uniform<float>(cpu(), a, 5);
  normal<double>(cpu(), a, 2, 2);
  a.next_bits();
  Generator b(3);
  b.take(10);
  EXPECT_EQ(a.position(), b.position());
  EXPECT_EQ(a.next_bits(), b.next_bits());
}

TEST(Random, ShapesAreFilledInRowMajorOrder) {
  Generator a(5);
  Generator b(5);
  EXPECT_EQ(elements(uniform<double>(cpu(), a, 2, 3, 4)), elements(uniform<double>(cpu(), b, spica::shape(24))));
  Generator c(5);
  Generator d(5);
  EXPECT_EQ(item(uniform<double>(cpu(), c)), item(uniform<double>(cpu(), d, 1)));
}

TEST(Random, ACopyGoesOnByItself) {
  Generator a(11);
  a.next_bits();
  Generator b = a;
  const auto next = a.next_bits();
  EXPECT_EQ(b.next_bits(), next);
}

TEST(Random, NothingIsDrawnForAnEmptyArrayOrAfterAnError) {
  Generator generator(1);
  EXPECT_EQ(uniform<float>(cpu(), generator, 0).shape(), spica::shape(0));
  EXPECT_EQ(normal<float>(cpu(), generator, 3, 0).shape(), spica::shape(3, 0));
  EXPECT_EQ(spica::test::message_of<spica::ShapeError>([&] { uniform<float>(cpu(), generator, 2, -1); }),
            "spica::uniform: the shape [2, -1] has a negative extent; extents are 0 or more");
  EXPECT_EQ(spica::test::message_of<spica::ShapeError>([&] { normal<float>(cpu(), generator, -1); }),
            "spica::normal: the shape [-1] has a negative extent; extents are 0 or more");
  EXPECT_EQ(generator.position(), 0U);
}

// ---- splitting -------------------------------------------------------------------------------------------------

TEST(Random, ASplitDoesNotShiftTheNumbersOfItsParent) {
  Generator a(42);
  Generator part = a.split();
  Generator other = a.split();
  EXPECT_EQ(part.seed(), 0x1e36901d417141baU);
  EXPECT_EQ(other.seed(), 0xb42d8070c47f4b39U);
  EXPECT_EQ(part.position(), 0U);
  EXPECT_EQ(a.position(), 0U);
  EXPECT_EQ(a.next_bits(), Generator(42).next_bits());
}

TEST(Random, PartsOfPartsAndOfStreamsDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (std::uint64_t stream = 0; stream < 5; ++stream) {
      Generator parent(seed, stream);
      first.insert(parent.next_bits());
      for (int i = 0; i < 4; ++i) {
        Generator part = parent.split();
        first.insert(part.next_bits());
        first.insert(part.split().next_bits());
      }
    }
  }
  EXPECT_EQ(first.size(), 25U * 9U);
}

// ---- RND-01: the same everywhere -------------------------------------------------------------------------------

/// Printed with all their bits.
template <class Space>
std::string numbers_on(const spica::Device<Space>& device) {
  Generator generator(42);
  std::string text;
  char number[32];
  const auto draw = [&](const auto& array) {
    for (const double value : elements(spica::copy(array, cpu()))) {
      std::snprintf(number, sizeof number, "%a ", value);
      text += number;
    }
  };
  draw(uniform<double>(device, generator, 1000));
  draw(uniform<float>(device, generator, 1000));
  return text;
}

const bool added = spica::test::add_program("uniform", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  std::puts(numbers_on(cpu()).c_str());
  return 0;
});

TEST(Random, RND_01_TheSameBitsForEveryNumberOfThreads) {
  const std::string here = numbers_on(cpu()) + '\n';
  for (const char* threads : {"1", "2", "8"}) {
    const auto ended =
        spica::test::run_program("uniform", {}, {std::string("OMP_NUM_THREADS=") + threads, "OMP_WAIT_POLICY=passive"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, here) << threads << " threads";
  }
}

template <class Space>
class RandomOn : public ::testing::Test {};
TYPED_TEST_SUITE(RandomOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(RandomOn, RND_01_TheSameBitsOnEveryDevice) {
  EXPECT_EQ(numbers_on(spica::Device<TypeParam>()), numbers_on(cpu()));
}

// ---- how they are distributed ----------------------------------------------------------------------------------

TEST(Random, UniformIsNeverOneAndNormalAlwaysFinite) {
  const std::uint32_t ones = 0xffffffffU;
  const spica::PhiloxBlock least{{0, 0, 0, 0}};
  const spica::PhiloxBlock largest{{ones, ones, ones, ones}};
  EXPECT_EQ(spica::detail::Uniform<float>()(largest), 1.0F - 0x1p-24F);
  EXPECT_EQ(spica::detail::Uniform<double>()(largest), 1.0 - 0x1p-53);
  EXPECT_EQ(spica::detail::Uniform<float>()(least), 0.0F);
  EXPECT_EQ(spica::detail::Uniform<double>()(least), 0.0);
  EXPECT_NEAR(spica::detail::Normal<double>()(least), 8.571674, 1e-6);  // sqrt(106 ln 2)
  EXPECT_EQ(spica::detail::Normal<double>()(largest), 0.0);
  EXPECT_TRUE(std::isfinite(spica::detail::Normal<float>()(least)));
}

struct Moments {
  double mean = 0;
  double variance = 0;
  double skewness = 0;
  double kurtosis = 0;
  double neighbours = 0;  // correlation of each number with the next
};

template <class T>
Moments moments_of(const std::vector<T>& values) {
  Moments m;
  const double n = static_cast<double>(values.size());
  for (const T value : values) m.mean += static_cast<double>(value) / n;
  double before = 0;
  for (const T value : values) {
    const double d = static_cast<double>(value) - m.mean;
    m.variance += d * d / n;
    m.skewness += d * d * d / n;
    m.kurtosis += d * d * d * d / n;
    m.neighbours += d * before / n;
    before = d;
  }
  m.skewness /= std::pow(m.variance, 1.5);
  m.kurtosis /= m.variance * m.variance;
  m.neighbours /= m.variance;
  return m;
}

// Each bound below is five standard deviations of what is estimated, for a million numbers.
template <class T>
void expect_uniform_moments() {
  Generator generator(2024);
  const Moments m = moments_of(elements(uniform<T>(cpu(), generator, 1000000)));
  EXPECT_NEAR(m.mean, 0.5, 5 * 0.2887e-3);
  EXPECT_NEAR(m.variance, 1.0 / 12, 5 * 0.0745e-3);
  EXPECT_NEAR(m.skewness, 0.0, 5 * 1.5e-3);
  EXPECT_NEAR(m.kurtosis, 1.8, 5 * 1.4e-3);
  EXPECT_NEAR(m.neighbours, 0.0, 5e-3);
}
template <class T>
void expect_normal_moments() {
  Generator generator(2024);
  const Moments m = moments_of(elements(normal<T>(cpu(), generator, 1000000)));
  EXPECT_NEAR(m.mean, 0.0, 5e-3);
  EXPECT_NEAR(m.variance, 1.0, 5 * 1.414e-3);
  EXPECT_NEAR(m.skewness, 0.0, 5 * 2.45e-3);
  EXPECT_NEAR(m.kurtosis, 3.0, 5 * 4.9e-3);
  EXPECT_NEAR(m.neighbours, 0.0, 5e-3);
}
TEST(Random, UniformHasTheMomentsOfTheUniformDistribution) {
  expect_uniform_moments<float>();
  expect_uniform_moments<double>();
}
TEST(Random, NormalHasTheMomentsOfTheNormalDistribution) {
  expect_normal_moments<float>();
  expect_normal_moments<double>();
}

/// Chi squared of the counts of equally likely bins.
double chi_squared(const std::vector<double>& counts) {
  double total = 0;
  for (const double count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double result = 0;
  for (const double count : counts) result += (count - expected) * (count - expected) / expected;
  return result;
}

TEST(Random, BothFillAHundredEqualBins) {
  Generator generator(99);
  std::vector<double> uniform_bins(100);
  for (const float u : elements(uniform<float>(cpu(), generator, 200000)))
    uniform_bins[static_cast<std::size_t>(u * 100)]++;
  std::vector<double> normal_bins(100);
  for (const double x : elements(normal<double>(cpu(), generator, 200000))) {
    normal_bins[static_cast<std::size_t>(0.5 * std::erfc(-x / std::sqrt(2.0)) * 100)]++;
  }
  // 99 degrees of freedom: mean 99, standard deviation 14.
  EXPECT_NEAR(chi_squared(uniform_bins), 99, 5 * 14);
  EXPECT_NEAR(chi_squared(normal_bins), 99, 5 * 14);
}

TEST(Random, RND_02_NoTwoRowsOfSevenAreEqual) {
  Generator generator(12345);
  const auto values = elements(uniform<double>(cpu(), generator, 100000, 7));
  std::set<std::vector<double>> rows;
  for (std::size_t i = 0; i < values.size(); i += 7)
    rows.insert({values.begin() + static_cast<std::ptrdiff_t>(i), values.begin() + static_cast<std::ptrdiff_t>(i + 7)});
  EXPECT_EQ(rows.size(), 100000U);
}

}  // namespace
