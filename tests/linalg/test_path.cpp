// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each layout mixture that a product may be given reaches the vendor's routine.
#include <gtest/gtest.h>

#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/blas_info.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/path.hpp>
#include <cstdint>
#include <string>
#include <type_traits>

#include "linalg/support/matrices.hpp"

namespace {

using spica::linalg::last_path;
using spica::linalg::ProductPath;
using spica::test::close_to;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::naive_gemm;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_device;
using spica::test::to_host;

template <class T>
HostMatrix<T> conjugated(HostMatrix<T> m) {
  for (T& x : m.values) x = spica::detail::Conj()(x);
  return m;
}
template <class T>
HostMatrix<T> turned(const HostMatrix<T>& m) {
  HostMatrix<T> result(m.columns, m.rows);
  for (std::int64_t i = 0; i < m.rows; ++i) {
    for (std::int64_t j = 0; j < m.columns; ++j) result(j, i) = m(i, j);
  }
  return result;
}

template <class T>
class LastPath : public ::testing::Test {
 public:
  using Device = spica::Device<>;
  Device device;

  /// "OpenBLAS dgemm"
  static std::string name_of_routine(const std::string& routine) {
    constexpr bool is_double = sizeof(spica::test::real_t<T>) == 8;
    const char letter = std::is_arithmetic_v<T> ? (is_double ? 'd' : 's') : (is_double ? 'z' : 'c');
    const bool on_host = spica::detail::is_host_space<typename Device::execution_space>;
    return (on_host ? spica::blas_info().name : std::string("cuBLAS")) + ' ' + letter + routine;
  }
  static bool has_vendor() {
    return !spica::detail::is_host_space<typename Device::execution_space> || spica::blas_info().name != "none";
  }
};
using Elements = ::testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
TYPED_TEST_SUITE(LastPath, Elements, );

TYPED_TEST(LastPath, IsTheVendorsForEveryMixtureOfLayouts) {
  using T = TypeParam;
  if (!this->has_vendor()) GTEST_SKIP() << "Kokkos Kernels was built without a BLAS";
  const HostMatrix<T> host_a = random_matrix<T>(9, 6, 1);
  const HostMatrix<T> host_b = random_matrix<T>(6, 7, 2);
  const HostMatrix<T> host_c = random_matrix<T>(9, 7, 3);
  for (const Lie lie_a : spica::test::all_lies) {
    for (const Lie lie_b : spica::test::all_lies) {
      for (const Lie lie_c : {Lie::rows, Lie::columns, Lie::strided}) {
        for (int modes = std::is_arithmetic_v<T> ? 3 : 0; modes < 4; modes += lie_a == lie_b ? 1 : 3) {
          const bool adjoint_a = (modes & 1) != 0;
          const bool adjoint_b = (modes & 2) != 0;
          const auto a = place(this->device, adjoint_a ? turned(conjugated(host_a)) : host_a, lie_a).matrix;
          const auto b = place(this->device, adjoint_b ? turned(conjugated(host_b)) : host_b, lie_b).matrix;
          const auto c = place(this->device, host_c, lie_c);
          if (modes == 0) spica::gemm(2, a, b, 3, c.matrix);
          if (modes == 1) spica::gemm(2, spica::adjoint(a), b, 3, c.matrix);
          if (modes == 2) spica::gemm(2, a, spica::adjoint(b), 3, c.matrix);
          if (modes == 3) spica::gemm(2, spica::adjoint(a), spica::adjoint(b), 3, c.matrix);
          SCOPED_TRACE(::testing::Message() << "A " << name_of(lie_a) << ", B " << name_of(lie_b) << ", C "
                                            << name_of(lie_c) << ", adjoint " << adjoint_a << adjoint_b);
          const ProductPath path = last_path();
          ASSERT_EQ(path.kind, ProductPath::Kind::vendor);
          ASSERT_TRUE(path.is_vendor());
          ASSERT_EQ(path.name, this->name_of_routine("gemm"));
          ASSERT_EQ(path.calls, 1);
          const int strided = !has_unit_stride(lie_a) + !has_unit_stride(lie_b) + !has_unit_stride(lie_c);
          ASSERT_GE(path.packed, strided);
          ASSERT_LE(path.packed, strided + (std::is_arithmetic_v<T> ? 0 : adjoint_a + adjoint_b));
          ASSERT_TRUE(close_to(to_host(c.matrix), naive_gemm(T(2), host_a, host_b, T(3), host_c)));
          ASSERT_EQ(c.surroundings_changed(), 0);
        }
      }
    }
  }
}

TYPED_TEST(LastPath, AdjointsOfRowMajorMatricesAreNotPacked) {
  using T = TypeParam;
  if (!this->has_vendor()) GTEST_SKIP() << "Kokkos Kernels was built without a BLAS";
  const HostMatrix<T> host_a = random_matrix<T>(5, 4, 4);
  const auto a = to_device(this->device, host_a);
  const auto b = to_device(this->device, random_matrix<T>(5, 3, 5));
  spica::matmul(spica::adjoint(a), b);
  EXPECT_EQ(last_path().packed, 0);
  const auto product = spica::matmul(spica::conj(spica::transpose(a)), a);
  EXPECT_EQ(last_path().packed, 0);
  EXPECT_TRUE(
      close_to(to_host(product), naive_gemm(T(1), turned(conjugated(host_a)), host_a, T(0), HostMatrix<T>(4, 4))));
}

TYPED_TEST(LastPath, TellsWhenNothingWasComputed) {
  using T = TypeParam;
  const auto a = to_device(this->device, HostMatrix<T>(2, 0));
  spica::matmul(a, spica::transpose(a));
  EXPECT_EQ(last_path().kind, ProductPath::Kind::none);
  EXPECT_EQ(last_path().name, "none");
  EXPECT_EQ(last_path().calls, 0);
}

TEST(LastPathOfIntegers, IsSpicasKernel) {
  const spica::Device<> device;
  const auto a = to_device(device, HostMatrix<std::int32_t>(2, 2));
  spica::matmul(a, a);
  EXPECT_EQ(last_path().kind, ProductPath::Kind::plain);
  EXPECT_EQ(last_path().name, "Spica's kernel");
  EXPECT_FALSE(last_path().is_vendor());
}

}  // namespace
