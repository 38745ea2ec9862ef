// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_GATHER_ALONG_HPP
#define SPICA_OPS_GATHER_ALONG_HPP

#include <spica/ops/gather.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// Element i of the target is the source's at i, but along one axis at the index that `indices` has for i.
template <class T, class I, int N>
struct GatherAlong {
  T* target;  // row-major
  BoundArray<T, N> source;
  BoundArray<I, N> indices;  // as the target is indexed
  std::int64_t extents[N + 1];
  int axis;
  std::int64_t along;  // the source's stride there
  std::int64_t available;
  StatusFlag flag;

  /// On the host, one row along the last axis a turn.
  void row(const std::int64_t number) const {
    std::int64_t index[N] = {};
    std::int64_t rest = number;
    for (int d = N - 2; d >= 0; --d) {
      index[d] = rest % extents[d];
      rest /= extents[d];
    }
    const T* from = source.at(index, N - 1);
    const I* chosen = indices.at(index, N - 1);
    const std::int64_t step = source.stride[N - 1];  // 0 where the last axis is the one that is chosen along
    const std::int64_t chosen_step = indices.stride[N - 1];
    T* to = target + number * extents[N - 1];
    for (std::int64_t j = 0; j < extents[N - 1]; ++j) {
      to[j] = from[j * step + static_cast<std::int64_t>(chosen[j * chosen_step]) * along];
    }
  }

  /// On a GPU, one element a turn.
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    std::int64_t index[N] = {};
    std::int64_t rest = item;
    for (int d = N - 1; d >= 0; --d) {
      index[d] = rest % extents[d];
      rest /= extents[d];
    }
    const auto chosen = static_cast<std::int64_t>(*indices.at(index, N));
    if (chosen < 0 || chosen >= available) {
      flag.set(BadValue::index, item, chosen, available);
      target[item] = T(0);
    } else {
      target[item] = source.at(index, N)[chosen * along];
    }
  }
};
template <class Gather>
struct GatherRows {
  Gather gather;
  void operator()(const std::int64_t number) const { gather.row(number); }
};

template <class I>
inline constexpr bool is_index_type = std::is_integral_v<I> && !std::is_same_v<I, bool>;

/// On the host: @throws ValueError when an index is outside [0, available).
template <class Indices>
void require_indices(const Indices& indices, std::int64_t available, int axis, const std::string& shape,
                     const char* function) {
  using I = typename Indices::value_type;
  const I* data = ArrayAccess::data(indices);
  const auto strides = indices.strides();
  const auto extents = indices.shape();
  const std::int64_t count = element_count(extents);
  std::int64_t index[max_rank] = {};
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < extents.size(); ++d) offset += index[d] * strides[d];
    const I given = data[offset];
    const auto chosen = static_cast<std::int64_t>(given);
    if (chosen < 0 || chosen >= available) {
      throw ValueError(std::string(function) + ": index " + std::to_string(given) + " at position " +
                       std::to_string(i) + " is outside axis " + std::to_string(axis) + " of an array of shape " +
                       shape);
    }
    for (std::size_t d = extents.size(); d > 0 && ++index[d - 1] == extents[d - 1]; --d) index[d - 1] = 0;
  }
}

/// `indices_bound`: how the indices stand beside the elements of the result.
template <bool InRows, class A, class I, class IndexArray, int N = A::rank>
auto gather_along(const A& array, const IndexArray& indices, const BoundArray<I, N>& indices_bound,
                  const Shape<N>& extents, int axis, const char* function) {
  using T = typename A::value_type;
  using Space = typename A::execution_space;
  const std::int64_t available = array.extent(axis);
  if constexpr (is_host_space<Space>) {
    require_indices(indices, available, axis, shape_text(array.shape()), function);
  }
  const auto result = allocate<Array<T, N, Space>>(array.device(), extents, function);
  if (result.size() == 0) return result;
  GatherAlong<T, I, N> kernel{ArrayAccess::data(result),
                              BoundArray<T, N>{ArrayAccess::data(array), {}},
                              indices_bound,
                              {},
                              axis,
                              array.stride(axis),
                              available,
                              StatusFlag(status_record<Space>(array.device().number()))};
  for (int d = 0; d < N; ++d) {
    kernel.extents[d] = extents[static_cast<std::size_t>(d)];
    kernel.source.stride[d] = d == axis ? 0 : array.stride(d);
  }
  JoinedQueues<Space> queues(result.device());
  queues.add(array.device());
  queues.add(indices.device());
  const Space& instance = result.device().instance();
  if constexpr (InRows) {
    launch(function, instance, result.size() / kernel.extents[N - 1], GatherRows<GatherAlong<T, I, N>>{kernel});
  } else {
    launch(function, instance, result.size(), kernel);
  }
  return result;
}

template <class Source, class Indices>
constexpr bool gather_fits() {
  constexpr bool types = is_index_type<typename Indices::value_type>;
  static_assert(types,
                "spica::take, spica::gather: indices are of an integer type; write spica::cast<std::int64_t>(i)");
  constexpr bool spaces = std::is_same_v<typename Indices::execution_space, typename Source::execution_space>;
  static_assert(spaces,
                "spica::take, spica::gather: array and indices live in the memory of different spaces; write "
                "spica::copy(indices, X.device())");
  constexpr bool axes = Source::rank > 0;
  static_assert(axes, "spica::take, spica::gather: an array of rank 0 has no axis; write spica::reshape(X, 1)");
  return types && spaces && axes;
}

}  // namespace detail

/// The parts X[..., indices[0], ...], X[..., indices[1], ...], ... of any axis: a new row-major array of X's shape but
/// for that axis, whose extent is that of `indices`, of rank 1. An index outside throws on the host, and on a GPU is
/// treated as by `take(X, indices)`, with 0 as the element. X may be an expression, which is evaluated first.
/// @throws ValueError when there is no such axis, or on the host for an index outside, DeviceError, MemoryError.
template <class Source, class Indices>
auto take(const Source& source, const Indices& indices, std::int64_t axis) {
  if constexpr (detail::gather_fits<Source, Indices>()) {
    static_assert(Indices::rank == 1,
                  "spica::take: indices are of rank 1; write spica::gather(X, indices, axis) for "
                  "indices of X's rank");
    using I = typename Indices::value_type;
    constexpr int N = Source::rank;
    const int along = detail::checked_axis(axis, N, "spica::take");
    detail::require_same_device(source.device(), indices.device(), "spica::take", "X", "indices");
    const auto& array = detail::as_array(source);
    const auto& chosen = detail::as_array(indices);
    Shape<N> extents = array.shape();
    extents[static_cast<std::size_t>(along)] = chosen.extent(0);
    detail::BoundArray<I, N> bound{detail::ArrayAccess::data(chosen), {}};
    bound.stride[along] = chosen.stride(0);
    return detail::gather_along<detail::is_host_space<typename Source::execution_space>>(array, chosen, bound, extents,
                                                                                         along, "spica::take");
  }
}

/// Element (i, j, ...) is X's at (i, j, ...) but for one axis, along which it is at indices(i, j, ...): a new row-major
/// array of the shape of `indices`, whose extents along the other axes are X's. NumPy's take_along_axis, so that
/// `gather(X, argsort(X, 1), 1)` is `sort(X, 1)`. Indices outside as by `take`. Expressions are evaluated first.
/// @throws ShapeError when the other extents differ, ValueError, DeviceError, MemoryError as `take`.
template <class Source, class Indices>
auto gather(const Source& source, const Indices& indices, std::int64_t axis) {
  if constexpr (detail::gather_fits<Source, Indices>()) {
    static_assert(Indices::rank == Source::rank,
                  "spica::gather: indices are of X's rank; write spica::take(X, indices, "
                  "axis) for a list of them");
    using I = typename Indices::value_type;
    constexpr int N = Source::rank;
    const int along = detail::checked_axis(axis, N, "spica::gather");
    detail::require_same_device(source.device(), indices.device(), "spica::gather", "X", "indices");
    for (int d = 0; d < N; ++d) {
      if (d == along || source.extent(d) == indices.extent(d)) continue;
      throw ShapeError("spica::gather: X is " + detail::shape_text(source.shape()) + ", indices are " +
                       detail::shape_text(indices.shape()) + "; all extents but that of axis " + std::to_string(along) +
                       " must be equal");
    }
    const auto& array = detail::as_array(source);
    const auto& chosen = detail::as_array(indices);
    const auto bound = detail::bind_array<I, N>(chosen, chosen.shape());
    return detail::gather_along<detail::is_host_space<typename Source::execution_space>>(
        array, chosen, bound, chosen.shape(), along, "spica::gather");
  }
}

}  // namespace spica

#endif
