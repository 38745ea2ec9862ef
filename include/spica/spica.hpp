// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SPICA_HPP
#define SPICA_SPICA_HPP

/// Everything that was built: one include for programs that use Spica.

#include <spica/device/any_device.hpp>
#include <spica/device/device.hpp>
#include <spica/device/device_info.hpp>
#include <spica/device/error.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/device/runtime.hpp>
#include <spica/device/synchronize.hpp>
#include <spica/device/version.hpp>

#include <spica/array/any_rank.hpp>
#include <spica/array/array.hpp>
#include <spica/array/assign.hpp>
#include <spica/array/compare.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <spica/array/print.hpp>
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>

#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/division.hpp>
#include <spica/ops/gather.hpp>
#include <spica/ops/logical.hpp>
#include <spica/ops/map.hpp>
#include <spica/ops/math.hpp>
#include <spica/ops/philox.hpp>
#include <spica/ops/random.hpp>
#include <spica/ops/reduce.hpp>
#include <spica/ops/softmax.hpp>
#include <spica/ops/variance.hpp>

#include <spica/linalg/dot.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/norm.hpp>

#include <spica/nn/layer.hpp>
#include <spica/nn/linear.hpp>
#include <spica/nn/optimizer.hpp>
#include <spica/nn/parameter.hpp>
#include <spica/nn/relu.hpp>
#include <spica/nn/sequential.hpp>
#include <spica/nn/softmax_cross_entropy.hpp>

#if __has_include(<spica/io/checkpoint.hpp>)
#include <spica/io/checkpoint.hpp>
#include <spica/io/dataset.hpp>
#endif

#endif
