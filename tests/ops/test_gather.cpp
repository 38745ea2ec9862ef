// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/kernels.hpp"
#include "ops/support/scattered.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/gather.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace {

using spica::all;
using spica::array;
using spica::Array;
using spica::cpu;
using spica::Generator;
using spica::permutation;
using spica::range;
using spica::take;
using spica::test::elements;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;

// ---- take ------------------------------------------------------------------------------------------------------

template <class Space>
class TakeOn : public ::testing::Test {};
TYPED_TEST_SUITE(TakeOn, spica::test::as_test_types<spica::test::Spaces>::type, );

TYPED_TEST(TakeOn, ChoosesRowsInAnyOrderAndTwice) {
  const spica::Device<TypeParam> device;
  const auto X = spica::reshape(spica::arange<float>(device, 12), 4, 3);
  const auto rows = spica::copy(array<std::int64_t>(cpu(), {3, 0, 3}), device);
  EXPECT_TRUE(matches(take(X, rows), {3, 3}, {9, 10, 11, 0, 1, 2, 9, 10, 11}));
}

TEST(Take, WorksForEveryRank) {
  const auto indices = array<std::int64_t>(cpu(), {2, 0});
  EXPECT_TRUE(matches(take(spica::arange<float>(cpu(), 3), indices), {2}, {2, 0}));
  const auto cube = spica::reshape(spica::arange<float>(cpu(), 12), 3, 2, 2);
  EXPECT_TRUE(matches(take(cube, indices), {2, 2, 2}, {8, 9, 10, 11, 0, 1, 2, 3}));
}

TEST(Take, ReadsAnyLayoutAndStride) {
  const auto X = spica::reshape(spica::arange<float>(cpu(), 12), 4, 3);
  const auto spaced = array<std::int64_t>(cpu(), {2, -7, 1, 99});
  EXPECT_TRUE(matches(take(spica::transpose(X), spaced(range(0, 4, 2))), {2, 4}, {2, 5, 8, 11, 1, 4, 7, 10}));
  EXPECT_TRUE(matches(take(X(all, range(0, 3, 2)), spaced(range(0, 1))), {1, 2}, {6, 8}));
  const Array<const float, 2, spica::detail::HostSpace> constant(X);
  EXPECT_TRUE(matches(take(constant, spaced(range(2, 3))), {1, 3}, {3, 4, 5}));
}

TEST(Take, ExpressionsAreRead) {
  const auto X = spica::reshape(spica::arange<float>(cpu(), 6), 3, 2);
  const auto indices = array<std::int64_t>(cpu(), {0, 1});
  EXPECT_TRUE(matches(take(X * 10.0F, indices + 1), {2, 2}, {20, 30, 40, 50}));
}

/// What a GPU runs, over host memory.
template <class Source, class Indices>
auto take_by_elements(const Source& source, const Indices& indices) {
  constexpr int N = Source::rank;
  using T = typename Source::value_type;
  auto extents = source.shape();
  auto bound = source.template bind<N>(extents);
  const auto loop = spica::detail::loop_of_one_row<N>(extents, bound);
  extents[0] = indices.extent(0);
  const auto result = spica::full<T>(cpu(), T(7), extents);
  using spica::detail::ArrayAccess;
  using Space = spica::detail::HostSpace;
  const spica::detail::TakeElements<T, typename Indices::value_type, decltype(bound), N - 1> kernel{
      bound,
      loop,
      result.size() / indices.extent(0),
      source.extent(0),
      ArrayAccess::data(indices),
      indices.stride(0),
      ArrayAccess::data(result),
      spica::detail::StatusFlag(spica::detail::status_record<Space>(0))};
  for (std::int64_t item = 0; item < result.size(); ++item) kernel(item);
  return result;
}

TEST(Take, EqualsALoopForRowsThatLieInAnyWay) {
  for (std::uint32_t seed = 1; seed < 300; ++seed) {
    spica::test::Choices choices(seed);
    const std::int64_t some[] = {1, 2, 3, 5, 9};
    const spica::Shape<3> extents{some[choices.below(5)], some[choices.below(5)], some[choices.below(5)]};
    const spica::test::Scattered<float, 3> x(choices, extents);
    const spica::test::Scattered<float, 2> y(choices, {choices.below(2) == 0 ? 1 : extents[1], 1});
    std::vector<std::int64_t> chosen;
    for (int i = 0; i < 8; ++i) chosen.push_back(choices.below(extents[0]));
    const auto memory = spica::empty<std::int64_t>(cpu(), 8);
    spica::test::set_elements(memory, chosen);
    const auto indices = memory(range(0, 8, 2));
    const auto row = [&](const Index& i) { return Index{chosen[static_cast<std::size_t>(2 * i[0])], i[1], i[2]}; };
    const Index shape{4, extents[1], extents[2]};
    const auto of_x = [&](const Index& i) { return x.at(row(i)); };
    const auto of_sum = [&](const Index& i) { return x.at(row(i)) * 2.0F + y.at(row(i)); };
    ASSERT_TRUE(matches_function(take(x.array, indices), shape, of_x)) << "seed " << seed;
    ASSERT_TRUE(matches_function(take(x.array * 2.0F + y.array, indices), shape, of_sum)) << "seed " << seed;
    ASSERT_TRUE(matches_function(take_by_elements(x.array, indices), shape, of_x)) << "seed " << seed;
    ASSERT_TRUE(matches_function(take_by_elements(x.array * 2.0F + y.array, indices), shape, of_sum))
        << "seed " << seed;
  }
}

TEST(Take, OnAGpuABadIndexHasARowOfZerosAndIsReportedLater) {
  const auto X = spica::ones<float>(cpu(), 4, 3);
  EXPECT_TRUE(
      matches(take_by_elements(X, array<std::int64_t>(cpu(), {3, 4, -1})), {3, 3}, {1, 1, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_NE(message_of<spica::ValueError>([] { spica::synchronize(cpu()); }), "<nothing thrown>");
  EXPECT_TRUE(matches(take_by_elements(spica::arange<float>(cpu(), 3), array<int>(cpu(), {2, 0})), {2}, {2, 0}));
  spica::synchronize(cpu());
}

TEST(Take, TheResultIsNewMemory) {
  const auto X = spica::reshape(spica::arange<float>(cpu(), 4), 2, 2);
  const auto same = take(X, array<std::int64_t>(cpu(), {0, 1}));
  EXPECT_FALSE(same.same_storage(X));
  same += 1;
  EXPECT_TRUE(matches(X, {2, 2}, {0, 1, 2, 3}));
}

TEST(Take, IndicesAreOfAnyIntegerType) {
  const auto X = spica::arange<float>(cpu(), 3);
  EXPECT_TRUE(matches(take(X, array<std::uint8_t>(cpu(), {2})), {1}, {2}));
  EXPECT_TRUE(matches(take(X, array<int>(cpu(), {1})), {1}, {1}));
}

TEST(Take, EmptyOperandsGiveEmptyResults) {
  const auto none = spica::zeros<std::int64_t>(cpu(), 0);
  EXPECT_TRUE(matches(take(spica::ones<float>(cpu(), 4, 3), none), {0, 3}, {}));
  EXPECT_TRUE(matches(take(spica::ones<float>(cpu(), 0, 3), none), {0, 3}, {}));
  EXPECT_TRUE(matches(take(spica::ones<float>(cpu(), 4, 0), array<std::int64_t>(cpu(), {1, 2})), {2, 0}, {}));
}

TEST(Take, AnIndexOutsideTheRowsIsNamedAndTheProgramGoesOn) {
  const auto X = spica::ones<float>(cpu(), 4, 3);
  const auto with = [&](std::int64_t index) {
    return message_of<spica::ValueError>([&] { take(X, array<std::int64_t>(cpu(), {0, 1, index, 17})); });
  };
  const std::string rule = " at position 2 is outside the 4 rows of X, whose shape is [4, 3]";
  EXPECT_EQ(with(4), "spica::take: index 4" + rule);
  EXPECT_EQ(with(-1), "spica::take: index -1" + rule);
  EXPECT_EQ(message_of<spica::ValueError>(
                [] { take(spica::ones<float>(cpu(), 0, 3), spica::zeros<std::int64_t>(cpu(), 1)); }),
            "spica::take: index 0 at position 0 is outside the 0 rows of X, whose shape is [0, 3]");
  EXPECT_EQ(message_of<spica::ValueError>(
                [&] { take(X, array<std::uint64_t>(cpu(), {std::numeric_limits<std::uint64_t>::max()})); }),
            "spica::take: index 18446744073709551615 at position 0 is outside the 4 rows of X, whose shape is [4, 3]");
  spica::synchronize(cpu());  // nothing is left behind
  EXPECT_TRUE(matches(take(X, array<std::int64_t>(cpu(), {3})), {1, 3}, {1, 1, 1}));
}

TEST(Take, IsOneKernelAndTransfersNothing) {
  const auto X = spica::ones<float>(cpu(), 100, 80);
  const auto indices = spica::arange<std::int64_t>(cpu(), 50);
  const auto expect_one_kernel = [&](const auto& source) {
    take(source, indices);
    const spica::Ledger before = spica::ledger();
    const spica::test::KernelWatch watch;
    const spica::NoTransfers scope;
    take(source, indices);
    EXPECT_EQ(watch.labels(), std::vector<std::string>{"spica::take"});
    const spica::Ledger done = spica::ledger() - before;
    EXPECT_EQ(done.allocations, 0);
    EXPECT_EQ(done.pool_hits, 1) << "the result";
    EXPECT_EQ(done.fences, 0);
  };
  expect_one_kernel(X);
  expect_one_kernel(spica::transpose(X));
  expect_one_kernel(X(all, range(0, 80, 3)));
  expect_one_kernel(X * 2.0F + 1.0F);
}

TEST(Take, DevicesOfDifferentNumbersAreNamed) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  EXPECT_EQ(message_of<spica::DeviceError>(
                [] { take(spica::ones<float>(cpu(0), 2), spica::zeros<std::int64_t>(cpu(1), 1)); }),
            "spica::take: operands are on different devices: X is on cpu(0), indices on cpu(1); write "
            "spica::copy(indices, X.device())");
}

// ---- permutation -----------------------------------------------------------------------------------------------

TEST(Permutation, TheOrderOfASeedIsTheDocumentedOne) {
  // Computed by an independent Philox and shuffle in Python.
  Generator generator(42);
  EXPECT_TRUE(matches(permutation(cpu(), generator, 8), {8}, {0, 6, 7, 2, 1, 4, 5, 3}));
  EXPECT_EQ(generator.position(), 8U);
  Generator other(7);
  EXPECT_TRUE(matches(permutation(cpu(), other, 10), {10}, {8, 4, 7, 0, 3, 9, 1, 5, 2, 6}));
}

TEST(Permutation, EveryNumberComesOnce) {
  Generator generator(1);
  auto order = elements(permutation(cpu(), generator, 10000));
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], static_cast<std::int64_t>(i));
}

TEST(Permutation, EveryOrderIsEquallyLikely) {
  Generator generator(3);
  std::map<std::vector<std::int64_t>, int> counts;
  for (int i = 0; i < 24000; ++i) ++counts[elements(permutation(cpu(), generator, 4))];
  EXPECT_EQ(counts.size(), 24U);
  double chi_squared = 0;
  for (const auto& [order, count] : counts) chi_squared += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_NEAR(chi_squared, 23, 5 * 6.8);  // 23 degrees of freedom: mean 23, standard deviation 6.8
}

TEST(Permutation, SmallAndNegativeCounts) {
  Generator generator(1);
  EXPECT_TRUE(matches(permutation(cpu(), generator, 0), {0}, {}));
  EXPECT_EQ(generator.position(), 0U);
  EXPECT_TRUE(matches(permutation(cpu(), generator, 1), {1}, {0}));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { permutation(cpu(), generator, -3); }),
            "spica::permutation: the shape [-3] has a negative extent; extents are 0 or more");
  EXPECT_EQ(generator.position(), 1U);
}

TEST(Permutation, ElsewhereItIsOneTransfer) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  Generator here(5);
  Generator there(5);
  const spica::Ledger before = spica::ledger();
  const auto order = permutation(cpu(1), there, 100);
  EXPECT_EQ((spica::ledger() - before).transfers(), (spica::Ledger::Transfers{1, 800}));
  EXPECT_EQ(order.device(), cpu(1));
  EXPECT_EQ(elements(order), elements(permutation(cpu(0), here, 100)));
  const spica::NoTransfers scope;
  EXPECT_EQ(
      message_of<spica::TransferError>([&] { permutation(cpu(1), there, 100); }),
      "spica::permutation: would move 800 bytes from cpu(0) to cpu(1) inside a NoTransfers scope; move the call out "
      "of the scope, or keep the value on its device");
  EXPECT_EQ(there.position(), 100U) << "nothing is drawn where the transfer is refused";
}

}  // namespace
