// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values, broadcasting and messages. Overlapping operands: test_assign_overlap.cpp.
#include <spica/array/assign.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <sys/mman.h>

namespace {

using Host = spica::detail::HostSpace;
using spica::all;
using spica::Array;
using spica::assign;
using spica::cpu;
using spica::Device;
using spica::range;
using spica::shape;
using spica::ShapeError;
using spica::test::elements;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;
using spica::test::numbered;

template <class Case>
class Assign : public ::testing::Test {
 public:
  using Target = Guarded<float, 3, typename Case::space, typename Case::layout>;

  /// Writes from a source of each layout, broadcast or not, into a target of the case's layout.
  template <class Layout>
  void check(const spica::Shape<3>& extents, const spica::Shape<3>& source_extents) {
    const Device<typename Case::space> device;
    const Target target(device, extents);
    const Guarded<float, 3, typename Case::space, Layout> source(device, source_extents);
    const auto values = elements(source.array());
    assign(target.array(), source.array());
    EXPECT_TRUE(matches_function(target.array(), {extents[0], extents[1], extents[2]}, [&](const Index& i) {
      Index at(3);
      for (std::size_t d = 0; d < 3; ++d) at[d] = source_extents[d] == 1 ? 0 : i[d];
      return values[spica::test::position_of(at, {source_extents[0], source_extents[1], source_extents[2]})];
    }));
    EXPECT_TRUE(target.surroundings_untouched());
    EXPECT_TRUE(matches(source.array(), spica::test::shape_of(source.array()), values));
  }

  void check_layouts(const spica::Shape<3>& extents, const spica::Shape<3>& source_extents) {
    check<Kokkos::LayoutRight>(extents, source_extents);
    check<Kokkos::LayoutLeft>(extents, source_extents);
    check<Kokkos::LayoutStride>(extents, source_extents);
  }
};
using AssignCases = spica::test::Combinations<spica::test::Spaces, spica::test::List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(Assign, AssignCases, spica::test::CaseName);

TYPED_TEST(Assign, EveryLayoutIntoEveryLayout) {
  for (const auto& extents : {shape(4, 5, 7), shape(1, 1, 1), shape(3, 1, 2), shape(2, 0, 3), shape(17, 9, 33)}) {
    this->check_layouts(extents, extents);
  }
}

TYPED_TEST(Assign, BroadcastsEveryAxis) {
  for (const auto& source : {shape(1, 5, 7), shape(4, 1, 7), shape(4, 5, 1), shape(1, 1, 7), shape(1, 5, 1),
                             shape(4, 1, 1), shape(1, 1, 1)}) {
    this->check_layouts({4, 5, 7}, source);
  }
}

TYPED_TEST(Assign, LongRowsAreSplitAmongThreads) {
  this->check_layouts({2, 1, 20011}, {2, 1, 20011});
  this->check_layouts({1, 20011, 2}, {1, 20011, 1});
  this->check_layouts({20011, 1, 3}, {1, 1, 3});
}

TYPED_TEST(Assign, OneNumberIntoEveryElement) {
  const typename TestFixture::Target target(Device<typename TypeParam::space>(), {4, 5, 7});
  assign(target.array(), 2.5);
  EXPECT_TRUE(matches_function(target.array(), {4, 5, 7}, [](const Index&) { return 2.5; }));
  EXPECT_TRUE(target.surroundings_untouched());
}

TEST(AssignRank, SmallerSourceIsAlignedAtTheLastAxis) {
  const auto target = spica::zeros<float>(cpu(), 2, 3);
  assign(target, spica::array<float>(cpu(), {1, 2, 3}));
  EXPECT_TRUE(matches(target, {2, 3}, {1, 2, 3, 1, 2, 3}));
  assign(target, spica::full<float>(cpu(), 4));
  EXPECT_TRUE(matches(target, {2, 3}, {4, 4, 4, 4, 4, 4}));
  assign(spica::full<float>(cpu(), 0), spica::full<float>(cpu(), 4));
}

TEST(AssignRank, EightAxes) {
  const auto target = spica::zeros<float>(cpu(), 2, 1, 2, 1, 2, 1, 2, 3);
  assign(target, spica::reshape(spica::arange<float>(cpu(), 24), 2, 1, 2, 1, 1, 1, 2, 3));
  EXPECT_TRUE(matches_function(target, {2, 1, 2, 1, 2, 1, 2, 3},
                               [](const Index& i) { return 12 * i[0] + 6 * i[2] + 3 * i[6] + i[7]; }));
}

TEST(AssignRank, BRO_04_ColumnIntoTwoColumnsOfAStridedPart) {
  const auto v = spica::reshape(spica::arange<float>(cpu(), 25), 5, 5);
  const auto columns = v(all, range(0, 2));
  EXPECT_EQ(
      message_of<ShapeError>([&] { assign(columns, v(all, 2)); }),
      "spica::assign: the source does not fit: target is [5, 2], source [5]; counted from the last axis, each extent "
      "of the source must be the target's or 1");
  EXPECT_TRUE(matches_function(v, {5, 5}, [](const Index& i) { return 5 * i[0] + i[1]; }));
  assign(columns, v(all, range(2, 3)));
  EXPECT_TRUE(matches_function(v, {5, 5}, [](const Index& i) { return 5 * i[0] + (i[1] < 2 ? 2 : i[1]); }));
}

TEST(AssignRank, TargetNeitherGrowsNorShrinks) {
  const auto target = spica::full<float>(cpu(), 7, 1, 3);
  EXPECT_EQ(message_of<ShapeError>([&] { assign(target, spica::zeros<float>(cpu(), 2, 3)); }),
            "spica::assign: the source does not fit: target is [1, 3], source [2, 3]; counted from the last axis, each "
            "extent of the source must be the target's or 1");
  EXPECT_THROW(assign(target, spica::zeros<float>(cpu(), 0, 3)), ShapeError);
  EXPECT_THROW(assign(target, spica::zeros<float>(cpu(), 2)), ShapeError);
  EXPECT_TRUE(matches(target, {1, 3}, {7, 7, 7}));
  const auto empty = spica::zeros<float>(cpu(), 0, 3);
  EXPECT_NO_THROW(assign(empty, spica::ones<float>(cpu(), 3)));
  EXPECT_NO_THROW(assign(empty, 1));
  EXPECT_THROW(assign(empty, spica::ones<float>(cpu(), 2, 3)), ShapeError);
}

TEST(AssignTypes, ConvertWhatCanBeConvertedWithoutLoss) {
  const auto d = spica::zeros<double>(cpu(), 2);
  assign(d, spica::array<int>(cpu(), {-1, 2}));
  EXPECT_TRUE(matches(d, {2}, {-1, 2}));
  assign(d, spica::array<float>(cpu(), {0.5F, 2}));
  EXPECT_TRUE(matches(d, {2}, {0.5, 2}));
  const auto f = spica::zeros<float>(cpu(), 2);
  assign(f, spica::array<double>(cpu(), {0.1, 2}));
  EXPECT_TRUE(matches(f, {2}, {0.1F, 2}));
  const auto i = spica::zeros<std::int64_t>(cpu(), 2);
  assign(i, spica::array<bool>(cpu(), {true, false}));
  EXPECT_TRUE(matches(i, {2}, {1, 0}));
  using Z = Kokkos::complex<double>;
  const auto z = spica::zeros<Z>(cpu(), 2);
  assign(z, f);
  EXPECT_TRUE(matches(z, {2}, {Z(static_cast<double>(0.1F), 0), Z(2, 0)}));
  assign(z, Z(1, -1));
  EXPECT_TRUE(matches(z, {2}, {Z(1, -1), Z(1, -1)}));
  assign(z, 3);
  EXPECT_TRUE(matches(z, {2}, {Z(3, 0), Z(3, 0)}));
}

TEST(AssignTypes, AWholeNumberThatDoesNotFitThrowsAndWritesNothing) {
  const auto bytes = spica::full<std::uint8_t>(cpu(), 7, 2);
  EXPECT_EQ(message_of<spica::ValueError>([&] { assign(bytes, 300); }),
            "spica::assign: 300 does not fit the array's type uint8; make the array of a wider type");
  EXPECT_THROW(assign(bytes, -1), spica::ValueError);
  EXPECT_TRUE(matches(bytes, {2}, {7, 7}));
  assign(bytes, 255LL);
  EXPECT_TRUE(matches(bytes, {2}, {255, 255}));
  EXPECT_THROW(assign(spica::zeros<std::int32_t>(cpu(), 2), 5000000000LL), spica::ValueError);
  EXPECT_THROW(assign(spica::zeros<std::uint32_t>(cpu(), 2), -1), spica::ValueError);
  const auto truth = spica::zeros<bool>(cpu(), 2);
  assign(truth, 2);
  EXPECT_TRUE(matches(truth, {2}, {true, true}));
}

TEST(AssignTypes, NotANumberAndInfinityArrive) {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto d = spica::zeros<double>(cpu(), 3);
  assign(d, spica::array<float>(cpu(), {nan, inf, -inf}));
  EXPECT_TRUE(matches(d, {3}, {nan, inf, -inf}));
}

TEST(AssignDevices, DifferentNumbersThrowBothOperandsAndTheCure) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  const auto target = spica::full<float>(cpu(0), 7, 2);
  const auto source = spica::zeros<float>(cpu(1), 2);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { assign(target, source); }),
            "spica::assign: operands are on different devices: target is on cpu(0), source on cpu(1); write "
            "spica::copy(source, target.device())");
  EXPECT_TRUE(matches(target, {2}, {7, 7}));
  assign(target, spica::copy(source, target.device()));
  EXPECT_TRUE(matches(target, {2}, {0, 0}));
}

TEST(AssignOfNothing, RankZeroThatHoldsNoElementThrows) {
  const Array<float, 0, Host> nothing;
  const std::string text = "spica::assign: an operand of rank 0 was default-constructed and holds no element";
  const auto target = spica::full<float>(cpu(), 7, 2);
  EXPECT_EQ(message_of<spica::ValueError>([&] { assign(target, nothing); }), text);
  EXPECT_EQ(message_of<spica::ValueError>([&] { assign(nothing, spica::full<float>(cpu(), 7)); }), text);
  EXPECT_EQ(message_of<spica::ValueError>([&] { assign(nothing, 1); }), text);
  EXPECT_TRUE(matches(target, {2}, {7, 7}));
}

TEST(AssignOfNothing, DefaultConstructedArraysAreEmpty) {
  EXPECT_NO_THROW(assign(Array<float, 2, Host>(), Array<float, 2, Host>()));
  EXPECT_THROW(assign(Array<float, 1, Host>(), spica::zeros<float>(cpu(), 2)), ShapeError);
}

// Rows that are more than 2^32 elements apart, in memory of which only the touched pages exist.
TEST(AssignFarApart, StridesAreSixtyFourBitsWide) {
  constexpr std::size_t step = (std::size_t{1} << 32) + 7;
  void* memory = mmap(nullptr, 5 * step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "the system does not hand out 20 GiB of addresses";
  using View =
      Kokkos::View<std::int8_t**, Kokkos::LayoutStride, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const auto far = spica::wrap(View(static_cast<std::int8_t*>(memory), Kokkos::LayoutStride(5, step, 3, 1)));
  assign(far, spica::reshape(spica::arange<std::int8_t>(cpu(), 15), 5, 3));
  EXPECT_EQ(static_cast<std::int8_t*>(memory)[4 * step + 2], 14);
  const auto near = spica::zeros<std::int8_t>(cpu(), 5, 3);
  assign(near, far);
  EXPECT_TRUE(matches_function(near, {5, 3}, [](const Index& i) { return 3 * i[0] + i[1]; }));
  assign(near(0, all), far(4, all));
  EXPECT_TRUE(matches(spica::Array(spica::cast<int>(near(0, all))), {3}, {12, 13, 14}));
  munmap(memory, 5 * step);
}

}  // namespace
