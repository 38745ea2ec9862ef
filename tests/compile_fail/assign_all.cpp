// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::assign_all: targets and sources come in pairs; write assign_all\(X, X \+ V, V, 0.5 \* V\)
// expect: spica::assign_all: before each source stands the array that it is written into
// expect: spica::assign_all: all targets have one shape, and so one rank
// expect: spica::assign_all: a target's elements are const
#include <spica/array/assign_all.hpp>

void update(const spica::Array<float, 2>& X, const spica::Array<float, 1>& v, const spica::Array<const float, 2>& C) {
#ifdef SPICA_MUST_FAIL
  spica::assign_all(X, X, X);
  spica::assign_all(X, 1, 2, X);
  spica::assign_all(X, 1, v, 2);
  spica::assign_all(X, 1, C, 2);
#else
  spica::assign_all(X, C, X, v);
#endif
}
