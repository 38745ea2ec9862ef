// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_SOFTMAX_HPP
#define SPICA_OPS_SOFTMAX_HPP

#include <spica/array/copy.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/detail/arguments.hpp>
#include <spica/ops/math.hpp>
#include <spica/ops/reduce.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

namespace detail {

/// x - m, where the largest x is m; x itself where no x is above -inf, of which the difference would be NaN.
template <class R>
struct BelowLargest {
  template <class A>
  KOKKOS_INLINE_FUNCTION R operator()(const A& x, const A& largest) const {
    const R m = static_cast<R>(largest);
    return m == -infinite<R> ? static_cast<R>(x) : static_cast<R>(x) - m;
  }
};

template <class R>
struct ExpBelowLargest {
  template <class A>
  KOKKOS_INLINE_FUNCTION R operator()(const A& x, const A& largest) const {
    return compat::math::exp(BelowLargest<R>()(x, largest));
  }
};

/// log(sum) + m; m where that is +inf, as x - m was then NaN.
template <class R>
struct LogPlusLargest {
  template <class A>
  KOKKOS_INLINE_FUNCTION R operator()(const R& sum, const A& largest) const {
    const R m = static_cast<R>(largest);
    if (m == infinite<R> || m == -infinite<R>) return m;
    return compat::math::log(sum) + m;
  }
};

template <class Source>
using softmax_t = real_argument<value_t<Source>>;

template <class Source>
constexpr bool has_exponential() {
  static_assert(!is_complex<value_t<Source>>,
                "spica::softmax, log_softmax, logsumexp: complex numbers have no largest; use real numbers");
  return true;
}

/// The largest elements along the axes, kept; the lowest number where there is none.
template <class Source, class... Options>
auto largest_of(const Source& source, const char* function, const Options&... options) {
  return reduce(MaxReducer<value_t<Source>>(), source, function, options..., keepdims);
}

}  // namespace detail

// Of real numbers; float is computed in float with sums in double, integers in double. Expressions are evaluated first.
// -inf is a probability of 0; where all elements are -inf the softmax is NaN, as it is where one is NaN or +inf.
// @throws ValueError when there is no such axis or one is named twice, MemoryError.

/// log(sum exp(x)), without overflow; -inf of no element. `logsumexp(X)`, `logsumexp(X, 1)`,
/// `logsumexp(X, axes(0, 2), keepdims)`: see reduce.hpp. NaN gives NaN, +inf gives +inf.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto logsumexp(const Source& source, const Options&... options) {
  static_assert(detail::has_exponential<Source>());
  using R = detail::softmax_t<Source>;
  constexpr const char* function = "spica::logsumexp";
  const auto& array = detail::as_array(detail::as_computed(source));
  const auto largest = detail::largest_of(array, function, options...);
  const auto powers = detail::make_map(detail::ExpBelowLargest<R>(), function, array, largest);
  const auto total = detail::reduce(detail::SumReducer<R>(), powers, function, options...);
  using Shape = decltype(total.shape());
  using Result = detail::plain<decltype(total)>;
  using Largest =
      Array<typename detail::plain<decltype(largest)>::value_type, Result::rank, typename Result::execution_space>;
  const Shape shape = total.shape();  // of the largest too, once axes of extent 1 are left out
  const auto shaped = detail::over_memory_of<Largest>(largest, detail::ArrayAccess::data(largest), shape, {});
  return Result(detail::make_map(detail::LogPlusLargest<R>(), function, total, shaped));
}

/// exp(x) / sum exp(x) along one axis or several, `softmax(X, -1)`, without overflow: a new row-major array.
template <class Source, class... Named, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto softmax(const Source& source, const Named&... axes) {
  static_assert(detail::has_exponential<Source>());
  using R = detail::softmax_t<Source>;
  constexpr const char* function = "spica::softmax";
  const auto& array = detail::as_array(detail::as_computed(source));
  const auto largest = detail::largest_of(array, function, axes...);
  const Array<R, Source::rank, typename Source::execution_space> result(
      detail::make_map(detail::ExpBelowLargest<R>(), function, array, largest));
  result /= detail::reduce(detail::SumReducer<R>(), result, function, axes..., keepdims);
  return result;
}

/// log(softmax(x)) along one axis or several, without the underflow of the softmax: a new row-major array.
template <class Source, class... Named, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto log_softmax(const Source& source, const Named&... axes) {
  static_assert(detail::has_exponential<Source>());
  using R = detail::softmax_t<Source>;
  constexpr const char* function = "spica::log_softmax";
  const auto& array = detail::as_array(detail::as_computed(source));
  const auto largest = detail::largest_of(array, function, axes...);
  const Array<R, Source::rank, typename Source::execution_space> result(
      detail::make_map(detail::BelowLargest<R>(), function, array, largest));
  result -= log(detail::reduce(detail::SumReducer<R>(), exp(result), function, axes..., keepdims));
  return result;
}

}  // namespace spica

#endif
