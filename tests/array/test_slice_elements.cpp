// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every combination of arguments for ranks 1 to 3 in every layout, compared with a naive reference.
#include "array/support/every_slice.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <gtest/gtest.h>

namespace {

using spica::Shape;
using spica::test::check_every_slice;
using spica::test::Guarded;

using HostLayouts = spica::test::Combinations<spica::test::List<spica::detail::HostSpace>, spica::test::List<float>,
                                              spica::test::Layouts>;

template <class Case>
class SliceElements : public ::testing::Test {
 public:
  template <int Rank>
  void check(const Shape<Rank>& extents) {
    using Space = typename Case::space;
    const Guarded<float, Rank, Space, typename Case::layout> guarded(spica::Device<Space>(), extents);
    check_every_slice(guarded.array());
  }
};
TYPED_TEST_SUITE(SliceElements, HostLayouts, spica::test::CaseName);

TYPED_TEST(SliceElements, RankOne) {
  for (const std::int64_t extent : {0, 1, 2, 7, 1001}) this->template check<1>({extent});
}

TYPED_TEST(SliceElements, RankTwo) {
  this->template check<2>({5, 7});
  this->template check<2>({1, 7});
  this->template check<2>({5, 1});
  this->template check<2>({0, 4});
  this->template check<2>({4, 0});
}

TYPED_TEST(SliceElements, RankThree) {
  this->template check<3>({4, 5, 7});
  this->template check<3>({1, 1, 3});
  this->template check<3>({3, 0, 2});
}

}  // namespace
