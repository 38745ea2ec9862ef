# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One case: an operation, its operands, and what NumPy says that the result is."""

import dataclasses
import math
import warnings
import zlib

import numpy as np

from golden.arrays import array_text, kind, real_of

EXACT = "exact"  # the same number, with the same sign where it is 0
EQUAL = "equal"  # the same number


def ulp(count):
    return f"ulp={count}"


def within(distance):
    """At most this far off; what is exact in NumPy too is 0."""
    return EQUAL if distance == 0 or not math.isfinite(distance) else f"within={distance:.3g}"


def eps(dtype):
    return float(np.finfo(real_of(dtype)).eps)


def largest(*arrays):
    """The product of the largest finite absolute values."""
    product = 1.0
    for array in arrays:
        sizes = np.abs(np.asarray(array).astype(np.clongdouble if array.dtype.kind == "c" else np.longdouble)).ravel()
        sizes = sizes[np.isfinite(sizes)]
        product *= float(sizes.max()) if sizes.size else 0.0
    return product


def wide(array):
    """In the next wider type, so that NumPy's own rounding is far below what is compared."""
    types = {"f4": "f8", "f8": "g", "c8": "c16", "c16": "G"}
    return array.astype(types.get(array.dtype.str[1:], "g"))


@dataclasses.dataclass
class Case:
    operands: list
    result: object = None  # an array, or the name of the exception
    tolerance: str = EXACT
    settings: dict = dataclasses.field(default_factory=dict)

    def text(self, operation):
        settings = [f"{name}={_setting_text(value)}" for name, value in self.settings.items()]
        lines = [" ".join([operation, *settings])]
        lines += [" " + array_text(operand) for operand in self.operands]
        if isinstance(self.result, str):
            lines.append(f"=error {self.result}")
        else:
            head, _, values = array_text(self.result, with_strides=False).partition(" ")
            lines.append(f"={head} {self.tolerance} {values}".rstrip())
        return "\n".join(lines)


def _setting_text(value):
    numbers = value if isinstance(value, (list, tuple)) else [value]
    return ",".join(repr(number) for number in numbers)


@dataclasses.dataclass
class Operation:
    """`make(rng, *types)` makes a case for operands of each of `types`, which are tuples of names; at least `least` for
    each of them."""

    name: str
    types: list
    make: object
    least: int = 0

    def keys(self):
        return [" ".join([self.name, *types]) for types in self.types]

    def cases(self, seed, per_key):
        for types in self.types:
            # Numbers of its own for each: a new operation leaves the other cases as they are.
            key = zlib.crc32(" ".join([self.name, *types]).encode())
            rng = np.random.Generator(np.random.PCG64([seed, key]))
            for _ in range(per_key):
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # a mean of nothing is NaN
                    yield self.make(rng, *types)


def each(types):
    return [(dtype,) for dtype in types]


def pairs(types):
    return [(dtype, dtype) for dtype in types]


def is_exact(dtype):
    return kind(dtype) in "biu"
