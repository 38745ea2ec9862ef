// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ARRAY_HPP
#define SPICA_ARRAY_ARRAY_HPP

#include <spica/array/detail/evaluate.hpp>
#include <spica/array/element.hpp>
#include <spica/array/expression.hpp>
#include <spica/array/shape.hpp>
#include <spica/array/slice.hpp>
#include <spica/device/any_device.hpp>
#include <spica/device/detail/block.hpp>
#include <spica/device/detail/ordering.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace spica {

template <class T, int Rank, class Space = Kokkos::DefaultExecutionSpace, class Layout = Kokkos::LayoutRight>
class Array;

/// `ArrayOn<Device, T, Rank>`: the type of an array where only the device is at hand.
template <class Device, class T, int Rank>
using ArrayOn = Array<T, Rank, typename Device::execution_space>;

namespace detail {

template <class T, int Rank, class Space, class Layout>
struct is_array_like<Array<T, Rank, Space, Layout>> : std::true_type {};
template <class Op, class... Operands>
struct is_array_like<Map<Op, Operands...>> : std::true_type {};

template <class T>
struct is_array_type : std::false_type {};
template <class T, int Rank, class Space, class Layout>
struct is_array_type<Array<T, Rank, Space, Layout>> : std::true_type {};

template <class T>
inline constexpr bool is_array = is_array_type<plain<T>>::value;

/// An array's handle on memory, taken apart: what functions of Spica build arrays from.
struct ArrayAccess;

template <class Layout>
inline constexpr bool is_layout =
    std::is_same_v<Layout, Kokkos::LayoutRight> || std::is_same_v<Layout, Kokkos::LayoutLeft> ||
    std::is_same_v<Layout, Kokkos::LayoutStride>;

template <class>
inline constexpr bool always_false = false;

}  // namespace detail

/// A handle on an array of `Rank` axes on one device: a Kokkos View, the device's number, and a share in the memory.
///
/// Copying an Array copies the handle, as with a View; `=` makes a named array refer to something else. Writing into
/// the elements is done by `spica::assign`, `+=` and the like, which is why constness of the handle does not protect
/// the elements; `Array<const T, ...>` does.
///
/// `T` is an arithmetic type or Kokkos::complex, and may be const. `Layout` is LayoutRight (row-major, the default),
/// LayoutLeft or LayoutStride; what is computed never depends on it. LayoutRight and LayoutLeft do not promise that
/// there are no gaps: a wrapped View can be padded, see `is_contiguous`.
template <class T, int Rank, class Space, class Layout>
class Array : public Expression<Array<T, Rank, Space, Layout>> {
  static_assert(Rank >= 0 && Rank <= 8, "spica::Array: the rank is 0 to 8, as for a Kokkos View");
  static_assert(detail::is_element<T>, "spica::Array: elements are of an arithmetic type or Kokkos::complex");
  static_assert(detail::is_layout<Layout>,
                "spica::Array: the layout is Kokkos::LayoutRight, LayoutLeft or LayoutStride");

 public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  using execution_space = Space;
  using memory_space = typename Space::memory_space;
  using array_layout = Layout;
  using view_type =
      Kokkos::View<typename detail::pointer_type<T, Rank>::type, Layout, Kokkos::Device<Space, memory_space>>;
  static constexpr int rank = Rank;

  /// An empty array (extents 0; for rank 0 no element) on device number 0, without memory. Needs no Runtime: it may be
  /// made before there is one, to be assigned to later.
  Array() : device_(detail::Unchecked()) {}

  /// The values of an expression, computed now in one kernel into new memory on the expression's device.
  /// @throws MemoryError.
  template <class E, std::enable_if_t<!detail::is_array<E> && detail::is_readable<E>, int> = 0>
  Array(const E& expression);  // NOLINT(google-explicit-constructor): an expression stands for its values

  /// The same handle, with elements that cannot be written.
  template <class U, std::enable_if_t<std::is_same_v<T, const U> && !std::is_const_v<U>, int> = 0>
  Array(const Array<U, Rank, Space, Layout>& other)  // NOLINT(google-explicit-constructor): loses nothing
      : view_(other.view_), lease_(other.lease_), device_(other.device_) {}

  /// The same handle, with strides known only at run time.
  template <class U, class OtherLayout,
            std::enable_if_t<std::is_same_v<Layout, Kokkos::LayoutStride> && !std::is_same_v<OtherLayout, Layout> &&
                                 std::is_convertible_v<U (*)[], T (*)[]>,
                             int> = 0>
  Array(const Array<U, Rank, Space, OtherLayout>& other)  // NOLINT(google-explicit-constructor): copies no element
      : view_(other.view_), lease_(other.lease_), device_(other.device_) {}

  /// A copy of the elements in another layout, in new memory on the same device. Explicit, because it copies.
  template <class U, class OtherLayout,
            std::enable_if_t<!std::is_same_v<Layout, Kokkos::LayoutStride> && !std::is_same_v<OtherLayout, Layout> &&
                                 std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>,
                             int> = 0>
  explicit Array(const Array<U, Rank, Space, OtherLayout>& other);

  Array(const Array&) = default;
  Array(Array&&) noexcept = default;
  ~Array() = default;

  /// Makes this named array refer to what the other refers to. Elements are written by spica::assign.
  Array& operator=(const Array&) & = default;
  Array& operator=(Array&&) & noexcept = default;

  /// Refused: it would make a temporary refer to something else, and write nothing.
  template <class Source>
  void operator=(Source&&) && {
    static_assert(detail::always_false<Source>,
                  "spica::Array: assigning to a temporary (a slice, for example) writes nothing; write "
                  "spica::assign(Z(0, spica::all), X) to write into its elements");
  }

  /// All extents.
  Shape<Rank> shape() const {
    Shape<Rank> result{};
    for (int d = 0; d < Rank; ++d) result[static_cast<std::size_t>(d)] = extent_unchecked(d);
    return result;
  }

  /// The extent of one axis. @throws ValueError when there is no such axis.
  std::int64_t extent(int axis) const { return extent_unchecked(checked_axis(axis)); }

  /// The distance of neighbours along one axis, in elements. @throws ValueError when there is no such axis.
  std::int64_t stride(int axis) const {
    return static_cast<std::int64_t>(view_.stride(static_cast<std::size_t>(checked_axis(axis))));
  }

  /// All strides, in elements.
  Shape<Rank> strides() const {
    Shape<Rank> result{};
    for (int d = 0; d < Rank; ++d) {
      result[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(view_.stride(static_cast<std::size_t>(d)));
    }
    return result;
  }

  /// The number of elements; 1 for rank 0, unless default-constructed.
  std::int64_t size() const {
    if constexpr (Rank == 0) return view_.data() == nullptr ? 0 : 1;
    return detail::element_count(shape());
  }

  /// Whether the elements lie in row-major order without gaps.
  bool is_contiguous() const {
    const Shape<Rank> extents = shape();
    return detail::lies_as<Rank>(extents, strides(), detail::row_major_strides<Rank>(extents));
  }

  const Device<Space>& device() const { return device_; }

  /// The name of the memory: the function that made the array, unless set otherwise; for a wrapped View its own.
  std::string label() const { return lease_ ? lease_->label : view_.label(); }

  /// Names the memory; every handle on it sees the name.
  /// @throws ValueError for memory that is not Spica's: a View gets its label where it is made.
  void set_label(const std::string& label) const {
    if (!lease_) {
      throw ValueError("spica::Array::set_label: the memory is a wrapped View's, whose label (\"" + view_.label() +
                       "\") is given where the View is made");
    }
    lease_->label = label;
  }

  /// The array as a Kokkos View that keeps the memory alive. Work that you start on it with Kokkos runs on the View's
  /// own terms: use `device().instance()` and it is in order with Spica's.
  view_type view() const {
    if (lease_) lease_->shared_out = true;
    return view_;
  }

  /// The address of the first element; on a GPU not for the host to follow.
  T* data() const {
    if (lease_) lease_->shared_out = true;
    return view_.data();
  }

  /// Whether both are handles on one allocation, be it on different parts of it.
  template <class U, int OtherRank, class OtherSpace, class OtherLayout>
  bool same_storage(const Array<U, OtherRank, OtherSpace, OtherLayout>& other) const;

  /// A part of the array, or the array with new axes: a handle, no copy. Arguments, one an axis: an index (the axis
  /// goes), `spica::all`, `spica::range(lo, hi, step)`; `spica::newaxis` adds an axis. Missing arguments mean `all`.
  /// The result is LayoutRight where the types of the arguments promise it: indices first, then at most one range
  /// without a step, then whole axes; LayoutLeft in the mirrored case; else LayoutStride.
  /// @throws ValueError when an index or a range is outside its axis.
  template <class... Args>
  auto operator()(Args... args) const;

  // ---- what expressions are read through; not for callers --------------------------------------------------------

  template <int N>
  detail::BoundArray<value_type, N> bind(const Shape<N>& target) const {
    detail::BoundArray<value_type, N> bound{view_.data(), {}};
    const Shape<N> spread = detail::broadcast_strides<Rank, N>(shape(), strides(), target);
    for (int d = 0; d < N; ++d) bound.stride[d] = spread[static_cast<std::size_t>(d)];
    return bound;
  }
  template <class F>
  void visit_arrays(F&& f) const {
    f(*this);
  }

 private:
  template <class, int, class, class>
  friend class Array;
  friend struct detail::ArrayAccess;

  Array(view_type view, detail::Lease lease, Device<Space> device)
      : view_(std::move(view)), lease_(std::move(lease)), device_(std::move(device)) {}

  std::int64_t extent_unchecked(int axis) const {
    return static_cast<std::int64_t>(view_.extent(static_cast<std::size_t>(axis)));
  }

  int checked_axis(int axis) const {
    if (axis < 0 || axis >= Rank) {
      throw ValueError("spica::Array: there is no axis " + std::to_string(axis) + " in an array of rank " +
                       std::to_string(Rank) + "; axes are counted from 0");
    }
    return axis;
  }

  view_type view_;
  detail::Lease lease_;  // empty: the memory is not the pool's
  Device<Space> device_;
};

/// An expression deduces the array that holds its values.
template <class E, std::enable_if_t<!detail::is_array<E> && detail::is_readable<E>, int> = 0>
Array(const E&) -> Array<typename E::value_type, E::rank, typename E::execution_space>;

namespace detail {

/// Makes arrays out of parts, and reads the parts without marking the memory as handed out.
struct ArrayAccess {
  template <class A>
  static A make(typename A::view_type view, Lease lease, Device<typename A::execution_space> device) {
    return A(std::move(view), std::move(lease), std::move(device));
  }
  template <class A>
  static const typename A::view_type& view(const A& array) {
    return array.view_;
  }
  template <class A>
  static typename A::element_type* data(const A& array) {
    return array.view_.data();
  }
  template <class A>
  static const Lease& lease(const A& array) {
    return array.lease_;
  }
};

template <class Layout, int Rank>
Layout make_layout(const Shape<Rank>& extents, [[maybe_unused]] const Shape<Rank>& strides) {
  Layout layout;
  for (int axis = 0; axis < Rank; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    layout.dimension[d] = static_cast<std::size_t>(extents[d]);
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) layout.stride[d] = static_cast<std::size_t>(strides[d]);
  }
  return layout;
}

/// An array of another shape or type over the memory of `like`, beginning at `data`. LayoutRight and LayoutLeft results
/// have no gaps: `strides` counts for LayoutStride only.
template <class Result, class Like>
Result over_memory_of(const Like& like, typename Result::element_type* data, const Shape<Result::rank>& extents,
                      const Shape<Result::rank>& strides) {
  using View = typename Result::view_type;
  const auto& tracker = compat::tracker_of(ArrayAccess::view(like));
  return ArrayAccess::make<Result>(
      compat::share_view<View>(tracker, data,
                               make_layout<typename Result::array_layout, Result::rank>(extents, strides)),
      ArrayAccess::lease(like), like.device());
}

/// New memory on `device`, elements undefined; a LayoutStride result is row-major.
template <class Result>
Result allocate(const Device<typename Result::execution_space>& device, const Shape<Result::rank>& extents,
                const char* function) {
  using T = typename Result::element_type;
  const std::int64_t bytes = checked_bytes(extents, sizeof(T), function);
  Lease lease = lease_block(device, static_cast<std::size_t>(bytes), function);
  auto view = compat::share_view<typename Result::view_type>(
      lease->tracker, reinterpret_cast<T*>(lease->data),
      make_layout<typename Result::array_layout, Result::rank>(extents, row_major_strides<Result::rank>(extents)));
  return ArrayAccess::make<Result>(std::move(view), std::move(lease), device);
}

/// @throws ValueError, beginning with `function`, for a default-constructed array of rank 0, which holds nothing.
template <class A>
void require_element([[maybe_unused]] const A& array, [[maybe_unused]] const char* function) {
  if constexpr (A::rank == 0) {
    if (ArrayAccess::data(array) == nullptr) {
      throw ValueError(std::string(function) + ": an operand of rank 0 was default-constructed and holds no element");
    }
  }
}

/// Writes `bound` into the target's elements, in order behind the work pending on every array that `source` reads.
template <class T, int Rank, class Space, class Layout, class Source>
void run_kernel(const Array<T, Rank, Space, Layout>& target, const Source& source, const char* label) {
  require_element(target, label);
  source.visit_arrays([&](const auto& operand) {
    require_element(operand, label);
    join_queues(target.device(), operand.device(), ArrayAccess::lease(operand));
  });
  const Shape<Rank> extents = target.shape();
  evaluate<Space, T, Rank>(target.device().instance(), label, ArrayAccess::data(target), extents, target.strides(),
                           source.template bind<Rank>(extents));
}

}  // namespace detail

template <class T, int Rank, class Space, class Layout>
template <class E, std::enable_if_t<!detail::is_array<E> && detail::is_readable<E>, int>>
Array<T, Rank, Space, Layout>::Array(const E& expression) {
  static_assert(
      std::is_same_v<typename E::execution_space, Space>,
      "spica::Array: the expression lives in another space's memory; write spica::copy(expression, device) to "
      "bring it to this one");
  static_assert(E::rank == Rank,
                "spica::Array: the expression has another rank; let the compiler deduce it by writing "
                "spica::Array Z = ..., or reshape it");
  static_assert(std::is_same_v<typename E::value_type, std::remove_const_t<T>>,
                "spica::Array: the expression has another element type; write spica::cast<T>(expression)");
  using Mutable = Array<std::remove_const_t<T>, Rank, Space, Layout>;
  const auto result = detail::allocate<Mutable>(expression.device(), expression.shape(), "spica::Array");
  detail::run_kernel(result, expression, "spica::Array::expression");
  *this = result;
}

template <class T, int Rank, class Space, class Layout>
template <class U, class OtherLayout,
          std::enable_if_t<!std::is_same_v<Layout, Kokkos::LayoutStride> && !std::is_same_v<OtherLayout, Layout> &&
                               std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>,
                           int>>
Array<T, Rank, Space, Layout>::Array(const Array<U, Rank, Space, OtherLayout>& other) {
  using Mutable = Array<std::remove_const_t<T>, Rank, Space, Layout>;
  const auto result = detail::allocate<Mutable>(other.device(), other.shape(), "spica::Array");
  detail::run_kernel(result, other, "spica::Array::layout");
  *this = result;
}

namespace detail {

/// The bytes from the first to behind the last element; both null for an empty array.
struct Span {
  const unsigned char* begin = nullptr;
  const unsigned char* end = nullptr;
};
template <class A>
Span span_of(const A& array) {
  if (array.size() == 0) return {};
  std::int64_t last = 0;
  for (int d = 0; d < A::rank; ++d) last += (array.extent(d) - 1) * array.stride(d);
  const auto* begin = reinterpret_cast<const unsigned char*>(ArrayAccess::data(array));
  return {begin, begin + (last + 1) * static_cast<std::int64_t>(sizeof(typename A::value_type))};
}
inline bool spans_meet(const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace detail

template <class T, int Rank, class Space, class Layout>
template <class U, int OtherRank, class OtherSpace, class OtherLayout>
bool Array<T, Rank, Space, Layout>::same_storage(const Array<U, OtherRank, OtherSpace, OtherLayout>& other) const {
  const auto& a = detail::compat::tracker_of(view_);
  const auto& b = detail::compat::tracker_of(other.view_);
  if (a.has_record() && b.has_record()) {
    return a.template get_record<void>() == b.template get_record<void>();
  }
  return detail::spans_meet(detail::span_of(*this), detail::span_of(other));
}

template <class T, int Rank, class Space, class Layout>
template <class... Args>
auto Array<T, Rank, Space, Layout>::operator()(Args... args) const {
  static_assert((detail::is_slice_argument<Args> && ...),
                "spica::Array: an argument is an index, spica::all, spica::range(lo, hi, step) or spica::newaxis");
  static_assert(detail::axes_used<Args...> <= Rank,
                "spica::Array: more arguments than the array has axes; write at most one index, spica::all or "
                "spica::range an axis");
  constexpr int result_rank = detail::sliced_rank<Rank, Args...>;
  static_assert(result_rank <= 8, "spica::Array: the result would have more than 8 axes; leave out a spica::newaxis");
  constexpr bool right = std::is_same_v<Layout, Kokkos::LayoutRight> && detail::keeps_row_major<Args...>();
  constexpr bool left = std::is_same_v<Layout, Kokkos::LayoutLeft> && detail::keeps_column_major<Rank, Args...>();
  using ResultLayout = std::conditional_t<right || result_rank == 0, Kokkos::LayoutRight,
                                          std::conditional_t<left, Kokkos::LayoutLeft, Kokkos::LayoutStride>>;
  using Result = Array<T, result_rank, Space, ResultLayout>;
  if constexpr (result_rank > 0) detail::require_element(*this, "spica::Array");

  detail::SliceGeometry geometry;
  int axis = 0;
  const auto take = [&](auto arg) {
    if constexpr (std::is_same_v<decltype(arg), NewAxis>) {
      geometry.keep(1, 1);
    } else {
      if constexpr (detail::is_index<decltype(arg)>) {
        detail::slice_axis(geometry, extent(axis), stride(axis), axis, static_cast<std::int64_t>(arg));
      } else {
        detail::slice_axis(geometry, extent(axis), stride(axis), axis, arg);
      }
      ++axis;
    }
  };
  (take(args), ...);
  while (axis < Rank) take(spica::all);

  Shape<result_rank> extents{};
  Shape<result_rank> strides{};
  for (int d = 0; d < result_rank; ++d) {
    extents[static_cast<std::size_t>(d)] = geometry.extent[d];
    strides[static_cast<std::size_t>(d)] = geometry.stride[d];
  }
  if constexpr (!std::is_same_v<ResultLayout, Kokkos::LayoutStride>) {
    const Shape<result_rank> packed =
        right ? detail::row_major_strides<result_rank>(extents) : detail::column_major_strides<result_rank>(extents);
    if (!detail::lies_as<result_rank>(extents, strides,
                                      packed)) {  // a wrapped View with padding: only Kokkos can make that
      const auto part =
          detail::kokkos_subview(view_, std::make_index_sequence<detail::axes_left<Rank, Args...>>(), args...);
      if constexpr (std::is_same_v<typename decltype(part)::array_layout, ResultLayout>) {
        return detail::ArrayAccess::make<Result>(typename Result::view_type(part), lease_, device_);
      }
      throw ShapeError("spica::Array: this part of the padded View \"" + label() +
                       "\" has no Kokkos layout of its own; slice spica::contiguous of it");
    }
  }
  return detail::over_memory_of<Result>(*this, view_.data() + geometry.offset, extents, strides);
}

}  // namespace spica

#endif
