// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_OPS_SUPPORT_SCATTERED_HPP
#define SPICA_TESTS_OPS_SUPPORT_SCATTERED_HPP

#include "support/elements.hpp"

#include <spica/array/wrap.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spica::test {

/// A small generator for choices that a failure can be repeated from.
class Choices {
 public:
  explicit Choices(std::uint32_t seed) : state_(seed * 2654435761U + 1) {}
  std::int64_t below(std::int64_t n) {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<std::int64_t>(state_ >> 8U) % n;
  }

 private:
  std::uint32_t state_;
};

/// An array of small whole numbers whose axes lie in memory in any order, with gaps or without.
template <class T, int Rank>
struct Scattered {
  using Space = detail::HostSpace;
  Kokkos::View<T*, Kokkos::HostSpace> memory;
  Array<T, Rank, Space, Kokkos::LayoutStride> array;

  Scattered(Choices& choices, const Shape<Rank>& extents) {
    Kokkos::LayoutStride layout;
    std::vector<std::size_t> left;
    for (std::size_t d = 0; d < extents.size(); ++d) left.push_back(d);
    const bool gaps = choices.below(2) == 0;
    std::int64_t step = gaps ? 1 + choices.below(2) : 1;
    while (!left.empty()) {
      const auto at = choices.below(static_cast<std::int64_t>(left.size()));
      const std::size_t d = left[static_cast<std::size_t>(at)];
      left.erase(left.begin() + at);
      layout.dimension[d] = static_cast<std::size_t>(extents[d]);
      layout.stride[d] = static_cast<std::size_t>(step);
      step = step * std::max<std::int64_t>(extents[d], 1) + (gaps ? choices.below(3) : 0);
    }
    memory = Kokkos::View<T*, Kokkos::HostSpace>("scattered", static_cast<std::size_t>(step + 1));
    using View = Kokkos::View<typename detail::pointer_type<T, Rank>::type, Kokkos::LayoutStride, Space,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    array = wrap(View(memory.data(), layout));
    std::vector<T> values;
    for (std::int64_t i = 0; i < array.size(); ++i) values.push_back(static_cast<T>(choices.below(1000)));
    set_elements(array, values);
  }

  /// The element that stands at `index` of a shape to which the array is broadcast.
  T at(const Index& index) const {
    std::int64_t offset = 0;
    for (int d = 0; d < Rank; ++d) {
      const std::int64_t i = index[index.size() - static_cast<std::size_t>(Rank - d)];
      offset += (array.extent(d) == 1 ? 0 : i) * array.stride(d);
    }
    return array.data()[offset];
  }
};

}  // namespace spica::test

#endif
