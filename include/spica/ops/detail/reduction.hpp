// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCTION_HPP
#define SPICA_OPS_DETAIL_REDUCTION_HPP

// The one way into the kernels of reductions.

#include <spica/ops/detail/reduce_axes.hpp>

#include <cstdint>

namespace spica::detail {

/// Reduces all elements of an array or expression, or some axes, as `options` say, to a new array on the same device,
/// which has the axes that are left, and with `keepdims` the reduced ones with extent 1. `label` names the kernels and
/// the memory.
template <class R, class Source, bool InRows = goes_in_rows<Source>, class... Options>
auto reduce(const R& reducer, const Source& source, const char* label, const Options&... options) {
  if constexpr (holds_short_floats<Source>()) return reduce(reducer, as_computed(source), label, options...);
  constexpr int N = Source::rank;
  using Form = ReductionForm<N, Options...>;
  using Space = typename Source::execution_space;
  const ReducedAxes<N> reduced = reduced_axes<N>(label, options...);
  const std::int64_t count = reduced_count(source, label, options...);
  const auto shape = reduced_shape<Form>(source.shape(), reduced);
  const auto result = allocate<Array<typename R::result, Form::result_rank, Space>>(source.device(), shape, label);
  const std::int64_t outputs = result.size();
  if (outputs == 0) return result;
  JoinedQueues<Space> queues(source.device());
  join_operands(queues, source, label);
  typename R::result* target = ArrayAccess::data(result);
  if constexpr (Form::kept == 0) {
    reduce_all_into<InRows>(reducer, source, target, label);
  } else {
    reduce_axes_into<InRows, Form::kept>(reducer, source, reduced, outputs, count, target, label);
  }
  return result;
}

}  // namespace spica::detail

#endif
