// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_COMPARISON_HPP
#define SPICA_OPS_COMPARISON_HPP

#include <spica/array/array.hpp>
#include <spica/ops/types.hpp>

#include <type_traits>

namespace spica {

namespace detail {

/// -1, 0 or 1 by value, whatever the signs of the types; 2 where NaN is involved.
template <class A, class B>
KOKKOS_INLINE_FUNCTION int compare(const A& a, const B& b) {
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
    if constexpr (std::is_signed_v<A>) {
      if (a < A(0)) return -1;
      const auto x = static_cast<std::uint64_t>(a);
      const auto y = static_cast<std::uint64_t>(b);
      return x < y ? -1 : (x > y ? 1 : 0);
    } else {
      return -compare(b, a);
    }
  } else {
    using C = common_t<A, B>;
    const C x = static_cast<C>(a);
    const C y = static_cast<C>(b);
    return x < y ? -1 : (x > y ? 1 : (x == y ? 0 : 2));
  }
}

/// Types whose comparison needs no care are compared directly, which the compiler can vectorise.
template <class A, class B>
inline constexpr bool compare_directly =
    is_complex<A> || is_complex<B> || !(std::is_integral_v<A> && std::is_integral_v<B>) ||
    std::is_signed_v<A> == std::is_signed_v<B>;

struct Less {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    static_assert(!is_complex<A> && !is_complex<B>, "spica::operator<: complex numbers have no order");
    if constexpr (compare_directly<A, B>) return static_cast<common_t<A, B>>(a) < static_cast<common_t<A, B>>(b);
    return compare(a, b) == -1;
  }
};
struct LessEqual {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    static_assert(!is_complex<A> && !is_complex<B>, "spica::operator<=: complex numbers have no order");
    if constexpr (compare_directly<A, B>) return static_cast<common_t<A, B>>(a) <= static_cast<common_t<A, B>>(b);
    return compare(a, b) <= 0;
  }
};
struct EqualTo {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    if constexpr (compare_directly<A, B>) return static_cast<common_t<A, B>>(a) == static_cast<common_t<A, B>>(b);
    return compare(a, b) == 0;
  }
};
struct NotEqualTo {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    return !EqualTo()(a, b);
  }
};
struct Select {
  template <class Condition, class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const Condition& condition, const A& a, const B& b) const {
    using R = common_t<A, B>;
    return condition ? static_cast<R>(a) : static_cast<R>(b);
  }
};

}  // namespace detail

// Comparisons, element by element: expressions of bool. Integers are compared by value whatever their signs; a
// comparison with NaN is false, `!=` with NaN is true. Whether two arrays are equal as a whole is `array_equal`.
// @throws ShapeError, DeviceError as arithmetic does.

template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator<(const A& a, const B& b) {
  return detail::map_two(detail::Less(), "spica::operator<", a, b);
}
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator>(const A& a, const B& b) {
  return detail::map_two(detail::Less(), "spica::operator>", b, a);
}
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator<=(const A& a, const B& b) {
  return detail::map_two(detail::LessEqual(), "spica::operator<=", a, b);
}
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator>=(const A& a, const B& b) {
  return detail::map_two(detail::LessEqual(), "spica::operator>=", b, a);
}
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator==(const A& a, const B& b) {
  return detail::map_two(detail::EqualTo(), "spica::operator==", a, b);
}
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator!=(const A& a, const B& b) {
  return detail::map_two(detail::NotEqualTo(), "spica::operator!=", a, b);
}

/// `a` where the condition is true, else `b`, element by element; `a` and `b` are arrays, expressions or numbers (at
/// most one of them a number whose array partner decides its type; two numbers keep their common type).
/// @throws ShapeError, DeviceError as arithmetic does.
template <class Condition, class A, class B,
          std::enable_if_t<detail::is_readable<Condition> && (detail::is_readable<A> || detail::is_scalar<A>)&&(
                               detail::is_readable<B> || detail::is_scalar<B>),
                           int> = 0>
auto where(const Condition& condition, const A& a, const B& b) {
  constexpr bool two_numbers = !detail::is_readable<A> && !detail::is_readable<B>;
  using PartnerOfA = std::conditional_t<two_numbers, detail::common_t<detail::element_t<A>, detail::element_t<B>>,
                                        detail::element_t<B>>;
  using PartnerOfB = std::conditional_t<two_numbers, PartnerOfA, detail::element_t<A>>;
  auto left = detail::make_operand<A, PartnerOfA>(a, "spica::where");
  auto right = detail::make_operand<B, PartnerOfB>(b, "spica::where");
  return detail::Map<detail::Select, Condition, decltype(left), decltype(right)>({}, "spica::where", condition, left,
                                                                                  right);
}

}  // namespace spica

#endif
