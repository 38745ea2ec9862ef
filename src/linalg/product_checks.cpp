// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/detail/product.hpp>

#include <string>

namespace spica::detail {

void throw_inner_extents(const char* function, const std::string& a, const std::string& b, int axis) {
  throw ShapeError(std::string(function) + ": inner extents differ: A is " + a + ", B is " + b + "; A.extent(" +
                   std::to_string(axis) + ") must equal B.extent(0)");
}

void throw_result_shape(const std::string& a, const std::string& b, const std::string& c, const std::string& right) {
  throw ShapeError("spica::gemm: C has the wrong shape: A is " + a + ", B is " + b + ", C is " + c + "; C must be " +
                   right);
}

void throw_aliased(const char* operand) {
  throw ValueError(std::string("spica::gemm: aliasing: C shares elements with ") + operand +
                   ", which would be overwritten while it is read; write into another array, or multiply spica::copy(" +
                   operand + ")");
}

ProductNote& last_product() {
  thread_local ProductNote note;
  return note;
}

}  // namespace spica::detail
