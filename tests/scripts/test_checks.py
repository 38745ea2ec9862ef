# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether scripts/check_layers.py and scripts/check_style.py see what they are there to see."""

import importlib.util
import pathlib
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


def load(name):
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


layers = load("check_layers")
style = load("check_style")


class Layers(unittest.TestCase):
    def offences(self, path, line):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(f"// first\n{line}\n", encoding="utf-8")
            return list(layers.offences(pathlib.Path(folder)))

    def test_a_later_layer_is_refused(self):
        found = self.offences("include/spica/device/a.hpp", "#include <spica/array/array.hpp>")
        self.assertEqual(len(found), 1)
        self.assertIn("include/spica/device/a.hpp:2:", found[0])
        self.assertIn("layer 'device' must not include layer 'array'", found[0])

    def test_each_layer_may_include_those_before_it_and_no_other(self):
        for own in layers.LAYERS:
            for other in layers.LAYERS:
                with self.subTest(own=own, other=other):
                    found = self.offences(f"src/{own}/a.cpp", f"#include <spica/{other}/b.hpp>")
                    self.assertEqual(bool(found), layers.LAYERS.index(other) > layers.LAYERS.index(own))

    def test_sources_that_name_each_other_by_folder_keep_the_order(self):
        self.assertTrue(self.offences("src/array/a.cpp", '#include "nn/b.hpp"'))
        self.assertFalse(self.offences("src/nn/a.cpp", '#include "array/b.hpp"'))

    def test_an_unknown_layer_is_refused(self):
        self.assertTrue(self.offences("include/spica/extras/a.hpp", "#include <spica/array/b.hpp>"))

    def test_a_layer_must_not_include_everything(self):
        self.assertTrue(self.offences("include/spica/io/a.hpp", "#include <spica/spica.hpp>"))
        self.assertFalse(self.offences("include/spica/spica.hpp", "#include <spica/io/a.hpp>"))

    def test_public_headers_use_angle_brackets(self):
        self.assertTrue(self.offences("include/spica/io/a.hpp", '#include "b.hpp"'))

    def test_foreign_headers_have_one_place(self):
        self.assertTrue(self.offences("include/spica/nn/a.hpp", "#include <KokkosBlas3_gemm.hpp>"))
        self.assertFalse(self.offences("src/linalg/a.cpp", "#include <KokkosBlas3_gemm.hpp>"))
        self.assertTrue(self.offences("src/linalg/norm.cpp", "#include <cublas_v2.h>"))
        self.assertFalse(self.offences("src/linalg/cublas_gemm.cpp", "#include <cublas_v2.h>"))
        self.assertTrue(self.offences("src/io/checkpoint.cpp", "#include <hdf5.h>"))
        self.assertFalse(self.offences("src/io/hdf5_calls.cpp", "#include <hdf5.h>"))
        self.assertTrue(self.offences("apps/spica_tour.cpp", "#include <hdf5.h>"))
        self.assertFalse(self.offences("tests/io/test_save.cpp", "#include <hdf5.h>"))

    def test_one_header_tests_the_version_of_kokkos(self):
        self.assertTrue(self.offences("include/spica/ops/a.hpp", "#if KOKKOS_VERSION >= 40000"))
        self.assertFalse(self.offences("include/spica/device/kokkos_compat.hpp", "#if KOKKOS_VERSION >= 40000"))

    def test_apps_use_public_headers(self):
        self.assertTrue(self.offences("apps/spica_tour.cpp", "#include <spica/array/detail/fill.hpp>"))


class Style(unittest.TestCase):
    good = "\n".join(
        [
            "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
            "#ifndef SPICA_NN_LINEAR_HPP",
            "#define SPICA_NN_LINEAR_HPP",
            "#endif",
            "",
        ]
    )

    def problems(self, path, text):
        return [problem for _, problem in style.check_text(path, text)]

    def test_a_good_header_passes(self):
        self.assertEqual(self.problems("include/spica/nn/linear.hpp", self.good), [])

    def test_each_fault_is_seen(self):
        path = "include/spica/nn/linear.hpp"
        for fault, text in {
            "SPDX": self.good.replace("SPDX", "SPD"),
            "include guard SPICA_NN_LINEAR_HPP": self.good.replace("LINEAR", "LINES"),
            "more than 120": self.good + "// " + "x" * 118 + "\n",
            "spaces at the end": self.good + "int x; \n",
            "do it, or file it": self.good + "// TO" + "DO: later\n",
            "no newline": self.good + "int x;",
        }.items():
            with self.subTest(fault=fault):
                self.assertTrue(any(fault in problem for problem in self.problems(path, text)))

    def test_vague_names_are_refused(self):
        for stem in ("utils", "matmul2_2", "array_helpers", "common"):
            with self.subTest(stem=stem):
                self.assertIn("a file name that names no subject", self.problems(f"src/nn/{stem}.cpp", self.good))

    def test_the_guard_outside_the_public_headers_names_the_folders(self):
        self.assertEqual(style.guard_of("src/io/seal.hpp"), "SPICA_SRC_IO_SEAL_HPP")


if __name__ == "__main__":
    unittest.main()
