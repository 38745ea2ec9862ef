# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bits, truth values, and division with a remainder."""

import numpy as np

from golden.arrays import BOOL, FLOATS, INTEGERS, broadcast_partner, broadcast_shapes, random_array, random_shape
from golden.cases import EQUAL, Case, Operation, each, pairs


def bits(function, lo=-100.0, hi=100.0):
    def make(rng, a, b):
        shape_a, shape_b = broadcast_shapes(rng, 2)
        x, y = random_array(rng, a, shape_a, lo=lo, hi=hi), random_array(rng, b, shape_b, lo=lo, hi=hi)
        return Case([x, y], np.asarray(function(x, y)).astype(a))

    return make


def shift(function):
    """By as much as the width or more, or by less than 0: 0, or -1 of a negative number shifted to the right."""

    def make(rng, a, b):
        shape_a, shape_b = broadcast_shapes(rng, 2)
        x = random_array(rng, a, shape_a, lo=-100, hi=100)
        y = random_array(rng, b, shape_b, "small", lo=-2, hi=8 * np.dtype(b).itemsize + 2)
        return Case([x, y], np.asarray(function(x, y)).astype(a))

    return make


def invert(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng))
    return Case([x], np.asarray(np.invert(x)))


def truths(function):
    def make(rng, a, b):
        shape_a, shape_b = broadcast_shapes(rng, 2)
        x, y = random_array(rng, a, shape_a, lo=-1, hi=1), random_array(rng, b, shape_b, lo=-1, hi=1)
        return Case([x, y], np.asarray(function(x, y)))

    return make


def logical_not(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng), lo=-1, hi=1)
    return Case([x], np.asarray(np.logical_not(x)))


def _floor_of_quotient(x, y):
    """Real numbers: floor(x / y). NumPy takes the remainder first: 1 // 0.1 is 9 there."""
    return np.floor(x / y) if x.dtype.kind == "f" else np.floor_divide(x, y)


def division(function):
    """Integers by 0: 0, as in NumPy."""

    def make(rng, a, b):
        shape_a, shape_b = broadcast_shapes(rng, 2)
        x, y = random_array(rng, a, shape_a, lo=-20, hi=20), random_array(rng, b, shape_b, lo=-6, hi=6)
        return Case([x, y], np.asarray(function(x, y)).astype(a), EQUAL)

    return make


def in_place(function):
    def make(rng, a, b):
        shape = random_shape(rng)
        layout = str(rng.choice(["row-major", "column-major", "stepped", "reversed"]))
        x = random_array(rng, a, shape, layout=layout)
        y = random_array(rng, b, broadcast_partner(rng, shape))
        return Case([x, y], np.asarray(function(x, y)).astype(a))

    return make


def whole_numbers():
    whole = [*BOOL, *INTEGERS]
    some = ["bool", "int8", "float64", "complex64"]
    return [
        Operation("bitwise_and", pairs(whole), bits(np.bitwise_and)),
        Operation("bitwise_or", pairs(whole), bits(np.bitwise_or)),
        Operation("bitwise_xor", pairs(whole), bits(np.bitwise_xor)),
        Operation("invert", each(whole), invert),
        Operation("left_shift", pairs(INTEGERS), shift(np.left_shift)),
        Operation("right_shift", pairs(INTEGERS), shift(np.right_shift)),
        Operation("logical_and", pairs(some), truths(np.logical_and)),
        Operation("logical_or", pairs(some), truths(np.logical_or)),
        Operation("logical_not", each(some), logical_not),
        Operation("remainder", pairs([*INTEGERS, *FLOATS]), division(np.remainder)),
        Operation("floor_divide", pairs([*INTEGERS, *FLOATS]), division(_floor_of_quotient)),
        Operation("remainder.in_place", pairs(["int32"]), in_place(np.remainder)),
        Operation("bitwise_xor.in_place", pairs(["int32"]), in_place(np.bitwise_xor)),
    ]
