// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_EXPECT_HPP
#define SPICA_TESTS_SUPPORT_EXPECT_HPP

// `EXPECT_TRUE(matches(A, {2, 3}, {1, 2, 3, 4, 5, 6}))`: a failure prints how many elements are wrong and, for the
// first of them, index, got and expected.

#include "support/elements.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace spica::test {

inline std::string text_of(const Index& shape) {
  std::string text = "[";
  for (std::size_t d = 0; d < shape.size(); ++d) text += (d == 0 ? "" : ", ") + std::to_string(shape[d]);
  return text + ']';
}

template <class T>
std::string number_text(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_floating_point_v<T>) {
    out.precision(std::numeric_limits<T>::max_digits10);
    out << value;
  } else if constexpr (std::is_arithmetic_v<T>) {
    out << +value;
  } else {
    out << value.real() << (value.imag() < 0 ? "" : "+") << value.imag() << 'i';
  }
  return out.str();
}

/// Equal, or both NaN; with a tolerance, at most that far apart.
template <class T>
bool agree(const T& got, const T& expected, double tolerance) {
  if (got == expected || (got != got && expected != expected)) return true;
  if (tolerance == 0) return false;
  if constexpr (std::is_arithmetic_v<T>) {
    const double distance = static_cast<double>(got) - static_cast<double>(expected);
    return (distance < 0 ? -distance : distance) <= tolerance;
  } else {
    return static_cast<double>(Kokkos::abs(got - expected)) <= tolerance;
  }
}

template <class T>
::testing::AssertionResult compare(const Index& shape, const std::vector<T>& got, const std::vector<T>& expected,
                                   double tolerance = 0) {
  if (got.size() != expected.size() || static_cast<std::int64_t>(got.size()) != count_of(shape)) {
    return ::testing::AssertionFailure() << got.size() << " elements of shape " << text_of(shape) << ", "
                                         << expected.size() << " expected";
  }
  std::size_t wrong = 0;
  std::string first;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const T value = got[i];
    const T wanted = expected[i];
    if (agree(value, wanted, tolerance) || ++wrong > 8) continue;
    first +=
        "\n  at " + text_of(index_of(i, shape)) + ": got " + number_text(value) + ", expected " + number_text(wanted);
  }
  if (wrong == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << wrong << " of " << got.size() << " elements are wrong" << first
                                       << (wrong > 8 ? "\n  ..." : "");
}

template <class T>
::testing::AssertionResult same_array(const Index& got_shape, const std::vector<T>& got, const Index& shape,
                                      const std::vector<T>& expected, double tolerance) {
  if (got_shape == shape) return compare(shape, got, expected, tolerance);
  return ::testing::AssertionFailure() << "the shape is " << text_of(got_shape) << ", expected " << text_of(shape);
}

/// Whether the array has this shape and these elements.
template <class A>
::testing::AssertionResult matches(const A& array, const Index& shape,
                                   const std::vector<typename A::value_type>& expected, double tolerance = 0) {
  return same_array(shape_of(array), elements(array), shape, expected, tolerance);
}

/// Whether the array has this shape, and `f(index)` as its element at each index.
template <class A, class F>
::testing::AssertionResult matches_function(const A& array, const Index& shape, const F& f, double tolerance = 0) {
  std::vector<typename A::value_type> expected;
  for_each_index(shape, [&](const Index& index) { expected.push_back(static_cast<typename A::value_type>(f(index))); });
  return matches(array, shape, expected, tolerance);
}

}  // namespace spica::test

#endif
