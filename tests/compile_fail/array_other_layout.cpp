// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another layout would be a copy, which is not made without asking.
// expect: (could not|no viable|cannot|no suitable user-defined) conver|conversion from .* requested
#include <spica/array/array.hpp>

using ColumnMajor = spica::Array<float, 2, Kokkos::DefaultExecutionSpace, Kokkos::LayoutLeft>;

ColumnMajor column_major(const spica::Array<float, 2>& row_major) {
#ifdef SPICA_MUST_FAIL
  return row_major;
#else
  return ColumnMajor(row_major);
#endif
}
