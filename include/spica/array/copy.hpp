// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_COPY_HPP
#define SPICA_ARRAY_COPY_HPP

// The only file that moves elements between devices, or from a device to the caller.

#include <spica/array/array.hpp>
#include <spica/array/assign.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/synchronize.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace spica {

namespace detail {

template <class From, class To>
constexpr Direction direction() {
  if constexpr (is_host_space<From>) return is_host_space<To> ? Direction::host_to_host : Direction::host_to_device;
  return is_host_space<To> ? Direction::device_to_host : Direction::device_to_device;
}

template <class A, class B>
bool same_device(const Device<A>& a, const Device<B>& b) {
  return std::is_same_v<A, B> && a.number() == b.number();
}

/// An array as it is, or the values of an expression.
template <class T, int Rank, class Space, class Layout>
const Array<T, Rank, Space, Layout>& as_array(const Array<T, Rank, Space, Layout>& array) {
  return array;
}
template <class Op, class... Operands>
auto as_array(const Map<Op, Operands...>& expression) {
  return Array(expression);
}

/// The same memory, on which work goes into the queue of `device` from now on, behind what is pending on the old one.
template <class A, class Space>
A on_queue_of(const A& array, const Device<Space>& device) {
  if constexpr (is_asynchronous<Space>) {
    if (compat::instance_id(array.device().instance()) != compat::instance_id(device.instance())) {
      order_after(device.instance(), array.device().instance());
      if (ArrayAccess::lease(array)) ArrayAccess::lease(array)->shared_out = true;
    }
  }
  return ArrayAccess::make<A>(ArrayAccess::view(array), ArrayAccess::lease(array), device);
}

/// Copies `bytes` bytes between contiguous memory of two spaces, at least one of them a GPU's. When this returns, host
/// memory on either side can be read and written again.
template <class ToSpace, class FromSpace>
void copy_bytes(const Device<ToSpace>& to, void* target, const Device<FromSpace>& from, const void* source,
                std::int64_t bytes, const char* function) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  const Kokkos::View<unsigned char*, typename ToSpace::memory_space, Unmanaged> out(static_cast<unsigned char*>(target),
                                                                                    static_cast<std::size_t>(bytes));
  const Kokkos::View<const unsigned char*, typename FromSpace::memory_space, Unmanaged> in(
      static_cast<const unsigned char*>(source), static_cast<std::size_t>(bytes));
  if constexpr (is_host_space<ToSpace>) {
    Kokkos::deep_copy(from.instance(), out, in);
    fence(from.instance(), "spica::copy: device to host");
    report_status(from, function);
  } else {
    if constexpr (!is_host_space<FromSpace>) {
      if (compat::instance_id(to.instance()) != compat::instance_id(from.instance())) {
        order_after(to.instance(), from.instance());
      }
    }
    Kokkos::deep_copy(to.instance(), out, in);
    if constexpr (is_host_space<FromSpace>) {
      fence(to.instance(), "spica::copy: host to device");
    } else if (compat::instance_id(to.instance()) != compat::instance_id(from.instance())) {
      order_after(from.instance(), to.instance());  // the source is not written again before it has been read
    }
  }
}

/// Whether both lie in memory alike and without gaps, so that their bytes can be copied as one piece.
template <class A, class B>
bool lie_alike(const A& a, const B& b) {
  const auto extents = a.shape();
  const auto right = row_major_strides<A::rank>(extents);
  const auto left = column_major_strides<A::rank>(extents);
  return (lies_as<A::rank>(extents, a.strides(), right) && lies_as<A::rank>(extents, b.strides(), right)) ||
         (lies_as<A::rank>(extents, a.strides(), left) && lies_as<A::rank>(extents, b.strides(), left));
}

/// Writes `source` into `target` of the same shape on another device. The transfer has been counted.
template <class Target, class Source>
void transfer(const Target& target, const Source& source, const char* function) {
  using T = typename Target::value_type;
  using ToSpace = typename Target::execution_space;
  using FromSpace = typename Source::execution_space;
  if (target.size() == 0) return;
  if constexpr (is_host_space<ToSpace> && is_host_space<FromSpace>) {
    if (would_be_overwritten<T>(footprint_of(target), source)) {  // the same memory, wrapped on two devices
      const auto own = allocate<Array<T, Source::rank, FromSpace>>(source.device(), source.shape(), function);
      run_kernel(own, source, function);
      transfer(target, own, function);
      return;
    }
    evaluate<ToSpace, T, Target::rank>(target.device().instance(), function, ArrayAccess::data(target), target.shape(),
                                       target.strides(), source.template bind<Target::rank>(target.shape()));
  } else if (lie_alike(target, source)) {
    copy_bytes(target.device(), ArrayAccess::data(target), source.device(), ArrayAccess::data(source),
               target.size() * static_cast<std::int64_t>(sizeof(T)), function);
  } else if (!source.is_contiguous()) {
    const auto packed = allocate<Array<T, Source::rank, FromSpace>>(source.device(), source.shape(), function);
    run_kernel(packed, source, function);
    transfer(target, packed, function);
  } else {
    const auto arrived = allocate<Array<T, Target::rank, ToSpace>>(target.device(), target.shape(), function);
    transfer(arrived, source, function);
    run_kernel(target, arrived, function);
  }
}

/// Writes `source` into `target`, which may be on any device; counts the transfer if it is one.
template <class Target, class Source>
void copy_elements(const Target& target, const Source& source, const char* function) {
  using ToSpace = typename Target::execution_space;
  using FromSpace = typename Source::execution_space;
  if constexpr (std::is_same_v<ToSpace, FromSpace>) {
    if (target.device() == source.device()) {
      write(target, source, function);
      return;
    }
  }
  require_element(target, function);
  source.visit_arrays([&](const auto& operand) { require_element(operand, function); });
  count_transfer(direction<FromSpace, ToSpace>(),
                 target.size() * static_cast<std::int64_t>(sizeof(typename Target::value_type)), function,
                 source.device().name().c_str(), target.device().name().c_str());
  transfer(target, as_array(source), function);
}

/// A new row-major array on `device` with the values of `source`.
template <class Source, class Space>
auto transfer_new(const Source& source, const Device<Space>& device, const char* function) {
  using Result = Array<typename Source::value_type, Source::rank, Space>;
  if (!same_device(source.device(), device)) {
    require_transfers_allowed(source.size() * static_cast<std::int64_t>(sizeof(typename Source::value_type)), function,
                              source.device().name().c_str(), device.name().c_str());
  }
  const auto result = allocate<Result>(device, source.shape(), function);
  copy_elements(result, source, function);
  return result;
}

/// The elements as a row-major array that the caller may read on the host. Counted as read from the device, on a host
/// device too, so that code which reads in its inner loop shows it on every machine.
template <class Source>
auto read_elements(const Source& source, const char* function) {
  using FromSpace = typename Source::execution_space;
  using T = typename Source::value_type;
  const auto array = as_array(source);
  require_element(array, function);
  count_transfer(Direction::device_to_host, array.size() * static_cast<std::int64_t>(sizeof(T)), function,
                 array.device().name().c_str(), "the caller");
  using Result = Array<T, Source::rank, HostSpace>;
  const Result result = allocate<Result>(Device<HostSpace>(), array.shape(), function);
  if constexpr (std::is_same_v<FromSpace, HostSpace>) {
    run_kernel(result, array, function);
  } else {
    transfer(result, array, function);
  }
  if constexpr (is_host_space<FromSpace>) report_status(array.device(), function);
  return result;
}

}  // namespace detail

/// A new row-major array on `device` with the values of `source`, an array or an expression. Always new memory, also
/// where the source is on that device already (then nothing is transferred). From or to a GPU's memory this waits until
/// the host's side can be used again.
/// @throws TransferError inside a NoTransfers scope, MemoryError, ValueError as `synchronize` does when it reads from a
/// GPU.
template <class Source, class Space, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto copy(const Source& source, const Device<Space>& device) {
  return detail::transfer_new(source, device, "spica::copy");
}

/// The same on the source's own device.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto copy(const Source& source) {
  return detail::transfer_new(source, source.device(), "spica::copy");
}

/// `source` on `device`: the same memory where it is there already, else a `copy`. The result has the source's layout
/// and constness where the space is the same, because it may be the source itself; else it is a row-major array. Work
/// on it goes into the instance of `device`. Waits as `copy` does.
/// @throws TransferError inside a NoTransfers scope, MemoryError, ValueError as `synchronize` does when it reads from a
/// GPU; none where it is the same memory.
template <class Source, class Space, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto to(const Source& source, const Device<Space>& device) {
  if constexpr (!detail::is_array<Source> || !std::is_same_v<typename Source::execution_space, Space>) {
    return detail::transfer_new(source, device, "spica::to");
  } else {
    if (source.device() == device) return detail::on_queue_of(source, device);
    using Layout = typename Source::array_layout;
    using Mutable = Array<typename Source::value_type, Source::rank, Space, Layout>;
    detail::require_transfers_allowed(source.size() * static_cast<std::int64_t>(sizeof(typename Source::value_type)),
                                      "spica::to", source.device().name().c_str(), device.name().c_str());
    const auto result = detail::allocate<Mutable>(device, source.shape(), "spica::to");
    detail::copy_elements(result, source, "spica::to");
    return Source(result);
  }
}

/// Refused: the result's type would depend on what is known only at run time.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
void copy(const Source&, const AnyDevice&) {
  static_assert(detail::always_false<Source>,
                "spica::copy: the type of the result depends on the device's space, which an AnyDevice does not tell "
                "the compiler; write spica::with_device(where, [&](auto device) { ... spica::copy(X, device) ... })");
}
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
void to(const Source&, const AnyDevice&) {
  static_assert(detail::always_false<Source>,
                "spica::to: the type of the result depends on the device's space, which an AnyDevice does not tell the "
                "compiler; write spica::with_device(where, [&](auto device) { ... spica::to(X, device) ... })");
}

/// Writes the elements of `source`, an array or an expression, into those of `target`, wherever both are and however
/// they lie; they may overlap. Shapes and element types must be equal. Waits as `copy` does.
/// @throws ShapeError when the shapes differ, ValueError when two elements of the target are in one place,
/// TransferError inside a NoTransfers scope when the devices differ, MemoryError where the elements go through a
/// temporary; the target is then unchanged. ValueError also as `synchronize` does when it reads from a GPU; the target
/// has then been written.
template <class T, int Rank, class Space, class Layout, class Source,
          std::enable_if_t<detail::is_readable<Source>, int> = 0>
void deep_copy(const Array<T, Rank, Space, Layout>& target, const Source& source) {
  static_assert(!std::is_const_v<T>,
                "spica::deep_copy: the target's elements are const; write into an array of the "
                "element type without const");
  static_assert(std::is_same_v<T, typename Source::value_type>,
                "spica::deep_copy: the element types differ; write spica::cast<T>(source)");
  static_assert(Source::rank == Rank,
                "spica::deep_copy: the ranks differ; reshape one, or use spica::assign, which "
                "broadcasts");
  if (target.shape() != source.shape()) {
    throw ShapeError("spica::deep_copy: the shapes differ: target is " + detail::shape_text(target.shape()) +
                     ", source " + detail::shape_text(source.shape()) + "; they must be equal");
  }
  if (detail::repeats_elements(detail::footprint_of(target))) detail::throw_repeated("spica::deep_copy", "the target");
  detail::copy_elements(target, source, "spica::deep_copy");
}

/// The only element of `source` as a number on the host. Waits for the device, and counts as one read from it.
/// @throws ShapeError when `source` has not exactly one element, TransferError inside a NoTransfers scope, MemoryError,
/// ValueError as `synchronize` does.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
typename Source::value_type item(const Source& source) {
  if constexpr (Source::rank != 0) {
    if (source.size() != 1) {
      throw ShapeError("spica::item: the shape is " + detail::shape_text(source.shape()) +
                       "; only an array of one element can be read as a number");
    }
  }
  return *detail::ArrayAccess::data(detail::read_elements(source, "spica::item"));
}

}  // namespace spica

#endif
