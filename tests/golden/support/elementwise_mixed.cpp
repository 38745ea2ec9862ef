// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions of two element types, conversions, and functions of a caller's own.
#include "golden/support/operations.hpp"

#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/map.hpp>

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

struct TwicePlusOne {
  KOKKOS_INLINE_FUNCTION double operator()(double x) const { return 2 * x + 1; }
};
struct WideSquare {
  KOKKOS_INLINE_FUNCTION std::int32_t operator()(std::int16_t x) const { return std::int32_t{x} * x; }
};
struct SumOfParts {
  KOKKOS_INLINE_FUNCTION float operator()(const Complex64& x) const {
    return (x.real() < 0 ? -x.real() : x.real()) + (x.imag() < 0 ? -x.imag() : x.imag());
  }
};
struct NegatedUnlessPositive {
  KOKKOS_INLINE_FUNCTION double operator()(double x, std::int32_t y) const { return y > 0 ? x : -x; }
};
struct NotBelow {
  template <class T>
  KOKKOS_INLINE_FUNCTION double operator()(T x, double number) const {
    return static_cast<double>(x) < number ? number : static_cast<double>(x);
  }
};

void add_maps(Operations& ops) {
  ops.add<double>("map", [](Call& c) { return evaluate<double>(map(TwicePlusOne(), c.x<double>())); });
  ops.add<std::int16_t>("map", [](Call& c) { return read_elements(map(WideSquare(), c.x<std::int16_t>())); });
  ops.add<Complex64>("map", [](Call& c) { return read_elements(map(SumOfParts(), c.x<Complex64>())); });
  ops.add<double, std::int32_t>("map", [](Call& c) {
    return evaluate<double>(map(NegatedUnlessPositive(), c.x<double>(), c.y<std::int32_t>()));
  });
  ops.add<double>("map.number",
                  [](Call& c) { return read_elements(map(NotBelow(), c.x<double>(), c.number("number"))); });
  ops.add<std::int32_t>(
      "map.number", [](Call& c) { return read_elements(map(NotBelow(), c.x<std::int32_t>(), c.number("number"))); });
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
  add_maps(ops);
  for_each_type(Types(), [&](auto type) { add_casts<typename decltype(type)::type>(ops); });
}

}  // namespace spica::test::golden
