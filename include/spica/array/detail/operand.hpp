// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_OPERAND_HPP
#define SPICA_ARRAY_DETAIL_OPERAND_HPP

// How expressions hold their operands.

#include <spica/array/detail/memory.hpp>
#include <spica/array/expression.hpp>
#include <spica/device/detail/ordering.hpp>

#include <type_traits>
#include <utility>

namespace spica::detail {

/// An array inside an expression: a share in the memory, without the layout. Handing a View on from expression to
/// expression would count its references each time, which costs more than a small kernel.
template <class T, int Rank, class Space>
class HeldArray {
 public:
  using value_type = T;
  using execution_space = Space;
  static constexpr int rank = Rank;

  template <class U, class Layout>
  explicit HeldArray(const Array<U, Rank, Space, Layout>& array)
      : lease_(ArrayAccess::lease(array)),
        data_(ArrayAccess::data(array)),
        shape_(array.shape()),
        strides_(array.strides()),
        device_(array.device()) {
    if (!lease_) tracker_ = compat::tracker_of(ArrayAccess::view(array));
  }

  HeldArray(const HeldArray&) = default;
  /// Reading `other` is an error from now on.
  HeldArray(HeldArray&& other) noexcept
      : lease_(std::move(other.lease_)),
        tracker_(std::move(other.tracker_)),
        data_(std::exchange(other.data_, nullptr)),
        shape_(other.shape_),
        strides_(other.strides_),
        device_(std::move(other.device_)) {}
  HeldArray& operator=(HeldArray other) noexcept {
    std::swap(lease_, other.lease_);
    std::swap(tracker_, other.tracker_);
    std::swap(data_, other.data_);
    std::swap(shape_, other.shape_);
    std::swap(strides_, other.strides_);
    std::swap(device_, other.device_);
    return *this;
  }
  ~HeldArray() = default;

  const Shape<Rank>& shape() const { return shape_; }
  const Shape<Rank>& strides() const { return strides_; }
  const Device<Space>& device() const { return device_; }

  template <int N>
  BoundArray<T, N> bind(const Shape<N>& target) const {
    return bind_array<T, N>(*this, target);
  }
  template <class F>
  void visit_arrays(F&& f) const {
    f(*this);
  }

 private:
  friend struct ArrayAccess;

  Lease lease_;
  compat::Tracker tracker_;  // of memory that is not the pool's
  const T* data_;
  Shape<Rank> shape_;
  Shape<Rank> strides_;
  Device<Space> device_;
};

/// What an expression holds of an operand: expressions and numbers as they are.
template <class Operand>
struct held {
  using type = Operand;
};
template <class T, int Rank, class Space, class Layout>
struct held<Array<T, Rank, Space, Layout>> {
  using type = HeldArray<std::remove_const_t<T>, Rank, Space>;
};

/// A stored number as what it is computed with.
struct Widen {
  template <class T>
  KOKKOS_INLINE_FUNCTION read_t<T> operator()(const T& value) const {
    return static_cast<read_t<T>>(value);
  }
};

/// An operand as what it is computed with: itself, unless it holds 16-bit floats.
template <class Operand>
decltype(auto) as_computed(Operand&& operand) {
  if constexpr (holds_short_floats<Operand>()) {
    return Map<Widen, typename held<plain<Operand>>::type>(Widen(), "spica::Array", std::forward<Operand>(operand));
  } else {
    return std::forward<Operand>(operand);
  }
}

/// The expression `op` of arrays, expressions and Constants. This is where 16-bit floats become floats.
/// @throws ShapeError, DeviceError, beginning with `function`.
template <class Op, class... Operands>
auto make_map(Op op, const char* function, Operands&&... operands) {
  using Result = Map<Op, typename held<plain<decltype(as_computed(std::forward<Operands>(operands)))>>::type...>;
  return Result(op, function, as_computed(std::forward<Operands>(operands))...);
}

/// Puts the output's queue behind the work that is pending on what `source` reads.
/// @throws ValueError, beginning with `function`, when an operand holds nothing.
template <class Space, class Source>
void join_operands(JoinedQueues<Space>& queues, const Source& source, const char* function) {
  source.visit_arrays([&](const auto& operand) {
    require_element(operand, function);
    queues.add(operand.device());
  });
}

}  // namespace spica::detail

#endif
