// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_SEQUENTIAL_HPP
#define SPICA_NN_SEQUENTIAL_HPP

#include <spica/array/copy.hpp>
#include <spica/nn/layer.hpp>
#include <spica/nn/linear.hpp>
#include <spica/nn/parameter.hpp>
#include <spica/nn/relu.hpp>
#include <spica/ops/random.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spica::nn {

/// A network of layers one after the other, all on one device. `net(X)` computes; `forward` and `backward` train.
/// It can be moved, not copied; its parameters are handles that stay valid as long as someone holds them.
template <class T, class Space = Kokkos::DefaultExecutionSpace, int OutputRank = 2>
class Sequential {
  static_assert(
      std::is_same_v<T, float> || std::is_same_v<T, double>,
      "spica::nn::Sequential: networks are of float or double; write nn::sequential<float>(device, generator)");

 public:
  using value_type = T;
  using execution_space = Space;

  /// An empty network on `device`; layers that are added draw their parameters from `generator`.
  Sequential(const Device<Space>& device, Generator generator) : device_(device), generator_(generator) {}
  Sequential(const Sequential&) = delete;
  Sequential& operator=(const Sequential&) = delete;
  Sequential(Sequential&&) noexcept = default;
  Sequential& operator=(Sequential&&) noexcept = default;
  ~Sequential() = default;

  /// Appends a layer: `nn::linear(3, 8)`, `nn::relu()`, or anything else with
  /// `make<T, Space>(device, generator) -> std::unique_ptr<nn::Layer<T, Space>>`.
  /// @throws ShapeError when the layer's own extents make no sense, ValueError when `make` returns null, MemoryError.
  template <class Description>
  Sequential& add(const Description& description) {
    auto layer = description.template make<T, Space>(device_, generator_);
    if (layer == nullptr) {
      throw ValueError("spica::nn::Sequential::add: layer " + std::to_string(size()) +
                       " is null; the description's make must return a layer");
    }
    layers_.push_back(std::move(layer));
    saved_.emplace_back();
    recorded_ = false;
    return *this;
  }

  /// Where its parameters are, and where it computes.
  const Device<Space>& device() const { return device_; }

  /// How many layers there are, and one of them. @throws ValueError when there is no layer `i`.
  int size() const { return static_cast<int>(layers_.size()); }
  const Layer<T, Space>& layer(int i) const {
    if (i < 0 || i >= size()) {
      throw ValueError("spica::nn::Sequential: there is no layer " + std::to_string(i) + " among " +
                       std::to_string(size()) + "; layers are counted from 0");
    }
    return *layers_[static_cast<std::size_t>(i)];
  }

  /// All parameters, named by layer number and name: "0.weight", "0.bias", "2.weight", ...
  std::vector<Parameter<T, Space>> parameters() const {
    std::vector<Parameter<T, Space>> all;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      for (const auto& p : layers_[i]->parameters()) all.push_back(p.prefixed(std::to_string(i) + '.'));
    }
    return all;
  }

  /// The output for an array or expression on the network's device, computed there. Keeps nothing.
  /// @throws DeviceError when the input is on another device, ShapeError when it does not fit a layer, or when the
  /// output's rank is not OutputRank.
  template <class Source>
  Array<T, OutputRank, Space> operator()(const Source& input) const {
    const AnyArray<T, Space> given = checked(input, "spica::nn::Sequential", "X");
    AnyArray<T, Space> x = given;
    for (const auto& layer : layers_) x = layer->forward(x, nullptr);
    return output(given, x);
  }

  /// The same, keeping what `backward` needs in place of what the `forward` before kept. The kept arrays are handles:
  /// do not write into the input or the parameters in between. The output is the caller's, to be written into at will.
  template <class Source>
  Array<T, OutputRank, Space> forward(const Source& input) {
    recorded_ = false;  // should anything throw, there is nothing to go back through
    const AnyArray<T, Space> given = checked(input, "spica::nn::Sequential::forward", "X");
    AnyArray<T, Space> x = given;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      saved_[i].clear();
      x = layers_[i]->forward(x, &saved_[i]);
    }
    const Array<T, OutputRank, Space> result = output(given, x);
    output_shape_ = x.shape();
    recorded_ = true;
    return result;
  }

  /// Assigns every parameter's gradient, given the gradient of the loss with respect to what the last `forward`
  /// returned.
  /// @throws Error when no `forward` came before, or was used up already; ShapeError when the shape is not the
  /// output's.
  template <class Source>
  void backward(const Source& output_gradient) {
    if (!recorded_) {
      throw Error(
          "spica::nn::Sequential::backward: there is nothing to go back through; call forward first, once for "
          "each backward");
    }
    AnyArray<T, Space> dy = checked(output_gradient, "spica::nn::Sequential::backward", "dY");
    if (dy.shape() != output_shape_) {
      throw ShapeError("spica::nn::Sequential::backward: the gradient is " + spica::detail::shape_text(dy.shape()) +
                       ", the output was " + spica::detail::shape_text(output_shape_) + "; they must be equal");
    }
    recorded_ = false;
    for (std::size_t i = layers_.size(); i-- > 0;) {
      dy = layers_[i]->backward(dy, saved_[i], i > 0);
      saved_[i].clear();
    }
  }

 private:
  /// @throws DeviceError, beginning with `function`, that calls the array `name`.
  template <class Source>
  AnyArray<T, Space> checked(const Source& input, const char* function, const char* name) const {
    static_assert(
        spica::detail::is_readable<Source>,
        "spica::nn::Sequential: the input is an array or an expression; write spica::wrap(view) for a Kokkos View");
    static_assert(std::is_same_v<typename Source::execution_space, Space>,
                  "spica::nn::Sequential: the input lives in another space's memory; write spica::copy(X, "
                  "net.device()) first");
    static_assert(std::is_same_v<typename Source::value_type, T>,
                  "spica::nn::Sequential: the input has another element type than the network; write "
                  "spica::cast<T>(X)");
    spica::detail::require_same_device(device_, input.device(), function, "net", name);
    const auto rows = contiguous(input);
    using Rows = spica::detail::plain<decltype(rows)>;
    // Only read from here on: constness of the elements is dropped to have one type for all inputs.
    using Mutable = Array<T, Rows::rank, Space>;
    return Mutable(spica::detail::over_memory_of<Mutable>(rows, const_cast<T*>(spica::detail::ArrayAccess::data(rows)),
                                                          rows.shape(), {}));
  }

  /// The result of the last layer: a copy where that is the caller's input, or what a backward pass will read.
  Array<T, OutputRank, Space> output(const AnyArray<T, Space>& input, const AnyArray<T, Space>& last) const {
    if (last.rank() != OutputRank) {
      throw ShapeError("spica::nn::Sequential: the output is " + spica::detail::shape_text(last.shape()) +
                       ", but the network was made for outputs of rank " + std::to_string(OutputRank) +
                       "; write nn::sequential<T, " + std::to_string(last.rank()) + ">(device, generator)");
    }
    const auto result = last.template as<OutputRank>();
    bool shared = result.same_storage(input.flat());
    for (const auto& kept : saved_) {
      for (const auto& array : kept) shared = shared || result.same_storage(array.flat());
    }
    return shared ? copy(result) : result;
  }

  Device<Space> device_;
  Generator generator_;
  std::vector<std::unique_ptr<Layer<T, Space>>> layers_;
  std::vector<Saved<T, Space>> saved_;
  std::vector<std::int64_t> output_shape_;
  bool recorded_ = false;
};

/// An empty network on `device`, whose parameters will be drawn from `generator.split()`.
/// The output has rank 2, or `OutputRank`: `nn::sequential<float, 4>(device, rng)`.
template <class T, int OutputRank = 2, class Space>
Sequential<T, Space, OutputRank> sequential(const Device<Space>& device, Generator& generator) {
  return Sequential<T, Space, OutputRank>(device, generator.split());
}
/// Refused: the type of a network depends on the device's space.
template <class T, int OutputRank = 2, class Any, spica::detail::if_any_device<Any> = 0>
void sequential(const Any&, Generator&) {
  spica::detail::refuse_any_device<T>();
}

}  // namespace spica::nn

#endif
