# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and decompositions of matrices."""

import numpy as np

from golden import rules
from golden.arrays import random_array
from golden.cases import EQUAL, Case, Operation, eps, is_exact, largest, pairs, wide, within

TYPES = ["float32", "float64", "complex64", "complex128", "int32"]


def _extent(rng):
    return int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.04, 0.2, 0.26, 0.22, 0.14, 0.14]))


def _factor(rng, dtype, shape):
    return random_array(rng, dtype, shape, str(rng.choice(["small", "random"])))


def exact_or_wide(x):
    """Integers as they are, so that their products wrap around."""
    return x if is_exact(x.dtype) else wide(x)


def product_tolerance(dtype, terms, size):
    """A sum of `terms` products in any order: |error| <= (terms + 2) eps times the sum of their sizes. Twice that for
    complex numbers, of which each product is four."""
    if is_exact(dtype):
        return EQUAL
    return within((2 if dtype.startswith("c") else 1) * (terms + 2) * eps(dtype) * terms * size)


def matmul(a_axes, b_axes):
    def make(rng, a, b):
        rows, inner, columns = _extent(rng), _extent(rng), _extent(rng)
        x = _factor(rng, a, (rows, inner)[2 - a_axes :])
        clash = rng.random() < 0.05
        y = _factor(rng, b, (inner + int(clash), columns)[:b_axes])
        if clash:
            return Case([x, y], "ShapeError")
        value = np.matmul(exact_or_wide(x), exact_or_wide(y))
        return Case([x, y], np.asarray(value).astype(a), product_tolerance(a, inner, largest(x, y)))

    return make


def dot(rng, a, b):
    """Integers are summed in 64 bits, as by sum; NumPy's dot keeps their type."""
    inner = int(rng.integers(0, 12))
    x, y = _factor(rng, a, (inner,)), _factor(rng, b, (inner,))
    to = rules.summed(a)
    value = np.dot(x.astype(to), y.astype(to)) if is_exact(a) else np.sum(wide(x) * wide(y))
    return Case([x, y], np.asarray(value).astype(to), product_tolerance(a, inner, largest(x, y)))


def gemm(rng, c, a, b):
    """C = alpha A B + beta C, into operand 0; beta = 0 does not read C, which then holds NaN."""
    rows, inner, columns = _extent(rng), _extent(rng), _extent(rng)
    alpha, beta = int(rng.integers(-2, 3)), int(rng.integers(-1, 2))
    layout = str(rng.choice(["row-major", "column-major", "stepped", "reversed"]))
    z = random_array(rng, c, (rows, columns), "random", layout=layout)
    if beta == 0 and not is_exact(c):
        z[...] = np.nan
    x, y = _factor(rng, a, (rows, inner)), _factor(rng, b, (inner, columns))
    kept = exact_or_wide(z) * beta if beta else 0
    value = (alpha * np.matmul(exact_or_wide(x), exact_or_wide(y)) + kept).astype(c)
    size = abs(alpha) * largest(x, y) + (abs(beta) * largest(z) if beta else 0)
    tolerance = product_tolerance(c, inner + 1, size)
    return Case([z, x, y], value, tolerance, {"alpha": alpha, "beta": beta})


def linalg():
    return [
        Operation("dot", pairs(TYPES), dot),
        Operation("matmul.rank2", pairs(TYPES), matmul(2, 2)),
        Operation("matmul.vector.rank1", pairs(TYPES), matmul(2, 1)),
        Operation("vector.matmul.rank1", pairs(TYPES), matmul(1, 2)),
        Operation("gemm", [(dtype,) * 3 for dtype in TYPES], gemm),
    ]
