// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/create.hpp>
#include <spica/nn/relu.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/math.hpp>

namespace spica::nn {

namespace {

/// Gives an element-wise result the shape of its operand.
template <class T, class Space>
AnyArray<T, Space> with_shape_of(const AnyArray<T, Space>& operand, const Array<T, 1, Space>& flat) {
  return AnyArray<T, Space>(flat, operand.shape());
}

template <class T, class Space>
class ReluLayer final : public Layer<T, Space> {
 public:
  std::string name() const override { return "relu"; }

  AnyArray<T, Space> forward(const AnyArray<T, Space>& input, Saved<T, Space>* saved) const override {
    const auto y = with_shape_of<T, Space>(input, maximum(input.flat(), T(0)));
    if (saved != nullptr) saved->push_back(y);
    return y;
  }

  AnyArray<T, Space> backward(const AnyArray<T, Space>& output_gradient, const Saved<T, Space>& saved,
                              bool input_gradient_needed) const override {
    if (!input_gradient_needed) return {};
    return with_shape_of<T, Space>(output_gradient, where(saved[0].flat() <= T(0), T(0), output_gradient.flat()));
  }
};

}  // namespace

template <class T, class Space>
std::unique_ptr<Layer<T, Space>> Relu::make(const Device<Space>&, Generator&) const {
  return std::make_unique<ReluLayer<T, Space>>();
}

#define SPICA_INSTANTIATE(Space)                                                                           \
  template std::unique_ptr<Layer<float, Space>> Relu::make<float>(const Device<Space>&, Generator&) const; \
  template std::unique_ptr<Layer<double, Space>> Relu::make<double>(const Device<Space>&, Generator&) const;
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::nn
