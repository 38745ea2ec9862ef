// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that are large, or read what a kernel has only just been asked for. Their sizes are those of the public
// reports on a GPU, and small on the host, where the same code runs.
#include "support/spaces.hpp"

#include <spica/array/assign.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <spica/array/wrap.hpp>
#include <spica/device/device_info.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace {

using spica::all;
using spica::Device;
using spica::range;
using spica::detail::is_host_space;

template <class Case>
class CopyLarge : public ::testing::Test {};
using CopyLargeCases = spica::test::Combinations<spica::test::Spaces>;
TYPED_TEST_SUITE(CopyLarge, CopyLargeCases, spica::test::CaseName);

/// `turn`, after some work that takes its time.
struct Slowly {
  float turn;
  KOKKOS_FUNCTION float operator()(std::int64_t i) const {
    float x = static_cast<float>(i % 7);
    for (int k = 0; k < 50; ++k) x = x * 0.5F + 1;
    return x < 100 ? turn : -1;
  }
};

TYPED_TEST(CopyLarge, LAY_08_HostReadsWhatTheKernelWrote) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  const std::int64_t count = is_host_space<Space> ? 1 << 14 : 1 << 26;
  const int repeats = is_host_space<Space> ? 20 : 1000;
  for (int turn = 0; turn < repeats; ++turn) {
    const auto a = spica::from_function<float>(device, spica::shape(count), Slowly{static_cast<float>(turn)});
    const auto on_host = spica::copy(a, spica::cpu());
    ASSERT_EQ(on_host.data()[count - 1], static_cast<float>(turn));
    ASSERT_EQ(spica::item(a(count / 2)), static_cast<float>(turn));
  }
}

TYPED_TEST(CopyLarge, LAY_04_SlabOfAColumnMajorBox) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  std::size_t rows = 64;
  std::size_t planes = 32;
  if constexpr (!is_host_space<Space>) {
    const std::int64_t needed = std::int64_t{4096} * 33 * 32768 * 8;
    if (spica::device_info(device).memory_free < needed + (std::int64_t{2} << 30)) {
      GTEST_SKIP() << "needs 37 GB of GPU memory";
    }
    rows = 4096;
    planes = 32768;
  }
  const auto box = spica::wrap(Kokkos::View<double***, Kokkos::LayoutLeft, Space>("box", rows, 33, planes), device);
  spica::assign(box(all, 32, all), 99);
  const auto slab = spica::copy(box(all, range(32, 33), all), spica::cpu());
  EXPECT_EQ(std::count(slab.data(), slab.data() + slab.size(), 99.0), static_cast<std::ptrdiff_t>(rows * planes));
}

}  // namespace
