// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_LOGICAL_HPP
#define SPICA_OPS_LOGICAL_HPP

#include <spica/ops/arithmetic.hpp>
#include <spica/ops/types.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

template <class R>
KOKKOS_INLINE_FUNCTION constexpr bool has_bits() {
  static_assert(std::is_integral_v<R>,
                "spica::operator&, |, ^, ~, <<, >>: bits are those of integers and bool; compare real numbers first");
  return std::is_integral_v<R>;
}
struct BitAnd {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    if constexpr (has_bits<R>()) {
      return static_cast<R>(convert<R>(a) & convert<R>(b));
    } else {
      return false;
    }
  }
};
struct BitOr {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    if constexpr (has_bits<R>()) {
      return static_cast<R>(convert<R>(a) | convert<R>(b));
    } else {
      return false;
    }
  }
};
struct BitXor {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    if constexpr (has_bits<R>()) {
      return static_cast<R>(convert<R>(a) ^ convert<R>(b));
    } else {
      return false;
    }
  }
};
struct BitNot {
  template <class A>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a) const {
    if constexpr (std::is_same_v<A, bool>) {
      return !a;
    } else if constexpr (has_bits<A>()) {
      return static_cast<A>(~a);
    } else {
      return false;
    }
  }
};
/// Whether b is a number of bits by which a type can be shifted.
template <class R, class B>
KOKKOS_INLINE_FUNCTION bool is_within(const B& b) {
  return static_cast<std::uint64_t>(b) < 8 * sizeof(R);  // a negative one becomes large
}
struct ShiftLeft {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    if constexpr (has_bits<R>()) {
      static_assert(!std::is_same_v<R, bool>, "spica::operator<<: bool arrays have no bits to shift; cast them");
      return is_within<R>(b) ? static_cast<R>(convert<computed_t<R>>(a) << static_cast<unsigned>(b)) : R(0);
    } else {
      return false;
    }
  }
};
struct ShiftRight {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION auto operator()(const A& a, const B& b) const {
    using R = common_t<A, B>;
    if constexpr (has_bits<R>()) {
      static_assert(!loses_sign<A, B>,
                    "spica::operator>>: the type of the result would be unsigned and one operand is signed; write "
                    "spica::cast<std::int64_t> of the unsigned one");
      static_assert(!std::is_same_v<R, bool>, "spica::operator>>: bool arrays have no bits to shift; cast them");
      const R value = convert<R>(a);
      if (is_within<R>(b)) return static_cast<R>(value >> static_cast<unsigned>(b));
      return value < R(0) ? static_cast<R>(-1) : R(0);
    } else {
      return false;
    }
  }
};
struct And {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    return a != A(0) && b != B(0);
  }
};
struct Or {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a, const B& b) const {
    return a != A(0) || b != B(0);
  }
};
struct Not {
  template <class A>
  KOKKOS_INLINE_FUNCTION bool operator()(const A& a) const {
    return a == A(0);
  }
};

}  // namespace detail

// Bits of integers and truth values, element by element: expressions.
// @throws ShapeError, DeviceError, ValueError as arithmetic does.

/// The bits that both have; of bool "and".
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator&(A&& a, B&& b) {
  return detail::map_two(detail::BitAnd(), "spica::operator&", std::forward<A>(a), std::forward<B>(b));
}
/// The bits that either has; of bool "or".
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator|(A&& a, B&& b) {
  return detail::map_two(detail::BitOr(), "spica::operator|", std::forward<A>(a), std::forward<B>(b));
}
/// The bits that differ; of bool whether they differ.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator^(A&& a, B&& b) {
  return detail::map_two(detail::BitXor(), "spica::operator^", std::forward<A>(a), std::forward<B>(b));
}
/// All bits turned; of bool "not".
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto operator~(A&& a) {
  return detail::map_one(detail::BitNot(), "spica::operator~", std::forward<A>(a));
}
/// a times 2^b modulo the type's 2^w: 0 where b is the width or more, or negative.
template <class A, class B,
          std::enable_if_t<detail::are_operands<A, B> && std::is_integral_v<detail::element_t<A>>, int> = 0>
auto operator<<(A&& a, B&& b) {
  return detail::map_two(detail::ShiftLeft(), "spica::operator<<", std::forward<A>(a), std::forward<B>(b));
}
/// a divided by 2^b, rounded down: 0, or -1 of a negative a, where b is the width or more, or negative.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator>>(A&& a, B&& b) {
  return detail::map_two(detail::ShiftRight(), "spica::operator>>", std::forward<A>(a), std::forward<B>(b));
}
/// Whether neither is 0, as bool. Both sides are computed: there is no short cut, as for C++'s own `&&`. NaN is not 0.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator&&(A&& a, B&& b) {
  return detail::map_two(detail::And(), "spica::operator&&", std::forward<A>(a), std::forward<B>(b));
}
/// Whether either is not 0, as bool; both sides are computed.
template <class A, class B, std::enable_if_t<detail::are_operands<A, B>, int> = 0>
auto operator||(A&& a, B&& b) {
  return detail::map_two(detail::Or(), "spica::operator||", std::forward<A>(a), std::forward<B>(b));
}
/// Whether it is 0, as bool.
template <class A, std::enable_if_t<detail::is_readable<A>, int> = 0>
auto operator!(A&& a) {
  return detail::map_one(detail::Not(), "spica::operator!", std::forward<A>(a));
}

// In place, as arithmetic.hpp says.

/// target <- target & source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator&=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target & source);
  return target;
}
/// target <- target | source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator|=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target | source);
  return target;
}
/// target <- target ^ source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator^=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target ^ source);
  return target;
}
/// target <- target << source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator<<=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target << source);
  return target;
}
/// target <- target >> source
template <class T, int Rank, class Space, class Layout, class B,
          std::enable_if_t<detail::is_readable<B> || detail::is_scalar<B>, int> = 0>
const Array<T, Rank, Space, Layout>& operator>>=(const Array<T, Rank, Space, Layout>& target, const B& source) {
  assign(target, target >> source);
  return target;
}

}  // namespace spica

#endif
