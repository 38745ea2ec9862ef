// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/transform.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/nn/linear.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

#include <cmath>
#include <string>

namespace spica::nn {

namespace {

template <class T, class Space>
class LinearLayer final : public Layer<T, Space> {
 public:
  LinearLayer(const Linear& description, const Device<Space>& device, Generator& generator)
      : description_(description), weight_(draw(device, generator, shape(description.out, description.in))) {
    weight_.set_label("spica::nn::linear::weight");
    weight_gradient_ = zeros<T>(device, weight_.shape());
    if (!description.bias) return;
    bias_ = draw(device, generator, shape(description.out));
    bias_.set_label("spica::nn::linear::bias");
    bias_gradient_ = zeros<T>(device, bias_.shape());
  }

  std::string name() const override {
    return "linear(" + std::to_string(description_.in) + ", " + std::to_string(description_.out) + ')';
  }

  std::vector<Parameter<T, Space>> parameters() const override {
    std::vector<Parameter<T, Space>> all{{"weight", weight_, weight_gradient_}};
    if (description_.bias) all.push_back({"bias", bias_, bias_gradient_});
    return all;
  }

  AnyArray<T, Space> forward(const AnyArray<T, Space>& input, Saved<T, Space>* saved) const override {
    if (input.rank() != 2 || input.shape()[1] != description_.in) {
      throw ShapeError("spica::nn::" + name() + ": the input is " + spica::detail::shape_text(input.shape()) +
                       "; it must be [N, " + std::to_string(description_.in) + "]");
    }
    const Array<T, 2, Space> x = input.template as<2>();
    const auto y = empty<T>(x.device(), x.extent(0), description_.out);
    if (description_.bias) {  // the product is added to the bias: one pass over y less than adding the bias afterwards
      assign(y, bias_);
      gemm(T(1), x, transpose(weight_), T(1), y);
    } else {
      gemm(T(1), x, transpose(weight_), T(0), y);
    }
    if (saved != nullptr) saved->push_back(input);
    return y;
  }

  AnyArray<T, Space> backward(const AnyArray<T, Space>& output_gradient, const Saved<T, Space>& saved,
                              bool input_gradient_needed) const override {
    const Array<T, 2, Space> dy = output_gradient.template as<2>();
    const Array<T, 2, Space> x = saved[0].template as<2>();
    gemm(T(1), transpose(dy), x, T(0), weight_gradient_);
    if (description_.bias) assign(bias_gradient_, sum(dy, 0));
    if (!input_gradient_needed) return {};
    const auto dx = empty<T>(dy.device(), x.shape());
    gemm(T(1), dy, weight_, T(0), dx);
    return dx;
  }

 private:
  /// [-1/sqrt(in), 1/sqrt(in)), scaled in double and rounded once, which can give the upper bound.
  template <std::size_t Rank>
  auto draw(const Device<Space>& device, Generator& generator, const std::array<std::int64_t, Rank>& extents) const {
    const double bound = 1.0 / std::sqrt(static_cast<double>(description_.in));
    const char* function = "spica::nn::linear";
    const auto values = spica::detail::make<T>(device, extents, function);
    assign(values, spica::detail::draw<double>(device, generator, extents, spica::detail::Uniform<double>(), function) *
                           (2.0 * bound) -
                       bound);
    return values;
  }

  Linear description_;
  Array<T, 2, Space> weight_;
  Array<T, 2, Space> weight_gradient_;
  Array<T, 1, Space> bias_;
  Array<T, 1, Space> bias_gradient_;
};

}  // namespace

template <class T, class Space>
std::unique_ptr<Layer<T, Space>> Linear::make(const Device<Space>& device, Generator& generator) const {
  if (in < 1 || out < 1) {
    throw ShapeError("spica::nn::linear: " + std::to_string(in) + " in and " + std::to_string(out) +
                     " out; both must be at least 1");
  }
  return std::make_unique<LinearLayer<T, Space>>(*this, device, generator);
}

#define SPICA_INSTANTIATE(Space)                                                                             \
  template std::unique_ptr<Layer<float, Space>> Linear::make<float>(const Device<Space>&, Generator&) const; \
  template std::unique_ptr<Layer<double, Space>> Linear::make<double>(const Device<Space>&, Generator&) const;
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::nn
