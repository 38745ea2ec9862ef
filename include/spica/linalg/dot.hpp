// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DOT_HPP
#define SPICA_LINALG_DOT_HPP

// Not by the BLAS's dot, which sums floats in float: the error of its sum grows with the length.

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

/// A sum of such products, with the result type that a sum of elements T has.
template <class T>
struct DotReducer : SumReducer<T> {
  using accumulator = typename SumReducer<T>::accumulator;
  KOKKOS_INLINE_FUNCTION void add(accumulator& a, const accumulator& product, std::int64_t) const { a += product; }
};

template <class X, class Y>
constexpr bool dot_fits() {
  static_assert(is_readable<X> && is_readable<Y>,
                "spica::dot: x and y must be Spica arrays or expressions; write "
                "spica::wrap(view) to use a Kokkos View");
  if constexpr (is_readable<X> && is_readable<Y>) {
    constexpr bool ranks = X::rank == 1 && Y::rank == 1;
    static_assert(ranks,
                  "spica::dot: x and y must be vectors, of rank 1; write spica::matmul for matrices, or "
                  "spica::sum(X * Y) for all elements of larger arrays");
    constexpr bool spaces = std::is_same_v<typename X::execution_space, typename Y::execution_space>;
    static_assert(spaces,
                  "spica::dot: x and y live in the memory of different spaces; write spica::copy(y, x.device()) "
                  "to bring y to x's device first");
    constexpr bool types = std::is_same_v<typename X::value_type, typename Y::value_type>;
    static_assert(types, "spica::dot: the element types of x and y differ; write spica::cast<T>(y) with x's type T");
    return ranks && spaces && types;
  } else {
    return false;
  }
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
  if constexpr (detail::dot_fits<X, Y>()) {
    using T = typename X::value_type;
    detail::require_same_device(x.device(), y.device(), "spica::dot", "x", "y");
    if (x.extent(0) != y.extent(0)) {
      throw ShapeError("spica::dot: lengths differ: x is " + detail::shape_text(x.shape()) + ", y is " +
                       detail::shape_text(y.shape()) + "; they must be equal");
    }
    return detail::reduce(detail::DotReducer<T>(), detail::make_map(detail::WideProduct<T>(), "spica::dot", x, y),
                          "spica::dot");
  }
}

}  // namespace spica

#endif
