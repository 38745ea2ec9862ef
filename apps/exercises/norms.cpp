// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What does it cost to write a log while computing?
#include <spica/spica.hpp>

#include "exercise.hpp"
#include "support/timing.hpp"

namespace exercises {

namespace {

/// The norms of `count` products, each read as soon as it is there. Every read waits for the device.
template <class Matrix>
std::vector<float> read_each(const Matrix& A, const Matrix& B, int count) {
  std::vector<float> log;
  for (int i = 0; i < count; ++i) log.push_back(spica::item(spica::norm(spica::matmul(A, B))));
  return log;
}

/// The same norms, kept on the device until all are there: it is told what comes next while it still computes.
template <class Matrix>
std::vector<float> read_once(const Matrix& A, const Matrix& B, int count) {
  const auto log = spica::empty<float>(A.device(), count);
  for (int i = 0; i < count; ++i) spica::assign(log(i), spica::norm(spica::matmul(A, B)));
  const auto on_host = spica::copy(log, spica::cpu());
  return {on_host.data(), on_host.data() + count};
}

template <class Log>
std::int64_t transfers_of(const Log& log) {
  const spica::Ledger before = spica::ledger();
  log();
  return (spica::ledger() - before).transfers().count;
}

template <class Space>
nlohmann::ordered_json measure(const spica::Device<Space>& device, const Sizes& sizes) {
  spica::Generator rng(1);
  const auto A = spica::uniform<float>(device, rng, sizes.small, sizes.small);
  const auto B = spica::uniform<float>(device, rng, sizes.small, sizes.small);
  const auto each = [&] { return read_each(A, B, sizes.products); };
  const auto once = [&] { return read_once(A, B, sizes.products); };
  if (each() != once()) throw spica::Error("the two ways gave different norms; a product or a norm is wrong");
  const double each_seconds = apps::median_seconds(sizes.repeats, each);
  const double once_seconds = apps::median_seconds(sizes.repeats, once);
  return {{"device", device.name()},
          {"size", sizes.small},
          {"products", sizes.products},
          {"read_each_s", each_seconds},
          {"read_each_transfers", transfers_of(each)},
          {"read_once_s", once_seconds},
          {"read_once_transfers", transfers_of(once)},
          {"speedup", each_seconds / once_seconds}};
}

}  // namespace

Findings norms(const Sizes& sizes) {
  Findings findings;
  for (const spica::AnyDevice& where : devices()) {
    findings.lines.push_back(spica::with_device(where, [&](auto device) { return measure(device, sizes); }));
  }
  findings.remark = spica::num_gpus() > 0
                        ? "A GPU works through what it was told while the program goes on; each read makes both wait."
                        : "Host devices compute while the program waits, so a read costs little. A GPU works through "
                          "what it was told while the program goes on, and each read makes both wait.";
  return findings;
}

}  // namespace exercises
