// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_ARRAY_SUPPORT_EVERY_SLICE_HPP
#define SPICA_TESTS_ARRAY_SUPPORT_EVERY_SLICE_HPP

// Compares slices of float arrays with a naive reference: for each axis the list of the indices that its argument
// selects.

#include "support/elements.hpp"

#include <spica/array/array.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace spica::test {

/// What one argument selects of one axis: which indices, and whether the result has the axis.
struct Selection {
  Index indices;
  std::string text;
  bool kept = true;
  bool uses_axis = true;
  bool valid = true;
};
Selection select(All, std::int64_t extent);
Selection select(Range range, std::int64_t extent);
Selection select(SteppedRange range, std::int64_t extent);
Selection select(int index, std::int64_t extent);
Selection select(NewAxis, std::int64_t extent);

/// A slice as it should be.
struct ExpectedSlice {
  std::string text;
  bool valid = true;
  Index shape;
  std::vector<float> elements;
};
ExpectedSlice expected_slice(const std::vector<Selection>& selections, const Index& parent_shape,
                             const std::vector<float>& parent);

void expect_slice(const ExpectedSlice& expected, const Index& shape, const std::vector<float>& elements,
                  bool same_storage_and_device);
void expect_refused(const ExpectedSlice& expected, bool refused);

/// Compares `array(args...)` with the reference.
template <class A, class... Args>
void check_slice(const A& array, Args... args) {
  std::vector<Selection> selections;
  int axis = 0;
  const auto add = [&](const auto& arg) {
    selections.push_back(select(arg, axis < A::rank ? array.extent(axis) : 1));
    if (selections.back().uses_axis) ++axis;
  };
  (add(args), ...);
  while (axis < A::rank) add(all);
  const ExpectedSlice expected = expected_slice(selections, shape_of(array), elements(array));
  bool refused = false;
  try {
    const auto part = array(args...);
    expect_slice(expected, shape_of(part), elements(part),
                 (part.size() == 0 || part.same_storage(array)) && part.device() == array.device());
  } catch (const ValueError&) {
    refused = true;
  }
  expect_refused(expected, refused);
}

/// Checks every combination of an index, the whole axis, a range, and a range with a step.
template <class A, class... Args>
void check_every_slice(const A& array, Args... args) {
  constexpr auto axis = static_cast<int>(sizeof...(Args));
  if constexpr (axis == A::rank) {
    check_slice(array, args...);
  } else {
    const std::int64_t extent = array.extent(axis);
    check_every_slice(array, args..., static_cast<int>(extent / 2));
    check_every_slice(array, args..., all);
    check_every_slice(array, args..., range(extent / 3, extent));
    check_every_slice(array, args..., range(extent / 4, extent, 2));
  }
}

}  // namespace spica::test

#endif
