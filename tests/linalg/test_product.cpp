// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/detail/product.hpp>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using spica::detail::Footprint;
using spica::detail::Matrix;

// Whether two parts of one memory share elements, against a list of all of them.
TEST(ProductChecks, SharedElementsAreFoundExactlyForPartsOfOneMatrix) {
  const double memory[400] = {};
  std::mt19937 bits(17);
  const auto below = [&](unsigned n) { return static_cast<std::int64_t>(bits() % n); };
  int shared = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Matrix<const double> part[2];
    std::vector<int> covered(400, 0);
    bool truth = false;
    for (int p = 0; p < 2; ++p) {
      const std::int64_t row = below(8);
      const std::int64_t column = below(12);
      const std::int64_t row_step = 1 + below(3);
      const std::int64_t column_step = trial % 2 == 0 ? 1 : 2;
      const std::int64_t rows = 1 + below(4);
      const std::int64_t columns = 1 + below(static_cast<unsigned>((19 - column) / column_step) / 2 + 1);
      part[p] = {memory + row * 20 + column, rows, columns, row_step * 20, column_step};
      if (trial % 5 == 0) part[p].row_stride = 20;
      for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
          const auto place =
              static_cast<std::size_t>(part[p].data - memory + i * part[p].row_stride + j * part[p].column_stride);
          truth = truth || (p == 1 && covered[place] == 1);
          covered[place] |= 1 << p;
        }
      }
      if (below(2) == 0) part[p] = part[p].transposed();
    }
    const bool found = spica::detail::share_elements(Footprint(part[0]), Footprint(part[1]));
    EXPECT_EQ(found, spica::detail::share_elements(Footprint(part[1]), Footprint(part[0])));
    ASSERT_TRUE(found || !truth) << "trial " << trial;  // never missed
    if (trial % 5 == 0) {
      ASSERT_EQ(found, truth) << "trial " << trial;
    }
    shared += truth ? 1 : 0;
  }
  EXPECT_GT(shared, 1000);
  EXPECT_LT(shared, 19000);
}

TEST(ProductChecks, RepeatedElementsAreFoundExactly) {
  const double memory[1] = {};
  for (std::int64_t row_stride = 0; row_stride < 8; ++row_stride) {
    for (std::int64_t column_stride = 0; column_stride < 8; ++column_stride) {
      for (std::int64_t rows = 1; rows < 6; ++rows) {
        for (std::int64_t columns = 1; columns < 6; ++columns) {
          bool truth = false;
          std::vector<bool> taken(100, false);
          for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < columns; ++j) {
              const auto place = static_cast<std::size_t>(i * row_stride + j * column_stride);
              truth = truth || taken[place];
              taken[place] = true;
            }
          }
          const Matrix<const double> m{memory, rows, columns, row_stride, column_stride};
          ASSERT_EQ(spica::detail::repeats_elements(Footprint(m)), truth)
              << rows << 'x' << columns << ", strides " << row_stride << ' ' << column_stride;
        }
      }
    }
  }
}

}  // namespace
