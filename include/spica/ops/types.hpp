// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_TYPES_HPP
#define SPICA_OPS_TYPES_HPP

// Which element type an operation has. Two arrays: the type that C++ gives their sum, but integers never become wider
// than the wider of the two. An array and a number: the array's type, so that a float array times 2.0 stays float;
// only an integer array with a real number becomes double, and a real array with a complex number complex.

#include <spica/array/detail/number.hpp>
#include <spica/array/detail/operand.hpp>
#include <spica/array/element.hpp>
#include <spica/array/expression.hpp>

#include <type_traits>
#include <utility>

namespace spica::detail {

template <class T>
struct real_of {
  using type = T;
};
template <class R>
struct real_of<Kokkos::complex<R>> {
  using type = R;
};

template <class A, class B>
constexpr auto choose_common() {
  if constexpr (std::is_same_v<A, B>) {
    return std::common_type<A>();
  } else if constexpr (is_short_float<A> || is_short_float<B>) {
    return choose_common<read_t<A>, read_t<B>>();
  } else if constexpr (is_complex<A> || is_complex<B>) {
    return std::common_type<
        Kokkos::complex<std::common_type_t<typename real_of<A>::type, typename real_of<B>::type>>>();
  } else if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    using Wider = std::conditional_t<(sizeof(A) > sizeof(B)), A, B>;
    using OfEqualWidth = std::conditional_t<std::is_unsigned_v<A>, A, B>;
    using NotBool = std::conditional_t<std::is_same_v<A, bool>, B, A>;
    return std::common_type<std::conditional_t<std::is_same_v<A, bool> || std::is_same_v<B, bool>, NotBool,
                                               std::conditional_t<sizeof(A) == sizeof(B), OfEqualWidth, Wider>>>();
  } else {
    return std::common_type<std::common_type_t<A, B>>();
  }
}

/// The type of A + B for two arrays.
template <class A, class B>
using common_t = typename decltype(choose_common<A, B>())::type;

/// Whether the common type of two integers cannot hold the negative values of one of them.
template <class A, class B>
inline constexpr bool loses_sign = std::is_unsigned_v<common_t<A, B>> && (std::is_signed_v<A> || std::is_signed_v<B>);

template <class Element, class Number>
constexpr auto choose_number() {
  if constexpr (is_complex<Number> && !is_complex<Element>) {
    return std::common_type<Kokkos::complex<std::conditional_t<std::is_integral_v<Element>, double, Element>>>();
  } else if constexpr (std::is_integral_v<Element> && std::is_floating_point_v<Number>) {
    return std::common_type<double>();
  } else if constexpr (std::is_same_v<Element, bool> && !std::is_same_v<Number, bool>) {
    return std::common_type<std::int64_t>();
  } else {
    return std::common_type<Element>();
  }
}

/// The type that a number takes beside an array of `Element`.
template <class Element, class Number>
using number_t = typename decltype(choose_number<Element, Number>())::type;

/// An array or expression as it is; a number as a Constant of the type that it takes beside `Partner`.
template <class Partner, class X>
decltype(auto) as_operand(X&& x, [[maybe_unused]] const char* function) {
  if constexpr (is_readable<X>) {
    return std::forward<X>(x);
  } else {
    using To = number_t<Partner, plain<X>>;
    return Constant<To>(convert_number<To>(x, function));
  }
}

template <class X, bool Readable>
struct element_or_number {
  using type = X;
};
template <class X>
struct element_or_number<X, true> {
  using type = value_t<X>;
};
template <class X>
using element_t = typename element_or_number<plain<X>, is_readable<X>>::type;

/// `op` of one array or expression.
template <class Op, class A>
auto map_one(Op op, const char* function, A&& a) {
  return make_map(op, function, std::forward<A>(a));
}

/// `op` of two operands, one of which may be a number.
template <class Op, class A, class B>
auto map_two(Op op, const char* function, A&& a, B&& b) {
  return make_map(op, function, as_operand<element_t<B>>(std::forward<A>(a), function),
                  as_operand<element_t<A>>(std::forward<B>(b), function));
}

}  // namespace spica::detail

#endif
