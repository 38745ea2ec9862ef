// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::nn::Sequential: the input lives in another space's memory;
// expect: write spica::copy\(X, net.device\(\)\) first
#include <spica/nn/sequential.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
using Space = OtherSpace;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif

void compute(const spica::nn::Sequential<float>& net, const spica::Array<float, 2, Space>& x) { net(x); }
