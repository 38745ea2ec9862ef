# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spica's rules where they are not NumPy's own: which type a result has (include/spica/ops/types.hpp)."""

import numpy as np

from golden.arrays import kind, real_of


def common(a, b):
    """The type of A + B for two arrays. NumPy makes integers of different signs wider, up to float64; Spica never makes
    integers wider than the wider of the two, and float32 with an integer stays float32, as in C++."""
    a, b = str(np.dtype(a)), str(np.dtype(b))
    if "c" in (kind(a), kind(b)):
        parts = common(real_of(a), real_of(b))
        return "complex64" if parts == "float32" else "complex128"
    if "f" in (kind(a), kind(b)):
        floats = [dtype for dtype in (a, b) if kind(dtype) == "f"]
        return max(floats)
    if "b" in (kind(a), kind(b)):
        return b if kind(a) == "b" else a
    wide_a, wide_b = np.dtype(a).itemsize, np.dtype(b).itemsize
    if wide_a == wide_b:
        return a if kind(a) == "u" else b
    return a if wide_a > wide_b else b


def beside_real(dtype):
    """The type of X * 2.5: an array of integers becomes float64; others keep their type, as in NumPy."""
    return "float64" if kind(dtype) in "biu" else dtype


def beside_whole(dtype):
    """The type of X + 2: the array's; bool becomes int64."""
    return "int64" if kind(dtype) == "b" else dtype


def summed(dtype):
    """The type of a sum: integers of any width in 64 bits. NumPy does the same on this platform."""
    return {"b": "int64", "i": "int64", "u": "uint64"}.get(kind(dtype), str(np.dtype(dtype)))


def real_argument(dtype):
    """What a mathematical function of an integer computes in: float64. NumPy takes float16 for int8 and float32 for
    int16."""
    return "float64" if kind(dtype) in "biu" else dtype


def convert(array, dtype):
    """As static_cast does it, without NumPy's warnings."""
    with np.errstate(all="ignore"):
        return array.astype(dtype)


def by_value(array):
    """Integers as Python's, which compare by value whatever the types; others as they are."""
    return array.astype(object) if array.dtype.kind in "iu" else array
