// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/spica.hpp>
#include <iostream>

float first_result();
float second_result();

int main(int argc, char** argv) {
  spica::Runtime runtime(argc, argv);
  const float first = first_result(), second = second_result();
  std::cout << "two units: " << first << ' ' << second << '\n';
  return first == second ? 0 : 1;
}
