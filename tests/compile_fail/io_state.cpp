// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::io::State: a const number cannot be loaded; add one without const
// expect: spica::io::State: an array with const elements cannot be loaded; add the array of the element type
// expect: spica::io: a checkpoint holds float, double, bool and integers of 8 to 64 bits; use spica::cast<T>
#include <spica/io/state.hpp>

#ifdef SPICA_MUST_FAIL
using Number = const int;
using Element = const float;
using Wide = long double;
#else
using Number = int;
using Element = float;
using Wide = double;
#endif

void add(spica::io::State& state, Number& number, const spica::Array<Element, 1>& array, Wide& wide) {
  state.add("number", number).add("array", array).add("wide", wide);
}
