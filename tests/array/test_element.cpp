// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/element.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>

namespace {

using spica::detail::is_complex;
using spica::detail::is_element;
using spica::detail::is_inexact;
using spica::detail::type_name;

TEST(Element, NamesAreNumPys) {
  EXPECT_EQ(type_name<float>(), "float32");
  EXPECT_EQ(type_name<const double>(), "float64");
  EXPECT_EQ(type_name<std::int8_t>(), "int8");
  EXPECT_EQ(type_name<std::uint16_t>(), "uint16");
  EXPECT_EQ(type_name<std::int64_t>(), "int64");
  EXPECT_EQ(type_name<bool>(), "bool");
  EXPECT_EQ(type_name<Kokkos::complex<float>>(), "complex64");
  EXPECT_EQ(type_name<Kokkos::complex<double>>(), "complex128");
  EXPECT_EQ(type_name<spica::float16>(), "float16");
  EXPECT_EQ(type_name<const spica::bfloat16>(), "bfloat16");
}

TEST(Element, IsArithmeticOrComplex) {
  EXPECT_TRUE(is_element<float>);
  EXPECT_TRUE(is_element<const int>);
  EXPECT_TRUE(is_element<const Kokkos::complex<double>>);
  EXPECT_FALSE(is_element<float*>);
  EXPECT_FALSE(is_element<std::string>);
}

TEST(Element, InexactIsFloatingPointOrComplex) {
  EXPECT_TRUE(is_inexact<const float>);
  EXPECT_TRUE(is_inexact<Kokkos::complex<float>>);
  EXPECT_FALSE(is_inexact<int>);
  EXPECT_FALSE(is_complex<double>);
}

TEST(Element, PointerTypeIsAViewsDataType) {
  EXPECT_TRUE((std::is_same_v<spica::detail::pointer_type<const float, 3>::type, const float***>));
  EXPECT_TRUE((std::is_same_v<spica::detail::pointer_type<float, 0>::type, float>));
}

}  // namespace
