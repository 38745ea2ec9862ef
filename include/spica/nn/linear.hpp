// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_LINEAR_HPP
#define SPICA_NN_LINEAR_HPP

#include <spica/nn/layer.hpp>
#include <spica/ops/random.hpp>

#include <cstdint>
#include <memory>

namespace spica::nn {

/// What `linear` describes.
struct Linear {
  std::int64_t in;
  std::int64_t out;
  bool bias = true;

  /// The layer on `device`, its parameters drawn from `generator`.
  /// @throws ShapeError when an extent is less than 1.
  template <class T, class Space>
  std::unique_ptr<Layer<T, Space>> make(const Device<Space>& device, Generator& generator) const;
};

/// A fully connected layer: y = x W^T + b.
///
/// Input [N, in], output [N, out]. Parameters, row-major: "weight" [out, in], "bias" [out] (none with bias = false).
/// Both are drawn uniformly from [-1/sqrt(in), 1/sqrt(in)], weight first; the upper bound is drawn only by rounding.
/// Gradients (assigned): dW = dy^T x, db = the sum of dy over N, dx = dy W.
/// Source: the initial values are those of PyTorch's Linear: K. He et al., Delving deep into rectifiers, ICCV 2015,
/// with a = sqrt(5).
/// @throws ShapeError when the input is not of rank 2 or its second extent is not `in`.
inline Linear linear(std::int64_t in, std::int64_t out, bool bias = true) { return {in, out, bias}; }

}  // namespace spica::nn

#endif
