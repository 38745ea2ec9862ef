// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_RELU_HPP
#define SPICA_NN_RELU_HPP

#include <spica/nn/layer.hpp>
#include <spica/ops/random.hpp>

#include <memory>

namespace spica::nn {

/// What `relu` describes.
struct Relu {
  /// The layer; it has no parameters and draws nothing.
  template <class T, class Space>
  std::unique_ptr<Layer<T, Space>> make(const Device<Space>& device, Generator& generator) const;
};

/// The rectifier y = max(x, 0), element by element, for inputs of any shape; NaN stays NaN.
/// Gradient: dx = dy where x > 0 or x is NaN, else 0.
inline Relu relu() { return {}; }

}  // namespace spica::nn

#endif
