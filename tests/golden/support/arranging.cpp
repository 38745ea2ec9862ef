// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other arrangements of axes, and elements moved, repeated, joined and cut: for types of three sizes.
#include "golden/support/operations.hpp"

#include <spica/array/arrange.hpp>
#include <spica/array/axes_views.hpp>
#include <spica/ops/concatenate.hpp>

#include <array>
#include <stdexcept>
#include <vector>

namespace spica::test::golden {

namespace {

template <class T>
void add_views(Operations& ops) {
  ops.add<T>("flip", [](Call& c) { return elements_of(flip(c.x<T>())); });
  ops.add<T>("flip.axis", [](Call& c) { return elements_of(flip(c.x<T>(), c.axis())); });
  ops.add<T>("flip.axes", [](Call& c) { return elements_of(flip(c.x<T>(), axes(c.axis(4, 0), c.axis(4, 1)))); });
  ops.add<T>("expand_dims.rank2", [](Call& c) { return elements_of(expand_dims(c.x<T, 2>(), c.whole("axis"))); });
  ops.add<T>("squeeze.rank3", [](Call& c) { return elements_of(squeeze(c.x<T, 3>(), c.whole("axis"))); });
  ops.add<T>("swapaxes.rank4", [](Call& c) { return elements_of(swapaxes(c.x<T>(), c.axis(4, 0), c.axis(4, 1))); });
  ops.add<T>("moveaxis.rank4", [](Call& c) { return elements_of(moveaxis(c.x<T>(), c.axis(4, 0), c.axis(4, 1))); });
  ops.add<T>("flatten.rank1", [](Call& c) { return elements_of(flatten(c.x<T>())); });
}

/// The part that the case is about, of as many as there must be.
template <class Parts>
Elements part_of(const Call& c, const Parts& parts) {
  if (static_cast<std::int64_t>(parts.size()) != c.whole("parts")) {
    throw std::runtime_error(std::to_string(parts.size()) + " parts");
  }
  return elements_of(parts.at(static_cast<std::size_t>(c.whole("part"))));
}

template <class T>
void add_splits(Operations& ops) {
  ops.add<T>("split.rank2",
             [](Call& c) { return part_of(c, split(c.x<T, 2>(), c.whole("sections"), c.whole("axis"))); });
  ops.add<T>("split_at.rank2", [](Call& c) {
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i + 1 < c.whole("parts"); ++i) {
      positions.push_back(c.whole("positions", static_cast<std::size_t>(i)));
    }
    return part_of(c, split_at(c.x<T, 2>(), positions, c.whole("axis")));
  });
}

std::vector<std::array<std::int64_t, 2>> widths_of(const Call& c) {
  return {{c.whole("before", 0), c.whole("behind", 0)}, {c.whole("before", 1), c.whole("behind", 1)}};
}

template <class T>
void add_moves(Operations& ops) {
  ops.add<T>("roll", [](Call& c) { return elements_of(roll(c.x<T>(), c.whole("shift"))); });
  ops.add<T>("roll.axis", [](Call& c) { return elements_of(roll(c.x<T>(), c.whole("shift"), c.axis())); });
  ops.add<T>("repeat.rank1", [](Call& c) { return elements_of(repeat(c.x<T>(), c.whole("count"))); });
  ops.add<T>("repeat.axis", [](Call& c) { return elements_of(repeat(c.x<T>(), c.whole("count"), c.axis())); });
  ops.add<T>("tile.rank2",
             [](Call& c) { return elements_of(tile(c.x<T, 2>(), c.whole("counts", 0), c.whole("counts", 1))); });
  ops.add<T>("pad.rank2", [](Call& c) {
    const auto value = static_cast<std::conditional_t<std::is_same_v<T, bool>, bool, double>>(c.number("value"));
    return elements_of(pad(c.x<T, 2>(), widths_of(c), value));
  });
  ops.add<T>("pad.edge.rank2", [](Call& c) { return elements_of(pad(c.x<T, 2>(), widths_of(c), PadMode::edge)); });
  ops.add<T>("pad.reflect.rank2",
             [](Call& c) { return elements_of(pad(c.x<T, 2>(), widths_of(c), PadMode::reflect)); });
}

/// Their kernels are others.
void add_moves_of_eight_axes(Operations& ops) {
  ops.add<float>("repeat.axis.rank8",
                 [](Call& c) { return elements_of(repeat(c.x<float, 8>(), c.whole("count"), c.whole("axis"))); });
  ops.add<float>("tile.rank8", [](Call& c) {
    const auto count = [&](std::size_t axis) { return c.whole("counts", axis); };
    return elements_of(
        tile(c.x<float, 8>(), count(0), count(1), count(2), count(3), count(4), count(5), count(6), count(7)));
  });
}

template <class A, class B>
void add_joins(Operations& ops) {
  ops.add<A, B>("concatenate.rank2",
                [](Call& c) { return elements_of(concatenate(c.whole("axis"), c.x<A, 2>(), c.y<B, 2>())); });
  ops.add<A, B>("stack.rank3", [](Call& c) { return elements_of(stack(c.whole("axis"), c.x<A, 2>(), c.y<B, 2>())); });
}

template <class T>
void add_joins_of_lists(Operations& ops) {
  ops.add<T, T, T>("concatenate.list.rank2", [](Call& c) {
    return elements_of(concatenate(c.whole("axis"), std::vector{c.x<T, 2>(), c.y<T, 2>(), c.z<T, 2>()}));
  });
  ops.add<T, T, T>("stack.list.rank3", [](Call& c) {
    return elements_of(stack(c.whole("axis"), std::vector{c.x<T, 2>(), c.y<T, 2>(), c.z<T, 2>()}));
  });
}

}  // namespace

void add_arranging(Operations& ops) {
  for_each_type(List<bool, float, Complex128>(), [&](auto type) {
    using T = typename decltype(type)::type;
    add_views<T>(ops);
    add_splits<T>(ops);
    add_moves<T>(ops);
    add_joins<T, T>(ops);
    add_joins_of_lists<T>(ops);
  });
  add_joins<std::int16_t, double>(ops);
  add_moves_of_eight_axes(ops);
}

}  // namespace spica::test::golden
