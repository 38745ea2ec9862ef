// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/detail/multiply_into.hpp>

#include <string>

namespace spica::detail {

namespace {

/// "spica::gemm: inner extents differ: A is [2, 3], B is [4, 5]"
std::string operands(const ProductNames& names, const char* what, const std::string& a, const std::string& b) {
  return std::string(names.function) + ": " + what + ": " + names.a + " is " + a + ", " + names.b + " is " + b;
}

}  // namespace

void throw_inner_extents(const ProductNames& names, const std::string& a, const std::string& b, int axis_a,
                         int axis_b) {
  throw ShapeError(operands(names, "inner extents differ", a, b) + "; " + names.a + ".extent(" +
                   std::to_string(axis_a) + ") must equal " + names.b + ".extent(" + std::to_string(axis_b) + ")");
}

void throw_result_shape(const ProductNames& names, const std::string& a, const std::string& b, const std::string& c,
                        const std::string& right) {
  throw ShapeError(operands(names, (std::string(names.c) + " has the wrong shape").c_str(), a, b) + ", " + names.c +
                   " is " + c + "; " + names.c + " must be " + right);
}

void throw_batch_axes(const ProductNames& names, const std::string& a, const std::string& b, const std::string& c) {
  if (c.empty()) {
    throw ShapeError(operands(names, "stacks cannot be broadcast together", a, b) +
                     "; counted from the last, the axes before the last two must be equal or 1");
  }
  throw ShapeError(operands(names, "stacks do not fit", a, b) + ", " + names.c + " is " + c +
                   "; counted from the last, the axes of " + names.a + " and " + names.b +
                   " before the last two must be equal to " + names.c + "'s or 1");
}

void throw_aliased(const ProductNames& names, const char* operand) {
  throw ValueError(std::string(names.function) + ": aliasing: " + names.c + " shares elements with " + operand +
                   ", which would be overwritten while it is read; write into another array, or multiply spica::copy(" +
                   operand + ")");
}

}  // namespace spica::detail
