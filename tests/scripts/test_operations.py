# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether scripts/check_operations.py sees an operation that the table lacks, and one that is not there."""

import importlib.util
import pathlib
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]

spec = importlib.util.spec_from_file_location("check_operations", TOP / "scripts" / "check_operations.py")
operations = importlib.util.module_from_spec(spec)
spec.loader.exec_module(operations)

HEADER = """\
#define SPICA_MACRO(x) \\
  not_this(x)
namespace spica {
namespace detail {
struct Sum { int add() const { return 1; } };
template <class T> auto hidden(const T& x) { return x; }
}  // namespace detail
/// sum: the `sum(x)`; { brackets } do not count
template <class Source, std::enable_if_t<detail::is_readable<Source> && (sizeof(Source) > 0), int> = 0>
auto sum(const Source& source) {
  return detail::hidden("}{;" + text(source));
}
template <class A, class B>
auto operator<<(A&& a, B&& b) {
  return 0;
}
template <class A>
auto operator-(A&& a) { return 0; }
struct Options { int value(int x); };
inline constexpr Options options = make(1);
BlasInfo blas_info();
}  // namespace spica
namespace spica::linalg {
Path last_path();
}
"""
HEAD = "| Function | NumPy |\n| --- | --- |\n"
ROWS = "| `sum(X)`, `X << Y` | `sum` |\n| `-X` | `negative` |\n| `blas_info()`, `linalg::last_path()` | |\n"


class Operations(unittest.TestCase):
    def offences(self, table, header=HEADER):
        with tempfile.TemporaryDirectory() as folder:
            files = {"docs/operations.md": table, "include/spica/ops/a.hpp": header}
            for path, text in files.items():
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return list(operations.offences(pathlib.Path(folder)))

    def test_the_table_of_this_repository_is_complete(self):
        self.assertEqual(list(operations.offences(TOP)), [])

    def test_functions_of_the_namespace_itself_are_found(self):
        names = [(8 + 1, "sum"), (13, "operator<<"), (17, "operator-"), (21, "blas_info"), (24, "last_path")]
        self.assertEqual(list(operations.functions(HEADER)), names)

    def test_a_complete_table_passes(self):
        self.assertEqual(self.offences(HEAD + ROWS), [])

    def test_an_operation_without_a_row_is_refused(self):
        found = self.offences(HEAD + ROWS.replace(", `X << Y`", ""))
        self.assertEqual(found, ["include/spica/ops/a.hpp:13: docs/operations.md has no row for spica::operator<<"])

    def test_a_row_without_an_operation_is_refused(self):
        found = self.offences(HEAD + ROWS + "| `cos(X)` | `cos` |\n")
        self.assertEqual(found, ["docs/operations.md:6: no header declares spica::cos"])
        found = self.offences(HEAD + ROWS + "| the sum | `cos` |\n")
        self.assertEqual(found, ["docs/operations.md:6: a row without a function"])

    def test_a_row_of_another_width_is_refused(self):
        found = self.offences(HEAD + ROWS.replace("| `negative` |", "| `negative` | all |"))
        self.assertIn("docs/operations.md:4: 3 cells, the head has 2", found)

    def test_templates_and_operators_in_cells(self):
        names = {
            "`full<T>(device, 2)`": ["full"],
            "`linalg::path()`": ["path"],
            "`X \\|\\| Y`, `!X`": ["operator||", "operator!"],
            "`X == Y`, `X += Y`": ["operator==", "operator+="],
            "`to(X, device)`": ["to"],
        }
        for cell, expected in names.items():
            self.assertEqual(list(operations.named(cell)), expected)


if __name__ == "__main__":
    unittest.main()
