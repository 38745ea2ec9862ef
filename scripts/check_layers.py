#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses an include that goes against the order of the layers (docs/architecture.md).

    scripts/check_layers.py [FOLDER]

A layer may include the layers before it and itself; so may its sources. Foreign headers have one place each. Apps use
public headers only. Prints each offence as file:line and ends with exit code 1 if there is one.
"""

import pathlib
import re
import sys

LAYERS = ["device", "array", "ops", "linalg", "autograd", "nn", "io", "parallel", "interop"]

# Foreign headers, and the only places that may include them.
ONLY_IN = {
    r"(KokkosBlas|KokkosBatched|KokkosKernels|KokkosSparse).*": r"(include/spica|src)/linalg/",
    r"cublas.*\.h": r"src/linalg/cublas_gemm",
    r"cusolver.*\.h": r"src/linalg/cusolver_routines",
    r"hdf5.*\.h|H5.*public\.h": r"src/io/hdf5_calls",
    r"mpi\.h|nccl\.h": r"src/parallel/",
}
# Tests and benchmarks compare with the foreign library itself.
FREE = re.compile(r"(tests|perf)/")

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
KOKKOS_VERSION = re.compile(r"^\s*#\s*(el)?if.*\bKOKKOS_VERSION")
MAY_TEST_KOKKOS_VERSION = re.compile(r"include/spica/device/kokkos_compat|tests/|perf/")


def layer_of(path):
    """The layer that a file of include/spica or src belongs to; None for files above all layers, such as spica.hpp."""
    match = re.match(r"(?:include/spica|src)/([a-z]+)/", path)
    return match.group(1) if match else None


def included_layer(header, path):
    """The layer that a Spica header belongs to; None for what is not Spica's or stands before all layers."""
    match = re.match(r"spica/([a-z]+)/", header)
    if match:
        return match.group(1)
    # src/ files name each other by folder.
    match = re.match(r"([a-z]+)/", header)
    return match.group(1) if match and path.startswith("src/") and match.group(1) in LAYERS else None


def check_include(path, header, quoted):
    """What is wrong with one include; None if nothing."""
    if path.startswith(("include/", "src/")):
        own, other = layer_of(path), included_layer(header, path)
        if own is not None and header == "spica/spica.hpp":
            return "a layer must not include spica.hpp"
        if own is not None and own not in LAYERS:
            return f"'{own}' is not a layer"
        if own is not None and other is not None:
            if other not in LAYERS:
                return f"'{other}' is not a layer"
            if LAYERS.index(other) > LAYERS.index(own):
                return f"layer '{own}' must not include layer '{other}', which comes after it"
        if path.startswith("include/") and quoted:
            return "public headers include each other as <spica/...>"
    if path.startswith("apps/") and header.startswith("spica/") and "/detail/" in header:
        return "apps use public headers only"
    if not FREE.match(path):
        for pattern, place in ONLY_IN.items():
            if re.fullmatch(pattern, header) and not re.match(place, path):
                return f"only {place} may include this"
    return None


def offences(root):
    for folder in ("include", "src", "apps", "tests", "perf"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".hpp", ".cpp", ".h", ".c"):
                continue
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                problem = check_include(path, match.group(2), match.group(1) == '"') if match else None
                if KOKKOS_VERSION.match(line) and not MAY_TEST_KOKKOS_VERSION.match(path):
                    problem = "only device/kokkos_compat.hpp tests KOKKOS_VERSION"
                if problem:
                    yield f"{path}:{number}: {line.strip()}: {problem}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    found = list(offences(root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
