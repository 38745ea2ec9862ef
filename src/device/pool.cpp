// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/error.hpp>
#include <spica/device/pool.hpp>

#include <algorithm>
#include <exception>
#include <string>

#include "state.hpp"

namespace spica {
namespace detail {

namespace {

/// Sizes are rounded up, so that arrays of nearly the same size share blocks: to a power of two below 1 MiB, above it
/// to an eighth of one (at most 12.5 % more than asked for).
std::size_t capacity_for(std::size_t bytes) {
  std::size_t power = 256;
  while (power < bytes) power *= 2;
  if (power <= (std::size_t{1} << 20)) return power;
  const std::size_t step = power / 16;
  return (bytes + step - 1) / step * step;
}

template <class Space>
Block* allocate(const Device<Space>& device, std::size_t capacity, int generation, Counters& counters) {
  using Bytes = Kokkos::View<unsigned char*, typename Space::memory_space>;
  const Bytes bytes(Kokkos::view_alloc(device.instance(), "spica::pool", Kokkos::WithoutInitializing), capacity);
  auto block = std::make_unique<Block>();
  block->tracker = compat::tracker_of(bytes);
  block->data = bytes.data();
  block->capacity = capacity;
  block->space = space_index<Space>();
  block->number = device.number();
  block->queue = compat::instance_id(device.instance());
  block->generation = generation;
  counters.allocations.fetch_add(1, std::memory_order_relaxed);
  counters.allocated_bytes.fetch_add(static_cast<std::int64_t>(capacity), std::memory_order_relaxed);
  return block.release();
}

}  // namespace

/// Prefers a block that its own instance used last; any other is taken after a wait for the whole device.
template <class Space>
Block* Pool::take(Place& place, const Device<Space>& device, std::size_t capacity) {
  settle(place);
  const auto found = place.unused.find(capacity);
  if (found == place.unused.end() || found->second.empty()) return nullptr;
  std::vector<Block*>& candidates = found->second;
  const std::uint64_t queue = compat::instance_id(device.instance());
  std::size_t chosen = candidates.size() - 1;
  if constexpr (is_asynchronous<Space>) {
    for (std::size_t i = candidates.size(); i-- > 0;) {
      if (candidates[i]->queue != queue || candidates[i]->shared_out) continue;
      chosen = i;
      break;
    }
  }
  Block* block = candidates[chosen];
  candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(chosen));
  place.bytes -= static_cast<std::int64_t>(capacity);
  if (is_asynchronous<Space> && (block->queue != queue || block->shared_out)) {
    count_fence();
    compat::fence_all("spica::pool: a block that others may still use");
    for (auto& [size, blocks] : place.unused) {
      for (Block* other : blocks) other->shared_out = false;
    }
  }
  block->queue = queue;
  block->shared_out = false;
  return block;
}

/// Puts a block that nothing holds among the unused ones, or gives it back where that would pass the limit.
void Pool::keep(Place& place, Block* block) {
  const auto capacity = static_cast<std::int64_t>(block->capacity);
  if (limit_ >= 0 && place.bytes + capacity > limit_) {
    destroy(block);
    return;
  }
  place.unused[block->capacity].push_back(block);
  place.bytes += capacity;
}

/// Looks which blocks Views have let go of: Kokkos does not tell when that happens.
void Pool::settle(Place& place) {
  for (std::size_t i = place.viewed.size(); i-- > 0;) {
    Block* block = place.viewed[i];
    if (block->viewed()) continue;
    place.viewed.erase(place.viewed.begin() + static_cast<std::ptrdiff_t>(i));
    keep(place, block);
  }
}

template <class Space>
Lease Pool::lease(const Device<Space>& device, std::size_t bytes, const char* function) {
  Counters& counters = state(function).counters;
  const std::size_t capacity = capacity_for(bytes);
  const std::lock_guard<std::mutex> lock(mutex_);
  Place& place = places_[{space_index<Space>(), device.number()}];
  Block* block = take(place, device, capacity);
  if (block != nullptr) {
    counters.pool_hits.fetch_add(1, std::memory_order_relaxed);
  } else {
    try {
      block = allocate(device, capacity, generation_, counters);
    } catch (const std::exception&) {  // Kokkos throws different types from version to version
      trim_locked();
      try {
        block = allocate(device, capacity, generation_, counters);
      } catch (const std::exception&) {
        throw MemoryError(std::string(function) + ": " + device.name() + " has no " + std::to_string(capacity) +
                          " bytes left, even after the pool was emptied; make the array smaller or let others go");
      }
    }
    blocks_.push_back(block);
  }
  block->label.assign(function);
  return Lease(block);
}

void Pool::release(Block* block) {
  if (block->generation != generation_) return;  // outlived its own Runtime: kept to the process' end
  const std::lock_guard<std::mutex> lock(mutex_);
  Place& place = places_[{block->space, block->number}];
  settle(place);
  if (block->viewed()) {  // by the caller, or still by the array that is just ending
    place.viewed.push_back(block);
  } else {
    keep(place, block);
  }
}

void Pool::destroy(Block* block) {
  blocks_.erase(std::find(blocks_.begin(), blocks_.end(), block));
  delete block;
}

void Pool::trim_locked() {
  compat::fence_all("spica::trim_pool");
  count_fence();
  for (auto& [key, place] : places_) {
    settle(place);
    for (auto& [capacity, blocks] : place.unused) {
      for (Block* block : blocks) destroy(block);
    }
    place.unused.clear();
    place.bytes = 0;
  }
}

void Pool::trim() {
  const std::lock_guard<std::mutex> lock(mutex_);
  trim_locked();
}

std::int64_t Pool::unused_bytes(int space, int number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Place& place = places_[{space, number}];
  settle(place);
  return place.bytes;
}

std::vector<std::string> Pool::close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  trim_locked();
  std::vector<std::string> labels;
  for (Block* block : blocks_) {
    leave_behind(block);
    labels.push_back('"' + block->label + "\" (" + std::to_string(block->capacity) + " bytes)");
  }
  return labels;
}

void release_block(Block* block) {
  if (State* s = state_or_null()) s->pool.release(block);
}

template <class Space>
Lease lease_block(const Device<Space>& device, std::size_t bytes, const char* function) {
  return state(function).pool.lease(device, bytes, function);
}

#define SPICA_INSTANTIATE(Space) template Lease lease_block<Space>(const Device<Space>&, std::size_t, const char*);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace detail

std::int64_t pool_bytes(const AnyDevice& device) {
  detail::State& s = detail::state("spica::pool_bytes");
  const int space =
      device.is_gpu() ? detail::space_index<detail::DefaultSpace>() : detail::space_index<detail::HostSpace>();
  return s.pool.unused_bytes(space, device.number());
}

void trim_pool() { detail::state("spica::trim_pool").pool.trim(); }

}  // namespace spica
