// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_ELEMENTS_HPP
#define SPICA_TESTS_SUPPORT_ELEMENTS_HPP

// Reads and writes the elements of arrays without the functions of Spica that are being tested: an element is at the
// pointer plus the sum of index times stride.

#include <spica/array/array.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace spica::test {

using Index = std::vector<std::int64_t>;

/// Calls `f(index)` for every index of `shape`, the last axis fastest.
template <class F>
void for_each_index(const Index& shape, const F& f) {
  for (const std::int64_t extent : shape) {
    if (extent == 0) return;
  }
  Index index(shape.size(), 0);
  while (true) {
    f(static_cast<const Index&>(index));
    std::size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}

inline std::int64_t count_of(const Index& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) count *= extent;
  return count;
}

/// The position of `index` in a list of all indices, the last axis fastest.
inline std::size_t position_of(const Index& index, const Index& shape) {
  std::int64_t position = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) position = position * shape[d] + index[d];
  return static_cast<std::size_t>(position);
}

/// The index whose position that is.
inline Index index_of(std::size_t position, const Index& shape) {
  Index index(shape.size(), 0);
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = static_cast<std::int64_t>(position) % shape[d];
    position /= static_cast<std::size_t>(shape[d]);
  }
  return index;
}

template <class A>
Index shape_of(const A& array) {
  const auto shape = array.shape();
  return Index(shape.begin(), shape.end());
}

template <class A>
Index strides_of(const A& array) {
  const auto strides = array.strides();
  return Index(strides.begin(), strides.end());
}

/// Where the element at `index` lies behind the one at index 0 of every axis.
inline std::int64_t offset_of(const Index& index, const Index& strides) {
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
  return offset;
}

/// The places of memory from the lowest element on; `lowest` is 0 or, with negative strides, less.
struct Span {
  std::int64_t lowest = 0;
  std::int64_t count = 0;
};
inline Span span_of_memory(const Index& shape, const Index& strides) {
  Span span{0, 1};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0) return {};
    const std::int64_t reach = (shape[d] - 1) * strides[d];
    if (reach < 0) span.lowest += reach;
    span.count += reach < 0 ? -reach : reach;
  }
  return span;
}

/// A copy on the host of `count` elements that begin at `data`, in memory of `Space`, or those elements themselves.
template <class Space, class T>
auto host_memory(const Space& instance, T* data, std::int64_t count) {
  instance.fence();
  const Kokkos::View<T*, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> memory(
      data, static_cast<std::size_t>(count));
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), memory);
}

template <class T>
std::vector<T> gather(const T* memory, const Index& shape, const Index& strides) {
  std::vector<T> result;
  for_each_index(shape, [&](const Index& index) { result.push_back(memory[offset_of(index, strides)]); });
  return result;
}

template <class T>
void scatter(T* memory, const Index& shape, const Index& strides, const std::vector<T>& values) {
  std::size_t next = 0;
  for_each_index(shape, [&](const Index& index) { memory[offset_of(index, strides)] = values[next++]; });
}

/// The elements in the order of their indices, the last axis fastest.
template <class T, int Rank, class Space, class Layout>
std::vector<std::remove_const_t<T>> elements(const Array<T, Rank, Space, Layout>& array) {
  const Index shape = shape_of(array);
  const Index strides = strides_of(array);
  const std::remove_const_t<T>* data = array.data();
  if constexpr (detail::is_host_space<Space>) {
    return gather(data, shape, strides);
  } else {
    const Span span = span_of_memory(shape, strides);
    const auto host = host_memory(array.device().instance(), data + span.lowest, span.count);
    return gather(host.data() - span.lowest, shape, strides);
  }
}

/// Writes `values`, in the order of their indices, into the array.
template <class T, int Rank, class Space, class Layout>
void set_elements(const Array<T, Rank, Space, Layout>& array, const std::vector<T>& values) {
  const Index shape = shape_of(array);
  const Index strides = strides_of(array);
  if constexpr (detail::is_host_space<Space>) {
    scatter(array.data(), shape, strides, values);
  } else {
    const Span span = span_of_memory(shape, strides);
    T* lowest = array.data() + span.lowest;
    const auto host = host_memory(array.device().instance(), lowest, span.count);
    scatter(host.data() - span.lowest, shape, strides, values);
    using Memory = Kokkos::View<T*, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::deep_copy(Memory(lowest, static_cast<std::size_t>(span.count)), host);
  }
}

/// A number that tells elements apart, and can be held by every element type. Never the sentinel.
template <class T>
T numbered(std::int64_t position) {
  if constexpr (std::is_same_v<T, bool>) {
    return position % 3 == 0;
  } else if constexpr (detail::is_complex<T>) {
    return T(static_cast<typename T::value_type>(position % 97 + 1), static_cast<typename T::value_type>(position % 7));
  } else {
    return static_cast<T>(position % 97 + 1);
  }
}

template <class T>
std::vector<T> numbers(std::int64_t count) {
  std::vector<T> result;
  for (std::int64_t i = 0; i < count; ++i) result.push_back(numbered<T>(i));
  return result;
}

}  // namespace spica::test

#endif
