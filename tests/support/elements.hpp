// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_ELEMENTS_HPP
#define SPICA_TESTS_SUPPORT_ELEMENTS_HPP

// Reads and writes the elements of arrays without the functions of Spica that are being tested: an element is at the
// pointer plus the sum of index times stride.

#include <spica/array/array.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
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

template <class A>
Index shape_of(const A& array) {
  const auto shape = array.shape();
  return Index(shape.begin(), shape.end());
}

/// `count` elements that begin at `data`, in memory of `Space`.
template <class Space, class T>
auto memory_at(T* data, std::int64_t count) {
  return Kokkos::View<T*, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      data, static_cast<std::size_t>(count));
}

/// How many elements there are from the first to the last in memory.
template <class A>
std::int64_t span_of_memory(const A& array) {
  std::int64_t last = 0;
  const auto shape = array.shape();
  const auto strides = array.strides();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0) return 0;
    last += (shape[d] - 1) * strides[d];
  }
  return last + 1;
}

/// The elements in the order of their indices, the last axis fastest.
template <class T, int Rank, class Space, class Layout>
std::vector<std::remove_const_t<T>> elements(const Array<T, Rank, Space, Layout>& array) {
  using Value = std::remove_const_t<T>;
  array.device().instance().fence();
  const auto memory = memory_at<Space, const Value>(array.data(), span_of_memory(array));
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), memory);
  const auto strides = array.strides();
  std::vector<Value> result;
  for_each_index(shape_of(array), [&](const Index& index) {
    std::int64_t at = 0;
    for (std::size_t d = 0; d < index.size(); ++d) at += index[d] * strides[d];
    result.push_back(host.data()[at]);
  });
  return result;
}

/// Writes `values`, in the order of their indices, into the array.
template <class T, int Rank, class Space, class Layout>
void set_elements(const Array<T, Rank, Space, Layout>& array, const std::vector<T>& values) {
  array.device().instance().fence();
  const auto memory = memory_at<Space, T>(array.data(), span_of_memory(array));
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), memory);
  const auto strides = array.strides();
  std::size_t next = 0;
  for_each_index(shape_of(array), [&](const Index& index) {
    std::int64_t at = 0;
    for (std::size_t d = 0; d < index.size(); ++d) at += index[d] * strides[d];
    host.data()[at] = values[next++];
  });
  Kokkos::deep_copy(memory, host);
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
