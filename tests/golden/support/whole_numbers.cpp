// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits, truth values, and division with a remainder.
#include "golden/support/operations.hpp"

#include <spica/ops/division.hpp>
#include <spica/ops/logical.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_bits(Operations& ops) {
  ops.add<T, T>("bitwise_and", [](Call& c) { return read_elements(c.x<T>() & c.y<T>()); });
  ops.add<T, T>("bitwise_or", [](Call& c) { return read_elements(c.x<T>() | c.y<T>()); });
  ops.add<T, T>("bitwise_xor", [](Call& c) { return read_elements(c.x<T>() ^ c.y<T>()); });
  ops.add<T>("invert", [](Call& c) { return read_elements(~c.x<T>()); });
  if constexpr (!std::is_same_v<T, bool>) {
    ops.add<T, T>("left_shift", [](Call& c) { return read_elements(c.x<T>() << c.y<T>()); });
    ops.add<T, T>("right_shift", [](Call& c) { return read_elements(c.x<T>() >> c.y<T>()); });
  }
}

template <class T>
void add_truths(Operations& ops) {
  ops.add<T, T>("logical_and", [](Call& c) { return read_elements(c.x<T>() && c.y<T>()); });
  ops.add<T, T>("logical_or", [](Call& c) { return read_elements(c.x<T>() || c.y<T>()); });
  ops.add<T>("logical_not", [](Call& c) { return read_elements(!c.x<T>()); });
}

template <class T>
void add_division(Operations& ops) {
  ops.add<T, T>("remainder", [](Call& c) { return read_elements(c.x<T>() % c.y<T>()); });
  ops.add<T, T>("floor_divide", [](Call& c) { return read_elements(floor_divide(c.x<T>(), c.y<T>())); });
}

}  // namespace

void add_whole_numbers(Operations& ops) {
  for_each_type(Types(), [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (std::is_integral_v<T>) add_bits<T>(ops);
    if constexpr (!std::is_same_v<T, bool> && !detail::is_complex<T>) add_division<T>(ops);
  });
  add_truths<bool>(ops);
  add_truths<std::int8_t>(ops);
  add_truths<double>(ops);
  add_truths<Complex64>(ops);
  ops.add<std::int32_t, std::int32_t>("remainder.in_place", [](Call& c) {
    const auto target = c.x<std::int32_t>();
    target %= c.y<std::int32_t>();
    return c.written(target);
  });
  ops.add<std::int32_t, std::int32_t>("bitwise_xor.in_place", [](Call& c) {
    const auto target = c.x<std::int32_t>();
    target ^= c.y<std::int32_t>();
    return c.written(target);
  });
}

}  // namespace spica::test::golden
