// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_LAYER_HPP
#define SPICA_NN_LAYER_HPP

#include <spica/array/any_rank.hpp>
#include <spica/nn/parameter.hpp>

#include <memory>
#include <string>
#include <vector>

namespace spica::nn {

/// What a layer's forward pass keeps for its backward pass.
template <class T, class Space>
using Saved = std::vector<AnyArray<T, Space>>;

/// One step of a network. The interface is that of one node of a computation: `forward` computes and says what the
/// gradient will need, `backward` turns the gradient of the output into those of input and parameters.
template <class T, class Space>
class Layer {
 public:
  Layer() = default;
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  /// What summaries and errors call it, `linear(64, 10)`.
  virtual std::string name() const = 0;

  /// Its parameters, named within the layer: "weight", "bias".
  virtual std::vector<Parameter<T, Space>> parameters() const { return {}; }

  /// The output for `input`, on the same device; it may be the input itself. Where `saved` is not null, `backward` will
  /// follow: what it needs is put there, as handles, which may be of the output.
  /// @throws ShapeError when the input does not fit the layer.
  virtual AnyArray<T, Space> forward(const AnyArray<T, Space>& input, Saved<T, Space>* saved) const = 0;

  /// The gradient of the input, given that of the output; assigns the parameters' gradients. Where the input's is not
  /// needed, an empty array.
  virtual AnyArray<T, Space> backward(const AnyArray<T, Space>& output_gradient, const Saved<T, Space>& saved,
                                      bool input_gradient_needed) const = 0;
};

}  // namespace spica::nn

#endif
