# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on each element."""

import numpy as np

from golden import rules
from golden.arrays import ALL, BOOL, COMPLEX, REAL, broadcast_partner, broadcast_shapes, kind, random_array
from golden.arrays import random_shape
from golden.cases import EQUAL, EXACT, Case, Operation, each, eps, largest, pairs, within

NOT_BOOL = [dtype for dtype in ALL if dtype not in BOOL]
ORDERED = [dtype for dtype in ALL if dtype not in COMPLEX]
MIXED = [
    ("float32", "float64"),
    ("int32", "float32"),
    ("float64", "uint64"),
    ("int8", "uint8"),
    ("int32", "uint32"),
    ("int64", "uint64"),
    ("uint8", "int32"),
    ("int16", "int64"),
    ("bool", "int16"),
    ("float32", "bool"),
    ("float32", "complex64"),
    ("complex64", "float64"),
    ("int32", "complex64"),
]
MIXED_ORDERED = [types for types in MIXED if not set(types) & set(COMPLEX)]


def _two_arrays(rng, a, b, style=None):
    shape_a, shape_b = broadcast_shapes(rng, 2)
    return random_array(rng, a, shape_a, style), random_array(rng, b, shape_b, style)


def _shapes_that_clash(rng, a, b):
    n = int(rng.integers(2, 5))
    return random_array(rng, a, (2, n)), random_array(rng, b, (n + 1,))


def two(function, result=rules.common, inexact=()):
    """NumPy's function of both converted to their common type. `inexact`: kinds of results that are rounded more than
    once, in a product or quotient of complex numbers a few times, each by eps of the largest product of parts."""

    def make(rng, a, b):
        dtype = result(a, b)
        if rng.random() < 0.03:
            return Case(list(_shapes_that_clash(rng, a, b)), "ShapeError")
        rounded = kind(dtype) in inexact
        # Inf and NaN in products and quotients of complex numbers: C and C++ libraries differ, and so do NumPy's.
        x, y = _two_arrays(rng, a, b, "random" if rounded else None)
        if rounded and function is np.divide:
            y = random_array(rng, b, y.shape, "random", lo=1, hi=6)
        exactly = rules.convert(x, dtype), rules.convert(y, dtype)
        value = np.asarray(function(*exactly)).astype(dtype)
        size = largest(*exactly) if function is np.multiply else largest(value)
        return Case([x, y], value, within(8 * eps(dtype) * size) if rounded else EXACT)

    return make


def _quotient(a, b):
    """`/` of integers gives float64, as in NumPy; float32 with an integer stays float32, which in NumPy it does not."""
    dtype = rules.common(a, b)
    return "float64" if kind(dtype) in "biu" else dtype


def comparison(function):
    def make(rng, a, b):
        # Of two, about half should be equal: few different numbers. NumPy compares int64 with uint64 as float64;
        # Spica, as Python, by value.
        shape_a, shape_b = broadcast_shapes(rng, 2)
        style = str(rng.choice(["small", "special"]))
        x, y = random_array(rng, a, shape_a, style, -1, 1), random_array(rng, b, shape_b, style, -1, 1)
        if kind(a) in "iu" and kind(b) in "iu":
            value = function(rules.by_value(x), rules.by_value(y))
        else:
            dtype = rules.common(a, b)
            value = function(rules.convert(x, dtype), rules.convert(y, dtype))
        return Case([x, y], np.asarray(value).astype(bool))

    return make


def where(rng, condition, a, b):
    shapes = broadcast_shapes(rng, 3)
    x = random_array(rng, condition, shapes[0])
    y, z = random_array(rng, a, shapes[1]), random_array(rng, b, shapes[2])
    dtype = rules.common(a, b)
    return Case([x, y, z], np.where(x, rules.convert(y, dtype), rules.convert(z, dtype)))


def beside_number(function, draw, result):
    """An array and a number, which takes the array's type: a float32 array times 2.5 stays float32."""

    def make(rng, dtype):
        number = draw(rng, dtype)
        to = result(dtype)
        product = kind(dtype) == "c" and function is np.multiply
        x = random_array(rng, dtype, random_shape(rng), "random" if product else None)
        value = function(rules.convert(x, to), np.asarray(number).astype(to))
        tolerance = within(8 * eps(to) * largest(x) * abs(number)) if product else EXACT
        value = np.asarray(value).astype(bool if value.dtype == bool else to)
        return Case([x], value, tolerance, {"number": number})

    return make


def _real_number(rng, _):
    return float(np.round(rng.uniform(-4, 4), 2))


def _whole_number(rng, dtype):
    return int(rng.integers(0 if kind(dtype) in "bu" else -5, 10))


def extremum(function):
    """NaN wins; which of two zeros is not said, so that they are not told apart."""

    def make(rng, a, b):
        x, y = _two_arrays(rng, a, b)
        return Case([x, y], np.asarray(function(x, y)), EQUAL)

    return make


def negative(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng))
    return Case([x], np.asarray(np.negative(x)))


def cast(to):
    def make(rng, dtype):
        # What does not fit is not defined: real numbers stay where every integer type can hold them, and float64 where
        # float32 can. Integers wrap around.
        real = kind(dtype) in "fc"
        exact = kind(to) in "b" or to in ("float64", "complex128")
        style = None if exact or not real else "random"
        lo = 0.0 if real and kind(to) == "u" else -100.0
        x = random_array(rng, dtype, random_shape(rng), style, lo, 100.0)
        return Case([x], rules.convert(x, to))

    return make


def in_place(function):
    """Writes into operand 0, which never grows: the source is broadcast to it."""

    def make(rng, a, b):
        shape = random_shape(rng)
        product = kind(a) == "c" and function is np.multiply
        style = "random" if product else None
        layout = str(rng.choice(["row-major", "column-major", "permuted", "stepped", "reversed"]))
        x = random_array(rng, a, shape, style, layout=layout)
        y = random_array(rng, b, broadcast_partner(rng, shape), style)
        value = np.broadcast_to(y, shape) if function is None else np.asarray(function(x, y)).astype(a)
        return Case([x, y], value, within(8 * eps(a) * largest(x, y)) if product else EXACT)

    return make


_MAPPED = {  # what the calls in tests/golden/support/elementwise_mixed.cpp are of
    ("float64",): lambda x: 2 * x + 1,
    ("int16",): lambda x: np.square(x.astype("int32")),
    ("complex64",): lambda x: np.abs(x.real) + np.abs(x.imag),
    ("float64", "int32"): lambda x, y: np.where(y > 0, x, -x),
}


def mapped(rng, *types):
    operands = [random_array(rng, dtype, shape) for dtype, shape in zip(types, broadcast_shapes(rng, len(types)))]
    return Case(operands, np.asarray(_MAPPED[types](*operands)))


def mapped_with_number(rng, dtype):
    """The number keeps its own type, float64."""
    x, number = random_array(rng, dtype, random_shape(rng)), float(rng.integers(-8, 9)) / 4
    return Case([x], np.where(x < number, number, x).astype("float64"), settings={"number": number})


def elementwise():
    written = ["float32", "float64", "int32", "complex128"]
    return [
        Operation("add", pairs(ALL), two(np.add)),
        Operation("subtract", pairs(NOT_BOOL), two(np.subtract)),
        Operation("multiply", pairs(ALL), two(np.multiply, inexact="c")),
        Operation("divide", pairs(ALL), two(np.divide, _quotient, inexact="c")),
        Operation("negative", each(NOT_BOOL), negative),
        Operation("add.real", each(ALL), beside_number(np.add, _real_number, rules.beside_real)),
        Operation("multiply.real", each(ALL), beside_number(np.multiply, _real_number, rules.beside_real)),
        Operation("add.whole", each(ALL), beside_number(np.add, _whole_number, rules.beside_whole)),
        Operation(
            "subtract.whole",
            each(NOT_BOOL),
            beside_number(lambda x, n: np.subtract(n, x), _whole_number, rules.beside_whole),
        ),
        Operation("equal", pairs(ALL), comparison(np.equal)),
        Operation("not_equal", pairs(ALL), comparison(np.not_equal)),
        Operation("less", pairs(ORDERED), comparison(np.less)),
        Operation("less_equal", pairs(ORDERED), comparison(np.less_equal)),
        Operation("greater", pairs(ORDERED), comparison(np.greater)),
        Operation("greater_equal", pairs(ORDERED), comparison(np.greater_equal)),
        Operation("less.real", each(ORDERED), beside_number(np.less, _real_number, rules.beside_real)),
        Operation("where", [("bool", dtype, dtype) for dtype in ALL], where),
        Operation("maximum", pairs(ORDERED), extremum(np.maximum)),
        Operation("minimum", pairs(ORDERED), extremum(np.minimum)),
        Operation("assign", pairs(ALL), in_place(None)),
        Operation("add.in_place", pairs(written), in_place(np.add)),
        Operation("multiply.in_place", pairs(written), in_place(np.multiply)),
    ]


def mixed():
    casts = ["bool", "int8", "uint16", "int64", "float32", "float64", "complex128"]
    return [
        Operation("add", MIXED, two(np.add)),
        Operation("multiply", MIXED, two(np.multiply, inexact="c")),
        Operation("divide", MIXED, two(np.divide, _quotient, inexact="c")),
        Operation("equal", MIXED, comparison(np.equal)),
        Operation("less", MIXED_ORDERED, comparison(np.less)),
        Operation("where", [("bool", *types) for types in MIXED], where),
        Operation("map", list(_MAPPED), mapped, least=20),
        Operation("map.number", each(["float64", "int32"]), mapped_with_number, least=20),
        *(Operation(f"cast.{to}", each(ALL if kind(to) == "c" else REAL), cast(to)) for to in casts),
    ]
