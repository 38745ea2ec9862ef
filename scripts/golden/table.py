# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All operations, and the files that their cases are written into."""

import collections

from golden.arrays import ALL
from golden.arranging import arranging
from golden.decompositions import decompositions
from golden.elementwise import elementwise, mixed
from golden.indexing import indexing
from golden.linalg import linalg
from golden.mathematics import mathematics
from golden.reductions import ranks, reductions
from golden.shaping import shaping
from golden.sorting import sorting
from golden.whole_numbers import whole_numbers

LEAST_CASES = 5000
LEAST_OF_EACH = 20  # operation, and element type

FILES = {
    "elementwise": elementwise,
    "mixed": mixed,
    "mathematics": mathematics,
    "whole_numbers": whole_numbers,
    "reductions": reductions,
    "ranks": ranks,
    "shaping": shaping,
    "arranging": arranging,
    "indexing": indexing,
    "sorting": sorting,
    "linalg": linalg,
    "decompositions": decompositions,
}

FORMAT = """\
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Made by scripts/make-golden with NumPy: do not edit. A case is a line with the operation and its settings; a line for
# each operand, ` type[shape]@strides elements`, without strides in row-major order; and `=type[shape] tolerance
# elements` or `=error Exception`. Strides are in elements, and count from the element at index 0; elements stand in the
# order of their indices, the last axis fastest. tests/golden/support/table.hpp has the tolerances.
"""


def cases_per_key(operation, least):
    """So many that every operation has LEAST_OF_EACH, whatever the number of its types."""
    return max(least, operation.least, -(-LEAST_OF_EACH // len(operation.types)))


def texts(seed, least, names=None):
    """For each file, or those of `names`, its name and text; and over them how many cases each operation and type has.
    """
    counts = collections.Counter()
    result = {}
    for name in names or FILES:
        blocks = []
        for operation in FILES[name]():
            for case in operation.cases(seed, cases_per_key(operation, least)):
                blocks.append(case.text(operation.name))
                arrays = [*case.operands, *([] if isinstance(case.result, str) else [case.result])]
                counts.update([("cases",), ("operation", operation.name)])
                counts.update({("type", str(array.dtype)) for array in arrays})
        result[name] = FORMAT + "\n".join(blocks) + "\n"
    return result, counts


def shortfalls(counts):
    """What there are too few cases of."""
    if counts["cases",] < LEAST_CASES:
        yield f"{counts['cases',]} cases, fewer than {LEAST_CASES}"
    for (what, *name), count in sorted(counts.items()):
        if name and count < LEAST_OF_EACH:
            yield f"{count} cases of {what} {name[0]}, fewer than {LEAST_OF_EACH}"
    for dtype in ALL:
        if ("type", dtype) not in counts:
            yield f"no case of type {dtype}"
