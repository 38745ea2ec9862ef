// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_CHOICE_HPP
#define SPICA_OPS_CHOICE_HPP

#include <spica/ops/gather.hpp>
#include <spica/ops/integers.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_map>

namespace spica {

/// Whether what has been chosen can be chosen again.
enum class Replacement { with, without };

/// k of the numbers 0, 1, ..., n - 1, int64, in random order: uniform and independent, or, without replacement, each at
/// most once. The same on every device.
///
/// With replacement they are drawn on the device. Without, on the host, by the first k steps of Fisher and Yates'
/// shuffle from the generator's next k numbers, and brought to `device` (a transfer, except to cpu(0)).
/// @throws ValueError when there is nothing to choose from, or not enough, ShapeError when k is negative,
/// TransferError, MemoryError; nothing is drawn then.
template <class Space>
Array<std::int64_t, 1, Space> choice(const Device<Space>& device, Generator& generator, std::int64_t n, std::int64_t k,
                                     Replacement replacement = Replacement::with) {
  const bool again = replacement == Replacement::with;
  if (n < 0 || (again ? n == 0 && k > 0 : k > n)) {
    throw ValueError("spica::choice: " + std::to_string(k) + " of " + std::to_string(n) + " numbers cannot be chosen" +
                     (again ? "" : " without replacement"));
  }
  if (again) return integers<std::int64_t>(device, generator, 0, n > 0 ? n : 1, k);
  const auto host = detail::make<std::int64_t>(Device<detail::HostSpace>(), shape(k), "spica::choice");
  if (!detail::same_device(host.device(), device)) {
    detail::require_transfers_allowed(k * static_cast<std::int64_t>(sizeof(std::int64_t)), "spica::choice",
                                      host.device().name().c_str(), device.name().c_str());
  }
  std::int64_t* chosen = detail::ArrayAccess::data(host);
  std::unordered_map<std::int64_t, std::int64_t> moved;  // where a place no longer holds its own number
  const auto at = [&](std::int64_t place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  const std::uint64_t first = generator.position();
  for (std::int64_t i = 0; i < k; ++i) {
    const PhiloxBlock block =
        philox_number(generator.seed(), generator.stream(), first + static_cast<std::uint64_t>(i));
    const auto j = i + static_cast<std::int64_t>(detail::scaled_below(block, static_cast<std::uint64_t>(n - i)));
    chosen[i] = at(j);
    moved[j] = at(i);
  }
  const auto drawn = [&](Array<std::int64_t, 1, Space> result) {
    generator.take(static_cast<std::uint64_t>(k));
    return result;
  };
  if constexpr (std::is_same_v<Space, detail::HostSpace>) {
    if (device == host.device()) return drawn(host);
  }
  return drawn(detail::transfer_new(host, device, "spica::choice"));
}

/// k of the parts X[0], X[1], ... along the first axis, chosen likewise: a new array on X's device.
/// @throws as above; the numbers are drawn where only the new array finds no memory.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto choice(Generator& generator, const Source& source, std::int64_t k, Replacement replacement = Replacement::with) {
  static_assert(Source::rank > 0, "spica::choice: an array of rank 0 has no parts to choose from");
  return take(source, choice(source.device(), generator, source.extent(0), k, replacement));
}

// Refused: an AnyDevice where a Device is needed.
template <class Any, class... Args, detail::if_any_device<Any> = 0>
void choice(const Any&, Generator&, const Args&...) {
  detail::refuse_any_device<Any>();
}

}  // namespace spica

#endif
