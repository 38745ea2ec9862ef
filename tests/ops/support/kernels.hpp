// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_OPS_SUPPORT_KERNELS_HPP
#define SPICA_TESTS_OPS_SUPPORT_KERNELS_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace spica::test {

/// While one is alive, notes the label of every kernel that Kokkos starts, as a profiling tool sees them.
class KernelWatch {
 public:
  KernelWatch() {
    labels_seen().clear();
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(note);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(note);
  }
  ~KernelWatch() {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(nullptr);
  }
  KernelWatch(const KernelWatch&) = delete;
  KernelWatch& operator=(const KernelWatch&) = delete;

  const std::vector<std::string>& labels() const { return labels_seen(); }

 private:
  static std::vector<std::string>& labels_seen() {
    static std::vector<std::string> labels;
    return labels;
  }
  static void note(const char* label, const std::uint32_t, std::uint64_t*) { labels_seen().emplace_back(label); }
};

}  // namespace spica::test

#endif
