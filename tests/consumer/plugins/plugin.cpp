// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/compare.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <cstdio>

extern "C" int run() {
  const auto A = spica::arange<double>(spica::cpu(), 10);
  const auto B = spica::copy(A, spica::cpu());
  // Not std::cout: the program's copy of it and the one that RTLD_DEEPBIND finds in libstdc++ are two objects.
  std::printf("plugin %s sees %s\n", PLUGIN_NAME, spica::cpu().name().c_str());
  return spica::array_equal(A, B) && !A.same_storage(B) ? 0 : 1;
}
