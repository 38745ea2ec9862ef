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
#include <spica/array/arrange.hpp>
#include <spica/array/array.hpp>
#include <spica/array/assign.hpp>
#include <spica/array/assign_all.hpp>
#include <spica/array/axes_views.hpp>
#include <spica/array/compare.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <spica/array/print.hpp>
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>

#include <spica/ops/arithmetic.hpp>
#include <spica/ops/choice.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/compress.hpp>
#include <spica/ops/concatenate.hpp>
#include <spica/ops/cumulative.hpp>
#include <spica/ops/division.hpp>
#include <spica/ops/gather.hpp>
#include <spica/ops/gather_along.hpp>
#include <spica/ops/integers.hpp>
#include <spica/ops/logical.hpp>
#include <spica/ops/map.hpp>
#include <spica/ops/math.hpp>
#include <spica/ops/philox.hpp>
#include <spica/ops/quantile.hpp>
#include <spica/ops/random.hpp>
#include <spica/ops/reduce.hpp>
#include <spica/ops/scatter_add.hpp>
#include <spica/ops/searchsorted.hpp>
#include <spica/ops/softmax.hpp>
#include <spica/ops/sort.hpp>
#include <spica/ops/unique.hpp>
#include <spica/ops/variance.hpp>

#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/batched_gemm.hpp>
#include <spica/linalg/cholesky.hpp>
#include <spica/linalg/determinant.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/linalg/eigh.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/gemv.hpp>
#include <spica/linalg/inverse.hpp>
#include <spica/linalg/lstsq.hpp>
#include <spica/linalg/lu.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/norm.hpp>
#include <spica/linalg/outer.hpp>
#include <spica/linalg/path.hpp>
#include <spica/linalg/qr.hpp>
#include <spica/linalg/solve.hpp>
#include <spica/linalg/svd.hpp>

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
