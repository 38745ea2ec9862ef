// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_COMPARE_HPP
#define SPICA_ARRAY_COMPARE_HPP

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/device/detail/launch.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

/// Whether the real number is this integer, without rounding the integer.
template <class Integer, class Real>
KOKKOS_INLINE_FUNCTION bool equal_exactly(Integer integer, Real real) {
  if constexpr (sizeof(Integer) < sizeof(std::int64_t)) {
    return static_cast<double>(integer) == real;
  } else {
    constexpr Real beyond = std::is_signed_v<Integer> ? Real(9223372036854775808.0) : Real(18446744073709551616.0);
    constexpr Real least = std::is_signed_v<Integer> ? -beyond : Real(0);
    if (!(real >= least && real < beyond)) return false;
    const auto whole = static_cast<Integer>(real);
    return whole == integer && static_cast<Real>(whole) == real;
  }
}

/// By value, where C++ itself would convert first: -1 and 4294967295U, or 16777217 and 16777216.0F, would be equal.
struct Equal {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    if constexpr (is_complex<A> && !is_complex<B>) {
      return a.imag() == 0 && (*this)(a.real(), b);
    } else if constexpr (is_complex<B> && !is_complex<A>) {
      return (*this)(b, a);
    } else if constexpr (std::is_integral_v<A> && std::is_floating_point_v<B>) {
      return equal_exactly(a, b);
    } else if constexpr (std::is_floating_point_v<A> && std::is_integral_v<B>) {
      return equal_exactly(b, a);
    } else if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
      if constexpr (std::is_signed_v<A>) {
        return a >= 0 && static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(b);
      } else {
        return b >= 0 && static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(b);
      }
    } else {
      return a == b;
    }
  }
};

/// |a - b| <= atol + rtol |b|; equal infinities are close.
struct Close {
  double rtol;
  double atol;
  bool equal_nan;

  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    if constexpr (is_complex<A> || is_complex<B>) {
      if (a == b) return true;
      const bool nan_a = a != a;
      const bool nan_b = b != b;
      if (nan_a || nan_b) return equal_nan && nan_a && nan_b;
      const double size = static_cast<double>(Kokkos::abs(Kokkos::complex<double>(b)));
      return finite(size) && Kokkos::abs(Kokkos::complex<double>(a) - Kokkos::complex<double>(b)) <= atol + rtol * size;
    } else {
      const double x = static_cast<double>(a);
      const double y = static_cast<double>(b);
      if (x == y) return true;
      if (x != x || y != y) return equal_nan && x != x && y != y;
      const double size = y < 0 ? -y : y;
      const double distance = x < y ? y - x : x - y;
      return finite(size) && distance <= atol + rtol * size;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION static bool finite(double x) { return x - x == 0; }
};

/// On the host: rows that follow each other, and a flag for all threads.
template <class Bound, int N>
struct FindFalse {
  Bound bound;
  Loop<N> loop;
  RowDivision division;
  std::atomic<bool>* found;

  void operator()(const std::int64_t item) const {
    const int last = loop.dims - 1;
    const RowDivision::Part part = division.part(item, loop.extent[last]);
    bool wrong = false;
    walk_rows(loop, last, bound, part.first, part.rows, [&](const Bound& here, std::int64_t) {
      const auto row = here.template row<0>(AnyStride(), last);
      for (std::int64_t j = part.begin; j < part.end && !wrong; ++j) wrong = !row[j];
    });
    if (wrong) found->store(true, std::memory_order_relaxed);
  }
};

/// On a GPU: one element a thread.
template <class Bound, int N>
struct CountFalse {
  Bound bound;
  Loop<N> loop;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item, std::int64_t& count) const {
    std::int64_t index[N + 1] = {};
    std::int64_t rest = item;
    for (int d = loop.dims - 1; d >= 0; --d) {
      index[d] = rest % loop.extent[d];
      rest /= loop.extent[d];
    }
    if (!bound.read(index, loop.dims)) ++count;
  }
};

/// Whether the expression is true everywhere. Reads one number from the device.
template <class E>
bool all_true(const E& expression, const char* function) {
  using Space = typename E::execution_space;
  constexpr int rank = E::rank;
  count_transfer(Direction::device_to_host, sizeof(std::int64_t), function, expression.device().name().c_str(),
                 "the caller");
  if (expression.size() == 0) return true;
  JoinedQueues<Space> queues(expression.device());
  join_operands(queues, expression, function);
  const Shape<rank> extents = expression.shape();
  auto bound = expression.template bind<rank>(extents);
  const Loop<rank> loop = simplify<rank>(extents, row_major_strides<rank>(extents), bound);
  const Space& instance = expression.device().instance();
  if constexpr (!is_host_space<Space>) {
    std::int64_t wrong = 0;
    Kokkos::parallel_reduce(function, range_policy(instance, loop.count()),
                            CountFalse<decltype(bound), rank>{bound, loop}, wrong);
    return wrong == 0;
  } else if (loop.dims == 0) {  // one element
    const std::int64_t none[rank + 1] = {};
    return bound.read(none, 0);
  } else {
    std::atomic<bool> found{false};
    const RowDivision division = divide(loop, instance.concurrency());
    launch(function, instance, division.blocks * division.across,
           FindFalse<decltype(bound), rank>{bound, loop, division, &found});
    return !found;
  }
}

}  // namespace detail

/// Whether shapes and all elements are equal, by value whatever their types; NaN equals nothing. The arrays, of any
/// layout, are on one device. Waits for the device and counts as one read from it, except where the shapes differ.
/// @throws DeviceError when the devices differ, TransferError inside a NoTransfers scope, whatever the shapes.
template <class A, class B, std::enable_if_t<detail::is_readable<A> && detail::is_readable<B>, int> = 0>
bool array_equal(const A& a, const B& b) {
  detail::require_same_device(a.device(), b.device(), "spica::array_equal");
  detail::require_transfers_allowed(sizeof(std::int64_t), "spica::array_equal", a.device().name().c_str(),
                                    "the caller");
  if constexpr (A::rank != B::rank) {
    return false;
  } else {
    if (a.shape() != b.shape()) return false;
    return detail::all_true(detail::make_map(detail::Equal(), "spica::array_equal", a, b), "spica::array_equal");
  }
}

/// Whether |a - b| <= atol + rtol |b| everywhere, in double precision. Arrays of any layout are on one device and
/// broadcast together; `b` may be a number. Infinities of one sign are close; NaN is close to NaN only with
/// `equal_nan`. Waits for the device and counts as one read from it.
/// @throws ShapeError when the shapes cannot be broadcast together, DeviceError when the devices differ, TransferError
/// inside a NoTransfers scope.
template <class A, class B, std::enable_if_t<detail::is_readable<A> && detail::is_readable<B>, int> = 0>
bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) {
  return detail::all_true(detail::make_map(detail::Close{rtol, atol, equal_nan}, "spica::allclose", a, b),
                          "spica::allclose");
}
template <class A, class Number, std::enable_if_t<detail::is_readable<A> && detail::is_scalar<Number>, int> = 0>
bool allclose(const A& a, const Number& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) {
  return detail::all_true(
      detail::make_map(detail::Close{rtol, atol, equal_nan}, "spica::allclose", a, detail::Constant<Number>(b)),
      "spica::allclose");
}

}  // namespace spica

#endif
