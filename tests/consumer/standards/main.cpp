// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/runtime.hpp>
#include <spica/device/version.hpp>
#include <Kokkos_Macros.hpp>
#include <iostream>
#include <string>

#if KOKKOS_VERSION >= 50000
static_assert(__cplusplus / 100 >= 2020, "Kokkos 5 needs C++20");
#else
static_assert(__cplusplus / 100 == 2000 + EXPECTED_STANDARD, "not the C++ standard that was asked for");
#endif

int main(int argc, char** argv) {
  spica::Runtime runtime(argc, argv);
  std::cout << "Spica " << spica::version() << ", C++ " << __cplusplus << '\n';
  return std::string(spica::version()) == SPICA_VERSION ? 0 : 1;
}
