// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::nn::softmax_cross_entropy: logits and labels live in the memory of different spaces;
// expect: write spica::copy\(labels, logits.device\(\)\)
#include <spica/nn/softmax_cross_entropy.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void compute(const spica::Array<float, 2>& logits, const spica::Array<int, 1, Space>& labels) {
  spica::nn::softmax_cross_entropy(logits, labels);
}
