# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether perf/make-charts shows what was measured."""

import importlib.machinery
import importlib.util
import json
import pathlib
import unittest
import xml.etree.ElementTree

PERF = pathlib.Path(__file__).resolve().parents[2] / "perf"
loader = importlib.machinery.SourceFileLoader("charts", str(PERF / "make-charts"))
charts = importlib.util.module_from_spec(importlib.util.spec_from_loader("charts", loader))
loader.exec_module(charts)


def run(name, **counters):
    return {"name": f"{name}/manual_time", **counters}


MEASURED = json.dumps({"context": {}, "benchmarks": [
    run("add_scaled/1024", us=2.0, peer_us=1.0, ratio=0.5, **{"GB/s": 6.1, "peer_GB/s": 12.3}),
    run("add_scaled/4096", us=4.0, peer_us=4.0, ratio=1.0, **{"GB/s": 12.2, "peer_GB/s": 12.4}),
    run("broadcast_row/16777216/64", us=4.0, peer_us=5.0, ratio=1.25, **{"GB/s": 125.4, "peer_GB/s": 99.8})]})
PRODUCTS = json.dumps({"context": {}, "benchmarks": [
    run("gemm<float>/rows_rows_to_rows/16", us=1.25, peer_us=1.0, ratio=0.8, **{"GFLOP/s": 6.0, "peer_GFLOP/s": 8.0}),
    run("gemm<float>/rows_rows_to_rows/1000", us=9.0, peer_us=9.0, ratio=1.0,
        **{"GFLOP/s": 200.0, "peer_GFLOP/s": 201.0})]})
EIGEN = json.dumps({"context": {}, "benchmarks": [
    run("Eigen/add_scaled/1024", us=2.0, peer_us=3.0, ratio=1.5, **{"GB/s": 6.0, "peer_GB/s": 4.0}),
    run("Eigen/matmul/16", us=1.0, peer_us=1.5, ratio=1.5, **{"GFLOP/s": 3.0, "peer_GFLOP/s": 2.0})]})


class Tables(unittest.TestCase):
    def test_a_line_for_each_measurement(self):
        text = charts.plain_table(charts.runs_of(MEASURED)).splitlines()
        self.assertEqual(text[2:], ["| `add_scaled` | 2^10 | 6.10 GB/s | 12.3 GB/s | 0.50 |",
                                    "| `add_scaled` | 2^12 | 12.2 GB/s | 12.4 GB/s | 1.00 |",
                                    "| `broadcast_row` | 2^24 × 64 | 125 GB/s | 99.8 GB/s | 1.25 |"])

    def test_products_have_a_column_for_each_size(self):
        text = charts.matmul_table(charts.runs_of(PRODUCTS)).splitlines()
        self.assertEqual(text[0], "| operands | 16 | 1000 |")
        self.assertEqual(text[2], "| `gemm<float>/rows_rows_to_rows` | +0.25 µs | 1.000 |")

    def test_other_libraries_have_a_column_each(self):
        text = charts.peers_table({"perf_eigen": charts.runs_of(EIGEN)}).splitlines()
        self.assertEqual(text[0], "| work | size | Spica | Eigen |")
        self.assertEqual(text[2], "| `add_scaled` | 2^10 | 6.00 GB/s | 1.50 |")

    def test_a_failed_comparison_ends_it(self):
        failed = json.dumps({"benchmarks": [{"name": "x/1", "error_occurred": True, "error_message": "differs"}]})
        with self.assertRaisesRegex(SystemExit, "differs"):
            charts.runs_of(failed)

    def test_the_text_around_them_stays(self):
        text = "a\n<!-- t -->\nold\n<!-- end of t -->\nb\n"
        self.assertEqual(charts.put_between_markers(text, "t", "new"), "a\n<!-- t -->\nnew\n<!-- end of t -->\nb\n")
        with self.assertRaisesRegex(SystemExit, "no place for u"):
            charts.put_between_markers(text, "u", "new")

    def test_the_readme_has_a_place_for_every_table(self):
        text = (PERF / "README.md").read_text(encoding="utf-8")
        for name in ["machine", "libraries", *(p for p in charts.PROGRAMS if p not in charts.LIBRARIES)]:
            self.assertIn("\n<!-- end of " + name + " -->", charts.put_between_markers(text, name, "new"))


class Charts(unittest.TestCase):
    def test_a_point_for_each_measurement_of_each_library(self):
        made = charts.charts({"perf_expression": charts.runs_of(MEASURED), "perf_eigen": charts.runs_of(EIGEN)})
        self.assertEqual(list(made), ["expression"])
        tree = xml.etree.ElementTree.fromstring(made["expression"])
        lines = tree.findall("{*}polyline")
        self.assertEqual([len(line.get("points").split()) for line in lines], [2, 2, 1])
        ours = [point.split(",") for point in lines[0].get("points").split()]
        self.assertLess(float(ours[0][0]), float(ours[1][0]))     # more elements stand to the right
        self.assertGreater(float(ours[0][1]), float(ours[1][1]))  # and faster ones higher
        texts = [text.text for text in tree.findall("{*}text")]
        for wanted in ["Spica", "Kokkos loop", "Eigen", "GB/s", "elements"]:
            self.assertIn(wanted, texts)

    def test_what_is_missing_is_named(self):
        with self.assertRaisesRegex(SystemExit, "perf_matmul has no gemm"):
            charts.charts({"perf_matmul": charts.runs_of(MEASURED)})


if __name__ == "__main__":
    unittest.main()
