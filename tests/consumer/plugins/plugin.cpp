// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <iostream>
#include <spica/array/compare.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>

extern "C" int run() {
  const auto A = spica::arange<double>(spica::cpu(), 10);
  const auto B = spica::copy(A, spica::cpu());
  std::cout << "plugin " << PLUGIN_NAME << " sees " << spica::cpu() << '\n';
  return spica::array_equal(A, B) && !A.same_storage(B) ? 0 : 1;
}
