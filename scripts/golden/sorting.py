# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorting, searching, running sums and quantiles."""

import numpy as np

from golden import rules
from golden.arrays import kind, random_array, random_shape
from golden.cases import EQUAL, Case, Operation, each, eps, is_exact, pairs, ulp, wide, within
from golden.reductions import random_axis, summed_array

TYPES = ["bool", "int16", "uint64", "float32", "float64", "complex64"]
ORDERED = ["int16", "float32", "float64"]


def _repeating(rng, dtype, shape):
    """Few different numbers, NaN among them."""
    return random_array(rng, dtype, shape, None, -1, 1)


def along(function, result):
    def make(rng, dtype):
        x = _repeating(rng, dtype, random_shape(rng, int(rng.integers(1, 5))))
        axis = random_axis(rng, x.ndim)
        value = function(x, axis=axis, kind="stable")
        return Case([x], np.asarray(value).astype(result or dtype), EQUAL, {"axis": axis})

    return make


def distinct(part, axes=None):
    """NaN are one value, as in NumPy since 1.21."""

    def make(rng, dtype):
        x = _repeating(rng, dtype, random_shape(rng, axes))
        values, indices, inverse, counts = np.unique(x, True, True, True)
        parts = {"values": values, "indices": indices, "inverse": inverse.reshape(x.shape), "counts": counts}
        return Case([x], parts[part].astype(dtype if part == "values" else "int64"), EQUAL)

    return make


def searched(side):
    def make(rng, a, b):
        edges = np.sort(_repeating(rng, a, (int(rng.integers(0, 8)),)))
        values = _repeating(rng, b, random_shape(rng))
        return Case([edges, values], np.asarray(np.searchsorted(edges, values, side)).astype("int64"), EQUAL)

    return make


def running_sum(axes=None):
    def make(rng, dtype):
        x = summed_array(rng, dtype, random_shape(rng, axes or int(rng.integers(1, 5))))
        to = rules.summed(dtype)
        settings = {} if axes else {"axis": random_axis(rng, x.ndim)}
        value = np.cumsum(x.astype(to) if is_exact(dtype) else wide(x), **settings)
        size = float(np.sum(np.abs(x[np.isfinite(x)]).astype("float64"))) if kind(dtype) in "fc" else 0.0
        # One rounding for each element of the sum.
        tolerance = EQUAL if is_exact(dtype) else within((x.size + 1) * eps(to) * size)
        return Case([x], np.asarray(value).astype(to), tolerance, settings)

    return make


def running_product(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng, int(rng.integers(1, 5))), "random", 1, 3)
    to, axis = rules.summed(dtype), random_axis(rng, x.ndim)
    value = np.asarray(np.cumprod(x.astype(to) if is_exact(dtype) else wide(x), axis=axis)).astype(to)
    if kind(to) == "c":
        tolerance = within(8 * (x.size + 1) * eps(to) * float(np.abs(value).max())) if value.size else EQUAL
    else:
        tolerance = EQUAL if is_exact(to) else ulp(x.size + 1)
    return Case([x], value, tolerance, {"axis": axis})


def _quantile_tolerance(x, to):
    """Two products and a sum, of numbers of this size."""
    sizes = np.abs(x[np.isfinite(x)].astype("float64"))
    return within(4 * eps(to) * float(sizes.max())) if sizes.size else EQUAL


def quantile(rng, dtype):
    x = summed_array(rng, dtype, random_shape(rng, int(rng.integers(1, 5)), least=1))
    x = np.where(np.isinf(x), x.dtype.type(0), x) if kind(dtype) == "f" else x  # between infinities lies NaN, or not
    q, axis, to = float(np.round(rng.random(), 2)), random_axis(rng, x.ndim), rules.real_argument(dtype)
    value = np.asarray(np.quantile(x.astype("float64"), q, axis=axis)).astype(to)
    return Case([x], value, _quantile_tolerance(x, to), {"q": q, "axis": axis})


def median(rng, dtype):
    x = summed_array(rng, dtype, random_shape(rng))
    if x.size == 0:
        return Case([x], "ValueError")
    x = np.where(np.isinf(x), x.dtype.type(0), x) if kind(dtype) == "f" else x
    to = rules.real_argument(dtype)
    return Case([x], np.asarray(np.median(x.astype("float64"))).astype(to), _quantile_tolerance(x, to))


def quantile_of_two(rng, dtype):
    """Along two axes."""
    x = np.asarray(random_array(rng, dtype, random_shape(rng, int(rng.integers(2, 5)), least=1), "small"))
    first, second = (int(axis) for axis in rng.permutation(x.ndim)[:2])
    q, to = float(np.round(rng.random(), 2)), rules.real_argument(dtype)
    value = np.asarray(np.quantile(x.astype("float64"), q, axis=(first, second))).astype(to)
    return Case([x], value, _quantile_tolerance(x, to), {"q": q, "axes": [first, second - x.ndim]})


def median_kept(axis):
    """The reduced axes stay, with extent 1."""

    def make(rng, dtype):
        x = np.asarray(random_array(rng, dtype, random_shape(rng, 3, least=1), "small"))
        where, to = {"axis": random_axis(rng, 3)} if axis else {}, rules.real_argument(dtype)
        value = np.asarray(np.median(x.astype("float64"), keepdims=True, **where)).astype(to)
        return Case([x], value, _quantile_tolerance(x, to), where)

    return make


def sorting():
    double = each(["float64"])
    return [
        Operation("sort.axis", each(TYPES), along(np.sort, None)),
        Operation("argsort.axis", each(TYPES), along(np.argsort, "int64")),
        Operation("unique", each(TYPES), distinct("values")),
        Operation("unique_counts", each(TYPES), distinct("counts")),
        Operation("unique_inverse.rank4", double, distinct("inverse", axes=4)),
        Operation("unique_all.indices", double, distinct("indices")),
        Operation("searchsorted.left", pairs(TYPES), searched("left")),
        Operation("searchsorted.right", pairs(TYPES), searched("right")),
        Operation("cumsum.axis", each(TYPES), running_sum()),
        Operation("cumsum.rank1", each(TYPES), running_sum(axes=1)),
        Operation("cumprod.axis", each(TYPES), running_product),
        Operation("quantile.axis", each(ORDERED), quantile),
        Operation("median", each(ORDERED), median),
        Operation("quantile.axes", each(ORDERED), quantile_of_two, least=20),
        Operation("median.keepdims.rank3", each(ORDERED), median_kept(axis=False), least=20),
        Operation("median.axis.keepdims.rank3", each(ORDERED), median_kept(axis=True), least=20),
    ]
