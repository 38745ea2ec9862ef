// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_RANGE_POLICY_HPP
#define SPICA_DEVICE_DETAIL_RANGE_POLICY_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace spica::detail {

/// Indices 0 to count - 1 in 64 bits, on the instance.
template <class Space>
auto range_policy(const Space& instance, std::int64_t count) {
  return Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(instance, 0, count);
}

}  // namespace spica::detail

#endif
