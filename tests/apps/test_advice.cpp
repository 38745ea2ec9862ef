// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What spica-devices warns of, on machines that this one is not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "devices/advice.hpp"

namespace {

using Threads = spica::BlasInfo::Threads;

/// A machine with nothing to say about: 8 cores, 8 bound threads, OpenBLAS on OpenMP.
devices::Report good_machine() {
  devices::Report report;
  report.devices = {{"cpu(0)", {"a processor", 8, 1 << 30, 1 << 30}}};
  report.back_ends = {{"OpenMP", "cpu(i)", 8}};
  report.host_threads = 8;
  report.blas.name = "OpenBLAS";
  report.blas.threads = Threads::openmp;
  report.blas.num_threads = 8;
  report.settings = {{"OMP_NUM_THREADS", std::nullopt}, {"OMP_PROC_BIND", "spread"}, {"OMP_PLACES", "threads"}};
  return report;
}

std::vector<std::string> problems(const devices::Report& report) {
  std::vector<std::string> texts;
  for (const devices::Advice& advice : devices::advice(report)) {
    EXPECT_FALSE(advice.cure.empty());
    texts.push_back(advice.problem);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Advice, HasNothingToSayOfAGoodMachine) { EXPECT_EQ(problems(good_machine()), Texts{}); }

TEST(Advice, WarnsOfBlasOnPthreadsBesideBoundThreads) {
  devices::Report report = good_machine();
  report.blas.threads = Threads::pthreads;
  EXPECT_EQ(problems(report), Texts{"The BLAS starts its own threads, and OMP_PROC_BIND binds them all to one core: "
                                    "products run at half speed or less."});
  EXPECT_EQ(
      devices::advice(report).front().cure,
      "Use the OpenBLAS built on OpenMP (Debian: libopenblas-openmp-dev), and see that the program's RUNPATH names "
      "its folder: the name libblas.so.3 alone may stand for another. Or unset OMP_PROC_BIND.");
}

TEST(Advice, DoesNotAdviseToBindBesideBlasOnPthreads) {
  devices::Report report = good_machine();
  report.blas.threads = Threads::pthreads;
  report.settings.clear();
  EXPECT_EQ(problems(report), Texts{"The BLAS starts its own threads beside Kokkos' threads, and both compete for the "
                                    "cores."});
}

TEST(Advice, WarnsOfBlasWithoutThreads) {
  devices::Report report = good_machine();
  report.blas.threads = Threads::sequential;
  report.blas.num_threads = 1;
  EXPECT_EQ(problems(report), Texts{"The BLAS has no threads: products use 1 core."});
}

TEST(Advice, WarnsOfBlasWithFewerThreads) {
  devices::Report report = good_machine();
  report.blas.num_threads = 2;
  EXPECT_EQ(problems(report), Texts{"The BLAS uses 2 threads, Kokkos 8."});
}

TEST(Advice, WarnsWhereThereIsNoBlas) {
  devices::Report report = good_machine();
  report.blas = {};
  report.blas.name = "none";
  EXPECT_EQ(problems(report),
            Texts{"Kokkos Kernels was built without a BLAS: products on the host run at a fraction of "
                  "their speed."});
}

TEST(Advice, SaysNothingOfABlasThatDoesNotTell) {
  devices::Report report = good_machine();
  report.blas = {};
  report.blas.name = "unknown";
  EXPECT_EQ(problems(report), Texts{});
}

TEST(Advice, WarnsOfTheWrongNumberOfThreadsOnce) {
  devices::Report report = good_machine();
  report.host_threads = 12;
  EXPECT_EQ(problems(report), Texts{"12 threads on 8 cores: they wait for each other."});
  report.host_threads = report.blas.num_threads = 4;
  EXPECT_EQ(problems(report), Texts{"4 threads on 8 cores: 4 cores are idle."});
  report.devices.front().info.cores = 0;  // the system does not tell
  EXPECT_EQ(problems(report), Texts{});
}

TEST(Advice, WarnsOfKokkosWithoutOpenMP) {
  devices::Report report = good_machine();
  report.back_ends = {{"Serial", "cpu(i)", 1}};
  report.host_threads = 1;
  EXPECT_EQ(problems(report), Texts{"This Kokkos was built without OpenMP: host devices use 1 of 8 cores."});
}

TEST(Advice, WarnsOfThreadsThatAreNotBound) {
  devices::Report report = good_machine();
  report.settings = {{"OMP_PROC_BIND", std::nullopt}};
  EXPECT_EQ(problems(report),
            Texts{"OMP_PROC_BIND is not set: threads may move from core to core, away from their caches."});
  report.settings = {{"OMP_PROC_BIND", "primary"}};
  EXPECT_EQ(problems(report), Texts{"OMP_PROC_BIND=primary puts all 8 threads on one core."});
  report.settings = {{"OMP_PROC_BIND", "false"}};  // somebody's choice
  EXPECT_EQ(problems(report), Texts{});
}

TEST(Advice, WarnsOfSlowBuilds) {
  devices::Report report = good_machine();
  report.optimised = false;
  report.bounds_checks = true;
  EXPECT_EQ(problems(report), (Texts{"This program was compiled without optimisation.",
                                     "This Kokkos checks the bounds of every access."}));
}

TEST(Advice, ReadsThePoolsLimit) {
  devices::Report report = good_machine();
  const auto with_limit = [&](const std::string& limit) {
    report.settings = {{"OMP_PROC_BIND", "true"}, {"SPICA_POOL_LIMIT", limit}};
    return problems(report);
  };
  const std::string rest = ": larger results get fresh memory each time, which can cost more than computing them.";
  EXPECT_EQ(with_limit("1"), Texts{"SPICA_POOL_LIMIT=1 keeps 1 byte" + rest});
  EXPECT_EQ(with_limit("1536"), Texts{"SPICA_POOL_LIMIT=1536 keeps 1.50 KiB" + rest});
  EXPECT_EQ(with_limit("65535K"), Texts{"SPICA_POOL_LIMIT=65535K keeps 64.0 MiB" + rest});
  EXPECT_EQ(with_limit("67108864"), Texts{});
  EXPECT_EQ(with_limit("65536K"), Texts{});
  EXPECT_EQ(with_limit("64M"), Texts{});
  EXPECT_EQ(with_limit("1G"), Texts{});
}

}  // namespace
