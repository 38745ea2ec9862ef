// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 16-bit floats are stored; what computes reads them as floats, and what only moves them keeps them.
#include "ops/support/kernels.hpp"
#include "support/expect.hpp"

#include <spica/array/compare.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <spica/array/print.hpp>
#include <spica/array/wrap.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/norm.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/concatenate.hpp>
#include <spica/ops/cumulative.hpp>
#include <spica/ops/exponential.hpp>
#include <spica/ops/gather.hpp>
#include <spica/ops/map.hpp>
#include <spica/ops/reduce.hpp>
#include <spica/ops/sort.hpp>
#include <spica/ops/variance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <sstream>
#include <type_traits>
#include <vector>

namespace {

using spica::Array;
using spica::bfloat16;
using spica::cast;
using spica::cpu;
using spica::float16;
using spica::test::matches;

template <class E>
using element = typename spica::detail::plain<E>::value_type;

template <class T>
struct ShortFloatArray : testing::Test {
  /// Numbers that both formats hold exactly.
  const Array<T, 2, spica::detail::HostSpace> numbers{
      cast<T>(spica::array<float>(cpu(), {{1.5F, -2, 0.25F}, {8, 3, -0.5F}}))};
};
using Formats = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(ShortFloatArray, Formats, );

TYPED_TEST(ShortFloatArray, ExpressionsAreOfFloat) {
  const auto& A = this->numbers;
  EXPECT_TRUE((std::is_same_v<element<decltype(A + A)>, float>));
  EXPECT_TRUE((std::is_same_v<element<decltype(A * 2.0)>, float>));
  EXPECT_TRUE((std::is_same_v<element<decltype(A + spica::ones<double>(cpu(), 3))>, double>));
  EXPECT_TRUE((std::is_same_v<element<decltype(spica::exp(A))>, float>));
  EXPECT_TRUE(matches(Array(A + A * 2.0), {2, 3}, {4.5F, -6, 0.75F, 24, 9, -1.5F}));
  EXPECT_TRUE(matches(Array(A > 1.0F), {2, 3}, {true, false, false, true, true, false}));
  const auto x = static_cast<TypeParam>(0.1F);  // no float: what is computed with is what was stored
  EXPECT_EQ(spica::item(spica::exp(spica::full<TypeParam>(cpu(), x))), std::exp(static_cast<float>(x)));
}

TYPED_TEST(ShortFloatArray, AWriteRoundsOnceToTheNearest) {
  const auto target = spica::zeros<TypeParam>(cpu(), 4);
  spica::test::KernelWatch watch;
  // Of doubles, not by way of float: 1 + 2^-8 + 2^-40 is no float, and above the middle of two bfloat16.
  const double above = 1 + (std::is_same_v<TypeParam, float16> ? 0x1p-11 : 0x1p-8) + 0x1p-40;
  spica::assign(target, spica::array<double>(cpu(), {above, 1e300, -0.0, 3}));
  EXPECT_EQ(watch.labels().size(), 1U);
  const float step = std::is_same_v<TypeParam, float16> ? 0x1p-10F : 0x1p-7F;
  const Array read = cast<float>(target);
  EXPECT_TRUE(matches(read, {4}, {1 + step, std::numeric_limits<float>::infinity(), -0.0F, 3}));
  EXPECT_TRUE(std::signbit(spica::item(read(2))));
}

TYPED_TEST(ShortFloatArray, IsWrittenInPlace) {
  const auto A = spica::copy(this->numbers, cpu());
  A += 1.0;
  A *= this->numbers;
  EXPECT_TRUE(matches(Array(cast<float>(A)), {2, 3}, {3.75F, 2, 0.3125F, 72, 12, -0.25F}));
}

TYPED_TEST(ShortFloatArray, ReductionsAreOfFloatAndSummedInDouble) {
  const auto& A = this->numbers;
  EXPECT_EQ(spica::item(spica::sum(A)), 10.25F);
  EXPECT_TRUE((std::is_same_v<decltype(spica::item(spica::sum(A))), float>));
  EXPECT_TRUE(matches(spica::sum(A, 0), {3}, {9.5F, 1, -0.25F}));
  EXPECT_TRUE(matches(spica::max(A, 1), {2}, {1.5F, 8}));
  EXPECT_EQ(spica::item(spica::argmin(A)), 1);
  EXPECT_TRUE(spica::item(spica::any(A)));
  EXPECT_TRUE(spica::item(spica::all(A)));
  EXPECT_FLOAT_EQ(spica::item(spica::norm(A)), std::sqrt(79.5625F));
  EXPECT_FLOAT_EQ(spica::item(spica::var(A)), 79.5625F / 6 - (10.25F / 6) * (10.25F / 6));
  // A sum that 16 bits could not hold: 100000 times a number of the format.
  const auto many = spica::full<TypeParam>(cpu(), 1.5, 100000);
  EXPECT_EQ(spica::item(spica::sum(many)), 150000.0F);
  EXPECT_EQ(spica::item(spica::cumsum(many)(99999)), 150000.0F);
}

TYPED_TEST(ShortFloatArray, WhatMovesElementsKeepsThemBitForBit) {
  std::vector<std::uint16_t> all_bits(65536);
  for (unsigned i = 0; i < 65536; ++i) all_bits[i] = static_cast<std::uint16_t>(i);
  const Kokkos::View<TypeParam*, Kokkos::HostSpace> view("numbers", 65536);
  for (unsigned i = 0; i < 65536; ++i) view(i) = TypeParam::from_bits(all_bits[i]);
  const auto X = spica::reshape(spica::wrap(view), spica::shape(256, 256));
  const auto bits_of = [](const auto& array) {
    const auto flat = spica::copy(array, cpu());
    std::vector<std::uint16_t> bits;
    for (std::int64_t i = 0; i < flat.size(); ++i) bits.push_back(flat.view().data()[i].bits());
    return bits;
  };
  EXPECT_EQ(bits_of(X), all_bits);
  EXPECT_EQ(
      bits_of(spica::transpose(Array<TypeParam, 2, spica::detail::HostSpace>(spica::contiguous(spica::transpose(X))))),
      all_bits);
  const auto joined = spica::concatenate(0, X(spica::range(0, 100), spica::all), X(spica::range(100, 256), spica::all));
  EXPECT_TRUE((std::is_same_v<element<decltype(joined)>, TypeParam>));
  EXPECT_EQ(bits_of(joined), all_bits);
  const auto taken = spica::take(X, spica::arange<std::int64_t>(cpu(), 256));
  EXPECT_TRUE((std::is_same_v<element<decltype(taken)>, TypeParam>));
  EXPECT_EQ(bits_of(taken), all_bits);
}

TYPED_TEST(ShortFloatArray, MatmulIsOfFloat) {
  const auto& A = this->numbers;
  const Array P = spica::matmul(A, spica::transpose(A));
  EXPECT_TRUE(matches(P, {2, 2}, {6.3125F, 5.875F, 5.875F, 73.25F}));
  const Array x = spica::matmul(A, spica::ones<float>(cpu(), 3));
  EXPECT_TRUE(matches(x, {2}, {-0.25F, 10.5F}));
}

struct Half {
  KOKKOS_FUNCTION float operator()(float x) const { return x / 2; }
};

TYPED_TEST(ShortFloatArray, MapGivesTheFunctionFloats) {
  EXPECT_TRUE(matches(Array(spica::map(Half(), this->numbers)), {2, 3}, {0.75F, -1, 0.125F, 4, 1.5F, -0.25F}));
}

TYPED_TEST(ShortFloatArray, IsSortedAsFloats) {
  EXPECT_TRUE(matches(Array(spica::sort(this->numbers)), {2, 3}, {-2, 0.25F, 1.5F, -0.5F, 3, 8}));
  EXPECT_TRUE(matches(spica::argsort(this->numbers, 0), {2, 3}, std::vector<std::int64_t>{0, 0, 1, 1, 1, 0}));
}

TYPED_TEST(ShortFloatArray, IsComparedByValue) {
  EXPECT_TRUE(spica::array_equal(this->numbers, spica::array<double>(cpu(), {{1.5, -2, 0.25}, {8, 3, -0.5}})));
  EXPECT_FALSE(spica::array_equal(this->numbers, this->numbers + 1.0));
  EXPECT_TRUE(spica::allclose(this->numbers, this->numbers + 1e-6));
}

TYPED_TEST(ShortFloatArray, IsPrintedWithItsType) {
  std::ostringstream text;
  text << this->numbers;
  const std::string name = std::is_same_v<TypeParam, float16> ? "float16" : "bfloat16";
  EXPECT_EQ(text.str(), "[[ 1.5  -2.    0.25]\n [ 8.    3.   -0.5 ]]\n<" + name + " [2, 3] on cpu(0)>");
  EXPECT_EQ(float(spica::item(this->numbers(1, 0))), 8.0F);
}

}  // namespace
