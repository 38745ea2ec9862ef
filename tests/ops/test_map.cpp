// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/kernels.hpp"
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/map.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using spica::Array;
using spica::cpu;
using spica::map;
using spica::test::Index;
using spica::test::matches;

struct Polynomial {
  double scale;
  KOKKOS_FUNCTION double operator()(double a, float b, std::int32_t c, double d, double e, int number) const {
    return scale * a + b - c * d + e * number;
  }
};
struct Digit {
  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t value, std::int64_t place) const {
    return value / static_cast<std::int32_t>(place) % 10;
  }
};
struct IsLarge {
  KOKKOS_FUNCTION bool operator()(std::int32_t x) const { return x > 100; }
};

TEST(Map, OfSixOperandsIsOneKernel) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    spica::test::Choices choices(seed);
    const spica::test::Scattered<double, 2> a(choices, {7, 5});
    const spica::test::Scattered<float, 1> b(choices, {5});
    const spica::test::Scattered<std::int32_t, 2> c(choices, {7, 1});
    const spica::test::Scattered<double, 0> d(choices, {});
    spica::test::KernelWatch watch;
    const Array result = map(Polynomial{0.5}, a.array, b.array, c.array, d.array, a.array + 1.0, 3);
    EXPECT_EQ(watch.labels().size(), 1U);
    EXPECT_TRUE(spica::test::matches_function(result, {7, 5}, [&](const Index& i) {
      return 0.5 * a.at(i) + static_cast<double>(b.at(i)) - c.at(i) * d.at(i) + (a.at(i) + 1.0) * 3;
    }));
  }
}

TEST(Map, GivesWhatTheFunctionReturns) {
  const auto X = spica::array<std::int32_t>(cpu(), {{123, 456}, {7, 80}});
  const auto digits = map(Digit(), X, std::int64_t{10});
  static_assert(std::is_same_v<decltype(digits)::value_type, std::int32_t>);
  EXPECT_TRUE(matches(Array(digits), {2, 2}, {2, 5, 0, 8}));
  EXPECT_EQ(item(sum(digits)), 15);
  EXPECT_TRUE(matches(Array(map(IsLarge(), X)), {2, 2}, {true, true, false, false}));
}

TEST(Map, ShapesThatDoNotFitAreNamed) {
  const auto X = spica::zeros<std::int32_t>(cpu(), 2, 3);
  const auto Y = spica::zeros<std::int64_t>(cpu(), 2);
  EXPECT_EQ(
      spica::test::message_of<spica::ShapeError>([&] { map(Digit(), X, Y); }),
      "spica::map: shapes cannot be broadcast together: A is [2, 3], B is [2]; counted from the last axis, extents "
      "must be equal or 1");
}

}  // namespace
