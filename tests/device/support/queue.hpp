// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_DEVICE_SUPPORT_QUEUE_HPP
#define SPICA_TESTS_DEVICE_SUPPORT_QUEUE_HPP

// An execution space with as many instances as one likes, on which nothing runs: what Spica does with instances is then
// tested on machines too whose spaces have one queue each.

#include <spica/device/detail/ordering.hpp>
#include <spica/device/device.hpp>
#include <spica/device/error.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace spica::test {

class Queue {
 public:
  using memory_space = Kokkos::HostSpace;

  explicit Queue(std::uint32_t id = 0) : id_(id) {}
  std::uint32_t impl_instance_id() const { return id_; }

  /// Which was ordered behind which: the ids of `later` and `earlier`.
  static inline std::vector<std::pair<std::uint32_t, std::uint32_t>> orders;
  static inline bool lost = false;  ///< ordering fails

 private:
  std::uint32_t id_;
};

}  // namespace spica::test

namespace spica::detail {

template <>
inline constexpr bool is_host_space<test::Queue> = false;
template <>
inline void order_after(const test::Queue& later, const test::Queue& earlier) {
  if (test::Queue::lost) throw DeviceError("the device is lost");
  test::Queue::orders.emplace_back(later.impl_instance_id(), earlier.impl_instance_id());
}
template <>
inline void require_device<test::Queue>(int) {}
template <>
inline const test::Queue& default_instance<test::Queue>(int) {
  static const test::Queue queue;
  return queue;
}
template <>
inline std::shared_ptr<const test::Queue> keep_instance(const test::Queue& instance) {
  return std::make_shared<const test::Queue>(instance);
}

}  // namespace spica::detail

#endif
