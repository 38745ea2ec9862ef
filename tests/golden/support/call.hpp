// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_GOLDEN_SUPPORT_CALL_HPP
#define SPICA_TESTS_GOLDEN_SUPPORT_CALL_HPP

// The operands of one case as Spica arrays, and results as elements that can be compared.

#include "golden/support/element_types.hpp"
#include "golden/support/table.hpp"

#include <spica/array/array.hpp>
#include <spica/array/detail/memory.hpp>
#include <spica/array/wrap.hpp>

#include <string>
#include <vector>

namespace spica::test::golden {

/// Where the operations run.
using Space = Kokkos::DefaultExecutionSpace;

/// Whatever its layout, so that the compiler sees one type.
template <class T, int Rank>
using Operand = Array<T, Rank, Space, Kokkos::LayoutStride>;

/// What the table's operands of lower rank are made to by axes of extent 1 in front: broadcasting is the same, and the
/// compiler sees one rank.
inline constexpr int most_axes = 4;

class Call {
 public:
  /// Puts the operands into memory of the device, with their strides and a pattern between the elements.
  explicit Call(const Case& entry);

  /// The operand of this number.
  template <class T, int Rank = most_axes>
  Operand<T, Rank> operand(std::size_t number) const;

  template <class T, int Rank = most_axes>
  Operand<T, Rank> x() const {
    return operand<T, Rank>(0);
  }
  template <class T, int Rank = most_axes>
  Operand<T, Rank> y() const {
    return operand<T, Rank>(1);
  }
  template <class T, int Rank = most_axes>
  Operand<T, Rank> z() const {
    return operand<T, Rank>(2);
  }

  /// The number behind `name=`; of several, the one at `place`.
  double number(const std::string& name, std::size_t place = 0) const;
  std::int64_t whole(const std::string& name, std::size_t place = 0) const {
    return static_cast<std::int64_t>(number(name, place));
  }
  /// The axis behind `axis=`, or one of several behind `axes=`, in the operand of `rank` axes.
  std::int64_t axis(int rank = most_axes, std::size_t place = 0) const;
  /// The extents behind `shape=`, of them 1 in front up to `Rank`.
  template <int Rank = most_axes>
  Shape<Rank> shape() const;

  /// What operand 0 holds after an operation that writes into it.
  template <class T, int Rank>
  Elements written(const Operand<T, Rank>& target);

  /// What the operation changed though it must not; empty where nothing.
  std::string damage() const;

 private:
  struct Memory {
    Kokkos::View<unsigned char*, Space> bytes;
    std::vector<unsigned char> before;
    std::int64_t first;  ///< where the element at index 0 is, in bytes
  };
  std::vector<unsigned char> now(const Memory& memory) const;

  const Case& entry_;
  std::vector<Memory> memory_;
  bool writes_ = false;
};

/// The elements of an array at `data`, whatever their type. Waits for the device.
Elements gathered(const void* data, std::size_t element_bytes, const std::string& type, const Index& shape,
                  const Index& strides);

template <class T, int Rank>
Operand<T, Rank> Call::operand(std::size_t number) const {
  const Given& given = entry_.operands.at(number);
  const std::size_t given_axes = given.elements.shape.size();
  Shape<Rank> extents{};
  Shape<Rank> strides{};
  extents.fill(1);
  strides.fill(1);
  for (std::size_t d = 0; d < given_axes; ++d) {
    extents.at(static_cast<std::size_t>(Rank) - given_axes + d) = given.elements.shape[d];
    strides.at(static_cast<std::size_t>(Rank) - given_axes + d) = given.strides[d];
  }
  const Memory& memory = memory_.at(number);
  using Data = typename detail::pointer_type<T, Rank>::type;
  const Kokkos::View<Data, Kokkos::LayoutStride, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> view(
      reinterpret_cast<T*>(memory.bytes.data() + memory.first),
      detail::make_layout<Kokkos::LayoutStride, Rank>(extents, strides));
  return wrap(view, Device<Space>());
}

template <int Rank>
Shape<Rank> Call::shape() const {
  const std::vector<double>& numbers = entry_.settings.at("shape");
  Shape<Rank> result{};
  result.fill(1);
  for (std::size_t d = 0; d < numbers.size(); ++d) {
    result.at(static_cast<std::size_t>(Rank) - numbers.size() + d) = static_cast<std::int64_t>(numbers[d]);
  }
  return result;
}

template <class T, int Rank>
Elements Call::written(const Operand<T, Rank>& target) {
  writes_ = true;
  return gathered(target.data(), sizeof(T), detail::type_name<T>(), shape_of(target), strides_of(target));
}

/// The element types of which every expression is computed by a kernel as users compute it. Of the others, which differ
/// only in what happens to one element, it is read element by element as a kernel on a GPU does: that compiles in a
/// third of the time.
template <class T>
inline constexpr bool by_kernel =
    !detail::is_host_space<Space> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t>;

/// The elements of an array.
template <class T, int Rank, class Layout>
Elements elements_of(const Array<T, Rank, Space, Layout>& array) {
  using V = std::remove_const_t<T>;
  return gathered(array.data(), sizeof(V), detail::type_name<V>(), shape_of(array), strides_of(array));
}

/// The elements of an expression, read one by one.
template <class E>
Elements read_elements(const E& expression) {
  using V = typename E::value_type;
  if constexpr (detail::is_host_space<Space>) {
    Elements result{detail::type_name<V>(), shape_of(expression), {}};
    const auto bound = expression.template bind<E::rank>(expression.shape());
    for_each_index(result.shape, [&](const Index& index) {
      const V value = bound.read(index.data(), E::rank);
      const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
      result.bytes.insert(result.bytes.end(), bytes, bytes + sizeof(V));
    });
    return result;
  } else {
    return elements_of(Array<V, E::rank, Space>(expression));
  }
}

/// The elements of an expression of operands of type T.
template <class T, class E>
Elements evaluate(const E& expression) {
  if constexpr (by_kernel<T>) {
    return elements_of(Array<typename E::value_type, E::rank, Space>(expression));
  } else {
    return read_elements(expression);
  }
}

}  // namespace spica::test::golden

#endif
