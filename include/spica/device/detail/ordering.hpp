// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_ORDERING_HPP
#define SPICA_DEVICE_DETAIL_ORDERING_HPP

#include <spica/device/detail/block.hpp>

namespace spica::detail {

/// Makes work given to `later` from now on wait for the work that `earlier` has now: by an event on the device where
/// the back end has one, else by a counted fence.
template <class Space>
void order_after(const Space& later, const Space& earlier);

/// Called before work on `output` reads or writes an operand that is ordered on `operand`: does nothing where both are
/// the same queue. `block` (may be empty) is then in use on a queue that is not its own.
template <class Space>
void join_queues(const Device<Space>& output, const Device<Space>& operand, const Lease& block) {
  if constexpr (is_asynchronous<Space>) {
    if (compat::instance_id(output.instance()) == compat::instance_id(operand.instance())) return;
    order_after(output.instance(), operand.instance());
    if (block) block.get()->shared_out = true;
  }
}

}  // namespace spica::detail

#endif
