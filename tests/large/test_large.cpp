// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of more than 2^31 elements, and results of more: of small types, so that 20 GiB are enough. Every index that
// is kept in 32 bits somewhere shows here. Built with SPICA_TEST_LARGE only: it takes minutes.
#include <spica/spica.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace {

using spica::cpu;
using spica::item;

constexpr std::int64_t two31 = std::int64_t{1} << 31;
constexpr std::int64_t n = two31 + 4099;  // 4099 is a prime, so that no tile, chunk or vector fits

template <int Rank>
using BytesOf = spica::Array<std::uint8_t, Rank, spica::detail::HostSpace>;
using Bytes = BytesOf<1>;

/// A byte that tells positions apart, also those whose difference is a multiple of 2^8, 2^16 or 2^32.
struct Pattern {
  KOKKOS_FUNCTION std::uint8_t operator()(std::int64_t i) const {
    return static_cast<std::uint8_t>(i ^ (i >> 7) ^ (i >> 16) ^ (i >> 30));
  }
};

struct Large : ::testing::Test {
  ~Large() override { spica::trim_pool(); }
};

Bytes pattern(std::int64_t count = n) {
  return spica::from_function<std::uint8_t>(cpu(), spica::shape(count), Pattern());
}

/// The number of positions at which a flat array is not f(i), counted by a plain loop over its memory.
template <class X, class F>
std::int64_t mismatches(const X& x, F f) {
  const auto view = x.view();
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>(0, x.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t & total) { total += view(static_cast<std::size_t>(i)) != f(i); },
      count);
  return count;
}

TEST_F(Large, IsMadeComputedAndCopied) {
  const Bytes x = pattern();
  EXPECT_EQ(x.size(), n);
  EXPECT_EQ(mismatches(x, Pattern()), 0);
  const Bytes y = x * 3 + 1;
  EXPECT_EQ(mismatches(
                y, KOKKOS_LAMBDA(std::int64_t i) { return static_cast<std::uint8_t>(Pattern()(i) * 3 + 1); }),
            0);
  spica::deep_copy(y, x);
  EXPECT_TRUE(spica::array_equal(x, y));
  spica::assign(y(n - 1), y(n - 1) + 1);
  EXPECT_FALSE(spica::array_equal(x, y));
}

TEST_F(Large, IsSlicedAndOverlapsItself) {
  const Bytes x = pattern();
  EXPECT_EQ(item(x(two31 + 7)), Pattern()(two31 + 7));
  const auto every = x(spica::range(3, n, 2));
  EXPECT_EQ(every.size(), (n - 3 + 1) / 2);
  EXPECT_EQ(mismatches(
                every, KOKKOS_LAMBDA(std::int64_t i) { return Pattern()(3 + 2 * i); }),
            0);
  spica::assign(x(spica::range(1, n)), x(spica::range(0, n - 1)));  // needs what it overwrites
  EXPECT_EQ(mismatches(
                x, KOKKOS_LAMBDA(std::int64_t i) { return Pattern()(i == 0 ? 0 : i - 1); }),
            0);
}

TEST_F(Large, IsTransposedAndBroadcast) {
  constexpr std::int64_t rows = 65537;
  constexpr std::int64_t columns = 32771;
  static_assert(rows * columns > two31);
  const auto X = spica::reshape(pattern(rows * columns), rows, columns);
  const auto T = spica::contiguous(spica::transpose(X));
  const auto flat = spica::reshape(T, T.size());
  EXPECT_EQ(mismatches(
                flat, KOKKOS_LAMBDA(std::int64_t i) { return Pattern()((i % rows) * columns + i / rows); }),
            0);
  const auto row = X(5);
  const BytesOf<2> Z = X - row;
  EXPECT_EQ(mismatches(
                spica::reshape(Z, Z.size()),
                KOKKOS_LAMBDA(std::int64_t i) {
                  return static_cast<std::uint8_t>(Pattern()(i) - Pattern()(5 * columns + i % columns));
                }),
            0);
}

TEST_F(Large, IsReduced) {
  const Bytes x = spica::zeros<std::uint8_t>(cpu(), n);
  spica::assign(x(two31 + 4000), 9);
  spica::assign(x(n - 1), 9);
  spica::assign(x(11), 1);
  EXPECT_EQ(item(spica::sum(x)), 19U);
  EXPECT_EQ(item(spica::max(x)), 9);
  EXPECT_EQ(item(spica::argmax(x)), two31 + 4000);
  EXPECT_EQ(item(spica::count_nonzero(x)), 3);
  EXPECT_EQ(item(spica::count_nonzero(x == 0)), n - 3);
  EXPECT_EQ(item(spica::sum(x, 0)), 19U);
  EXPECT_TRUE(item(spica::any(x)));
  // The last axis is longer than 2^31, then the first.
  const auto X = spica::reshape(x, 1, n);
  EXPECT_EQ(item(spica::argmax(X, 1)(0)), two31 + 4000);
  EXPECT_EQ(item(spica::sum(spica::reshape(x, n, 1), 0)(0)), 19U);
  EXPECT_EQ(item(spica::argmax(spica::reshape(x, n, 1), 0)(0)), two31 + 4000);
}

TEST_F(Large, IsReducedToALargeResult) {
  const auto X = spica::reshape(pattern(2 * n), n, 2);
  const Bytes largest = spica::max(X, 1);
  EXPECT_EQ(mismatches(
                largest,
                KOKKOS_LAMBDA(std::int64_t i) {
                  const std::uint8_t a = Pattern()(2 * i);
                  const std::uint8_t b = Pattern()(2 * i + 1);
                  return a > b ? a : b;
                }),
            0);
  const auto Y = spica::reshape(X, 2, n);
  const Bytes least = spica::min(Y, 0);
  EXPECT_EQ(mismatches(
                least,
                KOKKOS_LAMBDA(std::int64_t i) {
                  const std::uint8_t a = Pattern()(i);
                  const std::uint8_t b = Pattern()(n + i);
                  return a < b ? a : b;
                }),
            0);
}

TEST_F(Large, FloatsAreCountedBeyondWhatTheyCanHold) {
  // 5 GB; in float arithmetic the sum would stick at 2^24.
  const auto x = spica::full<spica::float16>(cpu(), 1, n);
  EXPECT_EQ(item(spica::sum(spica::cast<double>(x))), static_cast<double>(n));
  EXPECT_EQ(item(spica::mean(x)), spica::float16(1));
}

TEST_F(Large, IsArranged) {
  const Bytes x = pattern();
  EXPECT_EQ(mismatches(
                spica::contiguous(spica::flip(x)), KOKKOS_LAMBDA(std::int64_t i) { return Pattern()(n - 1 - i); }),
            0);
  EXPECT_EQ(
      mismatches(
          spica::roll(x, two31 + 5),
          KOKKOS_LAMBDA(std::int64_t i) { return Pattern()(i >= two31 + 5 ? i - (two31 + 5) : i - (two31 + 5) + n); }),
      0);
  const auto front = spica::full<std::uint8_t>(cpu(), 7, 3);
  EXPECT_EQ(mismatches(
                spica::concatenate(0, front, x),
                KOKKOS_LAMBDA(std::int64_t i) { return i < 3 ? std::uint8_t(7) : Pattern()(i - 3); }),
            0);
  EXPECT_EQ(
      mismatches(
          spica::repeat(x(spica::range(0, n / 2 + 1)), 2), KOKKOS_LAMBDA(std::int64_t i) { return Pattern()(i / 2); }),
      0);
}

TEST_F(Large, IsGatheredScatteredAndCompressed) {
  const Bytes x = pattern();
  const auto at = spica::array<std::int64_t>(cpu(), {n - 1, two31, two31 + 1, 0});
  const auto taken = spica::take(x, at);
  EXPECT_EQ(item(taken(0)), Pattern()(n - 1));
  EXPECT_EQ(item(taken(1)), Pattern()(two31));
  EXPECT_EQ(item(taken(2)), Pattern()(two31 + 1));
  EXPECT_EQ(item(taken(3)), Pattern()(0));
  spica::scatter_add(x, at, spica::full<std::uint8_t>(cpu(), 1, 4));
  EXPECT_EQ(item(x(n - 1)), static_cast<std::uint8_t>(Pattern()(n - 1) + 1));
  EXPECT_EQ(item(x(two31)), static_cast<std::uint8_t>(Pattern()(two31) + 1));
  EXPECT_EQ(item(x(1)), Pattern()(1));
  const Bytes mask = spica::zeros<std::uint8_t>(cpu(), n);
  spica::assign(mask(two31 + 17), 1);
  spica::assign(mask(n - 1), 1);
  const auto where = spica::flatnonzero(mask);
  ASSERT_EQ(where.size(), 2);
  EXPECT_EQ(item(where(0)), two31 + 17);
  EXPECT_EQ(item(where(1)), n - 1);
  const auto kept = spica::compress(mask, x);
  ASSERT_EQ(kept.size(), 2);
  EXPECT_EQ(item(kept(0)), Pattern()(two31 + 17));
  EXPECT_EQ(item(kept(1)), static_cast<std::uint8_t>(Pattern()(n - 1) + 1));
}

TEST_F(Large, IsSearchedAndDrawn) {
  const Bytes x = spica::zeros<std::uint8_t>(cpu(), n);
  spica::assign(x(spica::range(two31 + 9, n)), 1);
  EXPECT_EQ(item(spica::searchsorted(x, spica::ones<std::uint8_t>(cpu(), 1))(0)), two31 + 9);
  spica::Generator rng(4);
  const auto drawn = spica::integers<std::uint8_t>(cpu(), rng, 0, 256, n);
  spica::Generator again(4);
  const auto some = spica::integers<std::uint8_t>(cpu(), again, 0, 256, 1000);
  EXPECT_TRUE(spica::array_equal(drawn(spica::range(0, 1000)), some));
  // Position 2^31 does not repeat what was drawn before it.
  EXPECT_FALSE(spica::array_equal(drawn(spica::range(two31, two31 + 1000)), some));
  const double share = static_cast<double>(item(spica::sum(drawn))) / (127.5 * static_cast<double>(n));
  EXPECT_NEAR(share, 1, 6 / std::sqrt(3.0 * static_cast<double>(n)));  // 6 standard deviations
}

TEST_F(Large, IsMultiplied) {
  // A result of more than 2^31 elements, and a sum over more than 2^31 terms.
  const auto a = spica::reshape(pattern(65537), 65537, 1);
  const auto b = spica::reshape(pattern(32771), 1, 32771);
  const BytesOf<2> product = spica::matmul(a, b);
  EXPECT_EQ(mismatches(
                spica::reshape(product, product.size()),
                KOKKOS_LAMBDA(std::int64_t i) {
                  return static_cast<std::uint8_t>(Pattern()(i / 32771) * Pattern()(i % 32771));
                }),
            0);
  const Bytes ones = spica::ones<std::uint8_t>(cpu(), n);
  EXPECT_EQ(item(spica::dot(ones, ones)), static_cast<std::uint64_t>(n));
}

TEST_F(Large, BlasTakesLargeOperandsInParts) {
  // 8.6 GB of floats: more rows than BLAS can count.
  const auto A = spica::ones<float>(cpu(), two31 + 3, 1);
  const auto x = spica::full<float>(cpu(), 2, 1);
  const auto product = spica::matmul(A, x);
  EXPECT_EQ(product.size(), two31 + 3);
  EXPECT_EQ(item(spica::count_nonzero(product == 2.0F)), two31 + 3);
}

}  // namespace
