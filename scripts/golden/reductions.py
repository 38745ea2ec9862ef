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


def _axes_of(rng, form, shape):
    """The settings, and NumPy's arguments, of one axis, of two, or of all."""
    if form == "axis":
        axis = random_axis(rng, len(shape))
        return {"axis": axis}, {"axis": axis}
    if form == "axes":
        chosen = [int(axis) for axis in rng.permutation(len(shape))[:2]]
        given = [axis - len(shape) if rng.random() < 0.5 else axis for axis in chosen]
        return {"axes": given}, {"axis": tuple(chosen)}
    return {}, {}


_LEAST_AXES = {"all": 0, "axis": 1, "axes": 2}


def reduction(function, form, result, tolerance, keepdims=False, source=summed_array, axes=None, wider=True):
    """`function(x, axis=...)` of elements in the next wider type, or as they are; `tolerance(x, value, **where)`."""

    def make(rng, dtype):
        shape = random_shape(rng, axes or int(rng.integers(_LEAST_AXES[form], 5)))
        settings, where = _axes_of(rng, form, shape)
        x = source(rng, dtype, shape)
        if keepdims:
            where["keepdims"] = True
        to = result(dtype)
        argument = wide(x) if wider and not is_exact(to) else x
        value = np.asarray(function(argument, **where))
        return Case([x], value.astype(to), tolerance(x, value, to, **where), settings)

    return make


def _equal(*_, **__):
    return EQUAL


def _sum_of_wide(x, value, to, **where):
    return sum_tolerance(x, to, **where)


def _mean_tolerance(x, value, to, **where):
    """That of the sum, divided by the number of elements, and one rounding."""
    terms = max(x.size // max(value.size, 1), 1)
    return within((math.log2(terms + 1) + 3) * eps(to) * _sizes(x, **where) / terms)


def _product_tolerance(x, value, to, **_):
    """A rounding for each factor, of complex ones four and measured by the largest result."""
    if is_exact(to):
        return EQUAL
    if kind(to) == "c":
        sizes = np.abs(value)[np.isfinite(value)]
        return within(8 * (x.size + 1) * eps(to) * float(sizes.max())) if sizes.size else EQUAL
    return ulp(x.size + 2)


def _variance_tolerance(root):
    """Two passes with the mean's rounding taken out: as a sum of squares, and the square of eps of the largest."""

    def tolerance(x, value, to, **_):
        sizes = np.abs(np.asarray(value))
        spread = float(sizes[np.isfinite(sizes)].max()) if np.isfinite(sizes).any() else 0.0
        size = np.abs(wide(x)).ravel()
        floor = eps(to) * float(size[np.isfinite(size)].max()) if np.isfinite(size).any() else 0.0
        return within(10 * eps(to) * spread + (floor if root else floor**2))

    return tolerance


def _any_value(rng, dtype, shape):
    return random_array(rng, dtype, shape, lo=-1, hi=1)


def _factors(rng, dtype, shape):
    return random_array(rng, dtype, shape, None if is_exact(dtype) else "random", -3, 3)


def _product(x, **where):
    return np.prod(x.astype(rules.summed(x.dtype)) if is_exact(x.dtype) else x, **where)


def _mean(x, **where):
    """The means of both parts of complex numbers. NumPy divides as by a complex number: a NaN goes into both."""
    if kind(x.dtype) != "c":
        return np.mean(x, **where)
    value = np.asarray(np.mean(x.real, **where)).astype(x.dtype)
    value.imag = np.mean(x.imag, **where)
    return value


def _real_result(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, rules.real_argument(dtype))


def _same(dtype):
    return dtype


def _to(dtype):
    return lambda _: dtype


def choice(function, form, to=None):
    """max, min, argmax, argmin: of no element ValueError; NaN wins, the first of several."""

    def make(rng, dtype):
        shape = random_shape(rng, int(rng.integers(_LEAST_AXES[form], 5)))
        settings, where = _axes_of(rng, form, shape)
        x = random_array(rng, dtype, shape, lo=-2, hi=2)
        reduced = where.get("axis", tuple(range(len(shape))))
        if any(shape[axis] == 0 for axis in (reduced if isinstance(reduced, tuple) else [reduced])):
            return Case([x], "ValueError", settings=settings)
        return Case([x], np.asarray(function(x, **where)).astype(to or dtype), EQUAL, settings)

    return make


def variance_with_ddof(rng, dtype):
    x = random_array(rng, dtype, random_shape(rng, int(rng.integers(1, 5)), least=1), "random")
    axis, less = random_axis(rng, x.ndim), int(rng.integers(0, 2))
    value = np.asarray(np.var(wide(rules.convert(x, "float64")), axis=axis, ddof=less))
    tolerance = _variance_tolerance(root=False)(x, value, "float64")
    return Case([x], value.astype("float64"), tolerance, {"axis": axis, "ddof": less})


def _logits(rng, dtype, shape):
    """Now and then classes of probability 0, or NaN."""
    x = random_array(rng, dtype, shape, "random", layout=None)
    if x.size and rng.random() < 0.25:
        x = x.copy()
        x.flat[rng.integers(0, x.size, 2)] = rng.choice([-np.inf, -np.inf, np.nan, np.inf])
    return x


def _logsumexp(x, axis=None):
    """-inf of no element."""
    axes = tuple(range(x.ndim)) if axis is None else axis
    with np.errstate(all="ignore"):
        largest = np.max(x, axis=axes, keepdims=True, initial=-np.inf)
        shift = np.where(np.isinf(largest), 0, largest)
        return np.log(np.sum(np.exp(x - shift), axis=axes)) + np.squeeze(shift, axes)


def _softmax(x, axis):
    powers = np.exp(x - np.max(x, axis=axis, keepdims=True, initial=-np.inf))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def _log_softmax(x, axis):
    return x - np.expand_dims(_logsumexp(x, axis), axis) + np.where(np.isinf(_peak(x, axis)), np.nan, 0)


def _peak(x, axis):
    return np.max(x, axis=axis, keepdims=True, initial=-np.inf)


def _softmax_tolerance(*_, **__):
    """The rounding of x - max, up to 12 here, is a relative error of the power."""
    return ulp(16)


def _logsumexp_tolerance(x, value, to, **_):
    return within(32 * eps(to) * 6)


def reductions():
    """Every form of a few, of all types; the forms of the others of one type of each kind."""
    some = each(["bool", "int16", "float32", "float64", "complex64"])
    ordered_types = [dtype for dtype in REAL if dtype not in ("uint16", "uint32")]
    ordered = [types for types in some if kind(types[0]) != "c"]
    truths = each(["bool", "float64", "complex64"])
    forms = each(["float64"])
    floats = each(["float32", "float64"])
    two_types = ["float64", "int32"]
    mean = (_mean_tolerance,)
    return [
        Operation("sum", each(ALL), reduction(np.sum, "all", rules.summed, _sum_of_wide)),
        Operation("sum.axis", each(ALL), reduction(np.sum, "axis", rules.summed, _sum_of_wide)),
        Operation("max.axis", each(ordered_types), choice(np.max, "axis")),
        Operation("argmax.axis", each(ordered_types), choice(np.argmax, "axis", "int64")),
        Operation("prod.axis", some, reduction(_product, "axis", rules.summed, _product_tolerance, source=_factors)),
        Operation("mean.axis", some, reduction(_mean, "axis", rules.real_argument, *mean)),
        Operation("var.axis", some, reduction(np.var, "axis", _real_result, _variance_tolerance(root=False))),
        Operation("any.axis", truths, reduction(np.any, "axis", _to("bool"), _equal, source=_any_value)),
        Operation("all.axis", truths, reduction(np.all, "axis", _to("bool"), _equal, source=_any_value)),
        Operation(
            "count_nonzero.axis", truths, reduction(np.count_nonzero, "axis", _to("int64"), _equal, source=_any_value)
        ),
        Operation("min.axis", ordered, choice(np.min, "axis")),
        Operation("argmin.axis", ordered, choice(np.argmin, "axis", "int64")),
        Operation("norm", some, norm),
        Operation("prod", forms, reduction(_product, "all", rules.summed, _product_tolerance, source=_factors)),
        Operation("mean", forms, reduction(_mean, "all", rules.real_argument, *mean)),
        Operation("var", forms, reduction(np.var, "all", _real_result, _variance_tolerance(root=False))),
        Operation("std", forms, reduction(np.std, "all", _real_result, _variance_tolerance(root=True))),
        Operation("max", forms, choice(np.max, "all")),
        Operation("min", forms, choice(np.min, "all")),
        Operation("argmax", forms, choice(np.argmax, "all", "int64")),
        Operation("argmin", forms, choice(np.argmin, "all", "int64")),
        Operation("any", forms, reduction(np.any, "all", _to("bool"), _equal, source=_any_value)),
        Operation("all", forms, reduction(np.all, "all", _to("bool"), _equal, source=_any_value)),
        Operation("count_nonzero", forms, reduction(np.count_nonzero, "all", _to("int64"), _equal, source=_any_value)),
        Operation("sum.axes", forms, reduction(np.sum, "axes", rules.summed, _sum_of_wide)),
        Operation("max.axes", forms, choice(np.max, "axes")),
        Operation(
            "sum.axis.keepdims.rank4", forms, reduction(np.sum, "axis", rules.summed, _sum_of_wide, True, axes=4)
        ),
        Operation(
            "mean.axes.keepdims.rank4", forms, reduction(_mean, "axes", rules.real_argument, *mean, True, axes=4)
        ),
        Operation("var.axis.ddof", forms, variance_with_ddof),
        Operation("logsumexp", floats, reduction(_logsumexp, "all", _same, _logsumexp_tolerance, source=_logits)),
        Operation("logsumexp.axis", floats, reduction(_logsumexp, "axis", _same, _logsumexp_tolerance, source=_logits)),
        Operation("softmax.axis", floats, reduction(_softmax, "axis", _same, _softmax_tolerance, source=_logits)),
        Operation(
            "log_softmax.axis", floats, reduction(_log_softmax, "axis", _same, _logsumexp_tolerance, source=_logits)
        ),
        Operation("sum.of_product", pairs(two_types), sum_of_product),
        Operation("max.axis.of_difference", pairs(two_types), max_of_difference),
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
