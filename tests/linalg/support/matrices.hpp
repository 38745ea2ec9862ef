// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_LINALG_SUPPORT_MATRICES_HPP
#define SPICA_TESTS_LINALG_SUPPORT_MATRICES_HPP

#include <gtest/gtest.h>

#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace spica::test {

/// A matrix on the host that nothing of Spica's computes with.
template <class T>
struct HostMatrix {
  static_assert(!std::is_same_v<T, bool>, "std::vector<bool> has no elements to refer to");
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<T> values;

  HostMatrix(std::int64_t r, std::int64_t c, T value = T(0))
      : rows(r), columns(c), values(static_cast<std::size_t>(r * c), value) {}
  T& operator()(std::int64_t i, std::int64_t j) { return values[static_cast<std::size_t>(i * columns + j)]; }
  T operator()(std::int64_t i, std::int64_t j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
};

template <class T>
struct real_part_of {
  using type = T;
  static T make(double re, double) { return static_cast<T>(re); }
};
template <class R>
struct real_part_of<Kokkos::complex<R>> {
  using type = R;
  static Kokkos::complex<R> make(double re, double im) { return {static_cast<R>(re), static_cast<R>(im)}; }
};
template <class T>
using real_t = typename real_part_of<T>::type;

/// Numbers in [-1, 1) that depend on the seed alone; whole numbers in [-9, 9] for integers, modulo 2^bits.
template <class T>
HostMatrix<T> random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed) {
  std::mt19937 bits(seed);
  const auto next = [&] { return static_cast<double>(bits()) / 2147483648.0 - 1.0; };
  HostMatrix<T> m(rows, columns);
  for (T& value : m.values) {
    const double re = next();
    if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(static_cast<int>(9.5 * re));
    } else {
      value = real_part_of<T>::make(re, next());
    }
  }
  return m;
}

template <class T>
double magnitude(const T& x) {
  if constexpr (std::is_arithmetic_v<T>) {
    return std::fabs(static_cast<double>(x));
  } else {
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  }
}

template <class T>
HostMatrix<double> magnitudes(const HostMatrix<T>& m) {
  HostMatrix<double> result(m.rows, m.columns);
  for (std::size_t i = 0; i < m.values.size(); ++i) result.values[i] = magnitude(m.values[i]);
  return result;
}

/// alpha A B + beta C by three loops in long double (for complex, double), and the error that each element may have.
///
/// Any order of summation, blocked or fused, gives |error| <= gamma_K |alpha| |A||B| with gamma_K = K eps / (1 - K eps)
/// (Higham, Accuracy and Stability of Numerical Algorithms, section 3.5), eps the unit roundoff; alpha, beta and the
/// last addition add three roundings to what they touch. A complex product has four real ones and two additions: a
/// factor of 4 covers that (section 3.6).
template <class T>
struct Expected {
  HostMatrix<T> value;
  HostMatrix<double> tolerance;
};
template <class T>
Expected<T> naive_gemm(T alpha, const HostMatrix<T>& a, const HostMatrix<T>& b, T beta, const HostMatrix<T>& c) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, long double,
                                  std::conditional_t<std::is_integral_v<T>, std::int64_t, Kokkos::complex<double>>>;
  const double unit = std::is_integral_v<T> ? 0.0 : static_cast<double>(std::numeric_limits<real_t<T>>::epsilon()) / 2;
  const double steps = (std::is_arithmetic_v<T> ? 1.0 : 4.0) * static_cast<double>(a.columns + 3);
  Expected<T> expected{HostMatrix<T>(a.rows, b.columns), HostMatrix<double>(a.rows, b.columns)};
  const HostMatrix<double> size_a = magnitudes(a);
  const HostMatrix<double> size_b = magnitudes(b);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < b.columns; ++j) {
      Wide sum(0);
      double size = 0;
      for (std::int64_t k = 0; k < a.columns; ++k) {
        sum += Wide(a(i, k)) * Wide(b(k, j));
        size += size_a(i, k) * size_b(k, j);
      }
      Wide value = Wide(alpha) * sum;
      size *= magnitude(alpha);
      if (beta != T(0)) {
        value += Wide(beta) * Wide(c(i, j));
        size += magnitude(beta) * magnitude(c(i, j));
      }
      expected.value(i, j) = static_cast<T>(value);
      // The expected value was rounded to T as well: one more.
      expected.tolerance(i, j) = (steps + 1) * unit * size * 1.01;
    }
  }
  return expected;
}

/// How the elements of an operand lie in memory.
enum class Lie {
  rows,             ///< row-major
  columns,          ///< column-major
  padded_rows,      ///< a block of a wider row-major matrix
  padded_columns,   ///< a block of a taller column-major matrix
  strided,          ///< every second row and third column of a row-major matrix
  strided_columns,  ///< the same of a column-major one
};
inline constexpr Lie all_lies[] = {Lie::rows,           Lie::columns, Lie::padded_rows,
                                   Lie::padded_columns, Lie::strided, Lie::strided_columns};
inline const char* name_of(Lie lie) {
  constexpr const char* names[] = {"rows", "columns", "padded rows", "padded columns", "strided", "strided columns"};
  return names[static_cast<int>(lie)];
}
/// Whether BLAS can take it as it lies.
inline bool has_unit_stride(Lie lie) { return lie != Lie::strided && lie != Lie::strided_columns; }

/// Host values as an array of the device, and back. Where the host can reach the memory, element by element: nothing of
/// Spica's computes, and nothing of it has to be compiled for every type.
template <class T, class Space>
Array<T, 2, Space> to_device(const Device<Space>& device, const HostMatrix<T>& m) {
  if constexpr (detail::is_host_space<Space>) {
    const auto array = empty<T>(device, m.rows, m.columns);
    T* out = detail::ArrayAccess::data(array);
    for (std::size_t i = 0; i < m.values.size(); ++i) out[i] = m.values[i];
    return array;
  } else {
    return copy(to_device(cpu(), m), device);
  }
}
template <class T, int Rank, class Space, class Layout>
HostMatrix<std::remove_const_t<T>> to_host(const Array<T, Rank, Space, Layout>& array) {
  static_assert(Rank == 1 || Rank == 2);
  if constexpr (detail::is_host_space<Space>) {
    synchronize(array.device());
    HostMatrix<std::remove_const_t<T>> m(Rank == 1 ? 1 : array.extent(0), array.extent(Rank - 1));
    for (std::int64_t i = 0; i < m.rows; ++i) {
      for (std::int64_t j = 0; j < m.columns; ++j) {
        m(i, j) = detail::ArrayAccess::data(array)[(Rank == 1 ? 0 : i * array.stride(0)) + j * array.stride(Rank - 1)];
      }
    }
    return m;
  } else {
    return to_host(copy(array, cpu()));
  }
}

/// `host_matrix<float>({{1, 2}, {3, 4}})`
template <class T>
HostMatrix<T> host_matrix(std::initializer_list<std::initializer_list<double>> rows) {
  HostMatrix<T> m(static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows.begin()->size()));
  std::size_t i = 0;
  for (const auto& row : rows) {
    for (const double x : row) m.values[i++] = real_part_of<T>::make(x, 0);
  }
  return m;
}

/// A matrix that lies in memory in some way, as a part of more memory.
template <class T, class Space>
struct Placed {
  Array<T, 2, Space, Kokkos::LayoutStride> matrix;
  Array<T, 2, Space> memory;        ///< row-major, all of it
  HostMatrix<T> before;             ///< what it held
  std::vector<std::size_t> places;  ///< of the matrix's elements in it, row by row; worked out without Spica

  /// How many elements outside the matrix have changed.
  int surroundings_changed() const {
    const HostMatrix<T> after = to_host(memory);
    std::vector<bool> own(after.values.size(), false);
    for (const std::size_t place : places) own[place] = true;
    int changed = 0;
    for (std::size_t i = 0; i < own.size(); ++i) changed += !own[i] && after.values[i] != before.values[i] ? 1 : 0;
    return changed;
  }
};

template <class T, class Space>
Placed<T, Space> place(const Device<Space>& device, const HostMatrix<T>& m, Lie lie) {
  const bool columns_first = lie == Lie::columns || lie == Lie::padded_columns || lie == Lie::strided_columns;
  const std::int64_t outer = columns_first ? m.columns : m.rows;
  const std::int64_t inner = columns_first ? m.rows : m.columns;
  const bool padded = lie == Lie::padded_rows || lie == Lie::padded_columns;
  const bool strided = lie == Lie::strided || lie == Lie::strided_columns;
  const std::int64_t outer_step = strided ? 2 : 1;
  const std::int64_t inner_step = strided ? 3 : 1;
  const std::int64_t margin = padded ? 2 : 0;
  HostMatrix<T> before(outer * outer_step + margin, inner * inner_step + 2 * margin, T(77));
  std::vector<std::size_t> places;
  for (std::int64_t i = 0; i < m.rows; ++i) {
    for (std::int64_t j = 0; j < m.columns; ++j) {
      const std::int64_t o = (columns_first ? j : i) * outer_step + margin / 2;
      const std::int64_t p = (columns_first ? i : j) * inner_step + margin;
      before(o, p) = m(i, j);
      places.push_back(static_cast<std::size_t>(o * before.columns + p));
    }
  }
  const auto memory = to_device(device, before);
  const Array<T, 2, Space, Kokkos::LayoutStride> part =
      memory(range(margin / 2, margin / 2 + outer * outer_step, outer_step),
             range(margin, margin + inner * inner_step, inner_step));
  return {columns_first ? transpose(part) : part, memory, before, places};
}

/// Compares element by element; says how many are wrong, and where the first one is.
template <class T>
::testing::AssertionResult close_to(const HostMatrix<T>& got, const Expected<T>& expected) {
  int wrong = 0;
  std::string first;
  for (std::int64_t i = 0; i < got.rows; ++i) {
    for (std::int64_t j = 0; j < got.columns; ++j) {
      const double distance = magnitude(got(i, j) - expected.value(i, j));
      if (distance <= expected.tolerance(i, j)) continue;  // false for NaN
      if (wrong++ == 0) {
        first = "first at (" + std::to_string(i) + ", " + std::to_string(j) + "): got magnitude " +
                std::to_string(magnitude(got(i, j))) + ", expected " + std::to_string(magnitude(expected.value(i, j))) +
                ", distance " + std::to_string(distance) + ", allowed " + std::to_string(expected.tolerance(i, j));
      }
    }
  }
  if (got.values.size() != expected.value.values.size()) return ::testing::AssertionFailure() << "sizes differ";
  if (wrong == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << wrong << " of " << got.values.size() << " elements are wrong; " << first;
}

/// Whether the array has exactly these elements.
template <class A>
::testing::AssertionResult has_exactly(const A& array, std::initializer_list<std::initializer_list<double>> right) {
  using T = typename A::value_type;
  const HostMatrix<T> expected = host_matrix<T>(right);
  const HostMatrix<T> got = to_host(array);
  if (got.rows == expected.rows && got.columns == expected.columns && got.values == expected.values) {
    return ::testing::AssertionSuccess();
  }
  auto failure = ::testing::AssertionFailure() << "got [" << got.rows << ", " << got.columns << "], magnitudes";
  for (const T& x : got.values) failure << ' ' << magnitude(x);
  return failure;
}

/// Whether all elements are exactly `value`.
template <class T>
::testing::AssertionResult all_exactly(const HostMatrix<T>& got, T value) {
  int wrong = 0;
  for (const T& x : got.values) wrong += x == value ? 0 : 1;
  if (wrong == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << wrong << " of " << got.values.size() << " elements differ";
}

/// Runs `f`, which must throw an E with exactly this text.
template <class E, class F>
void expect_error(const std::string& text, F&& f) {
  try {
    f();
  } catch (const E& error) {
    EXPECT_EQ(text, error.what());
    return;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another exception: " << error.what();
    return;
  }
  ADD_FAILURE() << "no exception; expected: " << text;
}

}  // namespace spica::test

#endif
