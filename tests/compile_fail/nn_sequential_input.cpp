// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::nn::Sequential: the input is an array or an expression; write spica::wrap\(view\)
// expect: spica::nn::Sequential: the input has another element type than the network; write spica::cast<T>\(X\)
#include <spica/array/wrap.hpp>
#include <spica/nn/sequential.hpp>

void compute(const spica::nn::Sequential<float>& net, const Kokkos::View<float**>& view,
             const spica::Array<double, 2>& doubles) {
#ifdef SPICA_MUST_FAIL
  net(view);
  net(doubles);
#else
  net(spica::wrap(view));
  net(spica::cast<float>(doubles));
#endif
}
