// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_GOLDEN_SUPPORT_ELEMENTWISE_HPP
#define SPICA_TESTS_GOLDEN_SUPPORT_ELEMENTWISE_HPP

// Expressions of one element type, T; compiled for some types in one file, for the others in another.

#include "golden/support/operations.hpp"

#include <spica/array/assign.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/extrema.hpp>

namespace spica::test::golden {

template <class T>
void add_arithmetic(Operations& ops) {
  ops.add<T, T>("add", [](Call& c) { return evaluate<T>(c.x<T>() + c.y<T>()); });
  ops.add<T, T>("multiply", [](Call& c) { return evaluate<T>(c.x<T>() * c.y<T>()); });
  ops.add<T, T>("divide", [](Call& c) { return evaluate<T>(c.x<T>() / c.y<T>()); });
  ops.add<T>("add.real", [](Call& c) { return evaluate<T>(c.x<T>() + c.number("number")); });
  ops.add<T>("multiply.real", [](Call& c) { return evaluate<T>(c.number("number") * c.x<T>()); });
  ops.add<T>("add.whole", [](Call& c) { return evaluate<T>(c.x<T>() + c.whole("number")); });
  if constexpr (!std::is_same_v<T, bool>) {
    ops.add<T, T>("subtract", [](Call& c) { return evaluate<T>(c.x<T>() - c.y<T>()); });
    ops.add<T>("subtract.whole", [](Call& c) { return evaluate<T>(c.whole("number") - c.x<T>()); });
    ops.add<T>("negative", [](Call& c) { return evaluate<T>(-c.x<T>()); });
  }
}

template <class T>
void add_comparisons(Operations& ops) {
  ops.add<T, T>("equal", [](Call& c) { return evaluate<T>(c.x<T>() == c.y<T>()); });
  ops.add<T, T>("not_equal", [](Call& c) { return evaluate<T>(c.x<T>() != c.y<T>()); });
  ops.add<bool, T, T>("where", [](Call& c) { return evaluate<T>(where(c.x<bool>(), c.y<T>(), c.z<T>())); });
  if constexpr (!detail::is_complex<T>) {
    ops.add<T, T>("less", [](Call& c) { return evaluate<T>(c.x<T>() < c.y<T>()); });
    ops.add<T, T>("less_equal", [](Call& c) { return evaluate<T>(c.x<T>() <= c.y<T>()); });
    ops.add<T, T>("greater", [](Call& c) { return evaluate<T>(c.x<T>() > c.y<T>()); });
    ops.add<T, T>("greater_equal", [](Call& c) { return evaluate<T>(c.x<T>() >= c.y<T>()); });
    ops.add<T>("less.real", [](Call& c) { return evaluate<T>(c.x<T>() < c.number("number")); });
    ops.add<T, T>("maximum", [](Call& c) { return evaluate<T>(maximum(c.x<T>(), c.y<T>())); });
    ops.add<T, T>("minimum", [](Call& c) { return evaluate<T>(minimum(c.x<T>(), c.y<T>())); });
  }
}

/// Into operand 0, whose layout may be any that has no two elements in one place.
template <class T>
void add_in_place(Operations& ops) {
  ops.add<T, T>("assign", [](Call& c) {
    const auto target = c.x<T>();
    assign(target, c.y<T>());
    return c.written(target);
  });
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
                std::is_same_v<T, Complex128>) {
    ops.add<T, T>("add.in_place", [](Call& c) {
      const auto target = c.x<T>();
      target += c.y<T>();
      return c.written(target);
    });
    ops.add<T, T>("multiply.in_place", [](Call& c) {
      const auto target = c.x<T>();
      target *= c.y<T>();
      return c.written(target);
    });
  }
}

template <class T>
void add_elementwise_of(Operations& ops) {
  add_arithmetic<T>(ops);
  add_comparisons<T>(ops);
  add_in_place<T>(ops);
}

}  // namespace spica::test::golden

#endif
