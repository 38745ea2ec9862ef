// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_SEARCHSORTED_HPP
#define SPICA_OPS_SEARCHSORTED_HPP

#include <spica/array/create.hpp>
#include <spica/ops/detail/sort_order.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

/// Where `searchsorted` puts a value that is equal to some of the sorted ones: before the first or behind the last.
enum class Side { left, right };

namespace detail {

/// How many of the sorted values come before the place of a value.
template <class S>
struct SortedPlace {
  const S* sorted;
  std::int64_t count;
  std::int64_t stride;
  bool behind_equal;

  template <class V>
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(const V& value) const {
    std::int64_t low = 0;
    std::int64_t high = count;
    while (low < high) {
      const std::int64_t half = low + (high - low) / 2;
      const S here = sorted[half * stride];
      if (behind_equal ? !sorts_before(value, here) : sorts_before(here, value)) {
        low = half + 1;
      } else {
        high = half;
      }
    }
    return low;
  }
};

}  // namespace detail

/// Where each of `values` would have to be put into `sorted` so that it stays sorted: element v of the result, int64
/// and of the values' shape, is the number of sorted elements that are less than values[v] (Side::left), or less or
/// equal (Side::right). For edges e of bins and Side::right it is i where e[i-1] <= value < e[i], as NumPy's `digitize`
/// counts.
///
/// `sorted` has rank 1, any stride, and lies in the order of `spica::sort`: ascending, NaN last. Its order is not
/// checked: what comes out for others are numbers from 0 to its extent without meaning. `values` are an array or
/// expression of any rank on the same device, or a number, whose result has rank 0. The element types may differ:
/// integers are compared by value, an integer and a real number as real numbers. One kernel, a binary search for each
/// value. Waits as `empty` does.
/// @throws DeviceError when the devices differ, MemoryError.
template <class Sorted, class Values,
          std::enable_if_t<detail::is_readable<Sorted> && (detail::is_readable<Values> || detail::is_scalar<Values>),
                           int> = 0>
auto searchsorted(const Sorted& sorted, const Values& values, Side side = Side::left) {
  using S = typename Sorted::value_type;
  using Space = typename Sorted::execution_space;
  static_assert(
      Sorted::rank == 1,
      "spica::searchsorted: the sorted array has rank 1; write spica::reshape(A, -1) for all of its elements");
  if constexpr (detail::holds_short_floats<Sorted>() || detail::holds_short_floats<Values>()) {
    return searchsorted(detail::as_computed(sorted), detail::as_computed(values), side);
  } else if constexpr (detail::is_readable<Values>) {
    using V = typename Values::value_type;
    static_assert(std::is_same_v<typename Values::execution_space, Space>,
                  "spica::searchsorted: the sorted array and the values live in the memory of different spaces; write "
                  "spica::copy(values, sorted.device())");
    static_assert(detail::is_complex<S> == detail::is_complex<V>,
                  "spica::searchsorted: real and complex numbers have no common order; write "
                  "spica::cast<Kokkos::complex<double>>(values)");
    detail::require_same_device(sorted.device(), values.device(), "spica::searchsorted", "sorted", "values");
    const auto& among = detail::as_array(sorted);
    const detail::SortedPlace<S> place{detail::ArrayAccess::data(among), among.extent(0), among.stride(0),
                                       side == Side::right};
    using Result = Array<std::int64_t, Values::rank, Space>;
    const auto result = detail::allocate<Result>(values.device(), values.shape(), "spica::searchsorted");
    detail::JoinedQueues<Space> queues(result.device());
    queues.add(among.device());
    detail::run_kernel(result, detail::make_map(place, "spica::searchsorted", values), "spica::searchsorted");
    return result;
  } else {
    return searchsorted(sorted, detail::make_full<Values>(sorted.device(), Shape<0>{}, values, "spica::searchsorted"),
                        side);
  }
}

}  // namespace spica

#endif
