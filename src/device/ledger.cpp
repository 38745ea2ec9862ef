// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/error.hpp>
#include <spica/device/ledger.hpp>

#include <string>

#include "state.hpp"

namespace spica {

namespace {

thread_local int no_transfers_depth = 0;

Ledger::Transfers difference(const Ledger::Transfers& a, const Ledger::Transfers& b) {
  return {a.count - b.count, a.bytes - b.bytes};
}

void print_transfers(std::ostream& out, const char* name, const Ledger::Transfers& transfers) {
  if (transfers.count != 0) out << name << ": " << transfers.count << " (" << transfers.bytes << " bytes)\n";
}

void print_count(std::ostream& out, const char* name, std::int64_t count) {
  if (count != 0) out << name << ": " << count << '\n';
}

}  // namespace

Ledger::Transfers Ledger::transfers() const {
  Transfers sum;
  for (const Transfers& t : {host_to_host, host_to_device, device_to_host, device_to_device}) {
    sum.count += t.count;
    sum.bytes += t.bytes;
  }
  return sum;
}

Ledger operator-(const Ledger& a, const Ledger& b) {
  Ledger result;
  result.host_to_host = difference(a.host_to_host, b.host_to_host);
  result.host_to_device = difference(a.host_to_device, b.host_to_device);
  result.device_to_host = difference(a.device_to_host, b.device_to_host);
  result.device_to_device = difference(a.device_to_device, b.device_to_device);
  result.allocations = a.allocations - b.allocations;
  result.allocated_bytes = a.allocated_bytes - b.allocated_bytes;
  result.pool_hits = a.pool_hits - b.pool_hits;
  result.fences = a.fences - b.fences;
  return result;
}

std::ostream& operator<<(std::ostream& out, const Ledger& ledger) {
  print_transfers(out, "host to host", ledger.host_to_host);
  print_transfers(out, "host to device", ledger.host_to_device);
  print_transfers(out, "device to host", ledger.device_to_host);
  print_transfers(out, "device to device", ledger.device_to_device);
  if (ledger.allocations != 0) {
    out << "allocations: " << ledger.allocations << " (" << ledger.allocated_bytes << " bytes)\n";
  }
  print_count(out, "pool hits", ledger.pool_hits);
  print_count(out, "fences", ledger.fences);
  return out;
}

Ledger ledger() {
  const detail::Counters& counters = detail::state("spica::ledger").counters;
  const auto transfers = [&](detail::Direction direction) {
    const auto i = static_cast<std::size_t>(direction);
    return Ledger::Transfers{counters.transfer_count[i].load(), counters.transfer_bytes[i].load()};
  };
  Ledger result;
  result.host_to_host = transfers(detail::Direction::host_to_host);
  result.host_to_device = transfers(detail::Direction::host_to_device);
  result.device_to_host = transfers(detail::Direction::device_to_host);
  result.device_to_device = transfers(detail::Direction::device_to_device);
  result.allocations = counters.allocations.load();
  result.allocated_bytes = counters.allocated_bytes.load();
  result.pool_hits = counters.pool_hits.load();
  result.fences = counters.fences.load();
  return result;
}

NoTransfers::NoTransfers() { ++no_transfers_depth; }
NoTransfers::~NoTransfers() { --no_transfers_depth; }

namespace detail {

void require_transfers_allowed(std::int64_t bytes, const char* function, const char* from, const char* to) {
  if (no_transfers_depth == 0) return;
  throw TransferError(std::string(function) + ": would move " + std::to_string(bytes) + " bytes from " + from + " to " +
                      to +
                      " inside a NoTransfers scope; move the call out of the scope, or keep the value on its "
                      "device");
}

void count_transfer(Direction direction, std::int64_t bytes, const char* function, const char* from, const char* to) {
  require_transfers_allowed(bytes, function, from, to);
  Counters& counters = state(function).counters;
  const auto i = static_cast<std::size_t>(direction);
  counters.transfer_count[i].fetch_add(1, std::memory_order_relaxed);
  counters.transfer_bytes[i].fetch_add(bytes, std::memory_order_relaxed);
}

void count_fence() {
  if (State* s = state_or_null()) s->counters.fences.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace detail
}  // namespace spica
