// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_LINALG_SUPPORT_RESIDUALS_HPP
#define SPICA_TESTS_LINALG_SUPPORT_RESIDUALS_HPP

#include <spica/device/synchronize.hpp>

#include "linalg/support/matrices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace spica::test {

/// A number in more digits than T has, where there are any.
template <class T>
using wide_t = std::conditional_t<std::is_floating_point_v<T>, long double, Kokkos::complex<double>>;

/// A B by three loops, minus C: the errors of a decomposition. Computed in more digits than a float or double result
/// has; complex<double> in its own.
template <class T>
HostMatrix<T> product_minus(const HostMatrix<T>& a, const HostMatrix<T>& b, const HostMatrix<T>& c) {
  HostMatrix<T> result(a.rows, b.columns);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < b.columns; ++j) {
      wide_t<T> sum = -wide_t<T>(c(i, j));
      for (std::int64_t k = 0; k < a.columns; ++k) sum += wide_t<T>(a(i, k)) * wide_t<T>(b(k, j));
      result(i, j) = static_cast<T>(sum);
    }
  }
  return result;
}

template <class T>
HostMatrix<T> product_of(const HostMatrix<T>& a, const HostMatrix<T>& b) {
  return product_minus(a, b, HostMatrix<T>(a.rows, b.columns));
}

template <class T>
T conjugate(const T& x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x;
  } else {
    return Kokkos::conj(x);
  }
}

template <class T>
HostMatrix<T> adjoint(const HostMatrix<T>& a) {
  HostMatrix<T> result(a.columns, a.rows);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < a.columns; ++j) result(j, i) = conjugate(a(i, j));
  }
  return result;
}

template <class T>
HostMatrix<T> identity(std::int64_t n) {
  HostMatrix<T> result(n, n);
  for (std::int64_t i = 0; i < n; ++i) result(i, i) = T(1);
  return result;
}

/// The Frobenius norm.
template <class T>
double size_of(const HostMatrix<T>& m) {
  double sum = 0;
  for (const T& x : m.values) sum += magnitude(x) * magnitude(x);
  return std::sqrt(sum);
}

/// Hermitian, with random elements.
template <class T>
HostMatrix<T> random_hermitian(std::int64_t n, unsigned seed) {
  HostMatrix<T> m = random_matrix<T>(n, n, seed);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j) m(j, i) = conjugate(m(i, j));
    m(i, i) = real_part_of<T>::make(magnitude(m(i, i)), 0);
  }
  return m;
}

/// m + shift on the diagonal.
template <class T>
HostMatrix<T> shifted(HostMatrix<T> m, double shift) {
  for (std::int64_t i = 0; i < std::min(m.rows, m.columns); ++i) m(i, i) += T(static_cast<real_t<T>>(shift));
  return m;
}

/// c n eps, with the constant 10 that the libraries' own tests are content with (30 there).
template <class T>
double bound(std::int64_t n) {
  return 10.0 * static_cast<double>(n) * static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
}

/// What is wrong with matrices, as errors say it.
inline std::string singular_at(int pivot) {
  return "is singular: pivot " + std::to_string(pivot) +
         " of its factors P L U, counted from 0, is exactly zero; the matrix must have full rank";
}
inline constexpr const char* not_finite = "holds NaN or infinity; all elements that are read must be finite";

/// Expects that `f`, a call of `function`, finds this fault in A, or in matrix `number` of the stack A: at the call on
/// the host; on a GPU when it is next waited for.
template <class Space, class F>
void expect_fault(const Device<Space>& device, const std::string& function, int number, const std::string& fault,
                  const F& f) {
  const std::string which = number < 0 ? "A " : "matrix " + std::to_string(number) + " of the stack A ";
  if constexpr (detail::is_host_space<Space>) {
    expect_error<ValueError>(function + ": " + which + fault, f);
  } else {
    f();
    expect_error<ValueError>("spica::synchronize: work on " + device.name() + " met a bad matrix: matrix " +
                                 std::to_string(std::max(number, 0)) + " of its stack " + fault,
                             [&] { synchronize(device); });
  }
}

/// Matrix `i` of a stack.
template <class T, class Space>
HostMatrix<T> part_of(const Array<T, 3, Space>& stack, std::int64_t i) {
  return to_host(stack(i, all, all));
}

}  // namespace spica::test

#endif
