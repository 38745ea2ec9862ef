# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that move elements: for one type of each size."""

import numpy as np

from golden.arrays import broadcast_partner, random_array, random_shape
from golden.cases import Case, Operation, each

TYPES = ["bool", "int16", "float32", "uint64", "complex128"]


def transpose(rank):
    def make(rng, dtype):
        x = random_array(rng, dtype, random_shape(rng, rank))
        return Case([x], x.transpose())

    return make


def permute(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng, 4))
    axes = [int(axis) for axis in rng.permutation(4)]
    if rng.random() < 0.1:
        axes[0] = axes[1]
        return Case([x], "ValueError", settings={"axes": axes})
    return Case([x], x.transpose(axes), settings={"axes": axes})


def _another_shape(rng, size):
    """Up to 4 extents with this product."""
    extents = []
    for factor in range(2, size + 1):
        while size % factor == 0:
            extents.append(factor)
            size //= factor
    while len(extents) > 4 or (len(extents) > 1 and rng.random() < 0.3):
        extents.append(extents.pop() * extents.pop())
    return [extents[i] for i in rng.permutation(len(extents))]


def reshape(rng, dtype):
    """Of elements in any layout, brought into row-major order first."""
    x = random_array(rng, dtype, random_shape(rng, least=1))
    shape = _another_shape(rng, x.size) or [1]
    if rng.random() < 0.1:
        shape[0] += 1
        return Case([x], "ShapeError", settings={"shape": shape})
    value = x.reshape(shape)
    if rng.random() < 0.3:
        shape[int(rng.integers(0, len(shape)))] = -1
    return Case([x], value, settings={"shape": shape})


def broadcast_to(rng, dtype):
    shape = random_shape(rng, int(rng.integers(1, 5)))
    x = random_array(rng, dtype, broadcast_partner(rng, shape))
    if rng.random() < 0.1:
        longer = (*shape[:-1], shape[-1] + 1 if shape[-1] != 1 else 0)
        if x.ndim and x.shape[-1] not in (1, longer[-1]):
            return Case([x], "ShapeError", settings={"shape": longer})
    return Case([x], np.broadcast_to(x, shape), settings={"shape": shape})


def _range(rng, extent):
    lo = int(rng.integers(0, extent + 1))
    return lo, int(rng.integers(lo, extent + 1)), int(rng.integers(1, 4))


def slice_of(rank, with_index):
    """Ranges with steps for each axis; with an index, that stands for one axis, the first of two or the second of
    three."""

    def make(rng, dtype):
        x = random_array(rng, dtype, random_shape(rng, rank, most=40, least=1))
        place = rank - 2
        parts, settings = [], {"lo": [], "hi": [], "step": []}
        for axis, extent in enumerate(x.shape):
            if with_index and axis == place:
                settings["index"] = int(rng.integers(0, extent))
                parts.append(settings["index"])
            elif with_index and rank == 2:
                parts.append(slice(None))
            else:
                lo, hi, step = _range(rng, extent)
                for name, value in (("lo", lo), ("hi", hi), ("step", step)):
                    settings[name].append(value)
                parts.append(slice(lo, hi, step))
        used = {name: value for name, value in settings.items() if value != []}
        if rng.random() < 0.1 and "hi" in used:
            used["hi"][0] = 9
            return Case([x], "ValueError", settings=used)
        return Case([x], x[tuple(parts)], settings=used)

    return make


def take(rng, dtype, index):
    x = random_array(rng, dtype, random_shape(rng, 2, least=1))
    chosen = rng.integers(0, x.shape[0], int(rng.integers(0, 6))).astype(index)
    stepped = np.zeros(2 * len(chosen), index)[::2]
    stepped[...] = chosen
    return Case([x, stepped if rng.random() < 0.5 else chosen], x[chosen])


def shaping():
    indices = [(dtype, "int64") for dtype in TYPES] + [("float64", "uint8"), ("float64", "int32")]
    return [
        Operation("transpose.rank4", each(TYPES), transpose(4)),
        Operation("transpose.rank2", each(TYPES), transpose(2)),
        Operation("permute.rank4", each(TYPES), permute),
        Operation("reshape", each(TYPES), reshape),
        Operation("broadcast_to", each(TYPES), broadcast_to),
        Operation("slice.rank2", each(TYPES), slice_of(2, with_index=False)),
        Operation("slice.row.rank2", each(TYPES), slice_of(2, with_index=True)),
        Operation("slice.rank3", each(TYPES), slice_of(3, with_index=True)),
        Operation("take.rank2", indices, take),
    ]
