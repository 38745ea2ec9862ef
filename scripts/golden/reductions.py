# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions: of all elements, or along axes."""

import math

import numpy as np

from golden import rules
from golden.arrays import ALL, REAL, broadcast_shapes, kind, random_array, random_shape
from golden.cases import EQUAL, Case, Operation, each, eps, is_exact, pairs, ulp, wide, within


def _with_nan_and_inf(rng, x):
    """Now and then one NaN or Inf. The largest numbers would make the result depend on the order of the sum."""
    if kind(x.dtype) not in "fc" or x.size == 0 or rng.random() > 0.15:
        return x
    x = x.copy()
    x.flat[int(rng.integers(0, x.size))] = rng.choice([np.nan, np.inf, -np.inf])
    return x


def summed_array(rng, dtype, shape):
    style = str(rng.choice(["small", "random"])) if kind(dtype) in "fc" else None
    return _with_nan_and_inf(rng, random_array(rng, dtype, shape, style))


def _sizes(x, **axes):
    """The largest sum of finite absolute values, of complex numbers those of both parts."""
    parts = [wide(x.real), wide(x.imag)] if kind(x.dtype) == "c" else [wide(x)]
    sizes = sum(np.where(np.isfinite(part), np.abs(part), 0) for part in parts)
    sums = np.asarray(np.sum(sizes, **axes)).ravel()
    return float(sums.max()) if sums.size else 0.0


def sum_tolerance(x, dtype, **axes):
    """Pairwise summation: eps for each of log2(n) levels, one for the result, and one spare."""
    return EQUAL if is_exact(dtype) else within((math.log2(x.size + 1) + 2) * eps(dtype) * _sizes(x, **axes))


def random_axis(rng, axes):
    """Counted from either end."""
    return int(rng.integers(-axes, axes))


def sum_of(axis, axes=None):
    def make(rng, dtype):
        shape = random_shape(rng, axes if axes is not None else int(rng.integers(1, 5)) if axis else None)
        x = summed_array(rng, dtype, shape)
        where = {"axis": random_axis(rng, len(shape))} if axis else {}
        to = rules.summed(dtype)
        value = np.sum(x.astype(to) if is_exact(dtype) else wide(x), **where)
        return Case([x], np.asarray(value).astype(to), sum_tolerance(x, dtype, **where), where)

    return make


def choice_of(function, axis, to=None, axes=None):
    """max, min, argmax, argmin: of no element ValueError; NaN wins, the first of several."""

    def make(rng, dtype):
        shape = random_shape(rng, axes if axes is not None else int(rng.integers(1, 5)) if axis else None)
        x = random_array(rng, dtype, shape, lo=-2, hi=2)
        where = {"axis": random_axis(rng, len(shape))} if axis else {}
        if (shape[where["axis"]] if axis else x.size) == 0:
            return Case([x], "ValueError", settings=where)
        return Case([x], np.asarray(function(x, **where)).astype(to or dtype), EQUAL, where)

    return make


def norm(rng, dtype):
    """No square overflows: NumPy's would, in the type itself."""
    x = random_array(rng, dtype, random_shape(rng))
    if kind(dtype) in "fc":
        x = x * x.dtype.type(rng.choice([1, np.sqrt(np.finfo(dtype).max), np.sqrt(np.finfo(dtype).tiny)]))
    x = np.asarray(x)
    parts = [wide(x.real), wide(x.imag)] if kind(dtype) == "c" else [wide(x)]
    value = np.sqrt(sum(np.sum(part * part) for part in parts))
    to = {"complex64": "float32", "complex128": "float64", "float32": "float32"}.get(dtype, "float64")
    # Half the error of the sum of squares, and the root's: under log2(n) / 2 + 1 units.
    return Case([x], np.asarray(value).astype(to), ulp(4))


def sum_of_product(rng, a, b):
    shape_a, shape_b = broadcast_shapes(rng, 2)
    x, y = summed_array(rng, a, shape_a), summed_array(rng, b, shape_b)
    product = np.asarray(x * y)
    to = rules.summed(a)
    value = np.sum(product.astype(to) if is_exact(a) else wide(product))
    return Case([x, y], np.asarray(value).astype(to), sum_tolerance(product, a))


def max_of_difference(rng, a, b):
    """The axis is counted from the last, as the operands' ranks differ."""
    shape_a, shape_b = broadcast_shapes(rng, 2, axes=int(rng.integers(1, 5)))
    x, y = random_array(rng, a, shape_a), random_array(rng, b, shape_b)
    difference = np.asarray(x - y)
    if difference.ndim == 0:
        return max_of_difference(rng, a, b)
    axis = int(rng.integers(-difference.ndim, 0))
    if difference.shape[axis] == 0:
        return Case([x, y], "ValueError", settings={"axis": axis})
    return Case([x, y], np.max(difference, axis=axis), EQUAL, {"axis": axis})


def reductions():
    some = ["float32", "float64", "int32"]
    return [
        Operation("sum", each(ALL), sum_of(axis=False)),
        Operation("sum.axis", each(ALL), sum_of(axis=True)),
        Operation("max", each(REAL), choice_of(np.max, axis=False)),
        Operation("max.axis", each(REAL), choice_of(np.max, axis=True)),
        Operation("argmax", each(REAL), choice_of(np.argmax, axis=False, to="int64")),
        Operation("argmax.axis", each(REAL), choice_of(np.argmax, axis=True, to="int64")),
        Operation("norm", each([*some, "complex64", "complex128"]), norm),
        Operation("sum.of_product", pairs(some), sum_of_product),
        Operation("max.axis.of_difference", pairs(some), max_of_difference),
    ]


def _add_of_ranks(rank_a, rank_b):
    def make(rng, a, b):
        shape = random_shape(rng, rank_a)
        partner = tuple(1 if rng.random() < 0.3 else extent for extent in shape[rank_a - rank_b :])
        x, y = random_array(rng, a, shape), random_array(rng, b, partner)
        return Case([x, y], np.asarray(x + y))

    return make


def ranks():
    """A few operations at every rank: elsewhere the test gives operands axes of extent 1 in front, up to rank 4."""
    double = each(["float64"])
    operations = [
        Operation(f"add.rank{a}{b}", pairs(["float64"]), _add_of_ranks(a, b))
        for a, b in [(0, 0), (1, 0), (2, 1), (3, 1), (3, 3), (8, 3), (8, 8)]
    ]
    for rank in (0, 1, 3, 8):
        operations.append(Operation(f"sum.rank{rank}", double, sum_of(axis=False, axes=rank)))
        if rank > 0:
            operations.append(Operation(f"sum.axis.rank{rank}", double, sum_of(axis=True, axes=rank)))
            index = choice_of(np.argmax, axis=True, to="int64", axes=rank)
            operations.append(Operation(f"argmax.axis.rank{rank}", double, index))
    return operations
