// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ARRAY_HPP
#define SPICA_ARRAY_ARRAY_HPP

#include <spica/array/detail/evaluate.hpp>
#include <spica/array/detail/memory.hpp>
#include <spica/array/detail/operand.hpp>
#include <spica/array/detail/slice_array.hpp>
#include <spica/array/element.hpp>
#include <spica/array/expression.hpp>
#include <spica/array/shape.hpp>
#include <spica/array/slice.hpp>
#include <spica/device/any_device.hpp>
#include <spica/device/detail/block.hpp>
#include <spica/device/detail/ordering.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

namespace spica {

namespace detail {

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
/// `T` is an arithmetic type, float16, bfloat16 or Kokkos::complex, and may be const. `Layout` is LayoutRight
/// (row-major, the default), LayoutLeft or LayoutStride; what is computed never depends on it. LayoutRight and
/// LayoutLeft do not promise that there are no gaps: a wrapped View can be padded, see `is_contiguous`.
template <class T, int Rank, class Space = Kokkos::DefaultExecutionSpace, class Layout = Kokkos::LayoutRight>
class Array : public Expression<Array<T, Rank, Space, Layout>> {
  static_assert(Rank >= 0 && Rank <= 8, "spica::Array: the rank is 0 to 8, as for a Kokkos View");
  static_assert(detail::is_element<T>,
                "spica::Array: elements are of an arithmetic type, spica::float16, bfloat16 or Kokkos::complex");
  static_assert(detail::is_layout<Layout>,
                "spica::Array: the layout is Kokkos::LayoutRight, LayoutLeft or LayoutStride");

 public:
  using element_type = T;                             ///< const where the elements cannot be written
  using value_type = std::remove_const_t<T>;          ///< the type of an element's value
  using execution_space = Space;                      ///< where kernels on it run
  using memory_space = typename Space::memory_space;  ///< where its elements are
  using array_layout = Layout;                        ///< Kokkos' layout
  /// What `view()` returns.
  using view_type =
      Kokkos::View<typename detail::pointer_type<T, Rank>::type, Layout, Kokkos::Device<Space, memory_space>>;
  static constexpr int rank = Rank;  ///< how many axes it has

  /// An empty array (extents 0; for rank 0 no element) on device number 0, without memory. Needs no Runtime: it may be
  /// made before there is one, to be assigned to later.
  Array() : device_(detail::Unchecked()) {}

  /// The values of an expression, computed now in one kernel into new memory on the expression's device. Waits as
  /// `empty` does.
  /// @throws MemoryError.
  template <class E, std::enable_if_t<!detail::is_array<E> && detail::is_readable<E>, int> = 0>
  Array(const E& expression);  // NOLINT(google-explicit-constructor): an expression stands for its values

  /// The same handle, with elements that cannot be written.
  template <class U, std::enable_if_t<std::is_same_v<T, const U> && !std::is_const_v<U>, int> = 0>
  Array(const Array<U, Rank, Space, Layout>& other)  // NOLINT(google-explicit-constructor): loses nothing
      : lease_(other.lease_), view_(other.view_), device_(other.device_) {}

  /// The same handle, with strides known only at run time.
  template <class U, class OtherLayout,
            std::enable_if_t<std::is_same_v<Layout, Kokkos::LayoutStride> && !std::is_same_v<OtherLayout, Layout> &&
                                 std::is_convertible_v<U (*)[], T (*)[]>,
                             int> = 0>
  Array(const Array<U, Rank, Space, OtherLayout>& other)  // NOLINT(google-explicit-constructor): copies no element
      : lease_(other.lease_), view_(other.view_), device_(other.device_) {}

  /// A copy of the elements in another layout, in new memory on the same device. Explicit, because it copies. Waits as
  /// `empty` does.
  /// @throws MemoryError.
  template <class U, class OtherLayout,
            std::enable_if_t<!std::is_same_v<Layout, Kokkos::LayoutStride> && !std::is_same_v<OtherLayout, Layout> &&
                                 std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>,
                             int> = 0>
  explicit Array(const Array<U, Rank, Space, OtherLayout>& other);

  Array(const Array&) = default;
  /// Leaves `other` empty, as if default-constructed.
  Array(Array&& other) noexcept
      : lease_(std::move(other.lease_)),
        view_(std::exchange(other.view_, view_type())),
        device_(std::exchange(other.device_, Device<Space>(detail::Unchecked()))) {}
  ~Array() = default;

  /// Makes this named array refer to what the other refers to. Elements are written by spica::assign.
  Array& operator=(Array other) & noexcept {
    std::swap(lease_, other.lease_);
    std::swap(view_, other.view_);
    std::swap(device_, other.device_);
    return *this;
  }

  /// Refused: a number has no memory to refer to.
  template <class Number, std::enable_if_t<detail::is_scalar<Number>, int> = 0>
  void operator=(const Number&) & {
    static_assert(detail::always_false<Number>,
                  "spica::Array: = makes an array refer to another array, and writes nothing; write "
                  "spica::assign(A, number) to write the number into its elements");
  }

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
  std::int64_t extent(int axis) const { return extent_unchecked(detail::checked_axis(axis, Rank, "spica::Array")); }

  /// The distance of neighbours along one axis, in elements. @throws ValueError when there is no such axis.
  std::int64_t stride(int axis) const {
    return static_cast<std::int64_t>(
        view_.stride(static_cast<std::size_t>(detail::checked_axis(axis, Rank, "spica::Array"))));
  }

  /// All strides, in elements.
  Shape<Rank> strides() const {
    Shape<Rank> result{};
    if constexpr (Rank > 0) {
      std::int64_t strides[Rank + 1] = {};  // Kokkos adds the span
      view_.stride(strides);
      std::copy_n(strides, Rank, result.begin());
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

  /// Where the memory is, and the instance that Spica's work on it goes into.
  const Device<Space>& device() const { return device_; }

  /// The name of the memory: the function that made the array, unless set otherwise; for a wrapped View its own.
  std::string label() const { return lease_ ? lease_->label : view_.label(); }

  /// Names the memory; every handle on it sees the name.
  /// @throws ValueError for memory that is not Spica's: a View gets its label where it is made. Likewise for an array
  /// without memory.
  void set_label(const std::string& label) const {
    if (view_.data() == nullptr) throw ValueError("spica::Array::set_label: the array has no memory to name");
    if (!lease_) {
      throw ValueError("spica::Array::set_label: the memory is a wrapped View's, whose label (\"" + view_.label() +
                       "\") is given where the View is made");
    }
    lease_->label = label;
  }

  /// The array as a Kokkos View that keeps the memory alive. Work that you start on it with Kokkos runs on the View's
  /// own terms: use `device().instance()` and it is in order with Spica's. Spica cannot see that work: on a GPU, the
  /// array that later takes over this memory waits for all devices first.
  view_type view() const {
    if (lease_) lease_->shared_out = true;
    return view_;
  }

  /// The address of the element at index 0 of every axis; on a GPU not for the host to follow. It does not keep the
  /// memory alive; for work that uses it the same holds as for `view()`.
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
  auto operator()(Args... args) const {
    return detail::slice_array(*this, args...);
  }

  // ---- what expressions are read through; not for callers --------------------------------------------------------

  template <int N>
  detail::BoundArray<value_type, N> bind(const Shape<N>& target) const {
    return detail::bind_array<value_type, N>(*this, target);
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
      : lease_(std::move(lease)), view_(std::move(view)), device_(std::move(device)) {}

  std::int64_t extent_unchecked(int axis) const {
    return static_cast<std::int64_t>(view_.extent(static_cast<std::size_t>(axis)));
  }

  detail::Lease lease_;  // empty: the memory is not the pool's
  view_type view_;       // ends before the lease, which looks whether a View still holds the block
  Device<Space> device_;
};

/// `ArrayOn<Device, T, Rank>`: the type of an array where only the device is at hand.
template <class Device, class T, int Rank>
using ArrayOn = Array<T, Rank, typename Device::execution_space>;

/// An expression deduces the array that holds its values.
template <class E, std::enable_if_t<!detail::is_array<E> && detail::is_readable<E>, int> = 0>
Array(const E&) -> Array<typename E::value_type, E::rank, typename E::execution_space>;

namespace detail {

/// Writes `source` into the target's elements, in order with other work on every array that `source` reads.
template <class T, int Rank, class Space, class Layout, class Source>
void run_kernel(const Array<T, Rank, Space, Layout>& target, const Source& source, const char* label) {
  require_element(target, label);
  JoinedQueues<Space> queues(target.device());
  join_operands(queues, source, label);
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

template <class T, int Rank, class Space, class Layout>
template <class U, int OtherRank, class OtherSpace, class OtherLayout>
bool Array<T, Rank, Space, Layout>::same_storage(const Array<U, OtherRank, OtherSpace, OtherLayout>& other) const {
  const void* record = detail::compat::record_of(detail::compat::tracker_of(view_));
  const void* others = detail::compat::record_of(detail::compat::tracker_of(other.view_));
  if (record != nullptr && others != nullptr) return record == others;
  return detail::spans_meet(detail::footprint_of(*this), detail::footprint_of(other));
}

}  // namespace spica

#endif
