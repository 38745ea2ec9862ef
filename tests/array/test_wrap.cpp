// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/wrap.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/assign.hpp>
#include <spica/array/copy.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace {

using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using Stride = Kokkos::LayoutStride;
using Host = spica::detail::HostSpace;
using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
using spica::Array;
using spica::shape;
using spica::wrap;
using spica::test::Index;
using spica::test::List;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;
using spica::test::numbers;

template <class Case>
class Wrap : public ::testing::Test {};
using WrapCases = spica::test::Combinations<spica::test::Spaces>;
TYPED_TEST_SUITE(Wrap, WrapCases, spica::test::CaseName);

TYPED_TEST(Wrap, SharesTheMemoryOfItsOwnSpace) {
  using Space = typename TypeParam::space;
  const Kokkos::View<float**, Space> view("view", 3, 2);
  const auto array = wrap(view, spica::Device<Space>());
  EXPECT_TRUE((std::is_same_v<decltype(array),
                              const Array<float, 2, Space, typename Kokkos::View<float**, Space>::array_layout>>));
  EXPECT_EQ(array.data(), view.data());
  spica::assign(array, 4);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  EXPECT_EQ(host(2, 1), 4);
}

TEST(WrapHost, EveryHostAccessibleViewIsOnTheDefaultHostSpace) {
  EXPECT_TRUE((std::is_same_v<decltype(wrap(Kokkos::View<int*, Kokkos::HostSpace>("v", 2))), Array<int, 1, Host>>));
#if defined(KOKKOS_ENABLE_SERIAL)
  EXPECT_TRUE((std::is_same_v<decltype(wrap(Kokkos::View<int*, Kokkos::Serial>("v", 2))), Array<int, 1, Host>>));
  EXPECT_TRUE(
      (std::is_same_v<decltype(wrap(Kokkos::View<int*, Kokkos::Serial>("v", 2), spica::Device<Kokkos::Serial>())),
                      Array<int, 1, Kokkos::Serial>>));
#endif
}

#if defined(KOKKOS_ENABLE_CUDA)
TEST(WrapCuda, PinnedMemoryIsTheHostsAndUnifiedMemoryTheGpus) {
  EXPECT_TRUE(
      (std::is_same_v<decltype(wrap(Kokkos::View<int*, Kokkos::CudaHostPinnedSpace>("v", 2))), Array<int, 1, Host>>));
  EXPECT_TRUE(
      (std::is_same_v<decltype(wrap(Kokkos::View<int*, Kokkos::CudaUVMSpace>("v", 2))), Array<int, 1, Kokkos::Cuda>>));
}
#endif

TEST(WrapHost, NamesTheDeviceThatIsSaid) {
  const Kokkos::View<int*, Kokkos::HostSpace> view("v", 2);
  EXPECT_EQ(wrap(view).device(), spica::cpu());
  const int last = spica::num_devices() - spica::num_gpus() - 1;
  EXPECT_EQ(wrap(view, spica::cpu(last)).device().number(), last);
}

/// Wraps a View of this data type with extents 2, 3, 1, 2, ... and compares element by element with the View.
template <class DataType, class Layout, std::size_t... Axes>
void wrap_rank(std::index_sequence<Axes...>) {
  constexpr std::size_t extents[] = {2, 3, 1, 2, 3, 1, 2, 2, 0};
  const Kokkos::View<DataType, Layout, Kokkos::HostSpace> view("view", extents[Axes]...);
  const auto array = wrap(view);
  EXPECT_EQ(static_cast<std::size_t>(array.rank), sizeof...(Axes));
  const Index shape{static_cast<std::int64_t>(extents[Axes])...};
  spica::test::for_each_index(shape, [&](const Index& index) {
    view(static_cast<std::size_t>(index[Axes])...) = static_cast<double>(spica::test::position_of(index, shape));
  });
  EXPECT_TRUE(matches_function(array, shape, [&](const Index& i) { return spica::test::position_of(i, shape); }));
}

template <class Layout>
void wrap_all_ranks() {
  wrap_rank<double, Layout>(std::make_index_sequence<0>());
  wrap_rank<double*, Layout>(std::make_index_sequence<1>());
  wrap_rank<double**, Layout>(std::make_index_sequence<2>());
  wrap_rank<double***, Layout>(std::make_index_sequence<3>());
  wrap_rank<double****, Layout>(std::make_index_sequence<4>());
  wrap_rank<double*****, Layout>(std::make_index_sequence<5>());
  wrap_rank<double******, Layout>(std::make_index_sequence<6>());
  wrap_rank<double*******, Layout>(std::make_index_sequence<7>());
  wrap_rank<double********, Layout>(std::make_index_sequence<8>());
}

TEST(WrapRanks, ZeroToEightRowMajor) { wrap_all_ranks<Right>(); }
TEST(WrapRanks, ZeroToEightColumnMajor) { wrap_all_ranks<Left>(); }

TEST(WrapLayouts, Strided) {
  double memory[40] = {};
  const Kokkos::View<double**, Stride, Kokkos::HostSpace, Unmanaged> view(memory + 1, Stride(3, 2, 2, 11));
  view(2, 1) = 7;
  const auto array = wrap(view);
  EXPECT_TRUE((std::is_same_v<decltype(array), const Array<double, 2, Host, Stride>>));
  EXPECT_EQ(array.strides(), shape(2, 11));
  EXPECT_TRUE(matches(array, {3, 2}, {0, 0, 0, 0, 0, 7}));
  EXPECT_EQ(memory[1 + 4 + 11], 7);
}

// Kokkos pads the rows of a row-major View (before 5: the step of its first axis) when it is asked to.
TEST(WrapLayouts, PaddedByKokkos) {
  const Kokkos::View<float***, Right, Kokkos::HostSpace> right(Kokkos::view_alloc("v", Kokkos::AllowPadding), 3, 7, 13);
  const Kokkos::View<float**, Left, Kokkos::HostSpace> left(Kokkos::view_alloc("v", Kokkos::AllowPadding), 101, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      for (std::size_t k = 0; k < 13; ++k) right(i, j, k) = static_cast<float>(10000 * i + 100 * j + k);
    }
    for (std::size_t j = 0; j < 101; ++j) left(j, i) = static_cast<float>(1000 * i + j);
  }
#if KOKKOS_VERSION >= 50000
  if (wrap(right).stride(0) == 7 * 13) GTEST_SKIP() << "Kokkos 5 does not pad such a View";
#endif
  EXPECT_GT(wrap(right).stride(0), 7 * 13);
  EXPECT_FALSE(wrap(right).is_contiguous());
  EXPECT_TRUE(
      matches_function(wrap(right), {3, 7, 13}, [](const Index& i) { return 10000 * i[0] + 100 * i[1] + i[2]; }));
  EXPECT_GT(wrap(left).stride(1), 101);
  EXPECT_TRUE(matches_function(wrap(left), {101, 3}, [](const Index& i) { return 1000 * i[1] + i[0]; }));
}

TEST(WrapLayouts, PartOfAWiderViewKeepsItsGaps) {
  const Kokkos::View<float**, Right, Kokkos::HostSpace> wide("wide", 4, 10);
  const auto part = Kokkos::subview(wide, Kokkos::pair<int, int>(1, 4), Kokkos::pair<int, int>(2, 5));
  const auto array = wrap(part);
  EXPECT_FALSE(array.is_contiguous());
  spica::assign(array, 1);
  float sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      const bool inside = i >= 1 && j >= 2 && j < 5;
      EXPECT_EQ(wide(i, j), inside ? 1 : 0) << i << ' ' << j;
      sum += wide(i, j);
    }
  }
  EXPECT_EQ(sum, 9);
}

TEST(WrapElements, StaticExtentsBecomeRunTimeOnes) {
  const Kokkos::View<int[2][3], Right, Kokkos::HostSpace> fixed("v");
  const Kokkos::View<int* [3], Left, Kokkos::HostSpace> mixed("v", 2);
  fixed(1, 2) = 5;
  mixed(1, 2) = 6;
  EXPECT_TRUE((std::is_same_v<decltype(wrap(fixed)), Array<int, 2, Host, Right>>));
  EXPECT_TRUE(matches(wrap(fixed), {2, 3}, {0, 0, 0, 0, 0, 5}));
  EXPECT_TRUE((std::is_same_v<decltype(wrap(mixed)), Array<int, 2, Host, Left>>));
  EXPECT_TRUE(matches(wrap(mixed), {2, 3}, {0, 0, 0, 0, 0, 6}));
}

TEST(WrapElements, ConstStaysConst) {
  const Kokkos::View<int*, Kokkos::HostSpace> view("v", 2);
  view(1) = 3;
  const auto array = wrap(Kokkos::View<const int*, Kokkos::HostSpace>(view));
  EXPECT_TRUE((std::is_same_v<decltype(array), const Array<const int, 1, Host>>));
  EXPECT_TRUE(matches(array, {2}, {0, 3}));
  EXPECT_TRUE(matches(spica::copy(array), {2}, {0, 3}));
}

TEST(WrapElements, UnmanagedMemoryIsUsedInPlace) {
  Kokkos::complex<double> memory[3] = {{1, 2}, {3, 4}, {5, 6}};
  const auto array = wrap(Kokkos::View<Kokkos::complex<double>*, Kokkos::HostSpace, Unmanaged>(memory, 3));
  EXPECT_EQ(array.data(), memory);
  EXPECT_TRUE(matches(array, {3}, {{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(array.label(), "");
}

TEST(WrapElements, NullViewOfRankZeroHoldsNothing) {
  EXPECT_EQ(wrap(Kokkos::View<float, Kokkos::HostSpace>()).size(), 0);
  EXPECT_EQ(wrap(Kokkos::View<float**, Kokkos::HostSpace>()).size(), 0);
}

TEST(WrapErrors, ElementsWithoutMemoryAreRefused) {
  const Kokkos::View<float**, Kokkos::HostSpace, Unmanaged> view(nullptr, 2, 3);
  EXPECT_EQ(message_of<spica::ValueError>([&] { wrap(view); }),
            "spica::wrap: the View \"\" of shape [2, 3] has no memory; allocate it, or make it from the address of its "
            "elements");
  EXPECT_EQ(wrap(Kokkos::View<float**, Kokkos::HostSpace, Unmanaged>(nullptr, 2, 0)).shape(), shape(2, 0));
}

TEST(WrapErrors, ExtentsThatOverflowAreRefused) {
  float memory = 0;
  const Kokkos::View<float**, Stride, Kokkos::HostSpace, Unmanaged> view(
      &memory, Stride(std::size_t{1} << 40, 0, std::size_t{1} << 40, 0));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { wrap(view); }),
            "spica::wrap: an array of shape [1099511627776, 1099511627776] with elements of 4 bytes would need more "
            "than 2^63 - 1 bytes");
}

TEST(WrapLifetime, ArrayAndItsPartsKeepAManagedViewAlive) {
  auto view = Kokkos::View<float**, Right, Kokkos::HostSpace>("v", 2, 3);
  view(1, 2) = 8;
  auto array = wrap(view);
  EXPECT_EQ(view.use_count(), 2);
  auto row = array(1, spica::all);
  EXPECT_EQ(view.use_count(), 3);
  view = {};
  array = {};
  EXPECT_EQ(row.view().use_count(), 2);  // the part and the View just made
  EXPECT_TRUE(matches(row, {3}, {0, 0, 8}));
}

}  // namespace
