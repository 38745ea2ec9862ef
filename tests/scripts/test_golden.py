# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the table that scripts/make-golden makes keeps what it promises, and whether a wrong result is reported."""

import collections
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
sys.dont_write_bytecode = True

try:
    from golden import rules, table
except ImportError as error:
    print(f"skipped: {error}; Debian: python3-numpy python3-scipy")
    sys.exit(0)


class Table(unittest.TestCase):
    def test_the_same_seed_gives_the_same_cases(self):
        first, again, other = (table.texts(seed, least=1, names=["ranks"])[0] for seed in (5, 5, 6))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_the_files_have_the_operations_of_the_generator(self):
        texts, _ = table.texts(1, least=1)
        for name, text in texts.items():
            written = (TOP / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8")
            self.assertEqual(operations_of(written), operations_of(text), "run scripts/make-golden")

    def test_too_few_cases_are_noticed(self):
        enough = collections.Counter({("cases",): table.LEAST_CASES, ("operation", "add"): 20})
        enough.update({("type", dtype): 20 for dtype in table.ALL})
        self.assertEqual(list(table.shortfalls(enough)), [])
        enough["operation", "add"] = 19
        enough["type", "int8"] = 19
        enough["cases",] -= 1
        self.assertEqual(len(list(table.shortfalls(enough))), 3)
        del enough["type", "bool"]
        self.assertIn("no case of type bool", list(table.shortfalls(enough)))


class Rules(unittest.TestCase):
    def test_the_type_of_two_arrays(self):
        for a, b, expected in (
            ("int8", "uint8", "uint8"),
            ("int64", "uint32", "int64"),
            ("bool", "int16", "int16"),
            ("bool", "bool", "bool"),
            ("int64", "float32", "float32"),
            ("float32", "float64", "float64"),
            ("complex64", "float64", "complex128"),
            ("complex64", "int32", "complex64"),
        ):
            with self.subTest(a=a, b=b):
                self.assertEqual(rules.common(a, b), expected)
                self.assertEqual(rules.common(b, a), expected)

    def test_the_type_beside_a_number(self):
        self.assertEqual(rules.beside_real("float32"), "float32")
        self.assertEqual(rules.beside_real("int32"), "float64")
        self.assertEqual(rules.beside_whole("bool"), "int64")


class Comparison(unittest.TestCase):
    def test_each_file_is_given_to_the_program_and_a_wrong_case_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            program, kept = pathlib.Path(folder) / "program", pathlib.Path(folder) / "kept"
            script = 'echo "$1"; test -s "$2" || exit 1; case "$2" in *linalg*) exit 1;; esac'
            program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            program.chmod(0o755)
            arguments = ["--seed", "3", "--each", "1", "--keep", kept, program]
            command = [sys.executable, "-B", TOP / "scripts" / "compare-with-numpy", *arguments]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(sorted(path.stem for path in kept.glob("*.txt")), sorted(table.FILES))
        self.assertEqual(done.stdout.count("--run-program=compare"), len(table.FILES), done.stderr)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--seed 3", done.stdout)


def operations_of(text):
    return {line.split()[0] for line in text.splitlines() if line and line[0] not in "# ="}


if __name__ == "__main__":
    unittest.main()
