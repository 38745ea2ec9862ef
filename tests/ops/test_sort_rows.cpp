// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every way to sort rows, with the kernels for GPUs run here over host memory.
#include "ops/support/scattered.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/ops/detail/sort_rows.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using spica::cpu;
using spica::detail::SortPath;
using spica::test::Choices;
using spica::test::compare;
using Complex = Kokkos::complex<double>;
using Positions = std::vector<std::int64_t>;

/// The order of one row; whether both ways agree is the last test's.
template <class T>
Positions order(const T* values, std::size_t count) {
  Positions result(count);
  const auto extent = static_cast<std::int64_t>(count);
  spica::detail::argsort_rows(cpu(), values, result.data(), 1, extent, "test");
  return result;
}

/// numpy.argsort(kind='stable') of the same numbers.
TEST(SortOrder, ComplexNumbersAreOrderedByTheirParts) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Complex values[] = {Complex(1, 2),   Complex(nan, 1),   Complex(1, -1),   Complex(0, 5),
                            Complex(2, nan), Complex(nan, nan), Complex(-1, nan), Complex(nan, 0)};
  EXPECT_EQ(order(values, 8), (Positions{3, 2, 0, 6, 4, 7, 1, 5}));
}

TEST(SortOrder, FalseIsBeforeTrue) {
  const bool values[] = {true, false, true, false};
  EXPECT_EQ(order(values, 4), (Positions{1, 3, 0, 2}));
}

TEST(SortOrder, IntegersAtTheEndsOfTheirRange) {
  const std::int8_t small[] = {127, -128, 0, -1, 1};
  EXPECT_EQ(order(small, 5), (Positions{1, 3, 2, 4, 0}));
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t large[] = {most, 0, most - 1, 1};
  EXPECT_EQ(order(large, 4), (Positions{1, 3, 2, 0}));
  // More than are compared: digit by digit.
  std::vector<std::int64_t> values(1000, -1);
  values[7] = std::numeric_limits<std::int64_t>::max();
  values[8] = std::numeric_limits<std::int64_t>::min();
  const Positions found = order(values.data(), 1000);
  EXPECT_EQ((Positions{found[0], found[1], found[999]}), (Positions{8, 0, 7}));
}

/// Values with many ties, NaN and both zeros among them where the type has them.
template <class T>
T drawn(Choices& choices, std::int64_t kinds) {
  const std::int64_t number = choices.below(kinds) - kinds / 2;
  if constexpr (spica::detail::is_complex<T>) {
    using R = typename T::value_type;
    return T(drawn<R>(choices, 5), drawn<R>(choices, 5));
  } else if constexpr (std::is_floating_point_v<T>) {
    if (number == 1) return std::numeric_limits<T>::quiet_NaN();
    return number == 2 ? T(-0.0) : static_cast<T>(number < 2 ? number + 1 : number) * T(0.37);
  } else {
    return static_cast<T>(number);
  }
}

template <class T>
bool comes_before(const T& a, const T& b) {
  return a < b || (a == a && b != b);
}
template <class R>
bool comes_before(const Kokkos::complex<R>& a, const Kokkos::complex<R>& b) {
  const int back_a = 2 * (a.real() != a.real()) + (a.imag() != a.imag());
  const int back_b = 2 * (b.real() != b.real()) + (b.imag() != b.imag());
  if (back_a != back_b) return back_a < back_b;
  if (comes_before(a.real(), b.real()) || comes_before(b.real(), a.real())) return comes_before(a.real(), b.real());
  return comes_before(a.imag(), b.imag());
}

/// The positions by a merge of halves, written for reading.
template <class T>
Positions order_of(const std::vector<T>& values, std::int64_t begin, std::int64_t end) {
  if (end - begin <= 1) return end > begin ? Positions{begin} : Positions{};
  const std::int64_t middle = begin + (end - begin) / 2;
  const Positions left = order_of(values, begin, middle);
  const Positions right = order_of(values, middle, end);
  Positions merged;
  std::size_t j = 0;
  for (const std::int64_t i : left) {
    while (j < right.size() &&
           comes_before(values[static_cast<std::size_t>(right[j])], values[static_cast<std::size_t>(i)])) {
      merged.push_back(right[j++]);
    }
    merged.push_back(i);
  }
  merged.insert(merged.end(), right.begin() + static_cast<std::ptrdiff_t>(j), right.end());
  return merged;
}

template <class T>
class SortTypes : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::int32_t, std::uint8_t, Kokkos::complex<float>>;
TYPED_TEST_SUITE(SortTypes, Types, );

/// Rows of a few elements, of some that are sorted digit by digit, and one that all threads share.
TYPED_TEST(SortTypes, EqualAMergeByThreadsAndByMergingKernels) {
  using T = TypeParam;
  const std::int64_t shapes[][2] = {{5, 1}, {3, 2}, {7, 33}, {4, 1000}, {1, 32769}};
  std::uint32_t seed = 1;
  for (const auto& [rows, extent] : shapes) {
    if (extent > 1000 && !std::is_same_v<T, float>) continue;  // how a row is shared does not depend on the type
    SCOPED_TRACE(std::to_string(rows) + " rows of " + std::to_string(extent));
    Choices choices(seed++);
    std::vector<T> values;
    for (std::int64_t i = 0; i < rows * extent; ++i) values.push_back(drawn<T>(choices, extent < 100 ? 9 : 2000));
    Positions order;
    std::vector<T> sorted;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (const std::int64_t at : order_of(values, row * extent, (row + 1) * extent)) {
        order.push_back(at - row * extent);
        sorted.push_back(values[static_cast<std::size_t>(at)]);
      }
    }
    for (const SortPath path : {SortPath::threads, SortPath::merging}) {
      std::vector<T> got = values;
      Positions got_order(values.size());
      spica::detail::argsort_rows(cpu(), static_cast<const T*>(got.data()), got_order.data(), rows, extent, "test",
                                  path);
      ASSERT_TRUE(compare({rows, extent}, got_order, order));
      spica::detail::sort_rows(cpu(), got.data(), rows, extent, "test", path);
      ASSERT_TRUE(compare({rows, extent}, got, sorted));
    }
  }
}

}  // namespace
