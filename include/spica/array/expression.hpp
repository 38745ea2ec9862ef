// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_EXPRESSION_HPP
#define SPICA_ARRAY_EXPRESSION_HPP

#include <spica/array/detail/bound.hpp>
#include <spica/array/element.hpp>
#include <spica/array/shape.hpp>
#include <spica/device/any_device.hpp>

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace spica {

/// The base of everything that can be read element by element: arrays, and what operators make of them. An expression
/// owns its operands (handles, not copies of the data), is computed when it is read, and sees what its operands hold
/// then.
template <class Derived>
class Expression {
 public:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

template <class T, int Rank, class Space, class Layout>
class Array;

namespace detail {

template <class T>
using plain = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T>
struct is_array_type : std::false_type {};
template <class T, int Rank, class Space, class Layout>
struct is_array_type<Array<T, Rank, Space, Layout>> : std::true_type {};

template <class T>
inline constexpr bool is_array = is_array_type<plain<T>>::value;

template <class E>
std::true_type derives_from_expression(const Expression<E>*);
std::false_type derives_from_expression(const void*);

/// An array or an expression.
template <class T>
inline constexpr bool is_readable = decltype(derives_from_expression(static_cast<plain<T>*>(nullptr)))::value;

/// What an array or expression is read as where it is computed with.
template <class Source>
using value_t = read_t<typename plain<Source>::value_type>;

/// Whether it holds other numbers than it is computed with.
template <class Source>
constexpr bool holds_short_floats() {
  if constexpr (is_readable<Source>) {
    return is_short_float<typename plain<Source>::value_type>;
  } else {
    return false;
  }
}

/// A number that can stand beside an array in an expression.
template <class T>
inline constexpr bool is_scalar = is_element<plain<T>>;

template <class A, class B>
inline constexpr bool are_operands = (is_readable<A> && (is_readable<B> || is_scalar<B>)) ||
                                     (is_scalar<A> && is_readable<B>);

/// @throws DeviceError that names both operands, their devices and the call that mends it.
template <class Space>
void require_same_device(const Device<Space>& a, const Device<Space>& b, const char* function, const char* name_a = "A",
                         const char* name_b = "B") {
  if (a == b) return;
  throw DeviceError(std::string(function) + ": operands are on different devices: " + name_a + " is on " + a.name() +
                    ", " + name_b + " on " + b.name() + "; write spica::copy(" + name_b + ", " + name_a + ".device())");
}

/// A number as an operand.
template <class T>
class Constant {
 public:
  using value_type = T;
  static constexpr int rank = 0;

  explicit Constant(T value) : value_(value) {}
  Shape<0> shape() const { return {}; }
  template <int N>
  BoundConstant<T> bind(const Shape<N>&) const {
    return {value_};
  }
  template <class F>
  void visit_arrays(F&&) const {}

 private:
  T value_;
};

template <class Operand>
struct is_constant : std::false_type {};
template <class T>
struct is_constant<Constant<T>> : std::true_type {};

/// The space of the operands: they must all have the same.
template <class... Operands>
struct common_space;
template <>
struct common_space<> {
  using type = void;
};
template <class First, class... Rest>
struct common_space<First, Rest...> {
  using rest = typename common_space<Rest...>::type;
  static auto own() {
    if constexpr (is_constant<First>::value) {
      return std::common_type<rest>();
    } else {
      static_assert(std::is_void_v<rest> || std::is_same_v<rest, typename First::execution_space>,
                    "spica: operands live in the memory of different spaces and cannot be combined; write "
                    "spica::copy(B, A.device()) to bring one to the other's device first");
      return std::common_type<typename First::execution_space>();
    }
  }
  using type = typename decltype(own())::type;
};

/// `Op` applied element by element to operands that are broadcast together, each held as `make_map` holds it.
template <class Op, class... Operands>
class Map : public Expression<Map<Op, Operands...>> {
  static_assert(!(is_array<Operands> || ...), "expressions hold arrays as make_map says");

 public:
  using value_type = plain<decltype(std::declval<const Op&>()(std::declval<typename Operands::value_type>()...))>;
  using execution_space = typename common_space<Operands...>::type;
  static constexpr int rank = [] {
    int most = 0;
    ((most = Operands::rank > most ? Operands::rank : most), ...);
    return most;
  }();

  /// @throws ShapeError, DeviceError beginning with `function`; ShapeError also where the values would not fit 63 bits.
  template <class... Given>
  Map(Op op, const char* function, Given&&... given) : op_(op), operands_(std::forward<Given>(given)...) {
    shape_.fill(1);
    std::apply(
        [&](const Operands&... operands) {
          char letter = 'A';
          (require_same(operands, function, letter), ...);
          if (!(broadcast_into(shape_, operands.shape()) && ...)) {
            throw_not_broadcastable(function, shape_texts(operands...));
          }
        },
        operands_);
    checked_bytes(shape_, sizeof(value_type), function);
  }

  const Shape<rank>& shape() const { return shape_; }
  /// @throws ValueError when there is no such axis.
  std::int64_t extent(int axis) const {
    return shape_[static_cast<std::size_t>(checked_axis(axis, rank, "spica::Array"))];
  }
  std::int64_t size() const { return element_count(shape_); }
  const Device<execution_space>& device() const {
    return std::apply(
        [](const Operands&... operands) -> auto& { return first_device(operands...); }, operands_);
  }

  /// What a kernel needs to read the element at an index of `target`.
  template <int N>
  auto bind(const Shape<N>& target) const {
    return std::apply(
        [&](const Operands&... operands) {
          return BoundMap<Op, decltype(operands.template bind<N>(target))...>(op_,
                                                                              operands.template bind<N>(target)...);
        },
        operands_);
  }

  /// Calls `f` with every array that is read.
  template <class F>
  void visit_arrays(F&& f) const {
    std::apply([&](const Operands&... operands) { (operands.visit_arrays(f), ...); }, operands_);
  }

 private:
  template <class First, class... Rest>
  static const Device<execution_space>& first_device(const First& first, const Rest&... rest) {
    if constexpr (is_constant<First>::value) {
      return first_device(rest...);
    } else {
      return first.device();
    }
  }

  /// Numbers have no letter: they have no device.
  template <class Operand>
  void require_same(const Operand& operand, const char* function, char& letter) const {
    if constexpr (!is_constant<Operand>::value) {
      const char name[] = {letter++, '\0'};
      require_same_device(device(), operand.device(), function, "A", name);
    }
  }

  static std::vector<std::string> shape_texts(const Operands&... operands) {
    std::vector<std::string> texts;
    const auto add = [&](const auto& operand) {
      if constexpr (!is_constant<plain<decltype(operand)>>::value) texts.push_back(shape_text(operand.shape()));
    };
    (add(operands), ...);
    return texts;
  }

  Op op_;
  std::tuple<Operands...> operands_;
  Shape<rank> shape_{};
};

}  // namespace detail
}  // namespace spica

#endif
