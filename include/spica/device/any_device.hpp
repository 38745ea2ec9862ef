// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_ANY_DEVICE_HPP
#define SPICA_DEVICE_ANY_DEVICE_HPP

#include <spica/device/device.hpp>
#include <spica/device/error.hpp>

#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace spica {

/// A device chosen at run time: kind and number. It has no memory or queue of its own; `with_device` turns it into the
/// `Device<Space>` that arrays are made on.
class AnyDevice {
 public:
  /// The two kinds of memory that devices have.
  enum class Kind { cpu, gpu };

  /// cpu(0). @throws Error when no Runtime is alive.
  AnyDevice() : AnyDevice(cpu()) {}

  /// The same device, its space and its instance forgotten.
  template <class Space>
  AnyDevice(const Device<Space>& device)  // NOLINT(google-explicit-constructor): a Device is a device
      : kind_(detail::is_host_space<Space> ? Kind::cpu : Kind::gpu), number_(device.number()) {
    static_assert(std::is_same_v<Space, detail::HostSpace> || std::is_same_v<Space, detail::DefaultSpace>,
                  "spica::AnyDevice: only Kokkos' default host space and default space can be named at run time; "
                  "write Device<Space> where the space is another");
  }

  /// The device's kind.
  Kind kind() const { return kind_; }
  /// Whether it is a GPU.
  bool is_gpu() const { return kind_ == Kind::gpu; }

  /// The device's number among those of its kind, from 0.
  int number() const { return number_; }

  /// The device's name, `cpu(0)` or `gpu(1)`.
  std::string name() const;

  friend bool operator==(const AnyDevice& a, const AnyDevice& b) {
    return a.kind_ == b.kind_ && a.number_ == b.number_;
  }
  friend bool operator!=(const AnyDevice& a, const AnyDevice& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& out, const AnyDevice& device) { return out << device.name(); }

 private:
  friend AnyDevice gpu(int number);
  AnyDevice(Kind kind, int number) : kind_(kind), number_(number) {}

  Kind kind_;
  int number_;
};

/// How many GPUs arrays can be made on: 0 in a host build; at most 1 with Kokkos before 4.4.
/// @throws Error when no Runtime is alive.
int num_gpus();

/// How many devices there are in all: host devices (one, or SPICA_HOST_DEVICES) and GPUs.
/// @throws Error when no Runtime is alive.
int num_devices();

/// GPU `number`. @throws DeviceError when there is no such GPU, Error when no Runtime is alive.
AnyDevice gpu(int number = 0);

/// GPU `number` if there is one, else cpu(0). @throws ValueError when `number` is negative, Error when no Runtime is
/// alive.
AnyDevice try_gpu(int number = 0);

/// Every GPU, or cpu(0) alone where there is none. @throws Error when no Runtime is alive.
std::vector<AnyDevice> try_all_gpus();

namespace detail {

template <class Result>
constexpr void refuse_array_result() {
  using Plain = std::remove_cv_t<std::remove_reference_t<Result>>;
  static_assert(std::is_void_v<Plain> || !is_array_like<Plain>::value,
                "spica::with_device: the function must not return an array, whose type differs from device to device; "
                "use the array inside the function, or return a number from spica::item");
}

}  // namespace detail

/// Calls `f(device)` with `where` as a `Device<Space>`: the way from a device chosen at run time to code that knows the
/// space. `f` is a generic lambda or a function object; it returns the same type for every space, and no array.
/// Kernels of your own belong into function templates that `f` calls: nvcc refuses them inside a generic lambda.
/// @throws DeviceError when the GPU cannot be used, Error when no Runtime is alive, and what `f` throws.
template <class F>
decltype(auto) with_device(const AnyDevice& where, F&& f) {
  detail::refuse_array_result<decltype(f(std::declval<Device<detail::HostSpace>>()))>();
  if constexpr (detail::has_gpu_space) {
    if (where.is_gpu()) return f(Device<detail::DefaultSpace>(where.number()));
  }
  return f(Device<detail::HostSpace>(where.number()));
}

/// A device whose space is known already is handed on as it is.
template <class Space, class F>
decltype(auto) with_device(const Device<Space>& where, F&& f) {
  detail::refuse_array_result<decltype(f(where))>();
  return f(where);
}

/// Calls `f(device_a, device_b)` when both devices have the same space.
/// @throws DeviceError when one is a GPU and the other is not, and as with_device.
template <class F>
decltype(auto) with_devices(const AnyDevice& a, const AnyDevice& b, F&& f) {
  if (a.kind() != b.kind()) {
    throw DeviceError("spica::with_devices: the devices have different memory: " + a.name() + " and " + b.name() +
                      "; call with_device for each and spica::copy between them");
  }
  detail::refuse_array_result<decltype(f(std::declval<Device<detail::HostSpace>>(),
                                         std::declval<Device<detail::HostSpace>>()))>();
  if constexpr (detail::has_gpu_space) {
    if (a.is_gpu()) return f(Device<detail::DefaultSpace>(a.number()), Device<detail::DefaultSpace>(b.number()));
  }
  return f(Device<detail::HostSpace>(a.number()), Device<detail::HostSpace>(b.number()));
}

}  // namespace spica

#endif
