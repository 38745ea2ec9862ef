// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_PARAMETER_HPP
#define SPICA_NN_PARAMETER_HPP

#include <spica/array/any_rank.hpp>

#include <string>
#include <utility>

namespace spica::nn {

/// A named array that training changes, with its gradient: two handles on memory of one device, same shape, row-major.
template <class T, class Space = Kokkos::DefaultExecutionSpace>
class Parameter {
 public:
  /// @throws ShapeError, DeviceError when value and gradient differ in shape or device.
  Parameter(std::string name, AnyArray<T, Space> value, AnyArray<T, Space> gradient)
      : name_(std::move(name)), value_(std::move(value)), gradient_(std::move(gradient)) {
    const std::string what = "spica::nn::Parameter \"" + name_ + '"';
    if (value_.shape() != gradient_.shape()) {
      throw ShapeError(what + ": shapes differ: the value is " + spica::detail::shape_text(value_.shape()) +
                       ", the gradient is " + spica::detail::shape_text(gradient_.shape()) + "; they must be equal");
    }
    spica::detail::require_same_device(value_.device(), gradient_.device(), what.c_str(), "value", "gradient");
  }

  /// The name within the network, as PyTorch's: "0.weight".
  const std::string& name() const { return name_; }

  /// The value; `value().template as<2>()` is the typed Array over the same memory.
  const AnyArray<T, Space>& value() const { return value_; }

  /// What the last `backward` left; 0 before the first.
  const AnyArray<T, Space>& gradient() const { return gradient_; }

  /// The same parameter under `prefix` + name. Gives the parameters of two networks names of their own where one
  /// optimiser has both: `p.prefixed("actor.")`.
  Parameter prefixed(const std::string& prefix) const { return {prefix + name_, value_, gradient_}; }

 private:
  std::string name_;
  AnyArray<T, Space> value_;
  AnyArray<T, Space> gradient_;
};

}  // namespace spica::nn

#endif
