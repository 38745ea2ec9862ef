// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array/support/every_slice.hpp"

#include "support/expect.hpp"

#include <gtest/gtest.h>

namespace spica::test {

Selection select(All, std::int64_t extent) {
  Selection result;
  for (std::int64_t i = 0; i < extent; ++i) result.indices.push_back(i);
  result.text = "all";
  return result;
}

Selection select(SteppedRange range, std::int64_t) {
  Selection result;
  for (std::int64_t i = range.lo; i < range.hi; i += range.step) result.indices.push_back(i);
  result.text = std::to_string(range.lo) + ':' + std::to_string(range.hi) + ':' + std::to_string(range.step);
  return result;
}

Selection select(Range range, std::int64_t extent) { return select(SteppedRange{range.lo, range.hi, 1}, extent); }

Selection select(int index, std::int64_t extent) {
  Selection result;
  result.indices = {index};
  result.kept = false;
  result.valid = index < extent;
  result.text = std::to_string(index);
  return result;
}

Selection select(NewAxis, std::int64_t) {
  Selection result;
  result.indices = {0};
  result.uses_axis = false;
  result.text = "newaxis";
  return result;
}

ExpectedSlice expected_slice(const std::vector<Selection>& selections, const Index& parent_shape,
                             const std::vector<float>& parent) {
  ExpectedSlice result;
  for (const Selection& selection : selections) {
    result.text += (result.text.empty() ? "(" : ", ") + selection.text;
    result.valid = result.valid && selection.valid;
    if (selection.kept) result.shape.push_back(static_cast<std::int64_t>(selection.indices.size()));
  }
  result.text += ") of shape " + text_of(parent_shape);
  if (!result.valid) return result;
  for_each_index(result.shape, [&](const Index& index) {
    Index at;
    std::size_t kept = 0;
    for (const Selection& selection : selections) {
      const std::int64_t i = selection.indices[static_cast<std::size_t>(selection.kept ? index[kept] : 0)];
      if (selection.kept) ++kept;
      if (selection.uses_axis) at.push_back(i);
    }
    result.elements.push_back(parent[position_of(at, parent_shape)]);
  });
  return result;
}

void expect_slice(const ExpectedSlice& expected, const Index& shape, const std::vector<float>& elements,
                  bool same_storage_and_device) {
  EXPECT_TRUE(same_array(shape, elements, expected.shape, expected.elements, 0)) << expected.text;
  EXPECT_TRUE(same_storage_and_device) << expected.text;
}

void expect_refused(const ExpectedSlice& expected, bool refused) {
  EXPECT_EQ(refused, !expected.valid) << expected.text;
}

}  // namespace spica::test
