// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::uniform, spica::normal: random numbers are float or double; write spica::cast for another type
#include <spica/array/transform.hpp>
#include <spica/ops/random.hpp>

void draw(const spica::Device<>& device, spica::Generator& generator) {
#ifdef SPICA_MUST_FAIL
  spica::uniform<int>(device, generator, 3);
#else
  spica::cast<int>(spica::uniform<float>(device, generator, 3));
#endif
}
