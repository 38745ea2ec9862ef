// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_WRAP_HPP
#define SPICA_ARRAY_WRAP_HPP

#include <spica/array/array.hpp>

#include <string>
#include <type_traits>

namespace spica {

namespace detail {

/// The space of the array that wraps a View: the GPU's for memory that its own kernels allocate (device and unified
/// memory), the default host space for everything else that the host can read (pinned memory too).
template <class View>
struct wrapping_space {
  using memory = typename View::memory_space;
  static auto choose() {
    if constexpr (std::is_same_v<memory, typename DefaultSpace::memory_space>) {
      return std::common_type<DefaultSpace>();
#if defined(KOKKOS_ENABLE_CUDA)
    } else if constexpr (std::is_same_v<memory, Kokkos::CudaUVMSpace>) {
      return std::common_type<Kokkos::Cuda>();
#endif
    } else {
      static_assert(Kokkos::SpaceAccessibility<HostSpace, memory>::accessible,
                    "spica::wrap: neither the host nor the default device can read the View's memory space");
      return std::common_type<HostSpace>();
    }
  }
  using type = typename decltype(choose())::type;
};

}  // namespace detail

/// The caller's View as an array: same memory, no copy; any layout, stride and padding, static extents too. A View that
/// counts references is kept alive by the array; one without (made from a pointer) must outlive it.
/// `device` tells which device the memory belongs to; without it number 0, the one that Kokkos was started on.
/// @throws ValueError when the View has elements and no memory (one of rank 0 is then an empty array), ShapeError when
/// their bytes do not fit 63 bits, Error when no Runtime is alive.
template <class DataType, class... Properties>
auto wrap(const Kokkos::View<DataType, Properties...>& view) {
  using View = Kokkos::View<DataType, Properties...>;
  return wrap(view, Device<typename detail::wrapping_space<View>::type>());
}
template <class DataType, class... Properties, class Space>
auto wrap(const Kokkos::View<DataType, Properties...>& view, const Device<Space>& device) {
  using View = Kokkos::View<DataType, Properties...>;
  static_assert(detail::is_element<typename View::value_type>,
                "spica::wrap: elements are of an arithmetic type, spica::float16, bfloat16 or Kokkos::complex");
  using Result = Array<typename View::value_type, static_cast<int>(View::rank), Space, typename View::array_layout>;
  static_assert(std::is_same_v<typename View::reference_type, typename View::value_type&>,
                "spica::wrap: a View with Atomic or RandomAccess traits has no plain elements; wrap the View that it "
                "was made from");
  using Access = Kokkos::SpaceAccessibility<typename Result::memory_space, typename View::memory_space>;
  static_assert(Access::assignable,
                "spica::wrap: the device's space does not own the View's memory; leave the device out, or name one of "
                "the View's own space");
  const auto result = detail::ArrayAccess::make<Result>(typename Result::view_type(view), detail::Lease(), device);
  detail::checked_bytes(result.shape(), sizeof(typename View::value_type), "spica::wrap");
  if (view.data() == nullptr && result.size() > 0) {
    throw ValueError("spica::wrap: the View \"" + view.label() + "\" of shape " + detail::shape_text(result.shape()) +
                     " has no memory; allocate it, or make it from the address of its elements");
  }
  return result;
}

}  // namespace spica

#endif
