// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ASSIGN_HPP
#define SPICA_ARRAY_ASSIGN_HPP

#include <spica/array/array.hpp>
#include <spica/array/detail/number.hpp>

#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// Whether writing elements T into `target` in any order could change what is still to be read of `operand`. An operand
/// that is read exactly where the target is written cannot be harmed; the target has no two elements in one place.
template <class T, class Operand>
bool would_be_overwritten(const Footprint& target, const Operand& operand) {
  const Footprint read = footprint_of(operand);
  if constexpr (std::is_same_v<T, typename Operand::value_type>) {
    if (same_elements(target, read)) return false;
  }
  return share_elements(target, read);
}

/// Checks everything that assign and the operators that write in place must check.
template <class T, int Rank, class Space, class Layout, class Source>
void require_assignable(const Array<T, Rank, Space, Layout>& target, const Source& source, const char* function) {
  static_assert(!std::is_const_v<T>,
                "spica::assign: the target's elements are const; write into an array of the "
                "element type without const, or into a spica::copy of it");
  static_assert(std::is_same_v<typename Source::execution_space, Space>,
                "spica::assign: target and source live in the memory of different spaces; write "
                "spica::deep_copy(target, source), or spica::copy the source to the target's device first");
  static_assert(Source::rank <= Rank,
                "spica::assign: the source has more axes than the target, which never grows; "
                "write into a larger array, or reshape the source");
  static_assert(!is_inexact<typename Source::value_type> || is_inexact<T>,
                "spica::assign: real numbers into an integer array would lose their fractions; write "
                "spica::cast<T>(source) where that is meant");
  static_assert(!is_complex<typename Source::value_type> || is_complex<T>,
                "spica::assign: complex numbers into a real array would lose their imaginary parts; write into a "
                "complex array");
  require_same_device(target.device(), source.device(), function, "target", "source");
  Shape<Rank> merged = target.shape();
  if (!broadcast_into(merged, source.shape()) || merged != target.shape()) {
    throw ShapeError(std::string(function) + ": the source does not fit: target is " + shape_text(target.shape()) +
                     ", source " + shape_text(source.shape()) +
                     "; counted from the last axis, each extent of the source must be the target's or 1");
  }
  if (repeats_elements(footprint_of(target))) throw_repeated(function, "the target");
}

/// Writes `source` into the elements of `target`; both have been checked.
template <class T, int Rank, class Space, class Layout, class Source>
void write(const Array<T, Rank, Space, Layout>& target, const Source& source, const char* function) {
  bool harmed = false;
  const Footprint written = footprint_of(target);
  source.visit_arrays([&](const auto& operand) { harmed = harmed || would_be_overwritten<T>(written, operand); });
  if (!harmed) {
    run_kernel(target, source, function);
    return;
  }
  using Temporary = Array<typename Source::value_type, Source::rank, Space>;
  const auto all_read_first = allocate<Temporary>(target.device(), source.shape(), function);
  run_kernel(all_read_first, source, function);
  run_kernel(target, all_read_first, function);
}

}  // namespace detail

/// Writes `source`, an array or an expression of the same device, into the elements of `target`; where the source's
/// shape is smaller, it is broadcast. The source may overlap the target: the result is as if all of it had been read
/// first; it then goes through a temporary, which waits as `empty` does.
/// @throws ShapeError when the source cannot be broadcast to the target's shape, DeviceError when they are on devices
/// of different numbers, ValueError when two elements of the target are in one place, MemoryError where the source
/// overlaps; the target is then unchanged.
template <class T, int Rank, class Space, class Layout, class Source,
          std::enable_if_t<detail::is_readable<Source>, int> = 0>
void assign(const Array<T, Rank, Space, Layout>& target, const Source& source) {
  detail::require_assignable(target, source, "spica::assign");
  detail::write(target, source, "spica::assign");
}

/// Writes one number into every element of `target`.
/// @throws ValueError when a whole number does not fit the elements' integer type; the target is then unchanged.
template <class T, int Rank, class Space, class Layout, class Number,
          std::enable_if_t<detail::is_scalar<Number>, int> = 0>
void assign(const Array<T, Rank, Space, Layout>& target, const Number& number) {
  static_assert(!std::is_const_v<T>,
                "spica::assign: the target's elements are const; write into an array of the "
                "element type without const, or into a spica::copy of it");
  detail::run_kernel(target, detail::Constant<T>(detail::checked_number<T>(number, "spica::assign")), "spica::assign");
}

}  // namespace spica

#endif
