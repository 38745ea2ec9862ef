// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting, searching, running sums and quantiles: for one type of each kind.
#include "golden/support/operations.hpp"

#include <spica/ops/cumulative.hpp>
#include <spica/ops/quantile.hpp>
#include <spica/ops/searchsorted.hpp>
#include <spica/ops/sort.hpp>
#include <spica/ops/unique.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_sorts(Operations& ops) {
  ops.add<T>("sort.axis", [](Call& c) { return elements_of(sort(c.x<T>(), c.axis())); });
  ops.add<T>("argsort.axis", [](Call& c) { return elements_of(argsort(c.x<T>(), c.axis())); });
  ops.add<T>("unique", [](Call& c) { return elements_of(unique(c.x<T>())); });
  ops.add<T>("unique_counts", [](Call& c) { return elements_of(unique_counts(c.x<T>()).counts); });
  ops.add<T, T>("searchsorted.left", [](Call& c) { return elements_of(searchsorted(c.x<T, 1>(), c.y<T>())); });
  ops.add<T, T>("searchsorted.right",
                [](Call& c) { return elements_of(searchsorted(c.x<T, 1>(), c.y<T>(), Side::right)); });
}

template <class T>
void add_running(Operations& ops) {
  ops.add<T>("cumsum.axis", [](Call& c) { return elements_of(cumsum(c.x<T>(), c.axis())); });
  ops.add<T>("cumprod.axis", [](Call& c) { return elements_of(cumprod(c.x<T>(), c.axis())); });
  ops.add<T>("cumsum.rank1", [](Call& c) { return elements_of(cumsum(c.x<T>())); });
}

template <class T>
void add_quantiles(Operations& ops) {
  ops.add<T>("quantile.axis", [](Call& c) { return elements_of(quantile(c.x<T>(), c.number("q"), c.axis())); });
  ops.add<T>("median", [](Call& c) { return elements_of(median(c.x<T>())); });
  ops.add<T>("quantile.axes",
             [](Call& c) { return elements_of(quantile(c.x<T>(), c.number("q"), axes(c.axis(4, 0), c.axis(4, 1)))); });
  ops.add<T>("median.keepdims.rank3", [](Call& c) { return elements_of(median(c.x<T, 3>(), keepdims)); });
  ops.add<T>("median.axis.keepdims.rank3",
             [](Call& c) { return elements_of(median(c.x<T, 3>(), c.whole("axis"), keepdims)); });
}

}  // namespace

void add_sorting(Operations& ops) {
  for_each_type(List<bool, std::int16_t, std::uint64_t, float, double, Complex64>(), [&](auto type) {
    using T = typename decltype(type)::type;
    add_sorts<T>(ops);
    add_running<T>(ops);
  });
  add_quantiles<std::int16_t>(ops);
  add_quantiles<float>(ops);
  add_quantiles<double>(ops);
  ops.add<double>("unique_inverse.rank4", [](Call& c) { return elements_of(unique_inverse(c.x<double>()).inverse); });
  ops.add<double>("unique_all.indices", [](Call& c) { return elements_of(unique_all(c.x<double>()).indices); });
}

}  // namespace spica::test::golden
