// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Do two devices work at once?
#include <spica/spica.hpp>

#include <thread>
#include <type_traits>

#include "exercise.hpp"
#include "support/kokkos_version.hpp"
#include "support/timing.hpp"

#if defined(KOKKOS_ENABLE_OPENMP)
#include <omp.h>
#endif

namespace exercises {

namespace {

/// Two matrices on one device, and the room for their product.
template <class Space>
class Product {
 public:
  Product(const spica::Device<Space>& device, std::int64_t N)
      : A_(spica::ones<float>(device, N, N)),
        B_(spica::ones<float>(device, N, N)),
        C_(spica::empty<float>(device, N, N)) {}

  void start() const { spica::gemm(1, A_, B_, 0, C_); }
  void wait() const { spica::synchronize(C_.device()); }

 private:
  spica::Array<float, 2, Space> A_, B_, C_;
};

template <class SpaceA, class SpaceB>
double seconds_in_turn(const Product<SpaceA>& a, const Product<SpaceB>& b, int repeats) {
  return apps::median_seconds(repeats, [&] {
    a.start();
    a.wait();
    b.start();
    b.wait();
  });
}

/// A GPU begins when it is told to, and the program goes on: told one after the other, both work at once.
template <class SpaceA, class SpaceB>
double seconds_told_together(const Product<SpaceA>& a, const Product<SpaceB>& b, int repeats) {
  return apps::median_seconds(repeats, [&] {
    a.start();
    b.start();
    a.wait();
    b.wait();
  });
}

/// The host computes in the thread that calls it: so two threads call, each on `cores` cores of its own.
template <class Space>
double seconds_by_two_callers(const Product<Space>& a, const Product<Space>& b, int cores, int repeats) {
  const auto call = [cores](const Product<Space>& product) {
#if defined(KOKKOS_ENABLE_OPENMP)
    omp_set_num_threads(cores);  // for the BLAS; Kokkos' own share is in the instance
#endif
    product.start();
    product.wait();
  };
  return apps::median_seconds(repeats, [&] {
    std::thread first(call, std::cref(a));
    std::thread second(call, std::cref(b));
    first.join();
    second.join();
  });
}

using Host = Kokkos::DefaultHostExecutionSpace;

/// Whether an instance can own a part of the cores, as OpenMP's can from Kokkos 4 on.
template <class Space>
constexpr bool has_divisible_cores = std::is_constructible_v<Space, int>;

/// Empty where two host devices can work at once.
std::string why_not_on_host() {
  if (!has_divisible_cores<Host>) {
    return "Not at once: with Kokkos " + apps::kokkos_version() +
           ", each product on the host has all cores to itself, "
           "and one thread alone may call. From Kokkos 4 on, OpenMP's cores can be divided; GPUs always work at once.";
  }
  if (Host().concurrency() < 2) return "Not at once: there is one thread, and so no cores to divide (OMP_NUM_THREADS).";
#if defined(KOKKOS_ENABLE_OPENMP)
  if (omp_get_proc_bind() != omp_proc_bind_false) {
    return "Not at once: with OMP_PROC_BIND set, the threads that would call share one core. Unset it to see two "
           "products at once.";
  }
#endif
  return "";
}

template <class SpaceA, class SpaceB>
void measure(const spica::Device<SpaceA>& a, const spica::Device<SpaceB>& b, const Sizes& sizes, Findings& findings) {
  nlohmann::ordered_json line = {{"devices", a.name() + ", " + b.name()}, {"size", sizes.large}};
  const double in_turn = seconds_in_turn(Product(a, sizes.large), Product(b, sizes.large), sizes.repeats);
  double at_once = 0;
  if constexpr (!std::is_same_v<SpaceA, Host>) {
    at_once = seconds_told_together(Product(a, sizes.large), Product(b, sizes.large), sizes.repeats);
  } else {
    findings.remark = why_not_on_host();
    if constexpr (has_divisible_cores<SpaceA>) {
      const int half = Host().concurrency() / 2;
      if (findings.remark.empty()) {
        const spica::Device<SpaceA> half_a(a.number(), SpaceA(half));
        const spica::Device<SpaceB> half_b(b.number(), SpaceB(half));
        at_once =
            seconds_by_two_callers(Product(half_a, sizes.large), Product(half_b, sizes.large), half, sizes.repeats);
        findings.remark = "Each device has half of the cores while both work, all of them while it works alone.";
      }
    }
  }
  line["in_turn_s"] = in_turn;
  line["at_once_s"] = at_once > 0 ? nlohmann::ordered_json(at_once) : nullptr;
  line["speedup"] = at_once > 0 ? nlohmann::ordered_json(in_turn / at_once) : nullptr;
  findings.lines.push_back(line);
}

}  // namespace

Findings pair(const Sizes& sizes) {
  Findings findings;
  if (spica::num_devices() < 2) {
    findings.remark = "Not measured: there is one device only. SPICA_HOST_DEVICES=2 makes two of the host.";
  } else if (spica::num_gpus() >= 2) {
    spica::with_devices(spica::gpu(0), spica::gpu(1), [&](auto a, auto b) { measure(a, b, sizes, findings); });
  } else if (spica::num_gpus() == 1) {
    spica::with_device(spica::gpu(0), [&](auto a) { measure(a, spica::cpu(0), sizes, findings); });
  } else {
    measure(spica::cpu(0), spica::cpu(1), sizes, findings);
  }
  return findings;
}

}  // namespace exercises
