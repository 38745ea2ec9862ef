# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other arrangements of axes, and elements moved, repeated, joined and cut: for types of three sizes."""

import numpy as np

from golden import rules
from golden.arrays import kind, random_array, random_shape
from golden.cases import Case, Operation, each, pairs
from golden.reductions import random_axis

TYPES = ["bool", "float32", "complex128"]
MOST = 8  # elements of an operand
EACH = 20  # cases of each operation and element type


def _operand(rng, dtype, axes=None, least=0, from_axes=0):
    """Of `axes` axes, or of `from_axes` to 4."""
    axes = int(rng.integers(from_axes, 5)) if axes is None else axes
    return random_array(rng, dtype, random_shape(rng, axes, MOST, least))


def along_axis(function, axes=None, **settings):
    """`function(x, number..., axis)`; each setting is made by a function of rng. Now and then there is no such axis."""

    def make(rng, dtype):
        x = _operand(rng, dtype, axes, from_axes=1)
        numbers = {name: setting(rng) for name, setting in settings.items()}
        if rng.random() < 0.05:
            return Case([x], "ValueError", settings={**numbers, "axis": x.ndim})
        axis = random_axis(rng, x.ndim)
        return Case([x], function(x, *numbers.values(), axis), settings={**numbers, "axis": axis})

    return make


def of_all(function, **settings):
    def make(rng, dtype):
        x = _operand(rng, dtype)
        numbers = {name: setting(rng) for name, setting in settings.items()}
        return Case([x], np.asarray(function(x, *numbers.values())), settings=numbers)

    return make


def flip_of_two(rng, dtype):
    x = _operand(rng, dtype, from_axes=2)
    first, second = (int(axis) for axis in rng.permutation(x.ndim)[:2])
    if rng.random() < 0.1:
        return Case([x], "ValueError", settings={"axes": [first, first - x.ndim]})
    return Case([x], np.flip(x, (first, second)), settings={"axes": [first - x.ndim, second]})


def two_axes(function):
    def make(rng, dtype):
        x = _operand(rng, dtype, 4)
        axes = [random_axis(rng, 4), random_axis(rng, 4)]
        if rng.random() < 0.05:
            return Case([x], "ValueError", settings={"axes": [axes[0], 4]})
        return Case([x], function(x, *axes), settings={"axes": axes})

    return make


def expand_dims(rng, dtype):
    x = _operand(rng, dtype, 2)
    axis = random_axis(rng, 3)
    return Case([x], np.expand_dims(x, axis), settings={"axis": axis})


def squeeze(rng, dtype):
    shape = list(random_shape(rng, 3, MOST))
    axis = random_axis(rng, 3)
    if rng.random() < 0.9:
        shape[axis] = 1
    x = random_array(rng, dtype, shape)
    return Case([x], np.squeeze(x, axis) if shape[axis] == 1 else "ShapeError", settings={"axis": axis})


def split(rng, dtype):
    """One of the parts; `parts` is how many there must be."""
    shape, axis, sections = list(random_shape(rng, 2, MOST)), random_axis(rng, 2), int(rng.integers(1, 4))
    if rng.random() < 0.9:
        shape[axis] = sections * int(rng.integers(0, 3))
    x = random_array(rng, dtype, shape)
    settings = {"sections": sections, "axis": axis, "part": int(rng.integers(0, sections)), "parts": sections}
    if shape[axis] % sections:
        return Case([x], "ValueError", settings=settings)
    return Case([x], np.split(x, sections, axis)[settings["part"]], settings=settings)


def split_at(rng, dtype):
    x, axis = _operand(rng, dtype, 2, least=1), random_axis(rng, 2)
    positions = [int(place) for place in rng.integers(0, x.shape[axis] + 1, int(rng.integers(0, 3)))]
    rising = positions == sorted(positions)
    if not rising and rng.random() < 0.7:
        positions, rising = sorted(positions), True
    parts = len(positions) + 1
    settings = {"positions": positions, "axis": axis, "part": int(rng.integers(0, parts)), "parts": parts}
    if not rising:
        return Case([x], "ValueError", settings=settings)
    return Case([x], np.split(x, positions, axis)[settings["part"]], settings=settings)


def _shift(rng):
    return int(rng.integers(-7, 8))


def _count(rng):
    return int(rng.integers(0, 4))


def tile(rng, dtype):
    x = _operand(rng, dtype, 2)
    counts = [_count(rng), _count(rng)]
    if rng.random() < 0.05:
        counts[1] = -1
        return Case([x], "ValueError", settings={"counts": counts})
    return Case([x], np.tile(x, counts), settings={"counts": counts})


def pad(rng, dtype):
    x = _operand(rng, dtype, 2)
    before, behind = ([int(width) for width in rng.integers(0, 3, 2)] for _ in range(2))
    value = int(rng.integers(0, 2)) if kind(dtype) == "b" else float(rng.integers(-8, 9)) / 4
    settings = {"before": before, "behind": behind, "value": value}
    if rng.random() < 0.05:
        before[0] = -1
        return Case([x], "ValueError", settings=settings)
    return Case([x], np.pad(x, list(zip(before, behind)), constant_values=value), settings=settings)


def pad_with(mode):
    """Reflections of the first and second order: of more, NumPy before 2.0 has some wrong."""

    def make(rng, dtype):
        x = _operand(rng, dtype, 2)
        most = [3 if mode == "edge" or extent < 2 else 2 * (extent - 1) for extent in x.shape]
        before, behind = ([int(rng.integers(0, width + 1)) for width in most] for _ in range(2))
        settings = {"before": before, "behind": behind}
        if any(extent == 0 and before[d] + behind[d] > 0 for d, extent in enumerate(x.shape)):
            return Case([x], "ValueError", settings=settings)
        return Case([x], np.pad(x, list(zip(before, behind)), mode), settings=settings)

    return make


def tile_of_eight(rng, dtype):
    x = _operand(rng, dtype, 8)
    counts = [int(count) for count in rng.choice([1, 2], 8, p=[0.8, 0.2])]
    return Case([x], np.tile(x, counts), settings={"counts": counts})


def concatenate(number):
    """Of operands of one rank that differ along the axis."""

    def make(rng, *types):
        shape, axis = list(random_shape(rng, 2, MOST)), random_axis(rng, 2)
        parts = []
        for dtype in types:
            shape[axis] = int(rng.integers(0, 3))
            parts.append(random_array(rng, dtype, shape))
        if rng.random() < 0.1:
            shape[1 - axis % 2] += 1
            parts[-1] = random_array(rng, types[-1], shape)
            return Case(parts, "ShapeError", settings={"axis": axis})
        to = types[0] if number > 2 else rules.common(*types)
        return Case(parts, np.concatenate(parts, axis).astype(to), settings={"axis": axis})

    return make


def stack(rng, *types):
    shape, axis = random_shape(rng, 2, MOST), random_axis(rng, 3)
    parts = [random_array(rng, dtype, shape) for dtype in types]
    if rng.random() < 0.1:
        parts[-1] = random_array(rng, types[-1], (shape[0] + 1, shape[1]))
        return Case(parts, "ShapeError", settings={"axis": axis})
    to = types[0] if len(types) > 2 else rules.common(*types)
    return Case(parts, np.stack(parts, axis).astype(to), settings={"axis": axis})


def arranging():
    of_each = each(TYPES)
    threes = [(dtype,) * 3 for dtype in TYPES]
    joined = [*pairs(TYPES), ("int16", "float64")]
    operations = [
        Operation("flip", of_each, of_all(np.flip)),
        Operation("flip.axis", of_each, along_axis(np.flip)),
        Operation("flip.axes", of_each, flip_of_two),
        Operation("expand_dims.rank2", of_each, expand_dims),
        Operation("squeeze.rank3", of_each, squeeze),
        Operation("swapaxes.rank4", of_each, two_axes(np.swapaxes)),
        Operation("moveaxis.rank4", of_each, two_axes(np.moveaxis)),
        Operation("flatten.rank1", of_each, of_all(np.ravel)),
        Operation("split.rank2", of_each, split),
        Operation("split_at.rank2", of_each, split_at),
        Operation("roll", of_each, of_all(np.roll, shift=_shift)),
        Operation("roll.axis", of_each, along_axis(np.roll, shift=_shift)),
        Operation("repeat.rank1", of_each, of_all(np.repeat, count=_count)),
        Operation("repeat.axis", of_each, along_axis(np.repeat, count=_count)),
        Operation("tile.rank2", of_each, tile),
        Operation("pad.rank2", of_each, pad),
        Operation("pad.edge.rank2", of_each, pad_with("edge")),
        Operation("pad.reflect.rank2", of_each, pad_with("reflect")),
        Operation("repeat.axis.rank8", each(["float32"]), along_axis(np.repeat, axes=8, count=_count)),
        Operation("tile.rank8", each(["float32"]), tile_of_eight),
        Operation("concatenate.rank2", joined, concatenate(2)),
        Operation("concatenate.list.rank2", threes, concatenate(3)),
        Operation("stack.rank3", joined, stack),
        Operation("stack.list.rank3", threes, stack),
    ]
    for operation in operations:
        operation.least = EACH
    return operations
