// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ASSIGN_ALL_HPP
#define SPICA_ARRAY_ASSIGN_ALL_HPP

#include <spica/array/assign.hpp>
#include <spica/array/detail/write_all.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

/// A source as it is; a number as a Constant of the target's type.
template <class T, class Source>
decltype(auto) as_source(const Source& source) {
  if constexpr (is_scalar<Source>) {
    return Constant<T>(checked_number<T>(source, "spica::assign_all"));
  } else {
    return (source);
  }
}

/// The targets and sources of one assign_all, in tuples of references and Constants.
template <class Targets, class Sources, std::size_t... Place>
class AssignAll {
 public:
  using First = plain<std::tuple_element_t<0, Targets>>;
  using Space = typename First::execution_space;
  static constexpr int rank = First::rank;

  AssignAll(const Targets& targets, const Sources& sources) : targets_(targets), sources_(sources) {}

  /// @throws whatever assign throws, and ValueError or ShapeError for targets that do not go together.
  void check() const {
    (check_source<Place>(), ...);
    (check_target<Place>(), ...);
  }

  template <bool InRows>
  void write() const {
    bool harmed = false;
    const auto check = [&](const auto& operand) { harmed = harmed || would_harm(operand); };
    (visit_arrays<Place>(check), ...);
    if (!harmed) {
      write_from<InRows>(std::get<Place>(sources_)...);
    } else {  // all are read first
      write_from<InRows>(evaluated<Place>()...);
    }
  }

 private:
  template <std::size_t At>
  const auto& target() const {
    return std::get<At>(targets_);
  }
  template <std::size_t At>
  using element = typename plain<std::tuple_element_t<At, Targets>>::value_type;
  template <std::size_t At>
  static constexpr bool is_number = is_constant<plain<std::tuple_element_t<At, Sources>>>::value;

  template <std::size_t At>
  void check_source() const {
    if constexpr (!is_number<At>) require_assignable(target<At>(), std::get<At>(sources_), "spica::assign_all");
  }

  template <std::size_t At>
  void check_target() const {
    require_same_device(target<0>().device(), target<At>().device(), "spica::assign_all", "target 1",
                        ("target " + std::to_string(At + 1)).c_str());
    if (target<At>().shape() != target<0>().shape()) {
      throw ShapeError("spica::assign_all: targets differ in shape: target 1 is " + shape_text(target<0>().shape()) +
                       ", target " + std::to_string(At + 1) + " is " + shape_text(target<At>().shape()));
    }
    if (repeats_elements(footprint_of(target<At>()))) throw_repeated("spica::assign_all", "a target");
    (check_pair<At, Place>(), ...);
  }

  template <std::size_t A, std::size_t B>
  void check_pair() const {
    if constexpr (A < B) {
      if (!share_elements(footprint_of(target<A>()), footprint_of(target<B>()))) return;
      throw ValueError("spica::assign_all: targets " + std::to_string(A + 1) + " and " + std::to_string(B + 1) +
                       " share elements, which would be written twice");
    }
  }

  template <std::size_t At, class F>
  void visit_arrays(const F& f) const {
    std::get<At>(sources_).visit_arrays(f);
  }

  template <class Operand>
  bool would_harm(const Operand& operand) const {
    return (would_be_overwritten<element<Place>>(footprint_of(target<Place>()), operand) || ...);
  }

  template <std::size_t At>
  auto evaluated() const {
    if constexpr (is_number<At>) {
      return std::get<At>(sources_);
    } else {
      using Source = plain<std::tuple_element_t<At, Sources>>;
      const auto& source = std::get<At>(sources_);
      using Temporary = Array<typename Source::value_type, Source::rank, Space>;
      const auto result = allocate<Temporary>(source.device(), source.shape(), "spica::assign_all");
      run_kernel(result, source, "spica::assign_all");
      return result;
    }
  }

  template <bool InRows, class... From>
  void write_from(const From&... from) const {
    (require_element(target<Place>(), "spica::assign_all"), ...);
    JoinedQueues<Space> queues(target<0>().device());
    (queues.add(target<Place>().device()), ...);
    (join_operands(queues, from, "spica::assign_all"), ...);
    const Shape<rank> extents = target<0>().shape();
    using Gather = GatherValues<element<Place>...>;
    using Source = BoundMap<Gather, decltype(from.template bind<rank>(extents))...>;
    using Bound = Update<Source, decltype(bind_target(target<Place>()))...>;
    update_elements<InRows, rank>(
        target<0>().device().instance(), "spica::assign_all", extents, target<0>().strides(),
        Bound(Source(Gather(), from.template bind<rank>(extents)...), bind_target(target<Place>())...));
  }

  const Targets& targets_;
  const Sources& sources_;
};

/// `InRows`: see ops/detail/reduce_all.hpp; what a GPU does can be run on the host for tests.
template <bool InRows, std::size_t... Place, class All>
void assign_all_of(std::index_sequence<Place...>, const All& all) {
  using Targets = std::tuple<std::tuple_element_t<2 * Place, All>...>;
  const Targets targets(std::get<2 * Place>(all)...);
  constexpr bool arrays = (is_array<std::tuple_element_t<2 * Place, All>> && ...);
  static_assert(arrays,
                "spica::assign_all: before each source stands the array that it is written into; write "
                "assign_all(X, X + V, V, 0.5 * V)");
  if constexpr (arrays) {
    constexpr int rank = plain<std::tuple_element_t<0, All>>::rank;
    constexpr bool ranks = ((plain<std::tuple_element_t<2 * Place, All>>::rank == rank) && ...);
    static_assert(ranks, "spica::assign_all: all targets have one shape, and so one rank");
    constexpr bool mutables =
        (!std::is_const_v<typename plain<std::tuple_element_t<2 * Place, All>>::element_type> && ...);
    static_assert(mutables,
                  "spica::assign_all: a target's elements are const; write into an array of the element type "
                  "without const");
    if constexpr (ranks && mutables) {
      using Sources = std::tuple<decltype(as_source<typename plain<std::tuple_element_t<2 * Place, All>>::value_type>(
          std::get<2 * Place + 1>(all)))...>;
      const Sources sources(
          as_source<typename plain<std::tuple_element_t<2 * Place, All>>::value_type>(std::get<2 * Place + 1>(all))...);
      const AssignAll<Targets, Sources, Place...> assignment(targets, sources);
      assignment.check();
      assignment.template write<InRows>();
    }
  }
}

}  // namespace detail

/// `assign_all(X, x, V, v, ...)` writes the sources x, v, ... (arrays, expressions, numbers) into the elements of the
/// targets X, V, ... in one kernel, as if all of them had been read first: what a time step needs, where
/// `assign_all(X, X + dt * V, V, V - dt * X)` updates both from the old values.
///
/// Targets are arrays of one shape and device; each source is broadcast to that shape. A source may overlap targets;
/// where it does not lie just where the target does, all sources go through temporaries, which waits as `empty` does.
/// @throws ShapeError when targets differ in shape or a source cannot be broadcast to it, DeviceError, ValueError when
/// targets share elements, or one has two elements in one place, or a whole number does not fit, MemoryError where a
/// source overlaps; all targets are then unchanged.
template <class... Pairs>
void assign_all(const Pairs&... targets_and_sources) {
  constexpr bool even = sizeof...(Pairs) % 2 == 0 && sizeof...(Pairs) > 0;
  static_assert(even, "spica::assign_all: targets and sources come in pairs; write assign_all(X, X + V, V, 0.5 * V)");
  if constexpr (even) {
    using Space = typename detail::common_space<
        std::conditional_t<detail::is_readable<Pairs>, Pairs, detail::Constant<int>>...>::type;
    detail::assign_all_of<detail::is_host_space<Space>>(std::make_index_sequence<sizeof...(Pairs) / 2>(),
                                                        std::tuple<const Pairs&...>(targets_and_sources...));
  }
}

}  // namespace spica

#endif
