// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices of wrapped Views whose rows or columns have gaps behind them, although their layout is LayoutRight or
// LayoutLeft.
#include "array/support/every_slice.hpp"

#include <spica/array/wrap.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace {

using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using spica::test::check_every_slice;
using spica::test::check_slice;
using spica::test::set_elements;

/// Numbers the elements and checks every slice; the array must have gaps, else the test would test nothing.
template <class A>
void check_padded(const A& array) {
  set_elements(array, spica::test::numbers<float>(array.size()));
  std::int64_t last = 0;
  for (int d = 0; d < A::rank; ++d) last += (array.extent(d) - 1) * array.stride(d);
  ASSERT_GT(last + 1, array.size());
  check_every_slice(array);
}

TEST(SlicePadded, ColumnsOfARowMajorMatrix) {
  const Kokkos::View<float**, Right, Kokkos::HostSpace> wide("wide", 5, 10);
  check_padded(spica::wrap(Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(2, 6))));
}

TEST(SlicePadded, RowsOfAColumnMajorMatrix) {
  const Kokkos::View<float**, Left, Kokkos::HostSpace> wide("wide", 10, 5);
  check_padded(spica::wrap(Kokkos::subview(wide, Kokkos::pair<int, int>(2, 6), Kokkos::ALL)));
}

// Kokkos keeps LayoutRight here.
TEST(SlicePadded, OnePlaneOutOfARowMajorBox) {
  const Kokkos::View<float***, Right, Kokkos::HostSpace> box("box", 5, 3, 4);
  check_padded(spica::wrap(Kokkos::subview(box, Kokkos::ALL, 1, Kokkos::ALL)));
}

TEST(SlicePadded, PaddedByKokkosColumnMajor) {
  check_padded(spica::wrap(
      Kokkos::View<float***, Left, Kokkos::HostSpace>(Kokkos::view_alloc("v", Kokkos::AllowPadding), 73, 3, 2)));
}

TEST(SlicePadded, PaddedByKokkosRowMajor) {
  const auto array = spica::wrap(
      Kokkos::View<float***, Right, Kokkos::HostSpace>(Kokkos::view_alloc("v", Kokkos::AllowPadding), 3, 7, 13));
#if KOKKOS_VERSION >= 50000
  if (array.stride(0) == 7 * 13) GTEST_SKIP() << "Kokkos 5 does not pad such a View";
#endif
  check_padded(array);
}

TEST(SlicePadded, FewerArgumentsThanAxes) {
  const Kokkos::View<float**, Right, Kokkos::HostSpace> wide("wide", 5, 10);
  const auto array = spica::wrap(Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(2, 6)));
  check_slice(array, 3);
  check_slice(array, spica::range(1, 4));
  check_slice(array);
}

TEST(SlicePadded, RangeKeepsTheGapsAndTheLayout) {
  const Kokkos::View<float**, Right, Kokkos::HostSpace> wide("wide", 5, 10);
  const auto array = spica::wrap(Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(2, 6)));
  const auto rows = array(spica::range(1, 4));
  EXPECT_EQ(rows.strides(), spica::shape(10, 1));
  EXPECT_TRUE((std::is_same_v<decltype(rows)::array_layout, Right>));
  EXPECT_EQ(wide.use_count(), 3);  // the View, the array and its part
}

}  // namespace
