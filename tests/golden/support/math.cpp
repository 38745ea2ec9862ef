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

/// Of real and of complex numbers.
template <class T>
void add_elementary(Operations& ops) {
  ops.add<T>("exp", [](Call& c) { return read_elements(exp(c.x<T>())); });
  ops.add<T>("log", [](Call& c) { return read_elements(log(c.x<T>())); });
  ops.add<T>("sqrt", [](Call& c) { return read_elements(sqrt(c.x<T>())); });
  ops.add<T>("sin", [](Call& c) { return read_elements(sin(c.x<T>())); });
  ops.add<T>("cos", [](Call& c) { return read_elements(cos(c.x<T>())); });
  ops.add<T>("tan", [](Call& c) { return read_elements(tan(c.x<T>())); });
  ops.add<T>("sinh", [](Call& c) { return read_elements(sinh(c.x<T>())); });
  ops.add<T>("cosh", [](Call& c) { return read_elements(cosh(c.x<T>())); });
  ops.add<T>("tanh", [](Call& c) { return read_elements(tanh(c.x<T>())); });
  ops.add<T>("asinh", [](Call& c) { return read_elements(asinh(c.x<T>())); });
  ops.add<T>("atan", [](Call& c) { return read_elements(atan(c.x<T>())); });
}

template <class T>
void add_inverse(Operations& ops) {
  ops.add<T>("asin", [](Call& c) { return read_elements(asin(c.x<T>())); });
  ops.add<T>("acos", [](Call& c) { return read_elements(acos(c.x<T>())); });
  ops.add<T>("acosh", [](Call& c) { return read_elements(acosh(c.x<T>())); });
  ops.add<T>("atanh", [](Call& c) { return read_elements(atanh(c.x<T>())); });
}

template <class T>
void add_of_real(Operations& ops) {
  ops.add<T>("exp2", [](Call& c) { return read_elements(exp2(c.x<T>())); });
  ops.add<T>("expm1", [](Call& c) { return read_elements(expm1(c.x<T>())); });
  ops.add<T>("log2", [](Call& c) { return read_elements(log2(c.x<T>())); });
  ops.add<T>("log10", [](Call& c) { return read_elements(log10(c.x<T>())); });
  ops.add<T>("log1p", [](Call& c) { return read_elements(log1p(c.x<T>())); });
  ops.add<T>("cbrt", [](Call& c) { return read_elements(cbrt(c.x<T>())); });
  ops.add<T>("rsqrt", [](Call& c) { return read_elements(rsqrt(c.x<T>())); });
  ops.add<T>("erf", [](Call& c) { return read_elements(erf(c.x<T>())); });
  ops.add<T>("erfc", [](Call& c) { return read_elements(erfc(c.x<T>())); });
  ops.add<T>("tgamma", [](Call& c) { return read_elements(tgamma(c.x<T>())); });
  ops.add<T>("lgamma", [](Call& c) { return read_elements(lgamma(c.x<T>())); });
  ops.add<T>("sigmoid", [](Call& c) { return read_elements(sigmoid(c.x<T>())); });
  ops.add<T>("softplus", [](Call& c) { return read_elements(softplus(c.x<T>())); });
  ops.add<T>("gelu", [](Call& c) { return read_elements(gelu(c.x<T>())); });
}

template <class T>
void add_rounding(Operations& ops) {
  ops.add<T>("floor", [](Call& c) { return read_elements(floor(c.x<T>())); });
  ops.add<T>("ceil", [](Call& c) { return read_elements(ceil(c.x<T>())); });
  ops.add<T>("trunc", [](Call& c) { return read_elements(trunc(c.x<T>())); });
  ops.add<T>("round", [](Call& c) { return read_elements(round(c.x<T>())); });
  ops.add<T>("rint", [](Call& c) { return read_elements(rint(c.x<T>())); });
  ops.add<T>("sign", [](Call& c) { return read_elements(sign(c.x<T>())); });
  ops.add<T>("signbit", [](Call& c) { return read_elements(signbit(c.x<T>())); });
}

/// Of all types.
template <class T>
void add_sizes(Operations& ops) {
  ops.add<T>("abs", [](Call& c) { return read_elements(abs(c.x<T>())); });
  ops.add<T>("square", [](Call& c) { return read_elements(square(c.x<T>())); });
  ops.add<T>("reciprocal", [](Call& c) { return read_elements(reciprocal(c.x<T>())); });
  ops.add<T>("isnan", [](Call& c) { return read_elements(isnan(c.x<T>())); });
  ops.add<T>("isinf", [](Call& c) { return read_elements(isinf(c.x<T>())); });
  ops.add<T>("isfinite", [](Call& c) { return read_elements(isfinite(c.x<T>())); });
  ops.add<T>("real", [](Call& c) { return read_elements(real(c.x<T>())); });
  ops.add<T>("imag", [](Call& c) { return read_elements(imag(c.x<T>())); });
  ops.add<T>("conj", [](Call& c) { return read_elements(conj(c.x<T>())); });
  ops.add<T>("arg", [](Call& c) { return read_elements(arg(c.x<T>())); });
}

template <class T>
void add_of_two_reals(Operations& ops) {
  ops.add<T, T>("atan2", [](Call& c) { return read_elements(atan2(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("hypot", [](Call& c) { return read_elements(hypot(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("copysign", [](Call& c) { return read_elements(copysign(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("fmod", [](Call& c) { return read_elements(fmod(c.x<T>(), c.y<T>())); });
  ops.add<T, T>("pow", [](Call& c) { return read_elements(pow(c.x<T>(), c.y<T>())); });
  ops.add<T, T, T>("clip", [](Call& c) { return read_elements(clip(c.x<T>(), c.y<T>(), c.z<T>())); });
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
    ops.add<T, T>("pow", [](Call& c) { return read_elements(pow(c.x<T>(), c.y<T>())); });
  });
}

}  // namespace spica::test::golden
