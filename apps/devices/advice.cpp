// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "advice.hpp"

#include <algorithm>
#include <cstdlib>

#include "support/quantity.hpp"

namespace devices {

namespace {

using Threads = spica::BlasInfo::Threads;
using List = std::vector<Advice>;

std::string threads_text(int threads) { return std::to_string(threads) + (threads == 1 ? " thread" : " threads"); }
std::string cores_text(int cores) { return std::to_string(cores) + (cores == 1 ? " core" : " cores"); }

bool is_bound(const Report& report) {
  const std::string bind = report.setting("OMP_PROC_BIND");
  return !bind.empty() && bind != "false" && bind != "FALSE";
}

bool uses_openmp(const Report& report) { return report.back_ends.front().name == "OpenMP"; }

void advise_on_build(const Report& report, List& list) {
  if (!report.optimised) {
    list.push_back({"This program was compiled without optimisation.", "Configure with -DCMAKE_BUILD_TYPE=Release."});
  }
  if (report.bounds_checks) {
    list.push_back({"This Kokkos checks the bounds of every access.",
                    "Use a Kokkos built without Kokkos_ENABLE_DEBUG_BOUNDS_CHECK."});
  }
}

void advise_on_threads(const Report& report, List& list) {
  const int threads = report.host_threads;
  const int cores = report.devices.front().info.cores;
  if (!uses_openmp(report) && threads == 1 && cores > 1) {
    list.push_back({"This Kokkos was built without OpenMP: host devices use 1 of " + cores_text(cores) + '.',
                    "Use a Kokkos built with Kokkos_ENABLE_OPENMP=ON."});
  } else if (threads > cores && cores > 0) {
    list.push_back({threads_text(threads) + " on " + cores_text(cores) + ": they wait for each other.",
                    "export OMP_NUM_THREADS=" + std::to_string(cores)});
  } else if (threads < cores) {
    const int idle = cores - threads;
    list.push_back({threads_text(threads) + " on " + cores_text(cores) + ": " + cores_text(idle) +
                        (idle == 1 ? " is idle." : " are idle."),
                    "export OMP_NUM_THREADS=" + std::to_string(cores) +
                        ", unless other processes, such as MPI ranks, have them."});
  }
}

void advise_on_binding(const Report& report, List& list) {
  if (!uses_openmp(report) || report.host_threads == 1) return;
  const std::string bind = report.setting("OMP_PROC_BIND");
  if (bind == "master" || bind == "primary") {
    list.push_back({"OMP_PROC_BIND=" + bind + " puts all " + threads_text(report.host_threads) + " on one core.",
                    "export OMP_PROC_BIND=spread OMP_PLACES=threads"});
  } else if (bind.empty() && report.blas.threads != Threads::pthreads) {  // for those, binding is worse
    list.push_back({"OMP_PROC_BIND is not set: threads may move from core to core, away from their caches.",
                    "export OMP_PROC_BIND=spread OMP_PLACES=threads, where this program has its cores to itself."});
  }
}

void advise_on_blas(const Report& report, List& list) {
  const spica::BlasInfo& blas = report.blas;
  const int cores = report.devices.front().info.cores;
  const std::string use_openmp =
      "Use the OpenBLAS built on OpenMP (Debian: libopenblas-openmp-dev), and see that the program's RUNPATH names its "
      "folder: the name libblas.so.3 alone may stand for another.";
  if (blas.name == "none") {
    list.push_back({"Kokkos Kernels was built without a BLAS: products on the host run at a fraction of their speed.",
                    "Use a Kokkos Kernels built with KokkosKernels_ENABLE_TPL_BLAS=ON."});
  } else if (blas.threads == Threads::pthreads && uses_openmp(report) && is_bound(report)) {
    list.push_back(
        {"The BLAS starts its own threads, and OMP_PROC_BIND binds them all to one core: products run at half speed "
         "or less.",
         use_openmp + " Or unset OMP_PROC_BIND."});
  } else if (blas.threads == Threads::pthreads && uses_openmp(report) && report.host_threads > 1) {
    list.push_back(
        {"The BLAS starts its own threads beside Kokkos' threads, and both compete for the cores.", use_openmp});
  } else if (blas.threads == Threads::sequential && report.host_threads > 1) {
    list.push_back({"The BLAS has no threads: products use 1 core.", use_openmp});
  } else if (blas.num_threads > 0 && blas.num_threads < std::min(report.host_threads, cores)) {
    list.push_back(
        {"The BLAS uses " + threads_text(blas.num_threads) + ", Kokkos " + std::to_string(report.host_threads) + '.',
         "Unset OPENBLAS_NUM_THREADS, MKL_NUM_THREADS or BLIS_NUM_THREADS."});
  }
}

/// The bytes that a value such as 512M stands for. The Runtime has refused what is none.
std::int64_t bytes_of(const std::string& text) {
  char* end = nullptr;
  std::int64_t bytes = std::strtoll(text.c_str(), &end, 10);
  for (const char suffix : {'K', 'M', 'G'}) {
    bytes *= 1024;
    if (*end == suffix) return bytes;
  }
  return std::strtoll(text.c_str(), nullptr, 10);
}

void advise_on_pool(const Report& report, List& list) {
  constexpr std::int64_t small = std::int64_t{64} << 20;
  const std::string limit = report.setting("SPICA_POOL_LIMIT");
  if (limit.empty() || bytes_of(limit) >= small) return;
  list.push_back({"SPICA_POOL_LIMIT=" + limit + " keeps " + apps::bytes_text(bytes_of(limit)) +
                      ": larger results get fresh memory each time, which can cost more than computing them.",
                  "Unset SPICA_POOL_LIMIT, or set it to what the arrays of one step need, such as 4G."});
}

}  // namespace

std::vector<Advice> advice(const Report& report) {
  List list;
  advise_on_build(report, list);
  advise_on_threads(report, list);
  advise_on_blas(report, list);
  advise_on_binding(report, list);
  advise_on_pool(report, list);
  return list;
}

}  // namespace devices
