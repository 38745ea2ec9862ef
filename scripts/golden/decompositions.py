# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What LAPACK computes: of well-conditioned matrices, so that results and not only residuals can be compared."""

import numpy as np
import scipy.linalg

from golden.arrays import lay_out, random_values, real_of
from golden.cases import EQUAL, Case, Operation, each, eps, pairs, within

TYPES = ["float32", "float64", "complex128"]


def _matrices(rng, dtype, stack, rows, columns):
    """Random, with a diagonal that keeps them far from singular, and in any layout."""
    shape = (*stack, rows, columns)
    values = random_values(rng, dtype, int(np.prod(shape)), "random", -1, 1).reshape(shape)
    values = values + 3 * np.eye(rows, columns, dtype=dtype)
    layout = str(rng.choice(["row-major", "column-major", "permuted", "stepped", "reversed"]))
    return lay_out(rng, np.asarray(values, dtype), layout)


def _stack(rng, rank):
    return tuple(int(rng.integers(1, 3)) for _ in range(rank - 2))


def _double(x):
    return x.astype("complex128" if x.dtype.kind == "c" else "float64")


def tolerance(dtype, value, condition=50):
    """Entries below 4 and a condition number below 50: N eps times both, and the size of the result."""
    size = float(np.abs(value).max()) if value.size else 0.0
    return within(8 * condition * eps(dtype) * max(size, 1.0))


def of_square(rank, function, result=lambda dtype: dtype, prepare=lambda x: x):
    def make(rng, dtype):
        n = int(rng.integers(1, 5))
        x = _matrices(rng, dtype, _stack(rng, rank), n, n)
        value = np.asarray(function(prepare(_double(x)))).astype(result(dtype))
        return Case([x], value, tolerance(dtype, value))

    return make


def positive_definite(rng, dtype):
    """Only the lower triangle is read: the upper one holds what the other is not."""
    n = int(rng.integers(1, 5))
    x = _matrices(rng, dtype, _stack(rng, 3), n, n)
    hermitian = np.tril(_double(x), -1)
    diagonal = np.real(np.einsum("...ii->...i", _double(x)))[..., None] * np.eye(n)
    full = hermitian + np.conj(np.swapaxes(hermitian, -1, -2)) + 3 * diagonal
    given = lay_out(rng, (full + np.triu(np.ones((n, n)), 1)).astype(dtype), "row-major")
    exact = np.tril(_double(given), -1)
    exact = exact + np.conj(np.swapaxes(exact, -1, -2)) + np.real(np.einsum("...ii->...i", _double(given)))[
        ..., None
    ] * np.eye(n)
    value = np.asarray(np.linalg.cholesky(exact)).astype(dtype)
    return Case([given], value, tolerance(dtype, value))


def of_any(rank, function, result=lambda dtype: dtype):
    def make(rng, dtype):
        x = _matrices(rng, dtype, _stack(rng, rank), int(rng.integers(1, 5)), int(rng.integers(1, 5)))
        value = np.asarray(function(_double(x))).astype(result(dtype))
        return Case([x], value, tolerance(dtype, value))

    return make


def permutation(rng, dtype):
    """Row i of A is row p[i] of L U."""
    x = _matrices(rng, dtype, (), int(rng.integers(1, 5)), int(rng.integers(1, 5)))
    p = scipy.linalg.lu(_double(x))[0]
    return Case([x], np.argmax(p, axis=1).astype("int64"), EQUAL)


def solve(rank, vector):
    def make(rng, a, b):
        n = int(rng.integers(1, 5))
        stack = _stack(rng, rank)
        x = _matrices(rng, a, stack, n, n)
        y = _matrices(rng, b, stack, n, int(rng.integers(1, 4)))
        y = np.ascontiguousarray(y[..., 0]) if vector else y
        value = np.asarray(np.linalg.solve(_double(x), _double(y))).astype(a)
        return Case([x, y], value, tolerance(a, value))

    return make


def singular(rng, a, b):
    """An exact zero for a pivot."""
    if rng.random() > 0.1:
        return solve(3, vector=False)(rng, a, b)
    return Case([np.zeros((1, 2, 2), a), np.ones((1, 2, 1), b)], "ValueError")


def least_squares(rng, a, b):
    rows = int(rng.integers(1, 6))
    x = _matrices(rng, a, (), rows, int(rng.integers(1, 4)))
    y = _matrices(rng, b, (), rows, int(rng.integers(1, 4)))
    value = np.asarray(np.linalg.lstsq(_double(x), _double(y), rcond=None)[0]).astype(a)
    return Case([x, y], value, tolerance(a, value, 500))


def _lower_hermitian(x):
    lower = np.tril(x, -1)
    return lower + np.conj(np.swapaxes(lower, -1, -2)) + np.real(np.einsum("...ii->...i", x))[..., None] * np.eye(
        x.shape[-1]
    )


def decompositions():
    types = each(TYPES)
    return [
        Operation("cholesky.rank3", types, positive_definite),
        Operation("det.rank3", types, of_square(3, np.linalg.det)),
        Operation("slogdet.logabsdet.rank3", types, of_square(3, lambda x: np.linalg.slogdet(x)[1], real_of)),
        Operation("eigh.values.rank3", types, of_square(3, np.linalg.eigvalsh, real_of, _lower_hermitian)),
        Operation("eigvalsh.rank2", types, of_square(2, np.linalg.eigvalsh, real_of, _lower_hermitian)),
        Operation("inv.rank3", types, of_square(3, np.linalg.inv)),
        Operation("lu.U.rank2", types, of_any(2, lambda x: scipy.linalg.lu(x)[2])),
        Operation("lu.permutation.rank2", types, permutation),
        Operation("qr.abs_R.rank2", types, of_any(2, lambda x: np.abs(np.linalg.qr(x)[1]), real_of)),
        Operation("svd.S.rank2", types, of_any(2, lambda x: np.linalg.svd(x, compute_uv=False), real_of)),
        Operation("svdvals.rank3", types, of_any(3, lambda x: np.linalg.svd(x, compute_uv=False), real_of)),
        Operation("solve.vector.rank2", pairs(TYPES), solve(2, vector=True)),
        Operation("solve.rank3", pairs(TYPES), singular),
        Operation("lstsq.rank2", pairs(TYPES), least_squares),
    ]
