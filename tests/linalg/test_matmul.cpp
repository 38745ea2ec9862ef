// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/device/ledger.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/ops/arithmetic.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "linalg/support/matrices.hpp"

namespace {

using spica::all;
using spica::test::all_exactly;
using spica::test::close_to;
using spica::test::expect_error;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::naive_gemm;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_device;
using spica::test::to_host;

template <class T>
class Matmul : public ::testing::Test {
 public:
  spica::Device<> device;
};
using Elements = ::testing::Types<float, double, Kokkos::complex<float>, std::int8_t, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(Matmul, Elements, );

TYPED_TEST(Matmul, IsANewRowMajorArrayOfTheRightShape) {
  using T = TypeParam;
  for (const auto& [m, n, k] : {std::array<std::int64_t, 3>{17, 65, 33}, {1, 1, 1}, {130, 7, 3}, {2, 300, 40}}) {
    for (const Lie lie_a : spica::test::all_lies) {
      for (const Lie lie_b : {Lie::rows, Lie::columns, Lie::strided}) {
        SCOPED_TRACE(::testing::Message()
                     << m << 'x' << n << 'x' << k << ", A " << name_of(lie_a) << ", B " << name_of(lie_b));
        const HostMatrix<T> host_a = random_matrix<T>(m, k, 1);
        const HostMatrix<T> host_b = random_matrix<T>(k, n, 2);
        const auto a = place(this->device, host_a, lie_a).matrix;
        const auto b = place(this->device, host_b, lie_b).matrix;
        const auto c = spica::matmul(a, b);
        static_assert(std::is_same_v<decltype(c), const spica::Array<T, 2>>);
        EXPECT_EQ(c.shape(), spica::shape(m, n));
        EXPECT_TRUE(c.is_contiguous());
        EXPECT_EQ(c.label(), "spica::matmul");
        ASSERT_TRUE(close_to(to_host(c), naive_gemm(T(1), host_a, host_b, T(0), HostMatrix<T>(m, n))));
      }
    }
  }
}

TYPED_TEST(Matmul, VectorsAreOneRowOnTheLeftAndOneColumnOnTheRight) {
  using T = TypeParam;
  const HostMatrix<T> host_a = random_matrix<T>(7, 5, 3);
  const HostMatrix<T> host_x = random_matrix<T>(1, 5, 4);
  const HostMatrix<T> host_y = random_matrix<T>(1, 7, 5);
  HostMatrix<T> column_x(5, 1);
  column_x.values = host_x.values;
  const auto a = to_device(this->device, host_a);
  for (const std::int64_t step : {1, 3}) {
    const auto x = place(this->device, host_x, step == 1 ? Lie::rows : Lie::strided).matrix(0, all);
    const auto y = place(this->device, host_y, step == 1 ? Lie::rows : Lie::strided).matrix(0, all);
    const auto ax = spica::matmul(a, x);
    static_assert(std::is_same_v<decltype(ax), const spica::Array<T, 1>>);
    ASSERT_EQ(ax.shape(), spica::shape(7));
    auto expected = naive_gemm(T(1), host_a, column_x, T(0), HostMatrix<T>(7, 1));
    std::swap(expected.value.rows, expected.value.columns);
    std::swap(expected.tolerance.rows, expected.tolerance.columns);
    EXPECT_TRUE(close_to(to_host(ax), expected));
    const auto ya = spica::matmul(y, a);
    static_assert(std::is_same_v<decltype(ya), const spica::Array<T, 1>>);
    ASSERT_EQ(ya.shape(), spica::shape(5));
    EXPECT_TRUE(close_to(to_host(ya), naive_gemm(T(1), host_y, host_a, T(0), HostMatrix<T>(1, 5))));
  }
}

TYPED_TEST(Matmul, GEM_02_NoInnerExtentGivesZeros) {
  using T = TypeParam;
  const auto c =
      spica::matmul(to_device(this->device, HostMatrix<T>(3, 0)), to_device(this->device, HostMatrix<T>(0, 4)));
  EXPECT_EQ(c.shape(), spica::shape(3, 4));
  EXPECT_TRUE(all_exactly(to_host(c), T(0)));
  EXPECT_EQ(
      spica::matmul(to_device(this->device, HostMatrix<T>(0, 3)), to_device(this->device, HostMatrix<T>(3, 4))).shape(),
      spica::shape(0, 4));
  EXPECT_EQ(
      spica::matmul(to_device(this->device, HostMatrix<T>(3, 4)), to_device(this->device, HostMatrix<T>(4, 0))).shape(),
      spica::shape(3, 0));
  EXPECT_TRUE(all_exactly(to_host(spica::matmul(to_device(this->device, HostMatrix<T>(3, 0)),
                                                to_device(this->device, HostMatrix<T>(1, 0))(0, all))),
                          T(0)));
}

TYPED_TEST(Matmul, ShapesThatDoNotFitAreRefused) {
  using T = TypeParam;
  const auto a = to_device(this->device, HostMatrix<T>(64, 32));
  expect_error<spica::ShapeError>(
      "spica::matmul: inner extents differ: A is [64, 32], B is [16, 8]; A.extent(1) must equal B.extent(0)",
      [&] { spica::matmul(a, to_device(this->device, HostMatrix<T>(16, 8))); });
  expect_error<spica::ShapeError>(
      "spica::matmul: inner extents differ: A is [64, 32], B is [31]; A.extent(1) must equal B.extent(0)",
      [&] { spica::matmul(a, to_device(this->device, HostMatrix<T>(1, 31))(0, all)); });
  expect_error<spica::ShapeError>(
      "spica::matmul: inner extents differ: A is [32], B is [64, 32]; A.extent(0) must equal B.extent(0)",
      [&] { spica::matmul(to_device(this->device, HostMatrix<T>(1, 32))(0, all), a); });
}

TYPED_TEST(Matmul, GemmOfEveryTypeFollowsTheBlasRule) {
  using T = TypeParam;
  const HostMatrix<T> host_a = random_matrix<T>(9, 70, 6);
  const HostMatrix<T> host_b = random_matrix<T>(70, 131, 7);
  const HostMatrix<T> host_c = random_matrix<T>(9, 131, 8);
  for (const T alpha : {T(0), T(1), T(3)}) {
    for (const T beta : {T(0), T(1), T(2)}) {
      const auto c = place(this->device, host_c, Lie::padded_columns);
      spica::gemm(alpha, to_device(this->device, host_a), to_device(this->device, host_b), beta, c.matrix);
      EXPECT_TRUE(close_to(to_host(c.matrix), naive_gemm(alpha, host_a, host_b, beta, host_c))) << alpha << ' ' << beta;
      EXPECT_EQ(c.surroundings_changed(), 0);
    }
  }
}

TEST(MatmulOfExpressions, EvaluatesThemFirst) {
  const spica::Device<> device;
  const auto a = spica::ones<float>(device, 2, 3);
  const auto c = spica::matmul(a + a, spica::transpose(a) + spica::transpose(a));
  EXPECT_TRUE(all_exactly(to_host(c), 12.0f));
}

TEST(MatmulOfBool, IsOrOfAnd) {
  const spica::Device<> device;
  const auto a = spica::array<bool>(device, {{true, true}, {false, true}, {false, false}});
  const auto c = spica::matmul(a, spica::ones<bool>(device, 2, 1));
  EXPECT_TRUE(spica::item(c(0, 0)));
  EXPECT_TRUE(spica::item(c(1, 0)));
  EXPECT_FALSE(spica::item(c(2, 0)));
  // 256 and 2^32 are 0 in too few bits: "or" does not count.
  const auto many = spica::ones<bool>(device, 1, 256);
  EXPECT_TRUE(spica::item(spica::matmul(many, spica::transpose(many))));
}

TEST(MatmulOfLongDouble, KeepsItsPrecisionOnTheHost) {
  const auto device = spica::cpu();
  const long double tiny = 1.0L + std::numeric_limits<long double>::epsilon();
  const auto a = spica::full<long double>(device, tiny, 1, 1);
  EXPECT_EQ(spica::item(spica::matmul(a, spica::ones<long double>(device, 1, 1))), tiny);
}

// The reshape of a column-major array of rank 3 needs a copy, and says so; with it the product is right.
TEST(MatmulOfReshaped, GEM_11_ReshapeOfColumnMajorNeedsACopyAndSaysSo) {
  const spica::Device<> device;
  using Left = spica::Array<double, 3, Kokkos::DefaultExecutionSpace, Kokkos::LayoutLeft>;
  const auto row_major = spica::array<double>(device, {{{0, 4}, {2, 6}}, {{1, 5}, {3, 7}}});  // i + 2 j + 4 k
  const Left b(row_major);
  const auto a = spica::array<double>(device, {{1, 1}, {0, 1}});
  expect_error<spica::ShapeError>(
      "spica::reshape: the elements of an array of shape [2, 2, 2] with strides [1, 2, 4] do not lie in row-major "
      "order, "
      "so that a view cannot have another shape; write spica::reshape(spica::contiguous(X), ...) to copy them",
      [&] { spica::reshape(b, 2, 4); });
  const auto product = spica::matmul(a, spica::reshape(spica::contiguous(b), 2, 4));
  const auto out = to_host(spica::reshape(spica::reshape(product, 2, 2, 2), 8));
  for (std::int64_t j = 0; j < 2; ++j) {
    for (std::int64_t k = 0; k < 2; ++k) {
      EXPECT_EQ(out.values[static_cast<std::size_t>(2 * j + k)], 2.0 * static_cast<double>(2 * j + 4 * k) + 1);
      EXPECT_EQ(out.values[static_cast<std::size_t>(4 + 2 * j + k)], static_cast<double>(1 + 2 * j + 4 * k));
    }
  }
}

TEST(MatmulPrecision, GEM_13_FloatProductsAreFloat) {
  const spica::Device<> device;
  EXPECT_EQ(spica::item(spica::matmul(spica::full<float>(device, 1024.5f, 1, 1), spica::ones<float>(device, 1, 1))),
            1024.5f);
  const auto z = spica::array<float, 2>(device, {{0.0f, 3.14f}});
  const float zsz = spica::item(spica::matmul(spica::matmul(z, spica::eye<float>(device, 2)), spica::transpose(z)));
  EXPECT_NEAR(zsz, 9.8596f, 9.8596f * 1e-6f);
  HostMatrix<float> host_a = random_matrix<float>(1000, 4, 9);
  HostMatrix<float> host_b = random_matrix<float>(4, 4, 10);
  for (float& x : host_a.values) x *= 100;
  for (float& x : host_b.values) x *= 100;
  EXPECT_TRUE(close_to(to_host(spica::matmul(to_device(device, host_a), to_device(device, host_b))),
                       naive_gemm(1.0f, host_a, host_b, 0.0f, HostMatrix<float>(1000, 4))));
}

TEST(MatmulSameBits, ResultsRepeat) {
  const spica::Device<> device;
  const auto a = to_device(device, random_matrix<float>(50, 700, 11));
  const auto b = to_device(device, random_matrix<float>(700, 10, 12));
  const HostMatrix<float> first = to_host(spica::matmul(a, b));
  for (int i = 0; i < 20; ++i) {
    const HostMatrix<float> again = to_host(spica::matmul(a, b));
    ASSERT_EQ(std::memcmp(first.values.data(), again.values.data(), first.values.size() * sizeof(float)), 0);
  }
}

TEST(MatmulInALoop, AllocatesAndMovesNothingInItsSteadyState) {
  const spica::Device<> device;
  const auto a = spica::ones<float>(device, 60, 40);
  const auto b = spica::ones<float>(device, 80, 120)(spica::range(0, 80, 2), spica::range(0, 120, 3));
  auto c = spica::matmul(a, b);
  c = spica::matmul(a, b);
  const spica::Ledger before = spica::ledger();
  {
    const spica::NoTransfers none;
    for (int i = 0; i < 10; ++i) c = spica::matmul(a, b);
  }
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_EQ(done.allocations, 0);
  EXPECT_EQ(done.transfers().count, 0);
  EXPECT_EQ(done.fences, 0);
}

std::vector<std::string>& seen_names() {
  static std::vector<std::string> names;
  return names;
}

// The regions that Kokkos Kernels opens itself are its own.
TEST(MatmulInAProfile, ReadsLikeTheSource) {
  const spica::Device<> device;
  const auto a = to_device(device, HostMatrix<double>(8, 8));
  const auto steps = to_device(device, HostMatrix<double>(16, 16))(spica::range(0, 16, 2), spica::range(0, 16, 2));
  const auto c = to_device(device, HostMatrix<double>(8, 8));
  namespace tools = Kokkos::Tools::Experimental;
  seen_names().clear();
  tools::set_push_region_callback([](const char* name) { seen_names().emplace_back(name); });
  tools::set_begin_parallel_for_callback(
      [](const char* name, std::uint32_t, std::uint64_t*) { seen_names().emplace_back(name); });
  spica::gemm(1.0, a, steps, 1.0, c);
  spica::gemm(0.0, a, a, 2.0, c);
  tools::set_push_region_callback(nullptr);
  tools::set_begin_parallel_for_callback(nullptr);
  std::vector<std::string> ours;
  for (const std::string& name : seen_names()) {
    if (name.find("spica::") == 0) ours.push_back(name);
  }
  EXPECT_EQ(ours, (std::vector<std::string>{"spica::gemm", "spica::gemm::pack", "spica::gemm::scale"}));
}

TEST(MatmulHeldView, KeepsNoMemoryMarkedAsHandedOut) {
  // A pool block whose View was handed out must be waited for before it is used again; the product hands out none.
  const spica::Device<> device;
  const auto a = spica::ones<double>(device, 8, 8);
  const auto c = spica::matmul(a, a);
  EXPECT_FALSE(spica::detail::ArrayAccess::lease(a)->shared_out);
  EXPECT_FALSE(spica::detail::ArrayAccess::lease(c)->shared_out);
}

}  // namespace
