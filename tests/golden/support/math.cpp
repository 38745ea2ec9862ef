// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions.
#include "golden/support/operations.hpp"

#include <spica/ops/complex.hpp>
#include <spica/ops/division.hpp>
#include <spica/ops/exponential.hpp>
#include <spica/ops/extrema.hpp>
#include <spica/ops/rounding.hpp>
#include <spica/ops/special.hpp>
#include <spica/ops/trigonometric.hpp>

namespace spica::test::golden {

namespace {

/// By a kernel for double only: the functions are many.
template <class T, class E>
Elements values(const E& expression) {
  if constexpr (std::is_same_v<T, double>) return evaluate<T>(expression);
  return read_elements(expression);
}

/// Of real and of complex numbers.
template <class T>
void add_elementary(Operations& ops) {
  ops.add<T>("exp", [](Call& c) { return values<T>(exp(c.x<T>())); });
  ops.add<T>("log", [](Call& c) { return values<T>(log(c.x<T>())); });
  ops.add<T>("sqrt", [](Call& c) { return values<T>(sqrt(c.x<T>())); });
  ops.add<T>("sin", [](Call& c) { return values<T>(sin(c.x<T>())); });
  ops.add<T>("cos", [](Call& c) { return values<T>(cos(c.x<T>())); });
  ops.add<T>("tan", [](Call& c) { return values<T>(tan(c.x<T>())); });
  ops.add<T>("sinh", [](Call& c) { return values<T>(sinh(c.x<T>())); });
  ops.add<T>("cosh", [](Call& c) { return values<T>(cosh(c.x<T>())); });
  ops.add<T>("tanh", [](Call& c) { return values<T>(tanh(c.x<T>())); });
  ops.add<T>("asinh", [](Call& c) { return values<T>(asinh(c.x<T>())); });
  ops.add<T>("atan", [](Call& c) { return values<T>(atan(c.x<T>())); });
}

template <class T>
void add_inverse(Operations& ops) {
  ops.add<T>("asin", [](Call& c) { return values<T>(asin(c.x<T>())); });
  ops.add<T>("acos", [](Call& c) { return values<T>(acos(c.x<T>())); });
  ops.add<T>("acosh", [](Call& c) { return values<T>(acosh(c.x<T>())); });
  ops.add<T>("atanh", [](Call& c) { return values<T>(atanh(c.x<T>())); });
}

template <class T>
void add_of_real(Operations& ops) {
  ops.add<T>("exp2", [](Call& c) { return values<T>(exp2(c.x<T>())); });
  ops.add<T>("expm1", [](Call& c) { return values<T>(expm1(c.x<T>())); });
  ops.add<T>("log2", [](Call& c) { return values<T>(log2(c.x<T>())); });
  ops.add<T>("log10", [](Call& c) { return values<T>(log10(c.x<T>())); });
  ops.add<T>("log1p", [](Call& c) { return values<T>(log1p(c.x<T>())); });
  ops.add<T>("cbrt", [](Call& c) { return values<T>(cbrt(c.x<T>())); });
  ops.add<T>("rsqrt", [](Call& c) { return values<T>(rsqrt(c.x<T>())); });
  ops.add<T>("erf", [](Call& c) { return values<T>(erf(c.x<T>())); });
  ops.add<T>("erfc", [](Call& c) { return values<T>(erfc(c.x<T>())); });
  ops.add<T>("tgamma", [](Call& c) { return values<T>(tgamma(c.x<T>())); });
  ops.add<T>("lgamma", [](Call& c) { return values<T>(lgamma(c.x<T>())); });
  ops.add<T>("sigmoid", [](Call& c) { return values<T>(sigmoid(c.x<T>())); });
  ops.add<T>("softplus", [](Call& c) { return values<T>(softplus(c.x<T>())); });
  ops.add<T>("gelu", [](Call& c) { return values<T>(gelu(c.x<T>())); });
}

template <class T>
void add_rounding(Operations& ops) {
  ops.add<T>("floor", [](Call& c) { return values<T>(floor(c.x<T>())); });
  ops.add<T>("ceil", [](Call& c) { return values<T>(ceil(c.x<T>())); });
  ops.add<T>("trunc", [](Call& c) { return values<T>(trunc(c.x<T>())); });
  ops.add<T>("round", [](Call& c) { return values<T>(round(c.x<T>())); });
  ops.add<T>("rint", [](Call& c) { return values<T>(rint(c.x<T>())); });
  ops.add<T>("sign", [](Call& c) { return values<T>(sign(c.x<T>())); });
  ops.add<T>("signbit", [](Call& c) { return values<T>(signbit(c.x<T>())); });
}

/// Of all types.
template <class T>
void add_sizes(Operations& ops) {
  ops.add<T>("abs", [](Call& c) { return values<T>(abs(c.x<T>())); });
  ops.add<T>("square", [](Call& c) { return values<T>(square(c.x<T>())); });
  ops.add<T>("reciprocal", [](Call& c) { return values<T>(reciprocal(c.x<T>())); });
  ops.add<T>("isnan", [](Call& c) { return values<T>(isnan(c.x<T>())); });
  ops.add<T>("isinf", [](Call& c) { return values<T>(isinf(c.x<T>())); });
  ops.add<T>("isfinite", [](Call& c) { return values<T>(isfinite(c.x<T>())); });
  ops.add<T>("real", [](Call& c) { return values<T>(real(c.x<T>())); });
  ops.add<T>("imag", [](Call& c) { return values<T>(imag(c.x<T>())); });
  ops.add<T>("conj", [](Call& c) { return values<T>(conj(c.x<T>())); });
  ops.add<T>("arg", [](Call& c) { return values<T>(arg(c.x<T>())); });
}

template <class T>
void add_of_two_reals(Operations& ops) {
  ops.add<T, T>("atan2", [](Call& c) { return values<T>(atan2(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("hypot", [](Call& c) { return values<T>(hypot(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("copysign", [](Call& c) { return values<T>(copysign(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("fmod", [](Call& c) { return values<T>(fmod(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("pow", [](Call& c) { return values<T>(pow(c.x<T>(), c.y<T>())); });
  ops.add<T, T, T>("clip", [](Call& c) { return values<T>(clip(c.x<T>(), c.y<T>(), c.z<T>())); });
}

}  // namespace

void add_math(Operations& ops) {
  for_each_type(List<float, double, std::int16_t>(), [&](auto type) {
    using T = typename decltype(type)::type;
    add_elementary<T>(ops);
    add_inverse<T>(ops);
    add_of_real<T>(ops);
    add_rounding<T>(ops);
    add_sizes<T>(ops);
    add_of_two_reals<T>(ops);
  });
  for_each_type(List<Complex64, Complex128>(), [&](auto type) {
    using T = typename decltype(type)::type;
    add_elementary<T>(ops);
    add_sizes<T>(ops);
    ops.add<T, T>("pow", [](Call& c) { return values<T>(pow(c.x<T>(), c.y<T>())); });
  });
}

}  // namespace spica::test::golden
