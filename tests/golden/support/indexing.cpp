// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements chosen by indices and by conditions, and added where indices say.
#include "golden/support/operations.hpp"

#include <spica/ops/compress.hpp>
#include <spica/ops/gather_along.hpp>
#include <spica/ops/scatter_add.hpp>

namespace spica::test::golden {

namespace {

template <class T, class I>
void add_gathers(Operations& ops) {
  ops.add<T, I>("gather.rank3", [](Call& c) { return elements_of(gather(c.x<T, 3>(), c.y<I, 3>(), c.whole("axis"))); });
  ops.add<T, I>("take.axis.rank3",
                [](Call& c) { return elements_of(take(c.x<T, 3>(), c.y<I, 1>(), c.whole("axis"))); });
}

template <class T, class I, class S>
void add_scatter(Operations& ops) {
  ops.add<T, I, S>("scatter_add", [](Call& c) {
    const auto target = c.x<T, 2>();
    scatter_add(target, c.y<I, 1>(), c.z<S, 2>());
    return c.written(target);
  });
}

template <class C, class T>
void add_compress(Operations& ops) {
  ops.add<C, T>("compress.rank1", [](Call& c) { return elements_of(compress(c.x<C>(), c.y<T>())); });
  ops.add<C, T>("compress.axis.rank3",
                [](Call& c) { return elements_of(compress(c.x<C, 1>(), c.y<T, 3>(), c.whole("axis"))); });
}

template <class T>
void add_nonzero(Operations& ops) {
  ops.add<T>("flatnonzero.rank1", [](Call& c) { return elements_of(flatnonzero(c.x<T>())); });
  ops.add<T>("nonzero.rank1",
             [](Call& c) { return elements_of(nonzero(c.x<T, 3>()).at(static_cast<std::size_t>(c.whole("axis")))); });
}

}  // namespace

void add_indexing(Operations& ops) {
  add_gathers<float, std::int64_t>(ops);
  add_gathers<Complex128, std::uint8_t>(ops);
  add_gathers<bool, std::int32_t>(ops);
  add_scatter<float, std::int64_t, float>(ops);
  add_scatter<double, std::int32_t, float>(ops);
  add_scatter<std::int32_t, std::uint8_t, std::int16_t>(ops);
  add_scatter<Complex128, std::uint64_t, Complex128>(ops);
  add_compress<bool, float>(ops);
  add_compress<double, Complex128>(ops);
  add_nonzero<bool>(ops);
  add_nonzero<double>(ops);
}

}  // namespace spica::test::golden
