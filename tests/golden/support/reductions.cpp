// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/operations.hpp"

#include <spica/linalg/norm.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_sums(Operations& ops) {
  ops.add<T>("sum", [](Call& c) { return elements_of(sum(c.x<T>())); });
  ops.add<T>("sum.axis", [](Call& c) { return elements_of(sum(c.x<T>(), c.axis())); });
}

template <class T>
void add_ordered(Operations& ops) {
  ops.add<T>("max", [](Call& c) { return elements_of(max(c.x<T>())); });
  ops.add<T>("argmax", [](Call& c) { return elements_of(argmax(c.x<T>())); });
  ops.add<T>("max.axis", [](Call& c) { return elements_of(max(c.x<T>(), c.axis())); });
  ops.add<T>("argmax.axis", [](Call& c) { return elements_of(argmax(c.x<T>(), c.axis())); });
}

template <class T>
void add_norms(Operations& ops) {
  ops.add<T>("norm", [](Call& c) { return elements_of(norm(c.x<T>())); });
}

/// Reduced as they are computed.
template <class T>
void add_of_expressions(Operations& ops) {
  ops.add<T, T>("sum.of_product", [](Call& c) { return elements_of(sum(c.x<T>() * c.y<T>())); });
  ops.add<T, T>("max.axis.of_difference", [](Call& c) { return elements_of(max(c.x<T>() - c.y<T>(), c.axis())); });
}

}  // namespace

void add_reductions(Operations& ops) {
  for_each_type(Types(), [&](auto type) {
    using T = typename decltype(type)::type;
    add_sums<T>(ops);
    if constexpr (!detail::is_complex<T>) add_ordered<T>(ops);
  });
  add_norms<float>(ops);
  add_norms<double>(ops);
  add_norms<Complex64>(ops);
  add_norms<Complex128>(ops);
  add_norms<std::int32_t>(ops);
  add_of_expressions<float>(ops);
  add_of_expressions<double>(ops);
  add_of_expressions<std::int32_t>(ops);
}

}  // namespace spica::test::golden
