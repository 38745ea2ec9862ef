// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_ORDERING_HPP
#define SPICA_DEVICE_DETAIL_ORDERING_HPP

#include <spica/device/device.hpp>

#include <exception>
#include <vector>

namespace spica::detail {

/// Makes work given to `later` from now on wait for the work that `earlier` has now: by an event on the device where
/// the back end has one, else by a counted fence.
template <class Space>
void order_after(const Space& later, const Space& earlier);

/// Waits for all work on the device, whatever its instance, and counts the wait. `label` is what Kokkos Tools shows,
/// where Kokkos does the waiting.
template <class Space>
void fence_device(const Device<Space>& device, const char* label);

/// Orders the work of one function with the operands it uses, which may be on other queues than its output. What is put
/// into the output's queue while this lives runs after the work that is pending on each operand, and before the work
/// that is given to the operand's queue later: no operand is written again before it has been read. Does nothing where
/// all share one queue. The output's device must outlive it.
template <class Space>
class [[nodiscard]] JoinedQueues {
 public:
  explicit JoinedQueues([[maybe_unused]] const Device<Space>& output) {
    if constexpr (is_asynchronous<Space>) output_ = &output.instance();
  }
  JoinedQueues(const JoinedQueues&) = delete;
  JoinedQueues& operator=(const JoinedQueues&) = delete;

  /// Call it for each operand before the work is started.
  void add([[maybe_unused]] const Device<Space>& operand) {
    if constexpr (is_asynchronous<Space>) {
      const Space& instance = operand.instance();
      if (compat::instance_id(instance) == compat::instance_id(*output_)) return;
      order_after(*output_, instance);
      others_.push_back(instance);
    }
  }

  ~JoinedQueues() {
    for (const Space& other : others_) {
      try {
        order_after(other, *output_);
      } catch (const std::exception&) {  // the device is lost, as the next call on it will say
        return;
      }
    }
  }

 private:
  const Space* output_ = nullptr;
  std::vector<Space> others_;
};

}  // namespace spica::detail

#endif
