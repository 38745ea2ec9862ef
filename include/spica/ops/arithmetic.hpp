// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_ARITHMETIC_HPP
#define SPICA_OPS_ARITHMETIC_HPP

#include <spica/array/array.hpp>
#include <spica/array/assign.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// What numbers of type R are added and multiplied in. Integers: the unsigned type of the width that C++ computes in,
/// so that a result which does not fit wraps around; in signed ones that would be undefined.
template <class R, bool Whole = std::is_integral_v<R>>
struct computed_in {
  using type = R;
};
template <class R>
struct computed_in<R, true> {
  using type = std::make_unsigned_t<decltype(R() + R())>;
};
template <class R>
using computed_t = typename computed_in<R>::type;

struct Plus {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    using W = computed_t<R>;
    return static_cast<R>(convert<W>(a) + convert<W>(b));
  }
};
struct Minus {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    using W = computed_t<R>;
    static_assert(!std::is_same_v<R, bool>, "spica::operator-: bool arrays have no difference; write A != B");
    return static_cast<R>(convert<W>(a) - convert<W>(b));
  }
};
struct Times {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    using W = computed_t<R>;
    return static_cast<R>(convert<W>(a) * convert<W>(b));
  }
};
struct Divide {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using C = common_t<A, B>;
    using R = std::conditional_t<std::is_integral_v<C>, double, C>;
    return convert<R>(a) / convert<R>(b);
  }
};
struct Negate {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    static_assert(!std::is_same_v<A, bool>, "spica::operator-: bool arrays have no negative; write A == false");
    if constexpr (std::is_integral_v<A>) {
      return static_cast<A>(computed_t<A>(0) - static_cast<computed_t<A>>(a));
    } else {
      return -a;
    }
  }
};

}  // namespace detail

// Arithmetic, element by element and lazy: the result is an expression that is computed, in one kernel, when it is read
// or an Array is made of it. Operands are arrays and expressions of one device, broadcast together by NumPy's rule, or
// one of them is a number. Element types: see types.hpp; `/` of integers gives double. Integers wrap around where a
// result does not fit, as in NumPy.
// @throws ShapeError when the shapes cannot be broadcast together, DeviceError when the devices differ, ValueError when
// a whole number does not fit the integer type of the array beside it.

/// a + b
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator+(A&& a, B&& b) {
  return detail::map_two(detail::Plus(), "spica::operator+", std::forward<A>(a), std::forward<B>(b));
}
/// a - b
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator-(A&& a, B&& b) {
  return detail::map_two(detail::Minus(), "spica::operator-", std::forward<A>(a), std::forward<B>(b));
}
/// a * b, element by element; the matrix product is `matmul`.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator*(A&& a, B&& b) {
  return detail::map_two(detail::Times(), "spica::operator*", std::forward<A>(a), std::forward<B>(b));
}
/// a / b; double for integers.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator/(A&& a, B&& b) {
  return detail::map_two(detail::Divide(), "spica::operator/", std::forward<A>(a), std::forward<B>(b));
}
/// -a
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto operator-(A&& a) {
  return detail::map_one(detail::Negate(), "spica::operator-", std::forward<A>(a));
}

// In place: writes into the elements of `target`, a named array or a slice, in one kernel. The source may overlap the
// target. The target never grows and keeps its element type.
// @throws ShapeError when the source cannot be broadcast to the target's shape, DeviceError; the target is then
// unchanged.

/// target <- target + source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator+=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target + source);
  return target;
}
/// target <- target - source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator-=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target - source);
  return target;
}
/// target <- target * source, element by element
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator*=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target * source);
  return target;
}
/// target <- target / source; not for integers, whose quotient is double
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator/=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target / source);
  return target;
}

}  // namespace spica

#endif
