// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is a device faster than another? For large products, and for small ones?
#include <spica/spica.hpp>

#include "exercise.hpp"
#include "support/timing.hpp"

namespace exercises {

namespace {

/// The time of one product of N x N matrices, measured over `count` of them.
template <class T, class Space>
double product_seconds(const spica::Device<Space>& device, std::int64_t N, int count, int repeats) {
  spica::Generator rng(1);
  const auto A = spica::uniform<T>(device, rng, N, N);
  const auto B = spica::uniform<T>(device, rng, N, N);
  const double seconds = apps::median_seconds(repeats, [&] {
    for (int i = 0; i < count; ++i) {
      const auto C = spica::matmul(A, B);
    }
    spica::synchronize(device);  // until here, a GPU has only been told what to do
  });
  return seconds / count;
}

template <class T>
void measure(Findings& findings, const char* type, std::int64_t N, int count, int repeats) {
  const double operations = 2.0 * static_cast<double>(N) * static_cast<double>(N) * static_cast<double>(N);
  double on_cpu0 = 0;
  for (const spica::AnyDevice& where : devices()) {
    const double seconds =
        spica::with_device(where, [&](auto device) { return product_seconds<T>(device, N, count, repeats); });
    if (on_cpu0 == 0) on_cpu0 = seconds;
    findings.lines.push_back({{"device", where.name()},
                              {"type", type},
                              {"size", N},
                              {"products", count},
                              {"product_s", seconds},
                              {"gflops", operations / seconds / 1e9},
                              {"against_cpu0", on_cpu0 / seconds}});
  }
}

Findings measure_both(std::int64_t N, int count, int repeats) {
  Findings findings;
  measure<float>(findings, "float32", N, count, repeats);
  measure<double>(findings, "float64", N, count, repeats);
  if (spica::num_devices() > 1 && spica::num_gpus() == 0) {
    findings.remark = "These are logical devices: the same cores in turn, and so equally fast.";
  }
  return findings;
}

}  // namespace

Findings large_products(const Sizes& sizes) { return measure_both(sizes.large, 1, sizes.repeats); }

Findings small_products(const Sizes& sizes) { return measure_both(sizes.small, sizes.products, sizes.repeats); }

}  // namespace exercises
