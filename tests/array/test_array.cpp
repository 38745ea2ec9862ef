// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handle itself. Parts of arrays: test_slice*.cpp.
#include <spica/array/array.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace {

using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using Stride = Kokkos::LayoutStride;
using Host = spica::detail::HostSpace;
using spica::Array;
using spica::Device;
using spica::shape;
using spica::ValueError;
using spica::test::Guarded;
using spica::test::List;
using spica::test::matches;
using spica::test::message_of;
using spica::test::numbers;

template <class Case>
class ArrayOf : public ::testing::Test {};
using ArrayOfCases = spica::test::Combinations<spica::test::Spaces, List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(ArrayOf, ArrayOfCases, spica::test::CaseName);

TYPED_TEST(ArrayOf, TypesAreThoseOfItsParameters) {
  using Space = typename TypeParam::space;
  using Layout = typename TypeParam::layout;
  using A = Array<const float, 2, Space, Layout>;
  EXPECT_TRUE((std::is_same_v<typename A::element_type, const float>));
  EXPECT_TRUE((std::is_same_v<typename A::value_type, float>));
  EXPECT_TRUE((std::is_same_v<typename A::execution_space, Space>));
  EXPECT_TRUE((std::is_same_v<typename A::memory_space, typename Space::memory_space>));
  EXPECT_TRUE((std::is_same_v<typename A::array_layout, Layout>));
  EXPECT_EQ(A::rank, 2);
  using View = typename A::view_type;
  EXPECT_TRUE((std::is_same_v<typename View::data_type, const float**>));
  EXPECT_TRUE((std::is_same_v<typename View::array_layout, Layout>));
  EXPECT_TRUE((std::is_same_v<typename View::execution_space, Space>));
  EXPECT_FALSE(View::traits::memory_traits::is_unmanaged);
}

TYPED_TEST(ArrayOf, DefaultConstructedIsEmpty) {
  const Array<float, 2, typename TypeParam::space, typename TypeParam::layout> array;
  EXPECT_EQ(array.shape(), shape(0, 0));
  EXPECT_EQ(array.size(), 0);
  EXPECT_EQ(array.data(), nullptr);
  EXPECT_EQ(array.device().number(), 0);
  EXPECT_EQ(array.label(), "");
  EXPECT_TRUE(matches(array, {0, 0}, {}));
}

TYPED_TEST(ArrayOf, ShapeExtentsAndSize) {
  const Guarded<float, 3, typename TypeParam::space, typename TypeParam::layout> guarded({}, {4, 3, 2});
  const auto& array = guarded.array();
  EXPECT_EQ(array.shape(), shape(4, 3, 2));
  EXPECT_EQ(array.extent(0), 4);
  EXPECT_EQ(array.extent(2), 2);
  EXPECT_EQ(array.size(), 24);
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(array.stride(d), static_cast<std::int64_t>(array.view().stride(static_cast<std::size_t>(d))));
    EXPECT_EQ(array.stride(d), array.strides()[static_cast<std::size_t>(d)]);
  }
  EXPECT_EQ(array.is_contiguous(), (std::is_same_v<typename TypeParam::layout, Right>));
}

TYPED_TEST(ArrayOf, ViewHasTheSameElements) {
  const Guarded<float, 2, typename TypeParam::space, typename TypeParam::layout> guarded({}, {3, 5});
  const auto view = guarded.array().view();
  EXPECT_EQ(view.data(), guarded.array().data());
  EXPECT_EQ(view.extent(0), 3U);
  EXPECT_EQ(view.extent(1), 5U);
  if (!spica::detail::is_host_space<typename TypeParam::space>) GTEST_SKIP() << "the host cannot read the View";
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(view(i, j), static_cast<float>(5 * i + j + 1)) << i << ' ' << j;
  }
}

TEST(Array, AnAxisIsCountedFromEitherEnd) {
  const auto array = spica::zeros<float>(spica::cpu(), 2, 3);
  EXPECT_EQ(array.extent(-1), 3);
  EXPECT_EQ(array.extent(-2), 2);
  EXPECT_EQ(array.stride(-2), 3);
}

TEST(Array, WrongAxisThrows) {
  const std::string rule = "; axes are counted 0, 1, ... from the first, or -1, -2, ... from the last";
  const auto array = spica::zeros<float>(spica::cpu(), 2, 3);
  EXPECT_EQ(message_of<ValueError>([&] { array.extent(2); }),
            "spica::Array: there is no axis 2 in an array of rank 2" + rule);
  EXPECT_EQ(message_of<ValueError>([&] { array.stride(-3); }),
            "spica::Array: there is no axis -3 in an array of rank 2" + rule);
  EXPECT_EQ(message_of<ValueError>([] { spica::zeros<float>(spica::cpu()).extent(0); }),
            "spica::Array: there is no axis 0 in an array of rank 0" + rule);
}

TEST(Array, RankZeroHasOneElementUnlessDefaultConstructed) {
  EXPECT_EQ(spica::zeros<float>(spica::cpu()).size(), 1);
  EXPECT_EQ((Array<float, 0, Host>().size()), 0);
}

TEST(Array, CopyIsAHandleAndAssignmentRebinds) {
  auto a = spica::array<float>(spica::cpu(), {1, 2, 3});
  const auto b = a;
  EXPECT_EQ(a.data(), b.data());
  a.data()[0] = 9;
  EXPECT_EQ(b.data()[0], 9);
  a = spica::array<float>(spica::cpu(), {4, 5});
  EXPECT_TRUE(matches(a, {2}, {4, 5}));
  EXPECT_TRUE(matches(b, {3}, {9, 2, 3}));
  a = a(spica::range(1, 2));  // its own part
  EXPECT_TRUE(matches(a, {1}, {5}));
  auto c = std::move(a);
  EXPECT_TRUE(matches(c, {1}, {5}));
  Array<float, 1, Host>& itself = c;
  c = itself;
  EXPECT_TRUE(matches(c, {1}, {5}));
  c = std::move(itself);
  EXPECT_TRUE(matches(c, {1}, {5}));
}

TEST(Array, MovedFromIsEmpty) {
  auto a = spica::array<float>(spica::cpu(), {1, 2, 3});
  const int held = a.view().use_count();
  auto b = std::move(a);
  EXPECT_EQ(a.shape(), shape(0));  // NOLINT(bugprone-use-after-move): what it is then is documented
  EXPECT_EQ(a.data(), nullptr);
  EXPECT_EQ(a.label(), "");
  EXPECT_TRUE(matches(b, {3}, {1, 2, 3}));
  EXPECT_EQ(b.view().use_count(), held);
  a = std::move(b);
  EXPECT_TRUE(matches(a, {3}, {1, 2, 3}));
  auto number = spica::full<float>(spica::cpu(), 4);
  const auto other = std::move(number);
  EXPECT_EQ(number.size(), 0);  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(matches(other, {}, {4}));
}

TEST(Array, ConstElementsAreTheSameMemory) {
  const auto a = spica::array<float>(spica::cpu(), {1, 2, 3});
  const Array<const float, 1, Host> read_only = a;
  EXPECT_EQ(read_only.data(), a.data());
  EXPECT_TRUE(read_only.same_storage(a));
  EXPECT_TRUE((std::is_same_v<decltype(read_only.data()), const float*>));
  EXPECT_FALSE((std::is_convertible_v<Array<const float, 1, Host>, Array<float, 1, Host>>));
}

TEST(Array, LayoutStrideTakesEveryLayoutWithoutACopy) {
  const auto a = spica::array<float>(spica::cpu(), {{1, 2, 3}, {4, 5, 6}});
  const Array<float, 2, Host, Stride> strided = a;
  EXPECT_EQ(strided.data(), a.data());
  EXPECT_EQ(strided.strides(), shape(3, 1));
  const Array<const float, 2, Host, Stride> read_only = spica::transpose(a);
  EXPECT_EQ(read_only.data(), a.data());
  EXPECT_TRUE(matches(read_only, {3, 2}, {1, 4, 2, 5, 3, 6}));
}

TEST(Array, AnotherLayoutIsAnExplicitCopy) {
  using RowMajor = Array<float, 2, Host>;
  using ColumnMajor = Array<float, 2, Host, Left>;
  using Strided = Array<float, 2, Host, Stride>;
  EXPECT_FALSE((std::is_convertible_v<RowMajor, ColumnMajor>));
  EXPECT_FALSE((std::is_convertible_v<Strided, RowMajor>));
  EXPECT_TRUE((std::is_constructible_v<ColumnMajor, RowMajor>));
  const RowMajor a = spica::array<float>(spica::cpu(), {{1, 2, 3}, {4, 5, 6}});
  const ColumnMajor b(a);
  EXPECT_FALSE(b.same_storage(a));
  EXPECT_EQ(b.strides(), shape(1, 2));
  EXPECT_TRUE(matches(b, {2, 3}, {1, 2, 3, 4, 5, 6}));
  const Array<const float, 2, Host> back(b);
  EXPECT_EQ(back.strides(), shape(3, 1));
  EXPECT_TRUE(matches(back, {2, 3}, {1, 2, 3, 4, 5, 6}));
}

TEST(Array, SameStorageIsOneAllocation) {
  const auto a = spica::zeros<float>(spica::cpu(), 4, 4);
  const auto b = spica::zeros<float>(spica::cpu(), 4, 4);
  EXPECT_TRUE(a.same_storage(a));
  EXPECT_FALSE(a.same_storage(b));
  EXPECT_TRUE(a(0, spica::all).same_storage(a(3, spica::all)));
  EXPECT_TRUE(spica::transpose(a).same_storage(a));
  EXPECT_FALSE((Array<float, 1, Host>().same_storage(Array<float, 1, Host>())));
}

TEST(Array, SameStorageOfUntrackedMemoryIsOverlap) {
  float memory[10] = {};
  using Unmanaged = Kokkos::View<float*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const auto all = spica::wrap(Unmanaged(memory, 10));
  const auto front = spica::wrap(Unmanaged(memory, 5));
  const auto back = spica::wrap(Unmanaged(memory + 5, 5));
  EXPECT_TRUE(all.same_storage(front));
  EXPECT_TRUE(back.same_storage(all));
  EXPECT_FALSE(front.same_storage(back));
}

TEST(Array, LabelIsSeenByEveryHandle) {
  const auto a = spica::zeros<float>(spica::cpu(), 4);
  const auto part = a(spica::range(1, 3));
  a.set_label("temperature");
  EXPECT_EQ(a.label(), "temperature");
  EXPECT_EQ(part.label(), "temperature");
}

TEST(Array, LabelOfAWrappedViewIsItsOwn) {
  const auto a = spica::wrap(Kokkos::View<float*, Kokkos::HostSpace>("pressure", 3));
  EXPECT_EQ(a.label(), "pressure");
  EXPECT_EQ(
      message_of<ValueError>([&] { a.set_label("other"); }),
      "spica::Array::set_label: the memory is a wrapped View's, whose label (\"pressure\") is given where the View is "
      "made");
  EXPECT_EQ(message_of<ValueError>([] { Array<float, 1, Host>().set_label("nothing"); }),
            "spica::Array::set_label: the array has no memory to name");
}

// An expression of one element type and rank makes the array that holds its values.
TEST(Array, ExpressionDeducesItsArray) {
  const auto a = spica::array<float>(spica::cpu(), {{1, 2, 3}, {4, 5, 6}});
  const spica::Array b = spica::cast<double>(spica::transpose(a));
  EXPECT_TRUE((std::is_same_v<decltype(b), const Array<double, 2, Host>>));
  EXPECT_TRUE(matches(b, {3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(b.label(), "spica::Array");
  Array<double, 2, Host> c;
  c = spica::cast<double>(a);
  EXPECT_TRUE(matches(c, {2, 3}, {1, 2, 3, 4, 5, 6}));
}

}  // namespace
