// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/detail/ordering.hpp>
#include <spica/device/error.hpp>
#include <spica/device/pool.hpp>

#include <algorithm>
#include <deque>
#include <exception>
#include <iterator>
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

/// Prefers a block that its own instance used last; any other is taken after a wait.
template <class Space>
Block* Pool::take(Place& place, const Device<Space>& device, std::size_t capacity) {
  std::deque<Block*>& candidates = place.unused[capacity];
  std::uint64_t queue = 0;
  if constexpr (is_asynchronous<Space>) queue = compat::instance_id(device.instance());
  const auto ready = [&](const Block* block) {
    return !is_asynchronous<Space> || (block->queue == queue && !block->shared_out);
  };
  auto chosen = std::find_if(candidates.rbegin(), candidates.rend(), ready);
  // A program may hold thousands of Views: looking at all of them each time would make the whole quadratic.
  if (chosen == candidates.rend() && 64 * ++place.misses >= place.viewed.size()) {
    settle(place);
    chosen = std::find_if(candidates.rbegin(), candidates.rend(), ready);
  }
  if (candidates.empty()) return nullptr;
  if (chosen == candidates.rend()) {
    chosen = candidates.rbegin();
    if ((*chosen)->shared_out) {  // also another device's work may be using it
      count_fence();
      compat::fence_all("spica::pool: a block that others may still use");
      for (auto& [size, blocks] : place.unused) {
        for (Block* other : blocks) other->shared_out = false;
      }
    } else {
      fence_device(device, "spica::pool: a block of another instance");
    }
  }
  Block* block = *chosen;
  candidates.erase(std::next(chosen).base());
  place.bytes -= static_cast<std::int64_t>(capacity);
  block->queue = queue;
  block->shared_out = false;
  return block;
}

/// Puts a block that nothing holds among the unused ones. Where that passes the limit, those go that were unused for
/// the longest time.
void Pool::keep(Place& place, Block* block) {
  const auto capacity = static_cast<std::int64_t>(block->capacity);
  if (limit_ >= 0 && capacity > limit_) {
    destroy(block);
    return;
  }
  while (limit_ >= 0 && place.bytes + capacity > limit_) drop_oldest(place);
  block->unused_since = ++releases_;
  place.unused[block->capacity].push_back(block);
  place.bytes += capacity;
}

void Pool::drop_oldest(Place& place) {
  std::deque<Block*>* oldest = nullptr;
  for (auto& [capacity, blocks] : place.unused) {
    if (blocks.empty()) continue;
    if (oldest == nullptr || blocks.front()->unused_since < oldest->front()->unused_since) oldest = &blocks;
  }
  Block* block = oldest->front();
  oldest->pop_front();
  place.bytes -= static_cast<std::int64_t>(block->capacity);
  destroy(block);
}

/// Looks which blocks Views have let go of: Kokkos does not tell when that happens.
void Pool::settle(Place& place) {
  place.misses = 0;
  const auto ended = std::stable_partition(place.viewed.begin(), place.viewed.end(),
                                           [](const Block* block) { return block->viewed(); });
  std::for_each(ended, place.viewed.end(), [&](Block* block) { keep(place, block); });
  place.viewed.erase(ended, place.viewed.end());
}

template <class Space>
Lease Pool::lease(const Device<Space>& device, std::size_t bytes, const char* function) {
  Counters& counters = state(function).counters;
  const std::size_t capacity = capacity_for(bytes);
  const std::lock_guard<std::mutex> lock(mutex_);
  Place& place = places_[{space_index<Space>(), device.number()}];
  if (limit_ >= 0) settle(place);
  Block* block = take(place, device, capacity);
  if (block != nullptr) {
    counters.pool_hits.fetch_add(1, std::memory_order_relaxed);
  } else {
    try {
      block = allocate(device, capacity, generation_, counters);
    } catch (const Error&) {  // of the device, not of its memory
      throw;
    } catch (const std::exception& error) {  // Kokkos throws different types from version to version
      const std::string reason = kokkos_reason(error);
      trim_locked();
      try {
        block = allocate(device, capacity, generation_, counters);
      } catch (const std::exception&) {
        throw MemoryError(std::string(function) + ": " + device.name() + " has no " + std::to_string(bytes) +
                          " bytes left, even after the pool was emptied; make the array smaller or let others go. "
                          "Kokkos says: " +
                          reason);
      }
    }
    block->in_pool = blocks_.insert(blocks_.end(), block);
  }
  block->label.assign(function);
  return Lease(block);
}

void Pool::release(Block* block) {
  if (block->generation != generation_) return;  // outlived its own Runtime: kept to the process' end
  const std::lock_guard<std::mutex> lock(mutex_);
  Place& place = places_[{block->space, block->number}];
  if (limit_ >= 0) settle(place);
  if (block->viewed()) {
    place.viewed.push_back(block);
  } else {
    keep(place, block);
  }
}

void Pool::destroy(Block* block) {
  blocks_.erase(block->in_pool);
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
