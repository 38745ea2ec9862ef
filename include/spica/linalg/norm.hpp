// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_NORM_HPP
#define SPICA_LINALG_NORM_HPP

#include <spica/array/transform.hpp>
#include <spica/linalg/detail/norm_reducers.hpp>
#include <spica/linalg/svd.hpp>
#include <spica/ops/detail/reduction.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace spica {

/// Which norm `norm` computes: its second argument.
struct NormOne {};
struct NormTwo {};
struct NormInfinity {};
inline constexpr NormOne norm_1;         ///< sum of |x|; of a matrix the largest sum of a column
inline constexpr NormTwo norm_2;         ///< sqrt(sum of |x|^2) of a vector; of a matrix the largest singular value
inline constexpr NormInfinity norm_inf;  ///< largest |x|; of a matrix the largest sum of a row

namespace detail {

template <class Order>
inline constexpr bool is_norm_order =
    std::is_same_v<Order, NormOne> || std::is_same_v<Order, NormTwo> || std::is_same_v<Order, NormInfinity>;

template <class T>
using PlainAbsoluteSum = AbsoluteSum<T, PlainSum<norm_accumulator<T>>>;

/// sqrt(sum of |x|^2) of all elements, or along the axes that stand behind.
template <class Source, class... Options>
auto lengths_of(const Source& source, const Options&... options) {
  using T = value_t<Source>;
  auto result = reduce(NormReducer<T>(), source, "spica::norm", options...);
  // On the host the plain sum is faster, and the results there to look at; the engine keeps chains short. On a GPU
  // reduce takes the careful form by itself.
  if constexpr (is_host_space<typename Source::execution_space> && NormReducer<T>::needs_care) {
    const auto* norms = ArrayAccess::data(result);
    bool safe = true;
    for (std::int64_t i = 0; safe && i < result.size(); ++i) safe = NormReducer<T>::is_safe(norms[i]);
    if (!safe && source.size() > 0) {
      using Scaled = ScaledNorm<T, PlainSum<typename NormReducer<T>::accumulator>>;
      return reduce(Scaled(), source, "spica::norm", options...);
    }
  }
  return result;
}

/// The norms of vectors of an order, of all elements or along an axis.
template <class Source, class Order, class... Options>
auto vector_norms(const Source& source, Order, const Options&... options) {
  using T = value_t<Source>;
  if constexpr (std::is_same_v<Order, NormOne>) {
    return reduce(PlainAbsoluteSum<T>(), source, "spica::norm", options...);
  } else if constexpr (std::is_same_v<Order, NormInfinity>) {
    return reduce(AbsoluteMax<T>(), source, "spica::norm", options...);
  } else {
    return lengths_of(source, options...);
  }
}

template <class Source, class Order>
constexpr bool order_fits() {
  constexpr bool known = is_norm_order<Order>;
  static_assert(known,
                "spica::norm: the second argument is spica::norm_1, norm_2 or norm_inf, or spica::axes(k) for the "
                "norms along an axis; write spica::norm(X) for the Frobenius norm");
  constexpr bool ranks = !known || Source::rank == 1 || Source::rank == 2;
  static_assert(ranks,
                "spica::norm: the norms 1, 2 and inf are those of vectors and matrices; write spica::norm(X, order, "
                "spica::axes(k)) for the norms along an axis of a larger array");
  return known && ranks;
}

/// The largest singular value of a matrix; integers and 16-bit floats as what their norms are.
template <class Source>
auto spectral_norm(const Source& source) {
  using T = value_t<Source>;
  using R = typename norm_type<T>::type;
  if constexpr (holds_short_floats<Source>()) {
    return spectral_norm(as_computed(source));
  } else if constexpr (!is_inexact<T>) {
    return spectral_norm(cast<R>(source));
  } else if constexpr (decomposes<Source>()) {
    return reduce(AbsoluteMax<R>(), singular_values(source, "spica::norm"), "spica::norm");
  }
}

}  // namespace detail

/// The Frobenius norm, sqrt(sum of |x|^2), of an array or expression of any rank: an array of rank 0 on the same
/// device. An expression is read as it is computed, without a temporary.
///
/// No square overflows or underflows where the norm is representable. float is summed in double and rounded once,
/// double with the error bound of pairwise summation or better; the norm of integers is double, of complex numbers
/// real. Inf gives Inf, NaN gives NaN, both together NaN; no element gives 0.
/// @throws MemoryError.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto norm(const Source& source) {
  return detail::lengths_of(source);
}

/// The norm of a vector or matrix, array or expression, of an order: an array of rank 0 on the same device. Vectors:
/// `norm_1` is the sum of |x|, `norm_2` the same as `norm(X)`, `norm_inf` the largest |x|. Matrices: `norm_1` is the
/// largest sum of |x| in a column, `norm_inf` in a row, `norm_2` the largest singular value. No element gives 0.
///
/// Nothing overflows where the norm is representable. Sums are as exact as for `norm(X)`; the norm of integers is
/// double, of complex numbers real. NaN gives NaN, else Inf gives Inf. But `norm_2` of a matrix is what `svdvals(X)`
/// begins with: of its error, it waits as that does, and has no answer for NaN and Inf.
/// @throws MemoryError; for `norm_2` of a matrix also what svdvals does, ValueError for NaN or infinity among it.
template <class Source, class Order, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto norm(const Source& source, const Order& order) {
  if constexpr (detail::order_fits<Source, Order>()) {
    using T = detail::value_t<Source>;
    if constexpr (std::is_same_v<Order, NormTwo> && Source::rank == 2) {
      return detail::spectral_norm(source);
    } else if constexpr (std::is_same_v<Order, NormTwo>) {
      return norm(source);
    } else if constexpr (Source::rank == 1) {
      return detail::vector_norms(source, order);
    } else {
      const int summed = std::is_same_v<Order, NormOne> ? 0 : 1;
      const auto sums = detail::reduce(detail::PlainAbsoluteSum<T>(), source, "spica::norm", summed);
      return detail::reduce(detail::AbsoluteMax<typename detail::norm_type<T>::type>(), sums, "spica::norm");
    }
  }
}

/// The lengths sqrt(sum of |x|^2) of all that lies along the named axes, `norm(X, axes(-1))`, of matrices the Frobenius
/// norms, `norm(X, axes(-2, -1))`: an array without those axes, or with an extent of 1 for each with `keepdims`.
/// @throws ValueError when there is no such axis or one is named twice, MemoryError.
template <class Source, int N, class... Keep, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto norm(const Source& source, const Axes<N>& along, const Keep&... keep) {
  return detail::lengths_of(source, along, keep...);
}
/// `norm(X)` with X's rank, all extents 1.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto norm(const Source& source, const KeepDims& keep) {
  std::array<std::int64_t, static_cast<std::size_t>(Source::rank)> ones{};
  ones.fill(1);
  static_cast<void>(keep);
  return reshape(norm(source), ones);
}

/// The norms of an order of the vectors along one axis, `norm(X, norm_1, axes(-1))`, or of the matrices in two,
/// `norm(X, norm_inf, axes(-2, -1))`, whose rows are counted along the first that is named: an array without those
/// axes, or with an extent of 1 for each with `keepdims`. `norm_2` of the matrices of a stack is
/// `max(svdvals(X), -1)`.
/// @throws ValueError when there is no such axis or one is named twice, MemoryError.
template <class Source, class Order, int N, class... Keep, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto norm(const Source& source, const Order& order, const Axes<N>& along, const Keep&... keep) {
  static_assert(detail::is_norm_order<Order>,
                "spica::norm: the second argument is the order of the norm: spica::norm_1, norm_2 or norm_inf");
  static_assert(N == 1 || (N == 2 && !std::is_same_v<Order, NormTwo>),
                "spica::norm: an order is that of vectors along one axis, or norm_1 and norm_inf of matrices in two; "
                "write spica::norm(X, spica::axes(-2, -1)) for Frobenius norms, and "
                "spica::max(spica::svdvals(X), -1) for the 2-norms of the matrices of a stack");
  if constexpr (N == 1) {
    return detail::vector_norms(source, order, along, keep...);
  } else {
    using T = detail::value_t<Source>;
    const std::int64_t summed = along.number[std::is_same_v<Order, NormOne> ? 0 : 1];
    const auto sums = detail::reduce(detail::PlainAbsoluteSum<T>(), source, "spica::norm", summed, keepdims);
    using Largest = detail::AbsoluteMax<typename detail::norm_type<T>::type>;
    return detail::reduce(Largest(), sums, "spica::norm", along, keep...);
  }
}

}  // namespace spica

#endif
