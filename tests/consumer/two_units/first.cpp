// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/spica.hpp>

float first_result() {
  const auto X = spica::arange<float>(spica::cpu(), 1000);
  const spica::Array Y = exp(X * 0.001f) + 2.0f * X;
  return spica::item(spica::sum(Y));
}
