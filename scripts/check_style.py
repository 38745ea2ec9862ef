#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses what can be told mechanically from CONTRIBUTING.md's rules of style.

    scripts/check_style.py [FOLDER]

Licence line, include guard, line width, file names, clang-format 14, bare TODOs. Prints each offence as file:line and
ends with exit code 1 if there is one; files that are longer than they should be are only named.
"""

import pathlib
import re
import shutil
import subprocess
import sys

LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
WIDTH = 120
LONG = 400  # lines
VERBATIM = {"LICENSE", "tests/consumer/design/main.cpp"}  # texts that are kept to the letter
CODE = {".hpp", ".cpp", ".h", ".c"}
SCRIPT = {".py", ".cmake", ".sh"}
# Files that carry no comment, and data.
NO_LICENCE = {".json", ".md", ".h5", ".in", ".csv", ".npy"}
VAGUE = re.compile(r"(^|_)(utils?|helpers?|common|misc|new|impl2|2)(_|$)")


def tracked(root):
    """What git tracks or would track."""
    command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, capture_output=True, check=True)
    return sorted(path for path in done.stdout.decode().split("\0") if path and (root / path).is_file())


def guard_of(path):
    """include/spica/nn/linear.hpp: SPICA_NN_LINEAR_HPP; tests/support/naive.hpp: SPICA_TESTS_SUPPORT_NAIVE_HPP."""
    name = path.removeprefix("include/").removeprefix("spica/")
    return "SPICA_" + re.sub(r"[^A-Za-z0-9]", "_", name).upper()


def check_text(path, text):
    lines = text.splitlines()
    suffix = pathlib.PurePath(path).suffix
    if suffix not in NO_LICENCE and path not in ("LICENSE",) and not any(LICENCE in line for line in lines[:3]):
        yield 1, f"no line '{LICENCE}' at the top"
    if suffix in (".hpp", ".h"):
        guard = guard_of(path)
        if f"#ifndef {guard}" not in lines or f"#define {guard}" not in lines:
            yield 1, f"no include guard {guard}"
    if suffix in CODE | SCRIPT or "." not in pathlib.PurePath(path).name:
        for number, line in enumerate(lines, 1):
            if len(line) > WIDTH and path not in VERBATIM:
                yield number, f"{len(line)} characters, more than {WIDTH}"
            if line != line.rstrip():
                yield number, "spaces at the end of the line"
            if re.search(r"\b(TODO|FIXME|XXX)\b", line) and not path.startswith("scripts/check_style"):
                yield number, "a bare TODO: do it, or file it"
    if suffix in CODE:
        stem = pathlib.PurePath(path).stem
        if not re.fullmatch(r"[a-z0-9_]+", stem):
            yield 1, "file names are snake_case"
        if VAGUE.search(stem):
            yield 1, "a file name that names no subject"
    if text and not text.endswith("\n"):
        yield len(lines), "no newline at the end of the file"


def check_format(root, files):
    program = shutil.which("clang-format-14")
    if program is None:
        yield "clang-format-14 is not installed (Debian: clang-format-14)"
        return
    # One call for all files is several times faster than one each.
    command = [program, "--dry-run", "--style=file", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)
    seen = set()
    for line in done.stderr.splitlines():
        match = re.match(r"(\S+?):(\d+):\d+: (?:warning|error): ", line)
        if match and match.group(1) not in seen:
            seen.add(match.group(1))
            yield f"{match.group(1)}:{match.group(2)}: mend with clang-format-14 -i {match.group(1)}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    found, long = [], []
    files = tracked(root)
    for path in files:
        try:
            text = (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # data
        found += [f"{path}:{number}: {problem}" for number, problem in check_text(path, text)]
        code = pathlib.PurePath(path).suffix in CODE
        if code and path.startswith(("include/", "src/", "apps/")) and text.count("\n") > LONG:
            long.append(f"{path}: {text.count(chr(10))} lines")
    found += list(check_format(root, [path for path in files if pathlib.PurePath(path).suffix in CODE]))
    if long:
        print(f"longer than {LONG} lines, would a reader want them split by subject?\n  " + "\n  ".join(long))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
