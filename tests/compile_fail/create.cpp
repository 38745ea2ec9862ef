// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::arange: elements are of a real number type; write spica::cast to get others
// expect: spica::linspace: elements are float or double; write arange for integers
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

void make(const spica::Device<>& device) {
#ifdef SPICA_MUST_FAIL
  spica::arange<bool>(device, false, true);
  spica::linspace<int>(device, 0, 5, 6);
#else
  spica::cast<bool>(spica::arange<int>(device, 2));
  spica::arange<int>(device, 6);
#endif
}
