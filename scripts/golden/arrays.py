# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random arrays: element types, shapes, values, and how they lie in memory."""

import math

import numpy as np

BOOL = ["bool"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
REAL = BOOL + INTEGERS + FLOATS
ALL = REAL + COMPLEX

MOST_ELEMENTS = 16  # of a result: the table is to stay small


def kind(dtype):
    return np.dtype(dtype).kind


def real_of(dtype):
    """The type of the parts of a complex type; other types as they are."""
    return {"complex64": "float32", "complex128": "float64"}.get(str(np.dtype(dtype)), str(np.dtype(dtype)))


def random_shape(rng, axes=None, most=MOST_ELEMENTS, least=0):
    """`axes` extents from `least` to 5, few of them 0, with at most `most` elements together."""
    axes = int(rng.integers(0, 5)) if axes is None else axes
    while True:
        shape = tuple(int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.02, 0.26, 0.28, 0.24, 0.1, 0.1])) for _ in range(axes))
        if math.prod(shape) <= most and all(extent >= least for extent in shape):
            return shape


def broadcast_partner(rng, shape):
    """A shape that broadcasts with `shape`, to it: some extents 1, some axes left out in front."""
    partner = [1 if rng.random() < 0.3 else extent for extent in shape]
    return tuple(partner[int(rng.integers(0, len(partner) + 1)) if rng.random() < 0.4 else 0 :])


def broadcast_shapes(rng, count, axes=None):
    """`count` shapes that broadcast together; which of them is the larger one changes."""
    shape = random_shape(rng, axes)
    shapes = [broadcast_partner(rng, shape) if rng.random() < 0.6 else shape for _ in range(count)]
    if rng.random() < 0.7:
        shapes[int(rng.integers(0, count))] = shape
    return shapes


def _specials(dtype):
    info = np.finfo(dtype)
    tiny = info.smallest_subnormal
    return [np.nan, np.inf, -np.inf, -0.0, 0.0, tiny, -tiny, info.tiny, info.max, -info.max, info.eps]


def _real_values(rng, dtype, count, style, lo, hi):
    if style == "small":  # multiples of 1/4: sums and products of a few are exact
        values = rng.integers(math.ceil(4 * lo), math.floor(4 * hi) + 1, count) / 4
    else:
        digits = 3 - math.floor(math.log10(max(abs(lo), abs(hi))))
        values = np.round(rng.uniform(lo, hi, count), digits)
        values = np.clip(values, lo, hi)
    values = values.astype(dtype)
    if style == "special" and count:
        some = rng.random(count) < 0.3
        values[some] = rng.choice(np.array(_specials(dtype), dtype=dtype), int(some.sum()))
    return values


def random_values(rng, dtype, count, style=None, lo=-6.0, hi=6.0):
    """`count` values. Styles: small (whole numbers, or multiples of 1/4), random, special (the type's extremes too)."""
    style = style or str(rng.choice(["small", "random", "special"], p=[0.45, 0.35, 0.2]))
    if kind(dtype) == "b":
        return rng.random(count) < 0.5
    if kind(dtype) in "iu":
        info = np.iinfo(dtype)
        lo, hi = max(math.ceil(lo), info.min), min(math.floor(hi), info.max)
        values = rng.integers(lo, hi + 1, count).astype(dtype)
        if style == "special" and count:
            some = rng.random(count) < 0.3
            values[some] = rng.choice(np.array([info.min, info.max, info.max // 2 + 1], dtype), int(some.sum()))
        return values
    if kind(dtype) == "c":
        part = real_of(dtype)
        values = np.empty(count, dtype)
        values.real = _real_values(rng, part, count, style, lo, hi)
        values.imag = _real_values(rng, part, count, style, lo, hi)
        return values
    return _real_values(rng, dtype, count, style, lo, hi)


LAYOUTS = ["row-major", "column-major", "permuted", "stepped", "reversed", "repeated"]


def lay_out(rng, values, layout=None):
    """`values` as a view into memory with the strides of such a layout; their values change only where it repeats."""
    layout = layout or str(rng.choice(LAYOUTS, p=[0.34, 0.14, 0.14, 0.16, 0.11, 0.11]))
    axes = values.ndim
    if layout == "row-major" or axes == 0 or values.size == 0:
        return np.ascontiguousarray(values).reshape(values.shape)
    if layout == "column-major":
        return np.asfortranarray(values)
    if layout == "permuted":
        order = rng.permutation(axes)
        return np.ascontiguousarray(values.transpose(order)).transpose(np.argsort(order))
    if layout == "stepped":
        steps = [int(rng.integers(1, 4)) for _ in range(axes)]
        parent = np.zeros([extent * step for extent, step in zip(values.shape, steps)], values.dtype)
        view = parent[tuple(slice(None, None, step) for step in steps)]
        view[...] = values
        return view
    if layout == "reversed":
        flips = tuple(slice(None, None, -1 if rng.random() < 0.6 else 1) for _ in range(axes))
        return np.ascontiguousarray(values[flips])[flips]
    repeated = [rng.random() < 0.5 for _ in range(axes)]  # a stride of 0
    part = values[tuple(slice(0, 1) if again else slice(None) for again in repeated)]
    return np.broadcast_to(np.ascontiguousarray(part), values.shape)


def random_array(rng, dtype, shape, style=None, lo=-6.0, hi=6.0, layout=None):
    return lay_out(rng, random_values(rng, dtype, math.prod(shape), style, lo, hi).reshape(shape), layout)


def _real_text(value):
    value = value.item() if value.dtype == np.float64 else value
    if np.isnan(value):
        return "nan"
    text = repr(value) if isinstance(value, float) else str(value)
    return text[:-2] if text.endswith(".0") else text


def element_text(value):
    if value.dtype.kind == "b":
        return "1" if value else "0"
    if value.dtype.kind == "c":
        return f"{_real_text(value.real)},{_real_text(value.imag)}"
    return _real_text(value) if value.dtype.kind == "f" else str(value)


def shape_text(shape):
    return ",".join(str(extent) for extent in shape)


def array_text(array, with_strides=True):
    """`float32[2,3]@1,2 1 2 3 4 5 6`, without the strides in row-major order."""
    head = f"{array.dtype}[{shape_text(array.shape)}]"
    if with_strides and not array.flags.c_contiguous:
        head += "@" + ",".join(str(stride // array.itemsize) for stride in array.strides)
    return " ".join([head, *(element_text(value) for value in array.ravel())])
