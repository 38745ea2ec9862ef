# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mathematical functions. NumPy computes them in the next wider type, so that its own rounding is far below what is
compared; SciPy's, which are not in NumPy, in double."""

import numpy as np
from scipy import special

from golden import rules
from golden.arrays import COMPLEX, FLOATS, broadcast_shapes, kind, random_array, random_shape
from golden.cases import EQUAL, EXACT, Case, Operation, each, eps, largest, pairs, ulp, wide, within

REALS = [*FLOATS, "int16"]
SOME = [*REALS, *COMPLEX]

# glibc's and CUDA's manuals say at most 2 units in the last place for these; 1 more for the rounding of what they are
# compared with.
LIBRARY = ulp(3)
# The manuals say 4 to 10 for these, and SciPy's own, in double, have as much.
SPECIAL = ulp(20)


def _value(function, x, to, own):
    """In the next wider type; of what is exact in its own: to round twice would be to round wrongly."""
    return np.asarray(function(x if own else wide(x))).astype(to)


def one(function, tolerance=EXACT, lo=-6.0, hi=6.0, result=rules.real_argument, style=None):
    """Complex numbers: by formulas that lose some bits where a part is near 0, so that the error is measured by the
    size of the largest value. Their NaN and Inf differ from library to library."""

    def make(rng, dtype):
        argument = rules.real_argument(dtype)
        plain = kind(dtype) != "c"
        x = random_array(rng, dtype, random_shape(rng), style if plain else "random", lo, hi)
        value = _value(function, rules.convert(x, argument), result(dtype), tolerance == EXACT and plain)
        return Case([x], value, tolerance if plain else within(32 * eps(dtype) * largest(value)))

    return make


def special_function(function, lo, hi, tolerance=SPECIAL):
    """Of SciPy, in double. At poles, -0 and the smallest numbers its versions differ."""
    return one(lambda x: function(np.asarray(x).astype(np.float64)), tolerance, lo, hi, style="random")


def unchanged(function, result=lambda dtype: dtype):
    """Exact, in the type itself; zeros are not told apart."""

    def make(rng, dtype):
        x = random_array(rng, dtype, random_shape(rng))
        return Case([x], np.asarray(function(x)).astype(result(dtype)), EQUAL)

    return make


def _round_away(x):
    """Halfway cases away from 0, as C's round; NumPy's goes to the even one."""
    if x.dtype.kind not in "f":
        return x
    whole = np.trunc(x)
    return np.where(np.isfinite(x), whole + np.where(np.abs(x - whole) >= 0.5, np.copysign(1, x), 0), x)


def _rounded(function):
    """Integers stay what they are; NumPy makes them float64."""
    return unchanged(lambda x: function(x) if x.dtype.kind == "f" else x)


def two(function, tolerance=EXACT, lo=-6.0, hi=6.0, to=rules.real_argument):
    def make(rng, a, b):
        shape_a, shape_b = broadcast_shapes(rng, 2)
        dtype = to(a)
        x, y = random_array(rng, a, shape_a, None, lo, hi), random_array(rng, b, shape_b, None, lo, hi)
        own = tolerance in (EXACT, EQUAL)
        parts = [rules.convert(part, dtype) if own else wide(rules.convert(part, dtype)) for part in (x, y)]
        return Case([x, y], np.asarray(function(*parts)).astype(dtype), tolerance)

    return make


def _whole_power(x, y):
    """Modulo 2^w; to a negative power cut to a whole number, so that only 1 and -1 are left. NumPy refuses those."""
    bits = 8 * x.dtype.itemsize
    results = []
    for base, exponent in zip(*(part.ravel().tolist() for part in np.broadcast_arrays(x, y))):
        if exponent < 0:
            power = base**-exponent if base in (1, -1) else 0
        else:
            power = pow(base, exponent, 2**bits)
        power %= 2**bits
        results.append(power - 2**bits if x.dtype.kind == "i" and power >= 2 ** (bits - 1) else power)
    return np.array(results, x.dtype).reshape(np.broadcast(x, y).shape)


def power(rng, a, b):
    shape_a, shape_b = broadcast_shapes(rng, 2)
    if kind(a) in "iu":
        x, y = random_array(rng, a, shape_a, lo=-4, hi=4), random_array(rng, b, shape_b, lo=-3, hi=9)
        return Case([x, y], _whole_power(x, y))
    if kind(a) == "c":
        x, y = random_array(rng, a, shape_a, "random", 1, 3), random_array(rng, b, shape_b, "random", -2, 2)
        value = np.asarray(np.power(wide(x), wide(y))).astype(a)
        return Case([x, y], value, within(64 * eps(a) * largest(value)))
    x, y = random_array(rng, a, shape_a, lo=0, hi=6), random_array(rng, b, shape_b)
    return Case([x, y], np.asarray(np.power(wide(x), wide(y))).astype(a), LIBRARY)


def clip(rng, a, _, __):
    """Where the bounds cross, the upper one."""
    shapes = broadcast_shapes(rng, 3)
    x, lower, upper = (random_array(rng, a, shape) for shape in shapes)
    return Case([x, lower, upper], np.asarray(np.minimum(np.maximum(x, lower), upper)), EQUAL)


def square(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng), "random" if kind(dtype) == "c" else None)
    return Case([x], np.asarray(x * x), within(8 * eps(dtype) * largest(x, x)) if kind(dtype) == "c" else EXACT)


def _softplus(x):
    return np.logaddexp(0, x)


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _gelu(x):
    x = np.asarray(x).astype(np.float64)
    return 0.5 * x * special.erfc(-x / np.sqrt(2.0))


def _part_type(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


def _angle_type(dtype):
    return rules.real_argument(_part_type(dtype))


def _boolean(_):
    return "bool"


def one_of_all(function, result):
    """Real numbers exactly; of complex ones the modulus or the angle, as the library has it."""

    def make(rng, dtype):
        if kind(dtype) == "c":
            x = random_array(rng, dtype, random_shape(rng), "random")
            return Case([x], np.asarray(function(wide(x))).astype(result(dtype)), LIBRARY)
        x = random_array(rng, dtype, random_shape(rng))
        if function is np.angle and x.dtype.kind == "f":
            x = random_array(rng, dtype, x.shape, "random")  # of NaN, Inf and -0 the table of atan2 has more
        if function is np.angle:
            return Case([x], np.asarray(function(rules.convert(x, result(dtype)))).astype(result(dtype)), LIBRARY)
        return Case([x], np.asarray(function(x)).astype(result(dtype)), EXACT)

    return make


def mathematics():
    reals, some = each(REALS), each(SOME)
    return [
        Operation("exp", some, one(np.exp, LIBRARY, -20, 20)),
        Operation("log", some, one(np.log, LIBRARY, 0, 50)),
        Operation("sqrt", some, one(np.sqrt, EXACT, 0, 50)),
        Operation("sin", some, one(np.sin, LIBRARY, style="random")),
        Operation("cos", some, one(np.cos, LIBRARY, style="random")),
        Operation("tan", some, one(np.tan, ulp(4), -1.5, 1.5, style="random")),
        Operation("sinh", some, one(np.sinh, ulp(4), -4, 4)),
        Operation("cosh", some, one(np.cosh, ulp(4), -4, 4)),
        Operation("tanh", some, one(np.tanh, ulp(4), -4, 4)),
        Operation("asinh", some, one(np.arcsinh, ulp(4), 0, 6)),
        Operation("atan", some, one(np.arctan, LIBRARY, 0, 6)),
        Operation("asin", reals, one(np.arcsin, ulp(4), -1, 1)),
        Operation("acos", reals, one(np.arccos, ulp(4), -1, 1)),
        Operation("acosh", reals, one(np.arccosh, ulp(5), 1, 9)),
        Operation("atanh", reals, one(np.arctanh, ulp(5), -1, 1)),
        Operation("exp2", reals, one(np.exp2, LIBRARY)),
        Operation("expm1", reals, one(np.expm1, LIBRARY)),
        Operation("log2", reals, one(np.log2, LIBRARY, 0, 50)),
        Operation("log10", reals, one(np.log10, LIBRARY, 0, 50)),
        Operation("log1p", reals, one(np.log1p, LIBRARY, 0, 50)),
        Operation("cbrt", reals, one(np.cbrt, LIBRARY)),
        Operation("rsqrt", reals, one(lambda x: 1 / np.sqrt(x), LIBRARY, 0, 50)),
        Operation("erf", reals, special_function(special.erf, -3, 3)),
        Operation("erfc", reals, special_function(special.erfc, -2, 4)),
        Operation("tgamma", reals, special_function(special.gamma, 0.25, 12, ulp(30))),
        Operation("lgamma", reals, special_function(special.gammaln, 3, 30)),
        # An error of eps in the power's argument is one of eps |x| in the result: 6 eps.
        Operation("sigmoid", reals, one(_sigmoid, ulp(8))),
        Operation("softplus", reals, one(_softplus, ulp(8))),
        # x^2 times the rounding of x / sqrt(2), here and there: 2 * 4^2 / 2.
        Operation("gelu", reals, special_function(_gelu, -4, 4, ulp(50))),
        Operation("floor", reals, _rounded(np.floor)),
        Operation("ceil", reals, _rounded(np.ceil)),
        Operation("trunc", reals, _rounded(np.trunc)),
        Operation("round", reals, _rounded(_round_away)),
        Operation("rint", reals, _rounded(np.rint)),
        Operation("sign", reals, unchanged(np.sign)),
        Operation("signbit", reals, unchanged(lambda x: x < 0 if x.dtype.kind == "i" else np.signbit(x), _boolean)),
        Operation("abs", some, one_of_all(np.abs, _part_type)),
        Operation("square", some, square),
        Operation("reciprocal", some, one(lambda x: 1 / x, EXACT, 1, 6)),
        Operation("isnan", some, unchanged(np.isnan, _boolean)),
        Operation("isinf", some, unchanged(np.isinf, _boolean)),
        Operation("isfinite", some, unchanged(np.isfinite, _boolean)),
        Operation("real", some, unchanged(np.real, _part_type)),
        Operation("imag", some, unchanged(np.imag, _part_type)),
        Operation("conj", some, unchanged(np.conj)),
        Operation("arg", some, one_of_all(np.angle, _angle_type)),
        Operation("atan2", pairs(REALS), two(np.arctan2, LIBRARY)),
        Operation("hypot", pairs(REALS), two(np.hypot, LIBRARY)),
        Operation("copysign", pairs(REALS), two(np.copysign)),
        Operation("fmod", pairs(REALS), two(np.fmod)),
        Operation("pow", pairs(SOME), power),
        Operation("clip", [(dtype,) * 3 for dtype in REALS], clip),
    ]
