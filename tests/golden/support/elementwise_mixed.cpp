// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions of two element types, and conversions.
#include "golden/support/operations.hpp"

#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>

namespace spica::test::golden {

namespace {

template <class A, class B>
void add_pair(Operations& ops) {
  ops.add<A, B>("add", [](Call& c) { return read_elements(c.x<A>() + c.y<B>()); });
  ops.add<A, B>("multiply", [](Call& c) { return read_elements(c.x<A>() * c.y<B>()); });
  ops.add<A, B>("divide", [](Call& c) { return read_elements(c.x<A>() / c.y<B>()); });
  ops.add<A, B>("equal", [](Call& c) { return read_elements(c.x<A>() == c.y<B>()); });
  ops.add<bool, A, B>("where", [](Call& c) { return read_elements(where(c.x<bool>(), c.y<A>(), c.z<B>())); });
  if constexpr (!detail::is_complex<A> && !detail::is_complex<B>) {
    ops.add<A, B>("less", [](Call& c) { return read_elements(c.x<A>() < c.y<B>()); });
  }
}

template <class From, class To>
void add_cast(Operations& ops) {
  if constexpr (detail::is_complex<To> || !detail::is_complex<From>) {
    ops.add<From>("cast." + detail::type_name<To>(), [](Call& c) { return read_elements(cast<To>(c.x<From>())); });
  }
}

template <class From>
void add_casts(Operations& ops) {
  add_cast<From, bool>(ops);
  add_cast<From, std::int8_t>(ops);
  add_cast<From, std::uint16_t>(ops);
  add_cast<From, std::int64_t>(ops);
  add_cast<From, float>(ops);
  add_cast<From, double>(ops);
  add_cast<From, Complex128>(ops);
}

}  // namespace

void add_elementwise_mixed(Operations& ops) {
  add_pair<float, double>(ops);
  add_pair<std::int32_t, float>(ops);
  add_pair<double, std::uint64_t>(ops);
  add_pair<std::int8_t, std::uint8_t>(ops);
  add_pair<std::int32_t, std::uint32_t>(ops);
  add_pair<std::int64_t, std::uint64_t>(ops);
  add_pair<std::uint8_t, std::int32_t>(ops);
  add_pair<std::int16_t, std::int64_t>(ops);
  add_pair<bool, std::int16_t>(ops);
  add_pair<float, bool>(ops);
  add_pair<float, Complex64>(ops);
  add_pair<Complex64, double>(ops);
  add_pair<std::int32_t, Complex64>(ops);
  for_each_type(Types(), [&](auto type) { add_casts<typename decltype(type)::type>(ops); });
}

}  // namespace spica::test::golden
