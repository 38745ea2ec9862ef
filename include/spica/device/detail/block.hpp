// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_BLOCK_HPP
#define SPICA_DEVICE_DETAIL_BLOCK_HPP

#include <spica/device/device.hpp>
#include <spica/device/kokkos_compat.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <utility>

namespace spica::detail {

/// One allocation of the pool. It is in use while an array leases it or a View counts on its tracker.
struct Block {
  compat::Tracker tracker;  ///< the pool's own hold on Kokkos' allocation record
  unsigned char* data = nullptr;
  std::size_t capacity = 0;
  int space = 0;                   ///< space_index
  int number = 0;                  ///< device number
  std::uint64_t queue = 0;         ///< id of the instance that its work is ordered on
  int generation = 0;              ///< of the Runtime whose pool made it
  bool shared_out = false;         ///< work that the pool cannot order may be using it: wait before it is used again
  std::uint64_t unused_since = 0;  ///< counts releases: larger is later
  std::list<Block*>::iterator in_pool;  ///< among all blocks of the pool
  std::string label;                    ///< of the array that has it now
  std::atomic<int> leases{0};

  /// Whether a View outside the arrays still counts on it.
  bool viewed() const { return tracker.use_count() > 1; }
};

/// Takes note that the last array let go of `block`.
void release_block(Block* block);

/// An array's hold on a block: the block goes back to the pool when the last lease ends. Empty for memory that is not
/// the pool's.
class Lease {
 public:
  Lease() = default;
  explicit Lease(Block* block) : block_(block) {
    if (block_ != nullptr) block_->leases.fetch_add(1, std::memory_order_relaxed);
  }
  Lease(const Lease& other) : Lease(other.block_) {}
  Lease(Lease&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Lease& operator=(Lease other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Lease() {
    if (block_ != nullptr && block_->leases.fetch_sub(1, std::memory_order_acq_rel) == 1) release_block(block_);
  }

  Block* get() const { return block_; }
  Block* operator->() const { return block_; }
  explicit operator bool() const { return block_ != nullptr; }

 private:
  Block* block_ = nullptr;
};

/// A block of at least `bytes` on `device`, its content undefined, ordered on the device's instance. Takes one that
/// nothing holds, else allocates; when there is no memory, empties the pool and tries once more. On a GPU this waits
/// for every device where the only block that fits belonged to an array whose `view()` or `data()` was handed out, for
/// the whole device where it was another instance's.
/// @throws MemoryError when that fails too, Error when no Runtime is alive; the text begins with `function`.
template <class Space>
Lease lease_block(const Device<Space>& device, std::size_t bytes, const char* function);

}  // namespace spica::detail

#endif
