// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_VARIANCE_HPP
#define SPICA_OPS_VARIANCE_HPP

#include <spica/ops/detail/variance_reducer.hpp>
#include <spica/ops/reduce.hpp>

#include <cstdint>
#include <tuple>
#include <type_traits>

namespace spica {

/// How much less than the number of elements a variance is divided by: see `var`.
struct Ddof {
  std::int64_t value;
};
/// `var(X, 0, ddof(1))` divides by n - 1.
constexpr Ddof ddof(std::int64_t value) { return {value}; }

namespace detail {

template <class Option>
auto option_unless_ddof(const Option& option) {
  if constexpr (std::is_same_v<Option, Ddof>) {
    return std::tuple<>();
  } else {
    return std::tuple<Option>(option);
  }
}
template <class Option>
std::int64_t ddof_of(const Option& option) {
  if constexpr (std::is_same_v<Option, Ddof>) {
    return option.value;
  } else {
    return 0;
  }
}

/// The mean in what deviations are computed in, then the deviations.
template <bool Root, class Source, class... Options>
auto variance(const Source& source, std::int64_t degrees, const char* function, const Options&... options) {
  using T = value_t<Source>;
  using Wide = deviation_t<T>;
  using Total = std::conditional_t<std::is_integral_v<T>, IntegerTotal<T>, SumReducer<T>>;
  const auto count = static_cast<double>(reduced_count(source, function, options...));
  const auto center = reduce(DividedSum<Total, Wide>(count), source, function, options..., keepdims);
  const auto deviations = make_map(Deviation<Wide>(), function, source, center);
  return reduce(VarianceReducer<T, Root>(count, static_cast<double>(degrees)), deviations, function, options...);
}

template <bool Root, class Source, class... Options>
auto variance_with_ddof(const Source& source, const char* function, const Options&... options) {
  const std::int64_t degrees = (ddof_of(options) + ... + std::int64_t{0});
  return std::apply([&](const auto&... rest) { return variance<Root>(source, degrees, function, rest...); },
                    std::tuple_cat(option_unless_ddof(options)...));
}

}  // namespace detail

/// The variance, sum |x - mean|^2 / (n - ddof) with a ddof of 0 unless `ddof(1)` says otherwise; NaN of no element.
/// `var(X)`, `var(X, 1)`, `var(X, axes(0, 2), keepdims, ddof(1))`: see reduce.hpp.
///
/// Computed in two passes, each one kernel: the mean, then the deviations, of which the rounding of the mean is taken
/// out again; never below 0. float and integers are computed in double; of integers it is double, of complex numbers
/// real.
/// Source: T. Chan, G. Golub, R. LeVeque, Algorithms for computing the sample variance, The American Statistician 37
/// (1983), equation 1.7.
/// @throws ValueError when there is no such axis or one is named twice, MemoryError.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto var(const Source& source, const Options&... options) {
  return detail::variance_with_ddof<false>(source, "spica::var", options...);
}

/// The standard deviation, the square root of `var`.
template <class Source, class... Options, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto std(const Source& source, const Options&... options) {
  return detail::variance_with_ddof<true>(source, "spica::std", options...);
}

}  // namespace spica

#endif
