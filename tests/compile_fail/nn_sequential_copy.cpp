// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: use of deleted function|deleted (copy )?constructor|cannot be referenced -- it is a deleted function
#include <spica/nn/sequential.hpp>

#include <utility>

spica::nn::Sequential<float> hand_on(spica::nn::Sequential<float>& net) {
#ifdef SPICA_MUST_FAIL
  return net;
#else
  return std::move(net);
#endif
}
