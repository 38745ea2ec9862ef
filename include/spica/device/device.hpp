// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DEVICE_HPP
#define SPICA_DEVICE_DEVICE_HPP

#include <spica/device/detail/spaces.hpp>
#include <spica/device/kokkos_compat.hpp>

#include <memory>
#include <ostream>
#include <string>

namespace spica {

namespace detail {

/// Asks for device number 0 without a look whether a Runtime is alive: for handles on nothing, which may be made
/// before.
struct Unchecked {};

/// @throws DeviceError when there is no such device or it cannot be used, Error when no Runtime is alive.
template <class Space>
void require_device(int number);

/// The instance that work on device `number` runs on when the caller named no other. It lives as long as the Runtime.
/// @throws Error when no Runtime is alive.
template <class Space>
const Space& default_instance(int number);

/// Keeps an instance that the caller handed over. Past Kokkos' end it is left alone, because Kokkos aborts when an
/// instance dies then.
template <class Space>
std::shared_ptr<const Space> keep_instance(const Space& instance);

}  // namespace detail

/// A device whose execution space `Space` the compiler knows, with its number: `cpu(1)` is `Device<OpenMP>` number 1.
/// Two devices are equal when space and number are; the instance is only the queue that work is put into.
///
/// GPUs are counted from the one that Kokkos was started on: `gpu(0)` is that one, the others follow in CUDA's order.
template <class Space = Kokkos::DefaultExecutionSpace>
class Device {
 public:
  using execution_space = Space;                      ///< where kernels run
  using memory_space = typename Space::memory_space;  ///< where its arrays lie

  /// Device number 0. @throws Error when no Runtime is alive.
  Device() : Device(0) {}

  /// Device `number`. The first `Device` of another GPU than gpu(0) makes this process use that GPU.
  /// @throws DeviceError when there is no device `number` or the GPU cannot be used, Error when no Runtime is alive.
  explicit Device(int number) : number_(number) { detail::require_device<Space>(number); }

  /// Not for callers.
  explicit Device(detail::Unchecked) : number_(0) {}

  /// The same device, with work put into `instance`, which must belong to it.
  /// @throws DeviceError when there is no device `number`, Error when no Runtime is alive.
  Device(int number, const Space& instance) : Device(number) { instance_ = detail::keep_instance(instance); }

  /// The device's number, from 0.
  int number() const { return number_; }

  /// The execution-space instance that work on this device runs on. The reference is good while this `Device` and the
  /// Runtime live; copy the instance to keep it longer.
  /// @throws Error when no Runtime is alive and the caller named no instance.
  const Space& instance() const { return instance_ ? *instance_ : detail::default_instance<Space>(number_); }

  /// The device's name, `cpu(0)` or `gpu(1)`.
  std::string name() const { return std::string(detail::space_name<Space>()) + '(' + std::to_string(number_) + ')'; }

  friend bool operator==(const Device& a, const Device& b) { return a.number_ == b.number_; }
  friend bool operator!=(const Device& a, const Device& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& out, const Device& device) { return out << device.name(); }

 private:
  int number_;
  std::shared_ptr<const Space> instance_;  // null: the device's default instance
};

/// The host device `number`: there is one, or as many as the environment variable SPICA_HOST_DEVICES says.
/// @throws DeviceError when there is no such device, Error when no Runtime is alive.
inline Device<detail::HostSpace> cpu(int number = 0) { return Device<detail::HostSpace>(number); }

}  // namespace spica

#endif
