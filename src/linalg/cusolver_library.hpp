// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_CUSOLVER_LIBRARY_HPP
#define SPICA_SRC_LINALG_CUSOLVER_LIBRARY_HPP

// cuSOLVER for the matrices of a stack, in an NVIDIA GPU's memory, in the queue of the device's instance. The functions
// and what they do are those of lapack_library.hpp; info is memory of the GPU too.

#include <spica/device/error.hpp>
#include <spica/linalg/detail/stack.hpp>

#include <Kokkos_Core.hpp>
#include <string>

#include "lapack_library.hpp"

namespace spica::detail {

#if defined(KOKKOS_ENABLE_CUDA)
struct CusolverLibrary {
  using Gpu = Device<Kokkos::Cuda>;
  template <class T>
  static void lu(const Gpu& device, const Stack<T>& a, int* pivots, int* info, const char* function);
  template <class T>
  static void lu_solve(const Gpu& device, const Stack<T>& factors, const int* pivots, const Stack<T>& b,
                       const char* function);
  template <class T>
  static void cholesky_upper(const Gpu& device, const Stack<T>& a, int* info, const char* function);
  template <class T>
  static void qr(const Gpu& device, const Stack<T>& a, T* tau, const char* function);
  template <class T>
  static void qr_columns(const Gpu& device, const Stack<T>& a, const T* tau, const char* function);
  template <class T>
  static void eigh(const Gpu& device, const Stack<T>& a, RealOf<T>* values, bool vectors, int* info,
                   const char* function);
  template <class T>
  static void svd(const Gpu& device, const Stack<T>& a, T* u, RealOf<T>* s, T* vh, int* info, const char* function);
};
#else
/// For GPUs whose vendor's solvers Spica does not call.
struct CusolverLibrary {
  [[noreturn]] static void refuse(const std::string& device, const char* function) {
    throw DeviceError(std::string(function) + ": there is no solver for " + device +
                      "; write spica::copy(A, spica::cpu()) to compute on the host");
  }
  template <class Device, class... Rest>
  static void lu(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }
  template <class Device, class... Rest>
  static void lu_solve(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }
  template <class Device, class... Rest>
  static void cholesky_upper(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }
  template <class Device, class... Rest>
  static void qr(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }
  template <class Device, class... Rest>
  static void qr_columns(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }
  template <class Device, class... Rest>
  static void eigh(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }
  template <class Device, class... Rest>
  static void svd(const Device& device, const Rest&... rest) {
    refuse(device.name(), last(rest...));
  }

 private:
  template <class... Rest>
  static const char* last(const Rest&... rest) {
    return (rest, ...);
  }
};
#endif

template <class Space>
using SolverLibrary = std::conditional_t<is_host_space<Space>, LapackLibrary, CusolverLibrary>;

}  // namespace spica::detail

#endif
