// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_LEDGER_HPP
#define SPICA_DEVICE_LEDGER_HPP

#include <cstdint>
#include <ostream>

namespace spica {

/// What Spica has done so far that costs time without computing anything. `ledger()` reads it; the difference of two
/// readings is what happened between them. Nothing that the caller does with Kokkos directly is counted.
struct Ledger {
  /// Copies of one direction: how many, and how many bytes.
  struct Transfers {
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    friend bool operator==(const Transfers& a, const Transfers& b) { return a.count == b.count && a.bytes == b.bytes; }
    friend bool operator!=(const Transfers& a, const Transfers& b) { return !(a == b); }
  };

  Transfers host_to_host;    ///< between two logical host devices
  Transfers host_to_device;  ///< from host memory to a GPU; also arrays filled by `io::load`, on any device
  Transfers
      device_to_host;  ///< from a GPU to host memory; also what `item`, printing or `io::save` reads, on any device
  Transfers device_to_device;        ///< between two GPUs
  std::int64_t allocations = 0;      ///< blocks asked of Kokkos
  std::int64_t allocated_bytes = 0;  ///< their bytes
  std::int64_t pool_hits = 0;        ///< arrays made in a block that the pool had
  std::int64_t fences = 0;           ///< waits for a device that Spica asked for

  /// Copies in all directions together.
  Transfers transfers() const;

  /// What happened between two readings, `b` the earlier: each entry of `a` less that of `b`.
  friend Ledger operator-(const Ledger& a, const Ledger& b);
  /// One line for each entry that is not 0.
  friend std::ostream& operator<<(std::ostream& out, const Ledger& ledger);
};

/// The ledger as it stands. @throws Error when no Runtime is alive.
Ledger ledger();

/// While one is alive, a copy between devices that this thread asks for throws TransferError instead, before anything
/// is written: `copy`, `to`, `deep_copy`, `item`, `array_equal`, `allclose`, printing, saving and loading; on other
/// devices than cpu(0) also `array({...})` and `permutation`. Scopes nest.
class NoTransfers {
 public:
  NoTransfers();
  ~NoTransfers();
  NoTransfers(const NoTransfers&) = delete;
  NoTransfers& operator=(const NoTransfers&) = delete;
};

namespace detail {

enum class Direction { host_to_host, host_to_device, device_to_host, device_to_device };

/// Enters one transfer of `bytes` into the ledger.
/// @throws TransferError inside a NoTransfers scope; the text names `function`, `from` and `to`.
void count_transfer(Direction direction, std::int64_t bytes, const char* function, const char* from, const char* to);

/// Throws as count_transfer would, without counting: for functions that must refuse before they begin.
void require_transfers_allowed(std::int64_t bytes, const char* function, const char* from, const char* to);

/// Enters one wait into the ledger.
void count_fence();

}  // namespace detail
}  // namespace spica

#endif
