// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ledger's own arithmetic, and scopes without transfers. What each function enters is tested beside the function.
#include <spica/device/ledger.hpp>

#include "support/errors.hpp"

#include <spica/device/error.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <thread>

namespace {

using spica::Ledger;
using spica::NoTransfers;
using spica::TransferError;
using spica::detail::count_transfer;
using spica::detail::Direction;
using spica::detail::require_transfers_allowed;
using spica::test::message_of;

Ledger example() {
  Ledger ledger;
  ledger.host_to_host = {1, 10};
  ledger.host_to_device = {2, 20};
  ledger.device_to_host = {3, 30};
  ledger.device_to_device = {4, 40};
  ledger.allocations = 5;
  ledger.allocated_bytes = 50;
  ledger.pool_hits = 6;
  ledger.fences = 7;
  return ledger;
}

std::string printed(const Ledger& ledger) {
  std::ostringstream out;
  out << ledger;
  return out.str();
}

TEST(Ledger, SumsTransfersOfAllDirections) {
  EXPECT_EQ(example().transfers(), (Ledger::Transfers{10, 100}));
  EXPECT_NE(example().transfers(), (Ledger::Transfers{10, 99}));
  EXPECT_NE(example().transfers(), (Ledger::Transfers{9, 100}));
}

TEST(Ledger, PrintsOneLineForEachEntryThatIsNotZero) {
  EXPECT_EQ(printed(Ledger()), "");
  EXPECT_EQ(printed(example()),
            "host to host: 1 (10 bytes)\n"
            "host to device: 2 (20 bytes)\n"
            "device to host: 3 (30 bytes)\n"
            "device to device: 4 (40 bytes)\n"
            "allocations: 5 (50 bytes)\n"
            "pool hits: 6\n"
            "fences: 7\n");
}

TEST(Ledger, DifferenceSubtractsEveryEntry) {
  Ledger twice = example();
  for (Ledger::Transfers* t :
       {&twice.host_to_host, &twice.host_to_device, &twice.device_to_host, &twice.device_to_device}) {
    t->count *= 2;
    t->bytes *= 2;
  }
  twice.allocations *= 2;
  twice.allocated_bytes *= 2;
  twice.pool_hits *= 2;
  twice.fences *= 2;
  EXPECT_EQ(printed(twice - example()), printed(example()));
  EXPECT_EQ(printed(example() - example()), "");
}

TEST(Ledger, CountsEachDirectionByItself) {
  const Ledger before = spica::ledger();
  count_transfer(Direction::host_to_host, 1, "f", "cpu(0)", "cpu(1)");
  count_transfer(Direction::host_to_device, 2, "f", "cpu(0)", "gpu(0)");
  count_transfer(Direction::host_to_device, 2, "f", "cpu(0)", "gpu(0)");
  count_transfer(Direction::device_to_host, 4, "f", "gpu(0)", "cpu(0)");
  count_transfer(Direction::device_to_device, 8, "f", "gpu(0)", "gpu(1)");
  spica::detail::count_fence();
  EXPECT_EQ(printed(spica::ledger() - before),
            "host to host: 1 (1 bytes)\n"
            "host to device: 2 (4 bytes)\n"
            "device to host: 1 (4 bytes)\n"
            "device to device: 1 (8 bytes)\n"
            "fences: 1\n");
}

TEST(NoTransfers, TransferThrowsWhatWhereAndTheCureAndIsNotCounted) {
  const NoTransfers scope;
  const Ledger before = spica::ledger();
  EXPECT_EQ(
      message_of<TransferError>([] { count_transfer(Direction::device_to_host, 12, "f", "gpu(0)", "cpu(0)"); }),
      "f: would move 12 bytes from gpu(0) to cpu(0) inside a NoTransfers scope; move the call out of the scope, or "
      "keep the value on its device");
  EXPECT_EQ(printed(spica::ledger() - before), "");
}

TEST(NoTransfers, AskingBeforehandThrowsTheSame) {
  EXPECT_NO_THROW(require_transfers_allowed(4, "f", "a", "b"));
  const NoTransfers scope;
  EXPECT_EQ(message_of<TransferError>([] { require_transfers_allowed(4, "f", "a", "b"); }),
            message_of<TransferError>([] { count_transfer(Direction::host_to_host, 4, "f", "a", "b"); }));
}

TEST(NoTransfers, ScopesNestAndEnd) {
  const auto allowed = [] {
    return message_of<TransferError>([] { require_transfers_allowed(4, "f", "a", "b"); }) == "<nothing thrown>";
  };
  EXPECT_TRUE(allowed());
  {
    const NoTransfers outer;
    {
      const NoTransfers inner;
      EXPECT_FALSE(allowed());
    }
    EXPECT_FALSE(allowed());
  }
  EXPECT_TRUE(allowed());
}

TEST(NoTransfers, HoldsForItsOwnThreadOnly) {
  const NoTransfers scope;
  std::string other;
  std::thread([&] { other = message_of<TransferError>([] { require_transfers_allowed(4, "f", "a", "b"); }); }).join();
  EXPECT_EQ(other, "<nothing thrown>");
}

}  // namespace
