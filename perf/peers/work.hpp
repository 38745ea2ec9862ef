// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_PERF_PEERS_WORK_HPP
#define SPICA_PERF_PEERS_WORK_HPP

// The same work by Spica and by another library, in turns in one process. A peer is a struct with `name`, whether it
// `multiplies` matrices, and a function for each kind of work, which makes its operands (ones, and a row of twos) and
// returns what does the work once. All of it is in float, into operands of the peer's own making, which a library that
// makes new arrays makes anew.

#include <spica/spica.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/side_by_side.hpp"

namespace perf {

/// Does the work once; `value` is a number of its outcome, by which the two are compared.
struct Work {
  std::function<void()> run;
  std::function<double()> value;
};

/// Spica's side, under the names that a peer has too.
struct Spica {
  using Vector = spica::Array<float, 1>;
  using Matrix = spica::Array<float, 2>;
  using Scalar = spica::Array<float, 0>;

  static Vector vector(std::int64_t n, float value) { return spica::full<float>(spica::cpu(), value, n); }
  static Work of(Scalar result, std::function<void()> run) {
    return {std::move(run), [result] { return static_cast<double>(spica::item(result)); }};
  }

  static Work add_scaled(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto y = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] { spica::assign(z, x + 2.0F * y); }, [=] { return static_cast<double>(spica::item(z(n - 1))); }};
  }
  static Work chain(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto y = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] { spica::assign(z, (x + 2.0F * y) * (x - y) + 3.0F * x * y - 1.0F); },
            [=] { return static_cast<double>(spica::item(z(n - 1))); }};
  }
  static Work add_row(std::int64_t n) {
    const auto X = spica::ones<float>(spica::cpu(), n / 64, 64);
    const auto row = vector(64, 2);
    const auto Z = spica::zeros<float>(spica::cpu(), n / 64, 64);
    return {[=] { spica::assign(Z, X + row); }, [=] { return static_cast<double>(spica::item(Z(0, 63))); }};
  }
  static Work exp(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] { spica::assign(z, spica::exp(x)); }, [=] { return static_cast<double>(spica::item(z(n - 1))); }};
  }
  static Work sum(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto result = spica::zeros<float>(spica::cpu());
    return of(result, [=] { spica::assign(result, spica::sum(x)); });
  }
  static Work max(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto result = spica::zeros<float>(spica::cpu());
    return of(result, [=] { spica::assign(result, spica::max(x)); });
  }
  static Work norm(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto result = spica::zeros<float>(spica::cpu());
    return of(result, [=] { spica::assign(result, spica::norm(x)); });
  }
  static Work sum_rows(std::int64_t n) {
    const auto X = spica::ones<float>(spica::cpu(), n / 64, 64);
    const auto z = vector(n / 64, 0);
    return {[=] { spica::assign(z, spica::sum(X, 1)); }, [=] { return static_cast<double>(spica::item(z(0))); }};
  }
  static Work matmul(std::int64_t n) {
    const auto A = spica::ones<float>(spica::cpu(), n, n);
    const auto B = spica::ones<float>(spica::cpu(), n, n);
    const auto C = spica::zeros<float>(spica::cpu(), n, n);
    return {[=] { spica::gemm(1, A, B, 0, C); }, [=] { return static_cast<double>(spica::item(C(n - 1, 0))); }};
  }
  static Work products(std::int64_t count, std::int64_t n) {
    const auto A = spica::ones<float>(spica::cpu(), count, n, n);
    const auto B = spica::ones<float>(spica::cpu(), count, n, n);
    const auto norms = vector(count, 0);
    return {[=] {
              const auto C = spica::matmul(A, B);
              spica::assign(norms, spica::norm(spica::reshape(C, count, n * n), spica::axes(-1)));
            },
            [=] { return static_cast<double>(spica::item(norms(count - 1))); }};
  }
};

inline void compare(benchmark::State& state, const Work& ours, const Work& peer, double amount, const char* unit) {
  side_by_side(state, ours.run, peer.run, amount, unit);
  const double a = ours.value();
  const double b = peer.value();
  if (!(std::abs(a - b) <= 1e-4 * std::abs(b))) {
    state.SkipWithError(("Spica computes " + std::to_string(a) + ", the peer " + std::to_string(b)).c_str());
  }
}

/// Registers all work that `Peer` is compared in.
template <class Peer>
bool add_peer() {
  const auto add = [](const std::string& work, std::vector<std::int64_t> sizes, auto make_ours, auto make_peer,
                      auto amount, const char* unit) {
    if (tiny()) sizes = {64};
    auto* entry =
        benchmark::RegisterBenchmark((std::string(Peer::name) + "/" + work).c_str(), [=](benchmark::State& state) {
          const std::int64_t n = state.range(0);
          compare(state, make_ours(n), make_peer(n), amount(static_cast<double>(n)), unit);
        });
    entry->UseManualTime();
    for (const std::int64_t n : sizes) entry->Arg(n);
  };
  const std::vector<std::int64_t> lengths{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24};
  const std::vector<std::int64_t> two{1 << 16, 1 << 24};
  const std::vector<std::int64_t> extents{16, 32, 64, 100, 256, 512, 1000, 2000};
  const auto bytes = [](double each) { return [each](double n) { return each * n; }; };
  add("add_scaled", lengths, Spica::add_scaled, Peer::add_scaled, bytes(12), "GB/s");
  add("chain", two, Spica::chain, Peer::chain, bytes(12), "GB/s");
  add("add_row", two, Spica::add_row, Peer::add_row, bytes(8), "GB/s");
  add("exp", two, Spica::exp, Peer::exp, bytes(8), "GB/s");
  add("sum", lengths, Spica::sum, Peer::sum, bytes(4), "GB/s");
  add("max", two, Spica::max, Peer::max, bytes(4), "GB/s");
  add("norm", two, Spica::norm, Peer::norm, bytes(4), "GB/s");
  add("sum_rows", two, Spica::sum_rows, Peer::sum_rows, bytes(4), "GB/s");
  if constexpr (Peer::multiplies) {
    add(
        "matmul", extents, Spica::matmul, Peer::matmul, [](double n) { return 2 * n * n * n; }, "GFLOP/s");
    const auto count = [](std::int64_t n) { return tiny() ? 3 : n <= 16 ? 20000 : n <= 32 ? 5000 : 1000; };
    add(
        "products", {8, 16, 32, 64, 100}, [=](std::int64_t n) { return Spica::products(count(n), n); },
        [=](std::int64_t n) { return Peer::products(count(n), n); },
        [=](double n) { return 2 * n * n * n * static_cast<double>(count(static_cast<std::int64_t>(n))); }, "GFLOP/s");
  }
  return true;
}

}  // namespace perf

#endif
