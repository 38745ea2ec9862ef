// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::map: at least one operand is an array or an expression, from which the shape is taken
// expect: spica::map: the function returns what an array can hold: an arithmetic type, spica::float16
// expect: spica::map: an operand is an array, an expression or a number; write spica::wrap\(view\) for a View
#include <spica/ops/map.hpp>

struct Next {
  KOKKOS_FUNCTION float operator()(float x) const { return x + 1; }
  KOKKOS_FUNCTION float operator()(float x, const char*) const { return x; }
};
struct Pointer {
  KOKKOS_FUNCTION const float* operator()(float) const { return nullptr; }
};

void apply(const spica::Array<float, 2>& X) {
#ifdef SPICA_MUST_FAIL
  spica::map(Next(), 1.0F);
  spica::map(Pointer(), X);
  spica::map(Next(), X, "text");
#else
  spica::map(Next(), X);
#endif
}
