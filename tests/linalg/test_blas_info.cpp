// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/linalg/blas_info.hpp>
#include <string>

namespace {

TEST(BlasInfo, NamesTheLibraryAndItsThreads) {
  const spica::BlasInfo info = spica::blas_info();
  ASSERT_FALSE(info.name.empty());
  if (info.name == "none") GTEST_SKIP() << "Kokkos Kernels was built without a BLAS";
  EXPECT_FALSE(info.library.empty());
  if (info.name != "OpenBLAS") GTEST_SKIP() << "what " << info.name << " says of itself is not known to this test";
  EXPECT_NE(info.config.find("OpenBLAS"), std::string::npos) << info.config;
  EXPECT_NE(info.threads, spica::BlasInfo::Threads::unknown);
  EXPECT_GE(info.num_threads, 1);
  // Debian has one folder for each build: what the file is called agrees with what the library says.
  if (info.library.find("openblas-openmp") != std::string::npos) {
    EXPECT_EQ(info.threads, spica::BlasInfo::Threads::openmp);
  }
  if (info.library.find("openblas-pthread") != std::string::npos) {
    EXPECT_EQ(info.threads, spica::BlasInfo::Threads::pthreads);
  }
}

TEST(BlasInfo, ThreadsHaveNames) {
  EXPECT_STREQ(to_string(spica::BlasInfo::Threads::openmp), "openmp");
  EXPECT_STREQ(to_string(spica::BlasInfo::Threads::pthreads), "pthreads");
  EXPECT_STREQ(to_string(spica::BlasInfo::Threads::sequential), "sequential");
  EXPECT_STREQ(to_string(spica::BlasInfo::Threads::unknown), "unknown");
}

}  // namespace
