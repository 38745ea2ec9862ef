# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the documents name only what is there, and whether scripts/check_docs.py sees it when they do not."""

import importlib.util
import pathlib
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


def load(name):
    spec = importlib.util.spec_from_file_location(name, TOP / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docs = load("check_docs")


class Documents(unittest.TestCase):
    def offences(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return list(docs.offences(pathlib.Path(folder)))

    def semantics(self, rule):
        return self.offences(
            {
                "docs/semantics.md": rule,
                "tests/array/test_copy.cpp": "TEST(Copy, IsNew) {}\nTYPED_TEST(Typed,\n  IsOld) {}\n",
                "tests/compile_fail/copy_to_any.cpp": "",
                "cmake/test_configure.cmake": "  spica_add_configure(fast_math fail x)\n",
            }
        )

    def test_this_repository_names_only_what_is_there(self):
        self.assertEqual(list(docs.offences(TOP)), [])

    def test_a_rule_with_its_tests_passes(self):
        self.assertEqual(self.semantics("- A rule.\n  `tests/array/test_copy.cpp`: `Copy.IsNew`, `Typed.IsOld`\n"), [])

    def test_a_test_that_is_not_there_is_refused(self):
        found = self.semantics("- A rule.\n  `tests/array/test_copy.cpp`: `Copy.IsNew`, `Copy.IsGone`\n")
        self.assertEqual(found, ["docs/semantics.md:1: there is no test Copy.IsGone in tests/array/test_copy.cpp"])

    def test_a_test_in_a_file_that_is_not_there_is_refused(self):
        self.assertTrue(self.semantics("- A rule.\n  `tests/array/test_gone.cpp`: `Copy.IsNew`\n"))

    def test_a_rule_without_a_test_is_refused_unless_it_says_so(self):
        found = self.semantics("Text.\n\n- One.\n- Two. **no test yet**\n")
        self.assertEqual(found, ["docs/semantics.md:3: a rule without a test"])
        self.assertEqual(self.semantics("- Two. **not there yet**\n"), [])

    def test_entries_of_ctest_are_looked_up_where_they_are_made(self):
        self.assertEqual(self.semantics("- A.\n  `compile_fail.copy_to_any`, `configure.fast_math`\n"), [])
        self.assertEqual(len(self.semantics("- A.\n  `compile_fail.gone`, `configure.gone`, `consumer.gone`\n")), 3)

    def test_paths_and_links_that_are_not_there_are_refused(self):
        files = {
            "README.md": "See [this](docs/a.md), `scripts/demo`, `array/array.hpp` and `src/<folder>/x.cpp`.\n"
            "    f([](auto x) {});  // no link\n",
            "docs/a.md": "Back to [the start](../README.md).\n",
            "scripts/demo": "",
            "include/spica/array/array.hpp": "",
        }
        self.assertEqual(self.offences(files), [])
        for gone in ("docs/a.md", "scripts/demo", "include/spica/array/array.hpp"):
            with self.subTest(gone=gone):
                self.assertTrue(self.offences({path: text for path, text in files.items() if path != gone}))


if __name__ == "__main__":
    unittest.main()
