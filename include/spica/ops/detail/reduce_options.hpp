// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_DETAIL_REDUCE_OPTIONS_HPP
#define SPICA_OPS_DETAIL_REDUCE_OPTIONS_HPP

// What stands behind the array in a reduction: the number of an axis or several axes, and whether they are kept.

#include <spica/array/element.hpp>
#include <spica/array/expression.hpp>
#include <spica/array/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace spica::detail {

/// How many axes an option names; 0 for one that names none.
template <class Option>
inline constexpr int axes_named = std::is_integral_v<Option> && !std::is_same_v<Option, bool> ? 1 : 0;
template <int Count>
inline constexpr int axes_named<Axes<Count>> = Count;

template <class Option>
constexpr bool is_reduce_option() {
  constexpr bool known = axes_named < Option >> 0 || std::is_same_v<Option, KeepDims>;
  static_assert(known,
                "spica::sum, spica::max and all reductions: behind the array stand the number of an axis or "
                "spica::axes(0, 2), and spica::keepdims; write spica::maximum(X, Y) for the larger elements of two "
                "arrays or of an array and a number");
  return known;
}

/// What the compiler knows of a reduction of `Rank` axes.
template <int Rank, class... Options>
struct ReductionForm {
  static_assert((is_reduce_option<Options>() && ...));
  static constexpr int named = (axes_named<Options> + ... + 0);
  static_assert(((axes_named<Options> > 0) + ... + 0) <= 1,
                "spica::sum, spica::max and all reductions: write spica::axes(0, 1) to name more than one axis");
  static_assert(named == 0 || Rank > 0,
                "spica::sum, spica::max and all reductions: an array of rank 0 has no axis; leave the axis out");
  static_assert(Rank == 0 || named <= Rank,
                "spica::sum, spica::max and all reductions: more axes are named than the array has");
  static constexpr bool keeps = (std::is_same_v<Options, KeepDims> || ...);
  static constexpr int kept = named == 0 || named > Rank ? 0 : Rank - named;
  static constexpr int reduced = Rank - kept;
  static constexpr int result_rank = keeps ? Rank : kept;
};

/// Axis d is reduced where element d is true.
template <int Rank>
using ReducedAxes = std::array<bool, static_cast<std::size_t>(Rank) + 1>;

template <int Rank>
void name_axis(ReducedAxes<Rank>& reduced, std::int64_t axis, const char* function) {
  bool& named = reduced[static_cast<std::size_t>(checked_axis(axis, Rank, function))];
  if (named) throw ValueError(std::string(function) + ": axis " + std::to_string(axis) + " is named twice");
  named = true;
}

template <int Rank, class Option>
void name_axes([[maybe_unused]] ReducedAxes<Rank>& reduced, [[maybe_unused]] const Option& option,
               [[maybe_unused]] const char* function) {
  if constexpr (std::is_integral_v<Option>) {
    const bool too_large = std::is_unsigned_v<Option> && option > Option(max_rank);
    name_axis<Rank>(reduced, too_large ? max_rank : static_cast<std::int64_t>(option), function);
  } else if constexpr (axes_named<Option> > 0) {
    for (const std::int64_t axis : option.number) name_axis<Rank>(reduced, axis, function);
  }
}

/// @throws ValueError when there is no such axis, or one is named twice.
template <int Rank, class... Options>
ReducedAxes<Rank> reduced_axes([[maybe_unused]] const char* function, const Options&... options) {
  ReducedAxes<Rank> reduced{};
  if (ReductionForm<Rank, Options...>::named == 0) {
    reduced.fill(true);
  } else {
    (name_axes<Rank>(reduced, options, function), ...);
  }
  return reduced;
}

/// The shape of the result, made of those extents that are left.
template <class Form, std::size_t Rank>
Shape<Form::result_rank> reduced_shape(const std::array<std::int64_t, Rank>& extents,
                                       const ReducedAxes<static_cast<int>(Rank)>& reduced) {
  Shape<Form::result_rank> shape{};
  std::size_t to = 0;
  for (std::size_t d = 0; d < Rank; ++d) {
    if (!reduced[d] || Form::keeps) shape[to++] = reduced[d] ? 1 : extents[d];
  }
  return shape;
}

/// How many elements each output is made of.
template <class Source, class... Options>
std::int64_t reduced_count(const Source& source, const char* function, const Options&... options) {
  const auto reduced = reduced_axes<Source::rank>(function, options...);
  const Shape<Source::rank> extents = source.shape();
  std::int64_t count = 1;
  for (std::size_t d = 0; d < extents.size(); ++d) count *= reduced[d] ? extents[d] : 1;
  return count;
}

/// @throws ValueError where the reduction has nothing to choose from.
template <class Source, class... Options>
void require_not_empty(const Source& source, const char* function, const Options&... options) {
  if (reduced_count(source, function, options...) > 0) return;
  throw ValueError(std::string(function) + ": an array of shape " + shape_text(source.shape()) +
                   " has nothing to choose from; the reduced extent must be at least 1");
}

}  // namespace spica::detail

#endif
