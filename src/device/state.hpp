// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_DEVICE_STATE_HPP
#define SPICA_SRC_DEVICE_STATE_HPP

#include <spica/device/detail/block.hpp>
#include <spica/device/detail/status_flag.hpp>
#include <spica/device/ledger.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace spica::detail {

/// The ledger's entries while they are being counted.
struct Counters {
  std::array<std::atomic<std::int64_t>, 4> transfer_count{};
  std::array<std::atomic<std::int64_t>, 4> transfer_bytes{};
  std::atomic<std::int64_t> allocations{0};
  std::atomic<std::int64_t> allocated_bytes{0};
  std::atomic<std::int64_t> pool_hits{0};
  std::atomic<std::int64_t> fences{0};
};

/// Every block there is, and which of them nothing holds.
class Pool {
 public:
  Pool(std::int64_t limit, int generation) : limit_(limit), generation_(generation) {}

  template <class Space>
  Lease lease(const Device<Space>& device, std::size_t bytes, const char* function);
  void release(Block* block);
  void trim();
  std::int64_t unused_bytes(int space, int number);

  /// Gives back what nothing holds, leaves the rest to the process' end, and returns the labels of the rest.
  std::vector<std::string> close();

 private:
  struct Place {                                       // one device
    std::map<std::size_t, std::deque<Block*>> unused;  // by capacity; the one that was released first comes first
    std::int64_t bytes = 0;                            // of these
    std::vector<Block*> viewed;                        // no array leases them, but Views hold them
    std::size_t misses = 0;                            // requests since these were looked at that found none unused
  };

  template <class Space>
  Block* take(Place& place, const Device<Space>& device, std::size_t capacity);
  void keep(Place& place, Block* block);
  void drop_oldest(Place& place);
  void settle(Place& place);
  void trim_locked();
  void destroy(Block* block);

  std::mutex mutex_;
  std::int64_t limit_;  // -1: none
  int generation_;
  std::map<std::pair<int, int>, Place> places_;
  std::list<Block*> blocks_;  // in the order in which they were made
  std::uint64_t releases_ = 0;
};

/// What work on one device needs. Made when the device is first used: a process leaves other GPUs than its own alone.
struct DeviceParts {
  std::atomic<bool> made{false};
  std::shared_ptr<void> instance;       // Space
  std::shared_ptr<void> status_memory;  // a View of one StatusRecord
  StatusRecord* status = nullptr;
};

/// What a Runtime owns. There is at most one.
struct State {
  State(int hosts, std::int64_t pool_limit, int generation) : host_devices(hosts), pool(pool_limit, generation) {}

  bool owns_kokkos = false;
  int host_devices;
  int gpus = 0;
  Counters counters;
  Pool pool;
  std::array<std::deque<DeviceParts>, num_space_indices> devices;  // by space_index and number
  std::mutex devices_being_made;
};

/// Leaves an object to the process' end, and reachable until then: leak checkers do not report it.
inline void leave_behind(void* object) {
  static auto* const objects = new std::vector<void*>;
  objects->push_back(object);
}

/// What an exception of Kokkos' says, without the traceback and the line ends that some versions put behind it.
std::string kokkos_reason(const std::exception& error);

/// The state, or null when no Runtime is alive.
State* state_or_null();

/// @throws Error, beginning with `function`, when no Runtime is alive.
State& state(const char* function);

}  // namespace spica::detail

#endif
