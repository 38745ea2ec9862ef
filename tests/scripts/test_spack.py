# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can be checked of the Spack files without Spack."""

import ast
import pathlib
import re
import unittest

import yaml

TOP = pathlib.Path(__file__).resolve().parents[2]
RECIPE = TOP / "spack_repo/spica/packages/spica/package.py"


def defined_options():
    """The first argument of each self.define and self.define_from_variant of the recipe."""
    for node in ast.walk(ast.parse(RECIPE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("define", "define_from_variant"):
            yield node.args[0].value


def cmake_options():
    """The names of all options and cache variables in Spica's CMake files."""
    names = set()
    for file in [TOP / "CMakeLists.txt", *TOP.glob("cmake/*.cmake"), *TOP.glob("*/CMakeLists.txt")]:
        text = file.read_text(encoding="utf-8")
        names |= set(re.findall(r"\boption\((\w+)", text))
        names |= set(re.findall(r"\bset\((\w+) [^)]*\bCACHE\b", text))
    return names


class Recipe(unittest.TestCase):
    # CMake's own, and those by which its find_package is steered.
    OF_CMAKE = {"CMAKE_CXX_COMPILER", "CMAKE_CXX_STANDARD", "BUILD_SHARED_LIBS", "Kokkos_ROOT", "KokkosKernels_ROOT"}

    def test_every_option_it_passes_exists(self):
        passed = list(defined_options())
        self.assertIn("SPICA_ENABLE_IO", passed)
        self.assertEqual([name for name in passed if name not in cmake_options() | self.OF_CMAKE], [])

    def test_its_variants_are_declared(self):
        text = RECIPE.read_text(encoding="utf-8")
        declared = set(re.findall(r'variant\("(\w+)"', text))
        used = set(re.findall(r'define_from_variant\("\w+", "(\w+)"\)', text))
        self.assertTrue(used)
        self.assertLessEqual(used, declared)

    def test_it_asks_for_the_hdf5_that_cmake_asks_for(self):
        recipe = re.search(r'"hdf5@([\d.]+):"', RECIPE.read_text(encoding="utf-8"))
        cmake = re.search(r"HDF5_VERSION VERSION_LESS ([\d.]+)\)", (TOP / "cmake/io.cmake").read_text(encoding="utf-8"))
        self.assertEqual(recipe.group(1), cmake.group(1))


class Environment(unittest.TestCase):
    def test_the_files_name_each_other(self):
        index = yaml.safe_load((TOP / "spack-repo-index.yaml").read_text(encoding="utf-8"))
        environment = yaml.safe_load((TOP / "spack.yaml").read_text(encoding="utf-8"))["spack"]
        for path in [*index["repo_index"]["paths"], environment["repos"]["spica"]]:
            repo = yaml.safe_load((TOP / path / "repo.yaml").read_text(encoding="utf-8"))["repo"]
            self.assertEqual(repo["namespace"], "spica")
            # What newer Spacks write, v2.5, is refused by Spack 1.1.
            self.assertIn(repo["api"], ("v2.0", "v2.1", "v2.2"))
            self.assertTrue((TOP / path / "packages/spica/package.py").is_file())
        self.assertEqual(environment["develop"]["spica"]["path"], ".")


if __name__ == "__main__":
    unittest.main()
