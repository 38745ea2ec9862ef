// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_KOKKOS_COMPAT_HPP
#define SPICA_DEVICE_KOKKOS_COMPAT_HPP

// The only file that tests KOKKOS_VERSION: what differs between Kokkos 3.4 and 5.x is named here once.

#include <Kokkos_Core.hpp>
#if KOKKOS_VERSION < 30700
#include <Kokkos_MathematicalFunctions.hpp>
#endif
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#if KOKKOS_VERSION < 30400
#error "Spica needs Kokkos 3.4 or later"
#endif

#if defined(__FAST_MATH__)
#error "Spica keeps NaN and Inf and cannot be compiled with -ffast-math: remove it from the compiler flags"
#endif

namespace spica::detail::compat {

/// True where Kokkos can use several GPUs in one process.
inline constexpr bool several_gpus = KOKKOS_VERSION >= 40400;

/// The version of Kokkos as text, for example "4.6.1".
inline std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + '.' + std::to_string(KOKKOS_VERSION / 100 % 100) + '.' +
         std::to_string(KOKKOS_VERSION % 100);
}

/// Whether Kokkos was started and has been finalized again. Kokkos 3.4 cannot tell: there `started` does, which the
/// caller has noted.
inline bool is_finalized([[maybe_unused]] bool started) {
#if KOKKOS_VERSION >= 40000
  return Kokkos::is_finalized();
#else
  return started && !Kokkos::is_initialized();
#endif
}

/// Memory that both the host and the default device can read and write directly.
#if defined(KOKKOS_ENABLE_CUDA)
using PinnedSpace = Kokkos::CudaHostPinnedSpace;
#elif KOKKOS_VERSION >= 40000
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

// ---- sharing the reference count of one allocation among Views of any type -------------------------------------

using Tracker = Kokkos::Impl::SharedAllocationTracker;

/// The tracker of a View's allocation.
template <class View>
const Tracker& tracker_of(const View& view) {
#if KOKKOS_VERSION >= 50000
  return view.data_handle().tracker();
#else
  return view.impl_track();
#endif
}

/// The allocation that the tracker holds; null where nobody counts references. One allocation has one record.
inline const void* record_of(const Tracker& tracker) {
  return tracker.has_record() ? tracker.get_record<void>() : nullptr;
}

/// A View over `data` that counts as one more holder of the allocation behind `tracker`.
template <class View>
View share_view(const Tracker& tracker, typename View::pointer_type data, const typename View::array_layout& layout) {
  const View unmanaged(data, layout);
#if KOKKOS_VERSION >= 50000
  return View(typename View::data_handle_type(tracker, data), unmanaged.mapping());
#else
  return View(Kokkos::Impl::ViewTracker<View>(tracker), unmanaged.impl_map());
#endif
}

/// The same for a View whose mapping (padding included) is that of `like`, an unmanaged View.
template <class View>
View share_mapping(const Tracker& tracker, const View& like) {
#if KOKKOS_VERSION >= 50000
  return View(typename View::data_handle_type(tracker, like.data()), like.mapping());
#else
  return View(Kokkos::Impl::ViewTracker<View>(tracker), like.impl_map());
#endif
}

/// The namespace of the mathematical functions that work on every device.
#if KOKKOS_VERSION >= 30700
namespace math = Kokkos;
#else
namespace math = Kokkos::Experimental;
#endif

/// Identifies an execution-space instance: equal numbers mean work is done in order.
template <class Space>
std::uint64_t instance_id(const Space& instance) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    return reinterpret_cast<std::uintptr_t>(instance.cuda_stream());
  }
#endif
  return instance.impl_instance_id();
}

/// Waits for the work given to one instance.
template <class Space>
void fence(const Space& instance, [[maybe_unused]] const char* label) {
#if KOKKOS_VERSION >= 30600
  instance.fence(label);
#else
  instance.fence();
#endif
}

/// Waits for everything on every device.
inline void fence_all([[maybe_unused]] const char* label) {
#if KOKKOS_VERSION >= 30600
  Kokkos::fence(label);
#else
  Kokkos::fence();
#endif
}

}  // namespace spica::detail::compat

#endif
