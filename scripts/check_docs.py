#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses documentation that names what is not there.

    scripts/check_docs.py [FOLDER]

In docs/semantics.md every rule (an item of a list) names the tests that hold it, `tests/array/test_copy.cpp` and then
`Copy.IsAlwaysNew` and more, or says **not there yet** or **no test yet**; each test named must exist in that file. In
all documents, paths in backticks and relative links must exist. Prints each offence as file:line and ends with exit
code 1 if there is one.
"""

import pathlib
import re
import sys

SEMANTICS = "docs/semantics.md"
OPEN = re.compile(r"\*\*(not\s+there|no\s+test)\s+yet\*\*")

TEST = re.compile(r"\b(?:TYPED_)?TEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)")
# Tests that are entries of CTest's own, and where each is made: NAME.py, or the file and the line that makes it.
ENTRIES = {
    "compile_fail": lambda root, name: (root / f"tests/compile_fail/{name}.cpp").is_file(),
    "configure": lambda root, name: f"spica_add_configure({name} " in text_of(root, "cmake/test_configure.cmake"),
    "consumer": lambda root, name: f"spica_add_consumer({name} " in text_of(root, "cmake/test_consumers.cmake"),
    "scripts": lambda root, name: (root / f"tests/scripts/{name}.py").is_file(),
}

TICKED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"(?<!\[)\]\((?!https?:|#)([^)#\s]+)[^)]*\)")
# Paths that are checked: from the top of the repository, or from the folder of the public headers.
TOP = re.compile(r"(include|src|apps|tests|perf|cmake|scripts|docs|spack_repo)/\S*")
LAYER = re.compile(r"(device|array|ops|linalg|nn|io)/\S*\.hpp")
PATTERN = re.compile(r"[<>*]|\.\.\.")


def text_of(root, path):
    file = root / path
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def documents(root):
    """The Markdown files that belong to the repository."""
    for file in sorted({*root.glob("*.md"), *root.glob("*/*.md"), *root.glob("docs/**/*.md")}):
        path = file.relative_to(root).as_posix()
        if not path.startswith("build") and file.is_file():
            yield path


def exists(root, path):
    """Whether there is such a path, or one that begins so: `src/io/hdf5_calls` stands for several files."""
    return any(root.glob(path.rstrip("/"))) or any(root.glob(path + "*"))


def missing_paths(root, path, line):
    """Paths in one line of a document that do not exist."""
    for link in LINK.findall(line):
        if not (root / path).parent.joinpath(link).exists():
            yield f"there is no {link}"
    for ticked in TICKED.findall(line):
        for word in ticked.split():
            if PATTERN.search(word):
                continue
            if TOP.fullmatch(word) and not exists(root, word):
                yield f"there is no {word}"
            elif LAYER.fullmatch(word) and not exists(root, f"include/spica/{word}"):
                yield f"there is no include/spica/{word}"


def rules(text):
    """The items of the lists of a document: (number of the first line, text)."""
    start, lines = 0, []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        continues = bool(lines) and line.startswith("  ")
        if lines and not continues:
            yield start, "\n".join(lines)
            lines = []
        if line.startswith("- "):
            start, lines = number, [line]
        elif continues:
            lines.append(line)


def missing_tests(root, rule):
    """What is wrong with the tests that one rule names."""
    file, named = None, False
    for ticked in TICKED.findall(rule):
        entry = re.fullmatch(r"(\w+)\.(\w+)", ticked)
        if re.fullmatch(r"tests/\S+\.(cpp|py)", ticked):
            file = ticked
        elif entry and entry.group(1) in ENTRIES:
            named = True
            if not ENTRIES[entry.group(1)](root, entry.group(2)):
                yield f"there is no test {ticked}"
        elif entry and file is not None:
            named = True
            if entry.groups() not in TEST.findall(text_of(root, file)):
                yield f"there is no test {ticked} in {file}"
    if not named and not OPEN.search(rule):
        yield "a rule without a test"


def offences(root):
    for path in documents(root):
        text = text_of(root, path)
        for number, line in enumerate(text.splitlines(), 1):
            for problem in missing_paths(root, path, line):
                yield f"{path}:{number}: {problem}"
        if path == SEMANTICS:
            for number, rule in rules(text):
                for problem in missing_tests(root, rule):
                    yield f"{path}:{number}: {problem}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    found = list(offences(root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
