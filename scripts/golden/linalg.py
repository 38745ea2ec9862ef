# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and decompositions of matrices."""

import numpy as np

from golden import rules
from golden.arrays import random_array, random_shape, real_of
from golden.cases import EQUAL, Case, Operation, each, eps, is_exact, largest, pairs, wide, within

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


def stacked_matmul(rng, a, b):
    """Stacks whose leading axes broadcast."""
    rows, inner, columns, stack = (int(rng.integers(1, 4)) for _ in range(4))
    x = _factor(rng, a, (int(rng.integers(1, 3)), int(rng.choice([1, stack])), rows, inner))
    y = _factor(rng, b, (stack, inner, columns))
    value = np.matmul(exact_or_wide(x), exact_or_wide(y))
    return Case([x, y], np.asarray(value).astype(a), product_tolerance(a, inner, largest(x, y)))


def vdot(rng, a, b):
    inner = int(rng.integers(0, 12))
    x, y = _factor(rng, a, (inner,)), _factor(rng, b, (inner,))
    to = rules.summed(a)
    value = np.dot(x.astype(to), y.astype(to)) if is_exact(a) else np.sum(np.conj(wide(x)) * wide(y))
    return Case([x, y], np.asarray(value).astype(to), product_tolerance(a, inner, largest(x, y)))


def outer(function, axes):
    def make(rng, a, b):
        x, y = _factor(rng, a, random_shape(rng, axes, most=6)), _factor(rng, b, random_shape(rng, axes, most=6))
        value = np.asarray(function(x, y))
        return Case([x, y], value, EQUAL if is_exact(a) else within(8 * eps(a) * largest(x, y)))

    return make


def adjoint(rng, dtype):
    x = _factor(rng, dtype, random_shape(rng, 3))
    return Case([x], np.conj(np.swapaxes(x, -1, -2)), EQUAL)


def norm(order, axes, along=False):
    """(N + 2) eps times the sum of sizes, at most N times the largest."""

    def make(rng, dtype):
        x = _factor(rng, dtype, random_shape(rng, axes, least=1))
        where = {"axis": int(rng.integers(-axes, axes))} if along else {}
        value = np.asarray(np.linalg.norm(x.astype("complex128" if dtype[0] == "c" else "float64"), order, **where))
        tolerance = within((x.size + 2) * x.size * eps(dtype) * largest(x))
        return Case([x], value.astype(real_of(dtype)), tolerance, where)

    return make


def spectral_norm(rng, dtype):
    """The largest singular value; of no element 0, where NumPy throws. LAPACK: c max(M, N) eps of it, c is small."""
    x = _factor(rng, dtype, random_shape(rng, 2))
    to = "float64" if is_exact(dtype) else real_of(dtype)
    wider = x.astype("complex128" if dtype[0] == "c" else "float64")
    value = np.asarray(np.linalg.norm(wider, 2) if x.size else 0.0)
    return Case([x], value.astype(to), within(4 * max(*x.shape, 1) * eps(to) * float(value)))


def product_into(shapes, function):
    """alpha A B + beta C into operand 0. `shapes(rows, inner, columns)` gives those of C, A and B; beta = 0 does not
    read C, which then holds NaN."""

    def make(rng, c, a, b):
        alpha, beta = int(rng.integers(-2, 3)), int(rng.integers(-1, 2))
        inner = _extent(rng)
        of_c, of_a, of_b = shapes(_extent(rng), inner, _extent(rng))
        z = random_array(rng, c, of_c, "random", layout=str(rng.choice(["row-major", "column-major", "stepped"])))
        if beta == 0 and not is_exact(c):
            z[...] = np.nan
        x, y = _factor(rng, a, of_a), _factor(rng, b, of_b)
        kept = exact_or_wide(z) * beta if beta else 0
        value = np.asarray(alpha * function(exact_or_wide(x), exact_or_wide(y)) + kept).astype(c)
        size = abs(alpha) * largest(x, y) + (abs(beta) * largest(z) if beta else 0)
        return Case([z, x, y], value, product_tolerance(c, inner + 1, size), {"alpha": alpha, "beta": beta})

    return make


def _gemm(rows, inner, columns):
    return (rows, columns), (rows, inner), (inner, columns)


def _gemm_adjoint(rows, inner, columns):
    return (rows, columns), (inner, rows), (columns, inner)


def _gemv(rows, inner, _):
    return (rows,), (rows, inner), (inner,)


def _batched(rows, inner, columns):
    return (2, rows, columns), (2, rows, inner), (1, inner, columns)


def linalg():
    more = ["float32", "complex128"]
    threes = [(dtype,) * 3 for dtype in TYPES]
    return [
        Operation("dot", pairs(TYPES), dot),
        Operation("vdot", pairs(TYPES), vdot),
        Operation("outer.rank2", pairs(TYPES), outer(np.outer, 1)),
        Operation("kron.rank2", pairs(more), outer(np.kron, 2)),
        Operation("matmul.rank2", pairs(TYPES), matmul(2, 2)),
        Operation("matmul.vector.rank1", pairs(TYPES), matmul(2, 1)),
        Operation("vector.matmul.rank1", pairs(TYPES), matmul(1, 2)),
        Operation("matmul.rank43", pairs(TYPES), stacked_matmul),
        Operation("gemm", threes, product_into(_gemm, np.matmul)),
        Operation(
            "gemm.adjoint", threes, product_into(_gemm_adjoint, lambda x, y: np.matmul(np.conj(x).T, y.T))
        ),
        Operation("gemv", threes, product_into(_gemv, np.matmul)),
        Operation("batched_gemm", [(dtype,) * 3 for dtype in more], product_into(_batched, np.matmul)),
        Operation("adjoint.rank3", each(more), adjoint),
        Operation("norm_1.rank1", each(more), norm(1, 1)),
        Operation("norm_1.rank2", each(more), norm(1, 2)),
        Operation("norm_inf.rank2", each(more), norm(np.inf, 2)),
        Operation("norm_2.axis.rank2", each(more), norm(2, 2, along=True)),
        Operation("norm_2.rank2", each([*more, "int32"]), spectral_norm, least=20),
    ]
