# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements chosen by indices and by conditions, and added where indices say."""

import numpy as np

from golden.arrays import kind, random_array, random_shape
from golden.cases import EQUAL, Case, Operation, each, eps, is_exact, wide, within
from golden.reductions import random_axis, summed_array

MOST = 8  # elements of an operand
EACH = 20  # cases of each operation and element type


def _chosen(rng, dtype, available, count):
    """As many indices below `available`; random_values would bring the type's extremes."""
    values = rng.integers(0, max(available, 1), count if available else 0).astype(dtype)
    stepped = np.zeros(2 * len(values), dtype)[::2]
    stepped[...] = values
    return stepped if rng.random() < 0.5 else values


def gather(rng, dtype, index):
    """take_along_axis."""
    x = random_array(rng, dtype, random_shape(rng, 3, MOST, least=1))
    axis = random_axis(rng, 3)
    shape = list(x.shape)
    shape[axis] = int(rng.integers(0, 4))
    if rng.random() < 0.05:
        shape[(axis + 1) % 3] += 1
        return Case([x, np.zeros(shape, index)], "ShapeError", settings={"axis": axis})
    chosen = rng.integers(0, x.shape[axis], shape).astype(index)
    chosen = np.asfortranarray(chosen) if rng.random() < 0.3 else chosen
    value = np.take_along_axis(x, chosen.astype("int64"), axis)
    return Case([x, chosen], value, settings={"axis": axis})


def take(rng, dtype, index):
    x = random_array(rng, dtype, random_shape(rng, 3, MOST, least=1))
    axis = random_axis(rng, 3)
    chosen = _chosen(rng, index, x.shape[axis], int(rng.integers(0, 4)))
    return Case([x, chosen], np.take(x, chosen, axis), settings={"axis": axis})


def scatter_add(rng, target, index, source):
    """add.at in the next wider type: each element is that sum, rounded."""
    shape = random_shape(rng, 2, MOST)
    layout = str(rng.choice(["row-major", "column-major", "permuted", "stepped", "reversed"]))
    x = random_array(rng, target, shape, "random" if kind(target) in "fc" else None, layout=layout)
    chosen = _chosen(rng, index, shape[0], int(rng.integers(0, 7)))
    y = summed_array(rng, source, (len(chosen), shape[1]))
    if rng.random() < 0.05:
        y = random_array(rng, source, (len(chosen) + 1, shape[1]))
        return Case([x, chosen, y], "ShapeError")
    value = x.copy() if is_exact(target) else wide(x)
    np.add.at(value, chosen.astype("int64"), y.astype(value.dtype))
    if is_exact(target):
        return Case([x, chosen, y], value, EQUAL)
    parts = np.zeros(shape)  # the largest sum of sizes that one element is made of
    sizes = np.abs(np.where(np.isfinite(y), y, 0)).astype("float64")
    np.add.at(parts, chosen.astype("int64"), sizes)
    size = float((parts + np.abs(x)).max()) if x.size else 0.0
    return Case([x, chosen, y], value.astype(target), within(2 * eps(target) * size))


def _condition(rng, dtype, shape):
    """Of which about half are 0; NaN is not."""
    x = random_array(rng, dtype, shape)
    return np.where(rng.random(shape) < 0.5, x, x.dtype.type(0)) if kind(dtype) != "b" else x


def compress(rng, condition, dtype):
    x = random_array(rng, dtype, random_shape(rng, most=MOST))
    chosen = _condition(rng, condition, x.shape)
    return Case([chosen, x], x[chosen.astype(bool)])


def compress_along(rng, condition, dtype):
    x = random_array(rng, dtype, random_shape(rng, 3, MOST))
    axis = random_axis(rng, 3)
    chosen = _condition(rng, condition, (x.shape[axis],))
    if rng.random() < 0.05:
        return Case([_condition(rng, condition, (x.shape[axis] + 1,)), x], "ShapeError", settings={"axis": axis})
    return Case([chosen, x], np.compress(chosen.astype(bool), x, axis), settings={"axis": axis})


def flatnonzero(rng, dtype):
    x = _condition(rng, dtype, random_shape(rng, most=MOST))
    return Case([x], np.flatnonzero(x).astype("int64"))


def nonzero(rng, dtype):
    """The indices along one of the axes."""
    x = _condition(rng, dtype, random_shape(rng, 3, MOST))
    axis = int(rng.integers(0, 3))
    return Case([x], np.nonzero(x)[axis].astype("int64"), settings={"axis": axis})


def indexing():
    gathered = [("float32", "int64"), ("complex128", "uint8"), ("bool", "int32")]
    added = [("float32", "int64", "float32"), ("float64", "int32", "float32"), ("int32", "uint8", "int16")]
    added.append(("complex128", "uint64", "complex128"))
    conditions = [("bool", "float32"), ("float64", "complex128")]
    truths = each(["bool", "float64"])
    operations = [
        Operation("gather.rank3", gathered, gather),
        Operation("take.axis.rank3", gathered, take),
        Operation("scatter_add", added, scatter_add),
        Operation("compress.rank1", conditions, compress),
        Operation("compress.axis.rank3", conditions, compress_along),
        Operation("flatnonzero.rank1", truths, flatnonzero),
        Operation("nonzero.rank1", truths, nonzero),
    ]
    for operation in operations:
        operation.least = EACH
    return operations
