// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_COMPARE_HPP
#define SPICA_ARRAY_COMPARE_HPP

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

/// By value also where one integer has a sign and the other has none: C++ itself would call -1 and 4294967295U equal.
struct Equal {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
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
  expression.visit_arrays([&](const auto& operand) {
    require_element(operand, function);
    join_queues(expression.device(), operand.device(), ArrayAccess::lease(operand));
  });
  const Shape<rank> extents = expression.shape();
  auto bound = expression.template bind<rank>(extents);
  const Loop<rank> loop = simplify<rank>(extents, row_major_strides<rank>(extents), bound);
  std::int64_t wrong = 0;
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_reduce(function, Policy(expression.device().instance(), 0, loop.count()),
                          CountFalse<decltype(bound), rank>{bound, loop}, wrong);
  return wrong == 0;
}

}  // namespace detail

/// Whether shapes and all elements are equal; NaN equals nothing. The arrays are on one device. Waits for the device
/// and counts as one read from it.
/// @throws DeviceError when the devices differ, TransferError inside a NoTransfers scope.
template <class A, class B, std::enable_if_t<detail::is_readable<A> && detail::is_readable<B>, int> = 0>
bool array_equal(const A& a, const B& b) {
  if constexpr (A::rank != B::rank) {
    return false;
  } else {
    detail::require_same_device(a.device(), b.device(), "spica::array_equal");
    if (a.shape() != b.shape()) return false;
    return detail::all_true(detail::Map<detail::Equal, A, B>({}, "spica::array_equal", a, b), "spica::array_equal");
  }
}

/// Whether |a - b| <= atol + rtol |b| everywhere, broadcast together, in double precision. Infinities of one sign are
/// close; NaN is close to NaN only with `equal_nan`. Waits for the device and counts as one read from it.
/// @throws ShapeError, DeviceError, TransferError.
template <class A, class B, std::enable_if_t<detail::is_readable<A> && detail::is_readable<B>, int> = 0>
bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) {
  return detail::all_true(
      detail::Map<detail::Close, A, B>(detail::Close{rtol, atol, equal_nan}, "spica::allclose", a, b),
      "spica::allclose");
}

}  // namespace spica

#endif
