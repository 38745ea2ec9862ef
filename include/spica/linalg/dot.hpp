// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DOT_HPP
#define SPICA_LINALG_DOT_HPP

// Not by the BLAS's dot, which sums floats in float: the error of its sum grows with the length.

#include <spica/linalg/detail/factor.hpp>
#include <spica/ops/detail/reducers.hpp>
#include <spica/ops/detail/reduction.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// Products are made in what they are summed in: float in double, where they are exact; integers modulo 2^64.
template <class T>
struct WideProduct {
  using Wide = typename SumReducer<T>::accumulator;
  KOKKOS_INLINE_FUNCTION Wide operator()(const T& x, const T& y) const {
    return static_cast<Wide>(x) * static_cast<Wide>(y);
  }
};

/// The same with the conjugate of the first.
template <class T>
struct WideConjugateProduct {
  using Wide = typename SumReducer<T>::accumulator;
  KOKKOS_INLINE_FUNCTION Wide operator()(const T& x, const T& y) const {
    return static_cast<Wide>(Conj()(x)) * static_cast<Wide>(y);
  }
};

/// A sum of such products, with the result type that a sum of elements T has.
template <class T>
struct DotReducer : SumReducer<T> {
  using accumulator = typename SumReducer<T>::accumulator;
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const accumulator& product, std::int64_t) const { a += product; }
};

template <class X, class Y>
constexpr bool dot_fits() {
  static_assert(is_readable<X> && is_readable<Y>,
                "spica::dot, spica::vdot: x and y must be Spica arrays or expressions; write "
                "spica::wrap(view) to use a Kokkos View");
  if constexpr (is_readable<X> && is_readable<Y>) {
    constexpr bool ranks = X::rank == 1 && Y::rank == 1;
    static_assert(ranks,
                  "spica::dot, spica::vdot: x and y must be vectors, of rank 1; write spica::matmul for matrices, or "
                  "spica::sum(X * Y) for all elements of larger arrays");
    constexpr bool spaces = std::is_same_v<typename X::execution_space, typename Y::execution_space>;
    static_assert(
        spaces,
        "spica::dot, spica::vdot: x and y live in the memory of different spaces; write spica::copy(y, x.device()) "
        "to bring y to x's device first");
    constexpr bool types = std::is_same_v<typename X::value_type, typename Y::value_type>;
    static_assert(
        types, "spica::dot, spica::vdot: the element types of x and y differ; write spica::cast<T>(y) with x's type T");
    return ranks && spaces && types;
  } else {
    return false;
  }
}

template <class Product, class X, class Y>
auto inner_product(const X& x, const Y& y, const char* function) {
  require_same_device(x.device(), y.device(), function, "x", "y");
  if (x.shape() != y.shape()) {
    throw ShapeError(std::string(function) + ": lengths differ: x is " + shape_text(x.shape()) + ", y is " +
                     shape_text(y.shape()) + "; they must be equal");
  }
  return reduce(DotReducer<typename X::value_type>(), make_map(Product(), function, x, y), function);
}

}  // namespace detail

/// The inner product sum of x_i y_i of two vectors of one length on one device (no conjugate, also for complex
/// numbers): an array of rank 0 on that device. Expressions are read as they are computed.
///
/// float is multiplied and summed in double and rounded once; double has the error bound of pairwise summation or
/// better, |error| <= c log2(n) eps sum |x_i y_i|. Integers and bool are summed in 64 bits, modulo 2^64: the result is
/// int64 or uint64. No element gives 0.
/// @throws ShapeError when the lengths differ, DeviceError when the devices' numbers do, MemoryError.
template <class X, class Y>
auto dot(const X& x, const Y& y) {
  if constexpr (detail::holds_short_floats<X>() || detail::holds_short_floats<Y>()) {
    return dot(detail::as_computed(x), detail::as_computed(y));
  } else if constexpr (detail::dot_fits<X, Y>()) {
    return detail::inner_product<detail::WideProduct<typename X::value_type>>(x, y, "spica::dot");
  }
}

/// The same with the conjugate of x: the sum of conj(x_i) y_i. For real numbers it is `dot`.
/// @throws ShapeError when the lengths differ, DeviceError when the devices' numbers do, MemoryError.
template <class X, class Y>
auto vdot(const X& x, const Y& y) {
  if constexpr (detail::holds_short_floats<X>() || detail::holds_short_floats<Y>()) {
    return vdot(detail::as_computed(x), detail::as_computed(y));
  } else if constexpr (detail::dot_fits<X, Y>()) {
    return detail::inner_product<detail::WideConjugateProduct<typename X::value_type>>(x, y, "spica::vdot");
  }
}

}  // namespace spica

#endif
