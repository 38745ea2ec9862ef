// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/operations.hpp"

#include <spica/linalg/norm.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>
#include <spica/ops/softmax.hpp>
#include <spica/ops/variance.hpp>

namespace spica::test::golden {

namespace {

/// The reductions whose results depend on the element type most, of each type.
template <class T>
void add_of_every_type(Operations& ops) {
  ops.add<T>("sum", [](Call& c) { return elements_of(sum(c.x<T>())); });
  ops.add<T>("sum.axis", [](Call& c) { return elements_of(sum(c.x<T>(), c.axis())); });
  if constexpr (!detail::is_complex<T> && !std::is_same_v<T, std::uint16_t> && !std::is_same_v<T, std::uint32_t>) {
    ops.add<T>("max.axis", [](Call& c) { return elements_of(max(c.x<T>(), c.axis())); });
    ops.add<T>("argmax.axis", [](Call& c) { return elements_of(argmax(c.x<T>(), c.axis())); });
  }
}

/// The others, of one type of each kind.
template <class T>
void add_of_some_types(Operations& ops) {
  ops.add<T>("prod.axis", [](Call& c) { return elements_of(prod(c.x<T>(), c.axis())); });
  ops.add<T>("mean.axis", [](Call& c) { return elements_of(mean(c.x<T>(), c.axis())); });
  ops.add<T>("var.axis", [](Call& c) { return elements_of(var(c.x<T>(), c.axis())); });
  ops.add<T>("norm", [](Call& c) { return elements_of(norm(c.x<T>())); });
  if constexpr (!detail::is_complex<T>) {
    ops.add<T>("min.axis", [](Call& c) { return elements_of(min(c.x<T>(), c.axis())); });
    ops.add<T>("argmin.axis", [](Call& c) { return elements_of(argmin(c.x<T>(), c.axis())); });
  }
}

template <class T>
void add_truths(Operations& ops) {
  ops.add<T>("any.axis", [](Call& c) { return elements_of(any(c.x<T>(), c.axis())); });
  ops.add<T>("all.axis", [](Call& c) { return elements_of(spica::all(c.x<T>(), c.axis())); });
  ops.add<T>("count_nonzero.axis", [](Call& c) { return elements_of(count_nonzero(c.x<T>(), c.axis())); });
}

/// All elements, several axes, axes that are kept.
template <class T>
void add_of_every_form(Operations& ops) {
  ops.add<T>("prod", [](Call& c) { return elements_of(prod(c.x<T>())); });
  ops.add<T>("mean", [](Call& c) { return elements_of(mean(c.x<T>())); });
  ops.add<T>("var", [](Call& c) { return elements_of(var(c.x<T>())); });
  ops.add<T>("std", [](Call& c) { return elements_of(spica::std(c.x<T>())); });
  ops.add<T>("max", [](Call& c) { return elements_of(max(c.x<T>())); });
  ops.add<T>("min", [](Call& c) { return elements_of(min(c.x<T>())); });
  ops.add<T>("argmax", [](Call& c) { return elements_of(argmax(c.x<T>())); });
  ops.add<T>("argmin", [](Call& c) { return elements_of(argmin(c.x<T>())); });
  ops.add<T>("any", [](Call& c) { return elements_of(any(c.x<T>())); });
  ops.add<T>("all", [](Call& c) { return elements_of(spica::all(c.x<T>())); });
  ops.add<T>("count_nonzero", [](Call& c) { return elements_of(count_nonzero(c.x<T>())); });
  ops.add<T>("sum.axes", [](Call& c) { return elements_of(sum(c.x<T>(), axes(c.axis(4, 0), c.axis(4, 1)))); });
  ops.add<T>("max.axes", [](Call& c) { return elements_of(max(c.x<T>(), axes(c.axis(4, 0), c.axis(4, 1)))); });
  ops.add<T>("sum.axis.keepdims.rank4", [](Call& c) { return elements_of(sum(c.x<T>(), c.axis(), keepdims)); });
  ops.add<T>("mean.axes.keepdims.rank4",
             [](Call& c) { return elements_of(mean(c.x<T>(), axes(c.axis(4, 0), c.axis(4, 1)), keepdims)); });
  ops.add<T>("var.axis.ddof", [](Call& c) { return elements_of(var(c.x<T>(), c.axis(), ddof(c.whole("ddof")))); });
}

template <class T>
void add_softmax(Operations& ops) {
  ops.add<T>("logsumexp", [](Call& c) { return elements_of(logsumexp(c.x<T>())); });
  ops.add<T>("logsumexp.axis", [](Call& c) { return elements_of(logsumexp(c.x<T>(), c.axis())); });
  ops.add<T>("softmax.axis", [](Call& c) { return elements_of(softmax(c.x<T>(), c.axis())); });
  ops.add<T>("log_softmax.axis", [](Call& c) { return elements_of(log_softmax(c.x<T>(), c.axis())); });
}

/// Reduced as they are computed.
template <class T>
void add_of_expressions(Operations& ops) {
  ops.add<T, T>("sum.of_product", [](Call& c) { return elements_of(sum(c.x<T>() * c.y<T>())); });
  ops.add<T, T>("max.axis.of_difference", [](Call& c) { return elements_of(max(c.x<T>() - c.y<T>(), c.axis())); });
}

}  // namespace

void add_reductions(Operations& ops) {
  for_each_type(Types(), [&](auto type) { add_of_every_type<typename decltype(type)::type>(ops); });
  for_each_type(List<bool, std::int16_t, float, double, Complex64>(),
                [&](auto type) { add_of_some_types<typename decltype(type)::type>(ops); });
  add_truths<bool>(ops);
  add_truths<double>(ops);
  add_truths<Complex64>(ops);
  add_of_every_form<double>(ops);
  add_softmax<float>(ops);
  add_softmax<double>(ops);
  add_of_expressions<double>(ops);
  add_of_expressions<std::int32_t>(ops);
}

}  // namespace spica::test::golden
