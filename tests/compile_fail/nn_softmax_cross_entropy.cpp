// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::nn::softmax_cross_entropy: logits are of rank 2 \[N, C\] and of float or double; write
// expect: spica::nn::softmax_cross_entropy: labels are of rank 1 \[N\] and of an integer type; write
// expect: Array<bool, 1
#include <spica/nn/softmax_cross_entropy.hpp>
#include <spica/ops/reduce.hpp>

void compute(const spica::Array<float, 1>& one_row, const spica::Array<float, 2>& logits,
             const spica::Array<int, 1>& labels, const spica::Array<int, 2>& one_hot,
             const spica::Array<bool, 1>& of_two_classes) {
#ifdef SPICA_MUST_FAIL
  spica::nn::softmax_cross_entropy(one_row, labels);
  spica::nn::softmax_cross_entropy(logits, one_hot);
  spica::nn::softmax_cross_entropy(logits, of_two_classes);
#else
  spica::nn::softmax_cross_entropy(one_row(spica::newaxis, spica::all), labels);
  spica::nn::softmax_cross_entropy(logits, spica::argmax(one_hot, 1));
  spica::nn::softmax_cross_entropy(logits, spica::cast<int>(of_two_classes));
#endif
}
