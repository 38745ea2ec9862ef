// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rank 4 in every layout: each kind of argument on each axis, and each beside each other one.
#include "array/support/every_slice.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <gtest/gtest.h>

namespace {

using spica::all;
using spica::range;
using spica::test::check_slice;
using spica::test::Guarded;

template <class Case>
class SliceRankFour : public ::testing::Test {
 public:
  using Space = typename Case::space;
  const Guarded<float, 4, Space, typename Case::layout> guarded{spica::Device<Space>(), {3, 4, 5, 2}};
};
using HostLayouts = spica::test::Combinations<spica::test::List<spica::detail::HostSpace>, spica::test::List<float>,
                                              spica::test::Layouts>;
TYPED_TEST_SUITE(SliceRankFour, HostLayouts, spica::test::CaseName);

TYPED_TEST(SliceRankFour, ElementsAreTheReferences) {
  const auto& a = this->guarded.array();
  check_slice(a, 1, 2, 3, 1);
  check_slice(a, 2, all, all, all);
  check_slice(a, all, 3, all, all);
  check_slice(a, all, all, 4, all);
  check_slice(a, all, all, all, 1);
  check_slice(a, range(1, 3), all, all, all);
  check_slice(a, all, range(1, 4), all, all);
  check_slice(a, all, all, range(2, 4), all);
  check_slice(a, all, all, all, range(1, 2));
  check_slice(a, range(0, 3, 2), range(1, 4, 2), range(0, 5, 3), range(0, 2, 1));
  check_slice(a, 1, range(1, 3), 2, range(0, 1));
  check_slice(a, range(1, 2), 1, range(1, 5), 0);
  check_slice(a, 0, all, 4, range(0, 2, 2));
  check_slice(a, all, all, range(1, 3), 1);
  check_slice(a, 2, 1);
  check_slice(a, 2, range(0, 3));
  check_slice(a, range(3, 3), 0, all, all);
}

}  // namespace
