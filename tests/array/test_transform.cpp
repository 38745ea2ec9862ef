// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// transpose, permute and contiguous. reshape, broadcast_to and cast: test_transform_shape.cpp.
#include <spica/array/transform.hpp>

#include "support/errors.hpp"
#include "support/expect.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace {

using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using Stride = Kokkos::LayoutStride;
using Host = spica::detail::HostSpace;
using spica::Array;
using spica::Shape;
using spica::shape;
using spica::ValueError;
using spica::test::elements;
using spica::test::Guarded;
using spica::test::Index;
using spica::test::matches;
using spica::test::matches_function;
using spica::test::message_of;
using spica::test::numbered;
using spica::test::position_of;

template <class Case>
class Transform : public ::testing::Test {
 public:
  template <int Rank>
  auto guarded(const Shape<Rank>& extents) {
    return Guarded<float, Rank, Host, typename Case::layout>(spica::cpu(), extents);
  }
};
using TransformCases =
    spica::test::Combinations<spica::test::List<Host>, spica::test::List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(Transform, TransformCases, spica::test::CaseName);

TYPED_TEST(Transform, TransposeExchangesRowsAndColumns) {
  for (const auto& extents : {shape(3, 5), shape(1, 4), shape(4, 1), shape(0, 3), shape(3, 0), shape(67, 131)}) {
    const auto guarded = this->template guarded<2>(extents);
    const auto& a = guarded.array();
    const auto t = spica::transpose(a);
    EXPECT_TRUE(matches_function(t, {extents[1], extents[0]},
                                 [&](const Index& i) { return numbered<float>(i[1] * extents[1] + i[0]); }));
    EXPECT_TRUE(t.data() == a.data() || t.size() == 0);
  }
}

TYPED_TEST(Transform, TransposeTwiceIsTheSameLayout) {
  const auto guarded = this->template guarded<2>({3, 5});
  const auto twice = spica::transpose(spica::transpose(guarded.array()));
  EXPECT_TRUE((std::is_same_v<decltype(twice), const Array<float, 2, Host, typename TypeParam::layout>>));
  EXPECT_EQ(twice.strides(), guarded.array().strides());
}

TYPED_TEST(Transform, TransposeReversesTheAxesOfOtherRanks) {
  const auto guarded = this->template guarded<3>({2, 3, 5});
  const auto t = spica::transpose(guarded.array());
  EXPECT_TRUE(matches_function(t, {5, 3, 2}, [](const Index& i) {
    return numbered<float>(static_cast<std::int64_t>(position_of({i[2], i[1], i[0]}, {2, 3, 5})));
  }));
  const auto line = this->template guarded<1>({7});
  EXPECT_TRUE(matches(spica::transpose(line.array()), {7}, spica::test::numbers<float>(7)));
}

TYPED_TEST(Transform, PermuteTakesAnyOrder) {
  const auto guarded = this->template guarded<3>({2, 3, 5});
  const auto& a = guarded.array();
  const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const Index extents{2, 3, 5};
  for (const auto& order : orders) {
    const auto p = spica::permute(a, order[0], order[1], order[2]);
    Index permuted;
    for (const int axis : order) permuted.push_back(extents[static_cast<std::size_t>(axis)]);
    EXPECT_TRUE(matches_function(p, permuted,
                                 [&](const Index& i) {
                                   Index at(3);
                                   for (std::size_t d = 0; d < 3; ++d) at[static_cast<std::size_t>(order[d])] = i[d];
                                   return numbered<float>(static_cast<std::int64_t>(position_of(at, extents)));
                                 }))
        << order[0] << order[1] << order[2];
    EXPECT_TRUE(p.same_storage(a));
  }
}

TYPED_TEST(Transform, ContiguousCopiesOnlyWhatIsNot) {
  const auto guarded = this->template guarded<3>({2, 3, 5});
  const auto& a = guarded.array();
  const auto c = spica::contiguous(a);
  EXPECT_TRUE((std::is_same_v<decltype(c), const Array<float, 3, Host>>));
  EXPECT_TRUE(c.is_contiguous());
  EXPECT_TRUE(matches(c, {2, 3, 5}, elements(a)));
  EXPECT_EQ(c.data() == a.data(), a.is_contiguous());
}

TYPED_TEST(Transform, ContiguousSeesThatOneRowIsBothRowAndColumnMajor) {
  const Guarded<
      float, 2, Host,
      std::conditional_t<std::is_same_v<typename TypeParam::layout, Stride>, Right, typename TypeParam::layout>>
      guarded(spica::cpu(), {7, 1});
  EXPECT_EQ(spica::contiguous(guarded.array()).data(), guarded.array().data());
}

TEST(TransposeLayout, RowMajorAndColumnMajorChangePlaces) {
  const auto a = spica::zeros<float>(spica::cpu(), 2, 3);
  EXPECT_TRUE((std::is_same_v<decltype(spica::transpose(a)), Array<float, 2, Host, Left>>));
  EXPECT_TRUE((std::is_same_v<decltype(spica::transpose(spica::transpose(a))), Array<float, 2, Host, Right>>));
  EXPECT_TRUE((std::is_same_v<decltype(spica::transpose(a(spica::newaxis))), Array<float, 3, Host, Stride>>));
  const Array<const float, 2, Host> read_only = a;
  EXPECT_TRUE((std::is_same_v<decltype(spica::transpose(read_only)), Array<const float, 2, Host, Left>>));
  EXPECT_EQ(spica::transpose(spica::full<float>(spica::cpu(), 3)).size(), 1);
}

TEST(TransposePadded, GapsStayAndTheWideViewIsHeld) {
  const Kokkos::View<float**, Right, Kokkos::HostSpace> right("wide", 4, 10);
  const Kokkos::View<float**, Left, Kokkos::HostSpace> left("wide", 10, 4);
  const auto r = spica::wrap(Kokkos::subview(right, Kokkos::ALL, Kokkos::pair<int, int>(2, 5)));
  const auto l = spica::wrap(Kokkos::subview(left, Kokkos::pair<int, int>(2, 5), Kokkos::ALL));
  spica::test::set_elements(r, spica::test::numbers<float>(12));
  spica::test::set_elements(l, spica::test::numbers<float>(12));
  const auto rt = spica::transpose(r);
  const auto lt = spica::transpose(l);
  EXPECT_TRUE((std::is_same_v<decltype(rt), const Array<float, 2, Host, Left>>));
  EXPECT_TRUE((std::is_same_v<decltype(lt), const Array<float, 2, Host, Right>>));
  EXPECT_EQ(rt.strides(), shape(1, 10));
  EXPECT_EQ(lt.strides(), shape(10, 1));
  EXPECT_EQ(right.use_count(), 3);
  EXPECT_EQ(left.use_count(), 3);
  EXPECT_TRUE(matches_function(rt, {3, 4}, [](const Index& i) { return numbered<float>(3 * i[1] + i[0]); }));
  EXPECT_TRUE(matches_function(lt, {4, 3}, [](const Index& i) { return numbered<float>(4 * i[1] + i[0]); }));
  EXPECT_TRUE(matches(spica::transpose(rt), {4, 3}, elements(r)));
}

TEST(TransposePadded, OneColumnOfARowMajorMatrix) {
  const Kokkos::View<float**, Right, Kokkos::HostSpace> wide("wide", 4, 10);
  const auto column = spica::wrap(Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(9, 10)));
  spica::test::set_elements(column, {1, 2, 3, 4});
  EXPECT_TRUE(matches(spica::transpose(column), {1, 4}, {1, 2, 3, 4}));
}

TEST(Permute, EveryAxisMustBeNamedOnce) {
  const auto a = spica::zeros<float>(spica::cpu(), 2, 3, 4);
  EXPECT_EQ(message_of<ValueError>([&] { spica::permute(a, 0, 1, 1); }),
            "spica::permute: (0, 1, 1) is not an order of the axes 0 to 2; name each axis once");
  EXPECT_EQ(message_of<ValueError>([&] { spica::permute(a, 0, 3, 1); }),
            "spica::permute: (0, 3, 1) is not an order of the axes 0 to 2; name each axis once");
  EXPECT_EQ(message_of<ValueError>([&] { spica::permute(a, std::int64_t{1} << 32, 1, 2); }),
            "spica::permute: (4294967296, 1, 2) is not an order of the axes 0 to 2; name each axis once");
  EXPECT_EQ(message_of<ValueError>([&] { spica::permute(a, -1, 0, 1); }),
            "spica::permute: (-1, 0, 1) is not an order of the axes 0 to 2; name each axis once");
}

TEST(TransformExpression, IsEvaluatedFirst) {
  const auto a = spica::array<float>(spica::cpu(), {{1, 2, 3}, {4, 5, 6}});
  EXPECT_TRUE(matches(spica::transpose(spica::cast<double>(a)), {3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(matches(spica::permute(spica::cast<int>(a), 1, 0), {3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(matches(spica::contiguous(spica::cast<int>(spica::transpose(a))), {3, 2}, {1, 4, 2, 5, 3, 6}));
}

}  // namespace
