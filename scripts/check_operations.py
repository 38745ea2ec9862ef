#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses a docs/operations.md that lacks an operation, or has one that is not there.

    scripts/check_operations.py [FOLDER]

Every function that the headers of ops/ and linalg/, and those of array/ that HEADERS names, declare in namespace spica
or spica::linalg must stand in the first column of one table, `sum(X)` or `X + Y`, and every function there must be
declared in one of these headers. Rows have as many cells as their table's head. Prints each offence as file:line and
ends with exit code 1 if there is one.
"""

import pathlib
import re
import sys

TABLE = "docs/operations.md"
HEADERS = ["ops/*.hpp", "linalg/*.hpp", *(f"array/{name}.hpp" for name in ("assign", "compare", "copy", "create"))]
HEADERS += [f"array/{name}.hpp" for name in ("arrange", "assign_all", "axes_views", "transform")]
# Function objects: no parser sees that they are called like functions. Where each is made.
OBJECTS = {"all": ("array/slice.hpp", "inline constexpr All all")}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
FUNCTION = re.compile(r"\b(operator\s*[^\s\w(]+|\w+)\s*$")
NOT_A_FUNCTION = re.compile(r"\s*(?:struct|class|enum|union|using|namespace|static_assert|friend|extern)\b")


def without_templates(text):
    """Without `template <...>` in front, whatever brackets it holds."""
    while match := re.match(r"\s*template\s*<", text):
        angles, rounds, end = 1, 0, match.end()
        while end < len(text) and angles:
            rounds += {"(": 1, ")": -1}.get(text[end], 0)
            angles += {"<": 1, ">": -1}.get(text[end], 0) if rounds == 0 else 0  # in round ones they compare
            end += 1
        text = text[end:]
    return text


def declared(statement):
    """The name of the function that a statement of a namespace declares; None where it declares something else."""
    statement = without_templates(statement)
    if NOT_A_FUNCTION.match(statement):
        return None
    head, bracket, _ = statement.partition("(")
    if bracket and head.rstrip().endswith("operator"):  # operator()
        return None
    match = FUNCTION.search(head) if bracket and "=" not in re.sub(r"operator\s*\S+", "", head) else None
    return re.sub(r"\s", "", match.group(1)) if match else None


def functions(text):
    """(number of the line, name) of each function that a header declares in spica or spica::linalg, not in detail."""
    for pattern, keep in ((COMMENT, ""), (TEXT, '""'), (DIRECTIVE, "")):
        text = pattern.sub(lambda match, keep=keep: keep + "\n" * match.group().count("\n"), text)
    scopes, start = [], 0
    for place, character in enumerate(text):
        if character not in "{};":
            continue
        statement = text[start:place]
        if character == "}":
            scopes.pop()
        else:
            opened = re.match(r"\s*namespace\s+([\w:]*)\s*$", statement)
            if "::".join(scopes) in ("spica", "spica::linalg") and not opened and (name := declared(statement)):
                begin = start + len(statement) - len(statement.lstrip())
                yield text.count("\n", 0, begin) + 1, name
            if character == "{":
                scopes.append(opened.group(1) if opened else "")
        start = place + 1


def named(cell):
    """The functions that a cell names: `sum(X)`, `full<T>(device, 2)`, `X + Y`, `-X`."""
    for ticked in re.findall(r"`([^`]+)`", cell):
        ticked = ticked.replace("\\|", "|")
        operator = re.fullmatch(r"(?:[A-Z] )?([^\s\w]+) ?[A-Z]", ticked)
        function = re.match(r"(?:\w+::)*(\w+)\s*(?:<[^(]*>)?\s*(?:\(|$)", ticked)
        if operator:
            yield "operator" + operator.group(1)
        elif function:
            yield function.group(1)


def rows(text):
    """(number of the line, cells) of each row of each table, heads and the lines below them too."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("|"):
            yield number, [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def offences(root):
    there = {}
    for pattern in HEADERS:
        for header in sorted((root / "include" / "spica").glob(pattern)):
            for number, name in functions(header.read_text(encoding="utf-8")):
                there.setdefault(name, f"{header.relative_to(root).as_posix()}:{number}")
    for name, (header, text) in OBJECTS.items():
        file = root / "include" / "spica" / header
        # Called like a function only where it has operator().
        if file.is_file() and text in (content := file.read_text(encoding="utf-8")) and "operator()" in content:
            there[name] = f"include/spica/{header}:1"

    documented, width, previous = set(), 0, -1
    file = root / TABLE
    for number, cells in rows(file.read_text(encoding="utf-8") if file.is_file() else ""):
        if number != previous + 1:  # the head of a table
            width = len(cells)
        elif len(cells) != width:
            yield f"{TABLE}:{number}: {len(cells)} cells, the head has {width}"
        elif not set(cells[0]) <= set("-: "):
            names = list(named(cells[0]))
            if not names:
                yield f"{TABLE}:{number}: a row without a function"
            for name in names:
                if name not in there:
                    yield f"{TABLE}:{number}: no header declares spica::{name}"
            documented.update(names)
        previous = number
    for name, place in sorted(there.items()):
        if name not in documented:
            yield f"{place}: {TABLE} has no row for spica::{name}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    found = list(offences(root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
