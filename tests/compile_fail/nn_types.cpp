// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::nn::Sequential: networks are of float or double; write nn::sequential<float>\(device, generator\)
// expect: spica::nn::Optimizer: parameters are of float or double; write nn::Adam<float>
// expect: spica::nn::softmax_cross_entropy: logits are of rank 2 \[N, C\] and of float or double; write
#include <spica/nn/optimizer.hpp>
#include <spica/nn/sequential.hpp>
#include <spica/nn/softmax_cross_entropy.hpp>

#ifdef SPICA_MUST_FAIL
using T = long double;
#else
using T = double;
#endif

void train(const spica::Device<>& device, spica::Generator& generator, const spica::Array<T, 2>& logits,
           const spica::Array<int, 1>& labels) {
  auto net = spica::nn::sequential<T>(device, generator);
  const spica::nn::Sgd<T> optimizer(net.parameters());
  spica::nn::softmax_cross_entropy(logits, labels);
}
