// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_FOOTPRINT_HPP
#define SPICA_ARRAY_DETAIL_FOOTPRINT_HPP

// Which memory an array's elements are in: what decides whether a write may run before everything has been read.

#include <spica/array/shape.hpp>

#include <cstdint>

namespace spica::detail {

/// Where elements lie, whatever their type and rank.
struct Footprint {
  const void* data;
  std::int64_t element_bytes;
  int rank;
  std::int64_t extent[max_rank];
  std::int64_t stride[max_rank];  ///< in elements; may be 0 or negative
};

/// Whether the memory from the lowest to the highest element of one meets that of the other.
bool spans_meet(const Footprint& a, const Footprint& b);

/// Whether each index leads both, whose elements have one size, to the same bytes.
bool same_elements(const Footprint& a, const Footprint& b);

/// Whether any byte belongs to elements of both: exact but for layouts that no slicing makes, where it may say yes.
bool share_elements(const Footprint& a, const Footprint& b);

/// Whether two of its elements share bytes, as in a View with a stride of 0: exact likewise.
bool repeats_elements(const Footprint& a);

/// Refuses a target of this name for that.
[[noreturn]] void throw_repeated(const char* function, const char* target);

}  // namespace spica::detail

#endif
