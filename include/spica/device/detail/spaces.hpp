// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_SPACES_HPP
#define SPICA_DEVICE_DETAIL_SPACES_HPP

#include <spica/device/kokkos_compat.hpp>

#include <type_traits>

namespace spica::detail {

/// Work on this space is done by the host's own threads, in host memory.
template <class Space>
inline constexpr bool is_host_space = Kokkos::SpaceAccessibility<Space, Kokkos::HostSpace>::accessible;

/// A parallel_for on this space returns before the work is done.
template <class Space>
inline constexpr bool is_asynchronous = !is_host_space<Space>;

/// The space of `cpu(i)`.
using HostSpace = Kokkos::DefaultHostExecutionSpace;

/// The space of `gpu(i)`; in a host build the same as HostSpace.
using DefaultSpace = Kokkos::DefaultExecutionSpace;

inline constexpr bool has_gpu_space = !std::is_same_v<HostSpace, DefaultSpace>;

/// A small number for each space: names it in the pool and in the ledger.
template <class Space>
constexpr int space_index() {
  if constexpr (std::is_same_v<Space, HostSpace>) return 0;
  if constexpr (std::is_same_v<Space, DefaultSpace>) return 1;
  return 2;  // a second host space, Serial beside OpenMP
}

inline constexpr int num_space_indices = 3;

/// The name that a device of this space is printed with.
template <class Space>
constexpr const char* space_name() {
  if constexpr (std::is_same_v<Space, HostSpace>) return "cpu";
  if constexpr (!is_host_space<Space>) return "gpu";
  return "serial";
}

template <class T, class = void>
struct has_execution_space : std::false_type {};
template <class T>
struct has_execution_space<T, std::void_t<typename T::execution_space>> : std::true_type {};

template <class T>
struct is_array_like;
template <class T>
struct has_array_like_argument : std::false_type {};
template <template <class...> class Holder, class... Arguments>
struct has_array_like_argument<Holder<Arguments...>> : std::disjunction<is_array_like<Arguments>...> {};

/// Whether a type is another one for another space: arrays, expressions, networks and devices, and pairs, lists and the
/// like of them. A View is its author's to judge: one in the host's memory is the same type for every device.
template <class T>
struct is_array_like : std::bool_constant<!Kokkos::is_view<T>::value &&
                                          std::disjunction_v<has_execution_space<T>, has_array_like_argument<T>>> {};

}  // namespace spica::detail

/// Calls MACRO(Space) for each execution space that Spica's own sources are instantiated for.
#if defined(KOKKOS_ENABLE_SERIAL)
#define SPICA_DETAIL_FOR_SERIAL(MACRO) MACRO(Kokkos::Serial)
#else
#define SPICA_DETAIL_FOR_SERIAL(MACRO)
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
#define SPICA_DETAIL_FOR_OPENMP(MACRO) MACRO(Kokkos::OpenMP)
#else
#define SPICA_DETAIL_FOR_OPENMP(MACRO)
#endif
#if defined(KOKKOS_ENABLE_THREADS)
#define SPICA_DETAIL_FOR_THREADS(MACRO) MACRO(Kokkos::Threads)
#else
#define SPICA_DETAIL_FOR_THREADS(MACRO)
#endif
#if defined(KOKKOS_ENABLE_CUDA)
#define SPICA_DETAIL_FOR_GPU(MACRO) MACRO(Kokkos::Cuda)
#elif defined(KOKKOS_ENABLE_HIP)
#define SPICA_DETAIL_FOR_GPU(MACRO) MACRO(Kokkos::DefaultExecutionSpace)
#elif defined(KOKKOS_ENABLE_SYCL)
#define SPICA_DETAIL_FOR_GPU(MACRO) MACRO(Kokkos::DefaultExecutionSpace)
#else
#define SPICA_DETAIL_FOR_GPU(MACRO)
#endif
#define SPICA_DETAIL_FOR_EACH_SPACE(MACRO) \
  SPICA_DETAIL_FOR_SERIAL(MACRO)           \
  SPICA_DETAIL_FOR_OPENMP(MACRO)           \
  SPICA_DETAIL_FOR_THREADS(MACRO)          \
  SPICA_DETAIL_FOR_GPU(MACRO)

#endif
