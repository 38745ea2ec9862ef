// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/detail/evaluate.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace spica::detail {

int simplify_strides(int rank, const std::int64_t* extents, const std::int64_t* strides, std::int64_t* const* leaves,
                     int num_leaves, std::int64_t* loop_extents, std::int64_t* loop_strides) {
  int dims = 0;
  int order[max_rank] = {};
  for (int d = 0; d < rank; ++d) {
    if (extents[d] != 1) order[dims++] = d;
  }
  for (int d = 1; d < dims; ++d) {  // by insertion: std::stable_sort takes memory, which costs more than a small kernel
    for (int e = d; e > 0 && std::abs(strides[order[e]]) > std::abs(strides[order[e - 1]]); --e) {
      std::swap(order[e], order[e - 1]);
    }
  }
  for (int d = 0; d < dims; ++d) {
    loop_extents[d] = extents[order[d]];
    loop_strides[d] = strides[order[d]];
  }
  for (int i = 0; i < num_leaves; ++i) {
    std::int64_t moved[max_rank] = {};
    for (int d = 0; d < dims; ++d) moved[d] = leaves[i][order[d]];
    std::copy_n(moved, dims, leaves[i]);
  }
  for (int d = dims - 2; d >= 0; --d) {
    const auto joins = [&](const std::int64_t* step) { return step[d] == step[d + 1] * loop_extents[d + 1]; };
    if (!joins(loop_strides) || !std::all_of(leaves, leaves + num_leaves, joins)) continue;
    const auto close = [&](std::int64_t* list) { std::copy(list + d + 1, list + dims, list + d); };
    const std::int64_t joined = loop_extents[d] * loop_extents[d + 1];
    close(loop_extents);
    loop_extents[d] = joined;
    close(loop_strides);
    std::for_each(leaves, leaves + num_leaves, close);
    --dims;
  }
  return dims;
}

}  // namespace spica::detail
