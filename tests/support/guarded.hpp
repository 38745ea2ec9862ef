// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_GUARDED_HPP
#define SPICA_TESTS_SUPPORT_GUARDED_HPP

#include "support/elements.hpp"

#include <spica/array/wrap.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace spica::test {

/// An array in the middle of memory full of sentinels: row-major, column-major, or with gaps between its elements and
/// its axes in another order than both; or, of LayoutStride, with strides that the test names, 0 and negative ones too.
template <class T, int Rank, class Space, class Layout>
class Guarded {
 public:
  using array_type = Array<T, Rank, Space, Layout>;

  /// The elements are the numbers 0, 1, 2, ... of `numbered`.
  Guarded(const Device<Space>& device, const Shape<Rank>& extents)
      : Guarded(device, extents, numbers<T>(count_of(Index(extents.begin(), extents.end())))) {}

  Guarded(const Device<Space>& device, const Shape<Rank>& extents, const std::vector<T>& values)
      : Guarded(device, extents, values, strides(extents)) {}

  Guarded(const Device<Space>& device, const Shape<Rank>& extents, const std::vector<T>& values,
          const Shape<Rank>& strides)
      : span_(span_of_memory(Index(extents.begin(), extents.end()), Index(strides.begin(), strides.end()))),
        memory_("guarded", static_cast<std::size_t>(span_.count + 2 * margin)) {
    const auto host = Kokkos::create_mirror_view(memory_);
    std::fill(host.data(), host.data() + host.size(), sentinel());
    Kokkos::deep_copy(memory_, host);
    using View = Kokkos::View<typename detail::pointer_type<T, Rank>::type, Layout, Kokkos::Device<Space, memory_space>,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    array_ = wrap(View(memory_.data() + margin - span_.lowest, layout(extents, strides)), device);
    set_elements(array_, values);
  }

  const array_type& array() const { return array_; }

  /// Whether everything between and around the elements is as it was.
  bool surroundings_untouched() const {
    const auto host =
        host_memory(array_.device().instance(), memory_.data(), static_cast<std::int64_t>(memory_.size()));
    std::vector<bool> inside(host.size(), false);
    const Index strides = strides_of(array_);
    for_each_index(shape_of(array_), [&](const Index& index) {
      inside[static_cast<std::size_t>(margin - span_.lowest + offset_of(index, strides))] = true;
    });
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (!inside[i] && !(host.data()[i] == sentinel())) return false;
    }
    return true;
  }

 private:
  using memory_space = typename Space::memory_space;
  static constexpr std::int64_t margin = 5;
  static constexpr bool strided = std::is_same_v<Layout, Kokkos::LayoutStride>;

  static T sentinel() {
    if constexpr (std::is_same_v<T, bool>) return true;
    return T(123);
  }

  /// Axes from the one that steps least: for LayoutStride the first, the last, the second, ...
  static Shape<Rank> order() {
    Shape<Rank> result{};
    for (int d = 0; d < Rank; ++d) {
      const int forward = std::is_same_v<Layout, Kokkos::LayoutLeft> ? d : Rank - 1 - d;
      const int mixed = d % 2 == 0 ? d / 2 : Rank - 1 - d / 2;
      result[static_cast<std::size_t>(d)] = strided && Rank > 2 ? mixed : forward;
    }
    return result;
  }

  static Shape<Rank> strides(const Shape<Rank>& extents) {
    Shape<Rank> result{};
    std::int64_t step = strided ? 2 : 1;
    for (const std::int64_t d : order()) {
      result[static_cast<std::size_t>(d)] = step;
      step = step * extents[static_cast<std::size_t>(d)] + (strided ? 3 : 0);
    }
    return result;
  }

  static Layout layout(const Shape<Rank>& extents, [[maybe_unused]] const Shape<Rank>& strides) {
    Layout result;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      result.dimension[d] = static_cast<std::size_t>(extents[d]);
      if constexpr (strided) result.stride[d] = static_cast<std::size_t>(strides[d]);
    }
    return result;
  }

  Span span_;
  Kokkos::View<T*, memory_space> memory_;
  array_type array_;
};

}  // namespace spica::test

#endif
