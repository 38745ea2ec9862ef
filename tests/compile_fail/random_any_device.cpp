// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: the type of the result depends on the device's space, which an AnyDevice
// expect: does not tell the compiler; write spica::with_device
#include <spica/nn/sequential.hpp>
#include <spica/ops/choice.hpp>
#include <spica/ops/random.hpp>

void make(const spica::AnyDevice& where, spica::Generator& generator) {
#ifdef SPICA_MUST_FAIL
  spica::uniform<float>(where, generator, 2, 3);
  spica::normal<double>(where, generator, spica::shape(2, 3));
  spica::integers<int>(where, generator, 0, 9, 2);
  spica::bernoulli(where, generator, 0.5, 2);
  spica::choice(where, generator, 5, 3);
  spica::nn::sequential<float>(where, generator);
#else
  spica::with_device(where, [&](auto device) {
    spica::uniform<float>(device, generator, 2, 3);
    spica::normal<double>(device, generator, spica::shape(2, 3));
    spica::nn::sequential<float>(device, generator);
  });
#endif
}
