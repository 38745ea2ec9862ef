// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/spica.hpp>

#include <benchmark/benchmark.h>
#include <iostream>

/// Every benchmark starts with what it was measured on.
int main(int argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  std::cout << "Spica " << spica::version() << ", commit " << SPICA_COMMIT << '\n';
  Kokkos::print_configuration(std::cout);
  benchmark::AddCustomContext("commit", SPICA_COMMIT);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
