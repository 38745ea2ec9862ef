// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What moves elements: for one type of each size.
#include "golden/support/operations.hpp"

#include <spica/array/transform.hpp>
#include <spica/ops/gather.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_shapes(Operations& ops) {
  ops.add<T>("transpose.rank4", [](Call& c) { return elements_of(transpose(c.x<T>())); });
  ops.add<T>("transpose.rank2", [](Call& c) { return elements_of(transpose(c.x<T, 2>())); });
  ops.add<T>("permute.rank4", [](Call& c) {
    return elements_of(permute(c.x<T>(), c.axis(4, 0), c.axis(4, 1), c.axis(4, 2), c.axis(4, 3)));
  });
  ops.add<T>("reshape", [](Call& c) { return elements_of(reshape(contiguous(c.x<T>()), c.shape())); });
  ops.add<T>("broadcast_to", [](Call& c) { return elements_of(broadcast_to(c.x<T>(), c.shape())); });
}

SteppedRange range_of(const Call& c, std::size_t axis) {
  return range(c.whole("lo", axis), c.whole("hi", axis), c.whole("step", axis));
}

template <class T>
void add_slices(Operations& ops) {
  ops.add<T>("slice.rank2", [](Call& c) { return elements_of(c.x<T, 2>()(range_of(c, 0), range_of(c, 1))); });
  ops.add<T>("slice.row.rank2", [](Call& c) { return elements_of(c.x<T, 2>()(c.whole("index"), spica::all)); });
  ops.add<T>("slice.rank3",
             [](Call& c) { return elements_of(c.x<T, 3>()(range_of(c, 0), c.whole("index"), range_of(c, 1))); });
}

template <class T, class I>
void add_take(Operations& ops) {
  ops.add<T, I>("take.rank2", [](Call& c) { return elements_of(take(c.x<T, 2>(), c.y<I, 1>())); });
}

}  // namespace

void add_shaping(Operations& ops) {
  for_each_type(List<bool, std::int16_t, float, std::uint64_t, Complex128>(), [&](auto type) {
    using T = typename decltype(type)::type;
    add_shapes<T>(ops);
    add_slices<T>(ops);
    add_take<T, std::int64_t>(ops);
  });
  add_take<double, std::uint8_t>(ops);
  add_take<double, std::int32_t>(ops);
}

}  // namespace spica::test::golden
