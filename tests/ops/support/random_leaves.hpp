// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_OPS_SUPPORT_RANDOM_LEAVES_HPP
#define SPICA_TESTS_OPS_SUPPORT_RANDOM_LEAVES_HPP

// Operands of random shape and layout, and the same values read by index arithmetic that is not Spica's.

#include "support/elements.hpp"

#include <spica/array/detail/memory.hpp>
#include <spica/array/wrap.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace spica::test {

inline constexpr int leaf_rank = 3;
using LeafSpace = Kokkos::DefaultExecutionSpace;
template <class T>
using LeafArray = Array<T, leaf_rank, LeafSpace, Kokkos::LayoutStride>;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  /// From lo to hi, both included.
  std::int64_t roll(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool one_in(std::int64_t n) { return roll(1, n) == 1; }

 private:
  std::mt19937_64 engine_;
};

/// Extents from 0 to 6, now and then one that is longer than a block of elements that a kernel stages.
inline Index random_shape(Dice& dice) {
  Index shape(leaf_rank);
  for (std::int64_t& extent : shape) extent = dice.one_in(30) ? 0 : dice.roll(1, 6);
  if (dice.one_in(6)) shape[static_cast<std::size_t>(dice.roll(0, leaf_rank - 1))] = dice.roll(250, 700);
  return shape;
}

/// The shape with some extents 1.
inline Index random_partner(Dice& dice, Index shape) {
  for (std::int64_t& extent : shape) {
    if (dice.one_in(4)) extent = 1;
  }
  return shape;
}

/// Small multiples of 1/4, or whole numbers: what the tests make of a few of them is exact.
template <class T>
T random_value(Dice& dice) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(dice.roll(-9, 9));
  return static_cast<T>(static_cast<double>(dice.roll(-16, 16)) / 4);
}

/// Memory of the device, and what it held when it was made.
template <class T>
struct LeafMemory {
  Kokkos::View<T*, LeafSpace> view;
  std::vector<T> values;

  LeafMemory(Dice& dice, std::int64_t count) : view("leaf", static_cast<std::size_t>(count)) {
    for (std::int64_t i = 0; i < count; ++i) values.push_back(random_value<T>(dice));
    Kokkos::deep_copy(view, Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                                values.data(), values.size()));
  }
  /// What it holds now.
  std::vector<T> now() const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    return std::vector<T>(host.data(), host.data() + host.size());
  }
};

/// Where elements lie in such memory.
struct Placement {
  Index shape;
  Index strides;
  std::int64_t first = 0;  ///< of the element at index 0

  /// Of the element that this index of a larger shape is broadcast from.
  std::int64_t place(const Index& index) const {
    std::int64_t at = first;
    for (std::size_t d = 0; d < shape.size(); ++d) at += (shape[d] == 1 ? 0 : index[d]) * strides[d];
    return at;
  }
};

/// Any order of axes, each with steps, forwards or backwards, and where `repeats` now and then with a stride of 0;
/// `needed` is the number of elements of memory.
inline Placement random_placement(Dice& dice, const Index& shape, bool repeats, std::int64_t& needed) {
  Placement result{shape, Index(shape.size(), 1), 0};
  Index order{0, 1, 2};
  for (std::size_t i = 2; i > 0; --i) std::swap(order[i], order[static_cast<std::size_t>(dice.roll(0, 2)) % (i + 1)]);
  std::int64_t step = dice.one_in(3) ? dice.roll(1, 3) : 1;
  needed = dice.roll(0, 2);
  result.first = needed++;
  for (const std::int64_t axis : order) {
    const auto d = static_cast<std::size_t>(axis);
    const std::int64_t reach = std::max<std::int64_t>(shape[d] - 1, 0) * step;
    if (repeats && dice.one_in(8)) {
      result.strides[d] = 0;
      continue;
    }
    result.strides[d] = dice.one_in(5) ? -step : step;
    if (result.strides[d] < 0) result.first += reach;
    needed += reach;
    step = (reach + step) * (dice.one_in(4) ? 2 : 1);
  }
  return result;
}

template <class T>
LeafArray<T> array_at(const LeafMemory<T>& memory, const Placement& placement) {
  Shape<leaf_rank> extents{};
  Shape<leaf_rank> strides{};
  std::copy(placement.shape.begin(), placement.shape.end(), extents.begin());
  std::copy(placement.strides.begin(), placement.strides.end(), strides.begin());
  const Kokkos::View<T***, Kokkos::LayoutStride, LeafSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> view(
      memory.view.data() + placement.first, detail::make_layout<Kokkos::LayoutStride, leaf_rank>(extents, strides));
  return wrap(view, Device<LeafSpace>());
}

/// An operand.
template <class T>
struct Leaf {
  using value_type = T;
  std::shared_ptr<LeafMemory<T>> memory;
  Placement placement;
  LeafArray<T> array;

  T at(const Index& index) const { return memory->values[static_cast<std::size_t>(placement.place(index))]; }
};

/// Half of them slices of larger arrays.
template <class T>
Leaf<T> random_leaf(Dice& dice, const Index& shape) {
  const bool sliced = dice.one_in(2);
  Index lo(shape.size(), 0);
  Index step(shape.size(), 1);
  Index whole = shape;
  for (std::size_t d = 0; sliced && d < shape.size(); ++d) {
    lo[d] = dice.roll(0, 2);
    step[d] = dice.roll(1, 2);
    whole[d] = lo[d] + shape[d] * step[d] + dice.roll(0, 1);
  }
  std::int64_t needed = 0;
  Placement placement = random_placement(dice, whole, true, needed);
  auto memory = std::make_shared<LeafMemory<T>>(dice, needed);
  auto array = array_at(*memory, placement);
  if (sliced) {
    const auto part = [&](std::size_t d) { return range(lo[d], lo[d] + shape[d] * step[d], step[d]); };
    const LeafArray<T> slice = array(part(0), part(1), part(2));
    array = slice;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      placement.first += lo[d] * placement.strides[d];
      placement.strides[d] *= step[d];
    }
    placement.shape = shape;
  }
  return {memory, placement, array};
}

}  // namespace spica::test

#endif
