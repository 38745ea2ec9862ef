// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_COMPARISON_HPP
#define SPICA_OPS_COMPARISON_HPP

#include <spica/array/array.hpp>
#include <spica/ops/types.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// Integers of which one can be negative and the other cannot: converted to one type they would compare wrongly.
template <class A, class B>
inline constexpr bool signs_differ =
    std::is_integral_v<A>&& std::is_integral_v<B>&& std::is_signed_v<A> != std::is_signed_v<B>;

template <class A, class B>
inline constexpr bool have_order = !is_complex<A> && !is_complex<B>;

template <class A, class B>
KOKKOS_INLINE_FUNCTION bool is_less(const A& a, const B& b) {
  if constexpr (!signs_differ<A, B>) {
    return convert<common_t<A, B>>(a) < convert<common_t<A, B>>(b);
  } else if constexpr (std::is_signed_v<A>) {
    return a < A(0) || static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  } else {
    return b >= B(0) && static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  }
}

template <class A, class B>
KOKKOS_INLINE_FUNCTION bool is_less_or_equal(const A& a, const B& b) {
  if constexpr (signs_differ<A, B>) {
    return !is_less(b, a);
  } else {
    return convert<common_t<A, B>>(a) <= convert<common_t<A, B>>(b);
  }
}

template <class A, class B>
KOKKOS_INLINE_FUNCTION bool is_equal(const A& a, const B& b) {
  if constexpr (!signs_differ<A, B>) {
    return convert<common_t<A, B>>(a) == convert<common_t<A, B>>(b);
  } else if constexpr (std::is_signed_v<A>) {
    return a >= A(0) && static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(b);
  } else {
    return is_equal(b, a);
  }
}

// Their results are deduced so that a wrong type is refused where the operator is written, not deep inside a kernel.
struct Less {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    static_assert(have_order<A, B>, "spica::operator<: complex numbers have no order; compare real numbers, or use ==");
    if constexpr (have_order<A, B>)
      return is_less(a, b);
    else
      return false;
  }
};
struct Greater {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    static_assert(have_order<A, B>, "spica::operator>: complex numbers have no order; compare real numbers, or use ==");
    if constexpr (have_order<A, B>)
      return is_less(b, a);
    else
      return false;
  }
};
struct LessEqual {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    static_assert(have_order<A, B>,
                  "spica::operator<=: complex numbers have no order; compare real numbers, or use ==");
    if constexpr (have_order<A, B>)
      return is_less_or_equal(a, b);
    else
      return false;
  }
};
struct GreaterEqual {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    static_assert(have_order<A, B>,
                  "spica::operator>=: complex numbers have no order; compare real numbers, or use ==");
    if constexpr (have_order<A, B>)
      return is_less_or_equal(b, a);
    else
      return false;
  }
};
struct EqualTo {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    return is_equal(a, b);
  }
};
struct NotEqualTo {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    return !is_equal(a, b);
  }
};
struct Select {
  template <class Condition, class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const Condition& condition, const A& a, const B& b) const {
    static_assert(!is_complex<Condition>, "spica::where: the condition is complex; write a comparison");
    using R = common_t<A, B>;
    return static_cast<bool>(condition) ? convert<R>(a) : convert<R>(b);
  }
};

}  // namespace detail

// Comparisons, element by element: expressions of bool. Integers are compared by value whatever their signs; a
// comparison with NaN is false, `!=` with NaN is true. Whether two arrays are equal as a whole is `array_equal`.
// @throws ShapeError, DeviceError, ValueError as arithmetic does.

/// Whether a < b.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator<(A&& a, B&& b) {
  return detail::map_two(detail::Less(), "spica::operator<", std::forward<A>(a), std::forward<B>(b));
}
/// Whether a > b.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator>(A&& a, B&& b) {
  return detail::map_two(detail::Greater(), "spica::operator>", std::forward<A>(a), std::forward<B>(b));
}
/// Whether a <= b.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator<=(A&& a, B&& b) {
  return detail::map_two(detail::LessEqual(), "spica::operator<=", std::forward<A>(a), std::forward<B>(b));
}
/// Whether a >= b.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator>=(A&& a, B&& b) {
  return detail::map_two(detail::GreaterEqual(), "spica::operator>=", std::forward<A>(a), std::forward<B>(b));
}
/// Whether a == b.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator==(A&& a, B&& b) {
  return detail::map_two(detail::EqualTo(), "spica::operator==", std::forward<A>(a), std::forward<B>(b));
}
/// Whether a != b.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator!=(A&& a, B&& b) {
  return detail::map_two(detail::NotEqualTo(), "spica::operator!=", std::forward<A>(a), std::forward<B>(b));
}

/// `a` where the condition is true, else `b`, element by element. `a` and `b` are arrays, expressions or numbers:
/// beside an array a number takes its type as in arithmetic, two numbers take their common type.
/// @throws ShapeError, DeviceError, ValueError as arithmetic does.
template <class Condition, class A, class B,
          std::enable_if_t<detail::is_readable<Condition> && (detail::is_readable<A> || detail::is_scalar<A>)&&(
                                                                 detail::is_readable<B> || detail::is_scalar<B>),
                           int> = 0>
auto where(Condition&& condition, A&& a, B&& b) {
  constexpr bool two_numbers = !detail::is_readable<A> && !detail::is_readable<B>;
  using PartnerOfA = std::conditional_t<two_numbers, detail::common_t<detail::element_t<A>, detail::element_t<B>>,
                                        detail::element_t<B>>;
  using PartnerOfB = std::conditional_t<two_numbers, PartnerOfA, detail::element_t<A>>;
  return detail::make_map(detail::Select(), "spica::where", std::forward<Condition>(condition),
                          detail::as_operand<PartnerOfA>(std::forward<A>(a), "spica::where"),
                          detail::as_operand<PartnerOfB>(std::forward<B>(b), "spica::where"));
}

}  // namespace spica

#endif
