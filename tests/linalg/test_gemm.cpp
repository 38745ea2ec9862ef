// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <spica/array/wrap.hpp>
#include <spica/linalg/blas_info.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/ops/arithmetic.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

#include "linalg/support/matrices.hpp"

namespace {

using spica::all;
using spica::detail::ProductNote;
using spica::test::all_exactly;
using spica::test::close_to;
using spica::test::expect_error;
using spica::test::has_exactly;
using spica::test::host_matrix;
using spica::test::HostMatrix;
using spica::test::Lie;
using spica::test::naive_gemm;
using spica::test::place;
using spica::test::random_matrix;
using spica::test::to_device;
using spica::test::to_host;

template <class SpaceType, class ElementType>
struct On {
  using Space = SpaceType;
  using Element = ElementType;
};

template <class Case>
class Gemm : public ::testing::Test {
 public:
  spica::Device<typename Case::Space> device;
};

/// The tests that matter most, for more types and spaces.
template <class Case>
class GemmOfEveryKind : public Gemm<Case> {};

using Host = Kokkos::DefaultHostExecutionSpace;
#if defined(KOKKOS_ENABLE_CUDA)
using Cases = ::testing::Types<On<Host, float>, On<Host, double>, On<Kokkos::Cuda, float>, On<Kokkos::Cuda, double>>;
using MoreCases =
    ::testing::Types<On<Host, float>, On<Host, double>, On<Host, Kokkos::complex<double>>, On<Kokkos::Cuda, float>,
                     On<Kokkos::Cuda, double>, On<Kokkos::Cuda, Kokkos::complex<double>>>;
#elif defined(KOKKOS_ENABLE_SERIAL)
using Cases = ::testing::Types<On<Host, float>, On<Host, double>>;
using MoreCases =
    ::testing::Types<On<Host, float>, On<Host, double>, On<Host, Kokkos::complex<double>>, On<Kokkos::Serial, float>>;
#else
using Cases = ::testing::Types<On<Host, float>, On<Host, double>>;
using MoreCases = ::testing::Types<On<Host, float>, On<Host, double>, On<Host, Kokkos::complex<double>>>;
#endif
TYPED_TEST_SUITE(Gemm, Cases, );
TYPED_TEST_SUITE(GemmOfEveryKind, MoreCases, );

/// The library that products on this space must reach.
template <class Space>
bool is_vendor_path(ProductNote::Path path) {
  if (spica::detail::is_host_space<Space> && spica::blas_info().name == "none") {
    return path == ProductNote::Path::kernels;
  }
  return path == ProductNote::Path::vendor;
}

struct Sizes {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
};
constexpr Sizes some_sizes[] = {{1, 1, 1},    {2, 3, 5}, {17, 65, 33}, {5, 1, 9}, {1, 6, 4},
                                {40, 40, 40}, {3, 0, 2}, {0, 4, 2},    {4, 3, 0}};

TYPED_TEST(GemmOfEveryKind, AgreesWithThreeLoopsForEveryWayThatOperandsLie) {
  using T = typename TypeParam::Element;
  using Space = typename TypeParam::Space;
  const T alpha = T(1.5);
  unsigned seed = 1;
  for (const Sizes& size : some_sizes) {
    for (const Lie lie_a : spica::test::all_lies) {
      for (const Lie lie_b : spica::test::all_lies) {
        for (const Lie lie_c : spica::test::all_lies) {
          const T beta = seed % 3 == 0 ? T(0) : T(-0.5);
          SCOPED_TRACE(::testing::Message()
                       << size.m << 'x' << size.n << 'x' << size.k << ", A " << name_of(lie_a) << ", B "
                       << name_of(lie_b) << ", C " << name_of(lie_c) << ", seed " << seed);
          const HostMatrix<T> host_a = random_matrix<T>(size.m, size.k, seed++);
          const HostMatrix<T> host_b = random_matrix<T>(size.k, size.n, seed++);
          const HostMatrix<T> host_c = random_matrix<T>(size.m, size.n, seed++);
          const auto a = place(this->device, host_a, lie_a);
          const auto b = place(this->device, host_b, lie_b);
          const auto c = place(this->device, host_c, lie_c);
          spica::gemm(alpha, a.matrix, b.matrix, beta, c.matrix);
          ASSERT_TRUE(close_to(to_host(c.matrix), naive_gemm(alpha, host_a, host_b, beta, host_c)));
          ASSERT_EQ(c.surroundings_changed(), 0);
          if (size.m > 1 && size.n > 1 && size.k > 1) {
            const ProductNote& note = spica::detail::last_product();
            ASSERT_TRUE(is_vendor_path<Space>(note.path));
            ASSERT_EQ(note.packed, !has_unit_stride(lie_a) + !has_unit_stride(lie_b) + !has_unit_stride(lie_c));
          }
        }
      }
    }
  }
}

// The layouts as types: what is passed on is decided at run time, but each type has its own way to an address.
template <class Layout, class T, class Space>
auto in_layout(const spica::Device<Space>& device, const HostMatrix<T>& m) {
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutRight>) {
    return to_device(device, m);
  } else {
    HostMatrix<T> turned(m.columns, m.rows);
    for (std::int64_t i = 0; i < m.rows; ++i) {
      for (std::int64_t j = 0; j < m.columns; ++j) turned(j, i) = m(i, j);
    }
    return spica::transpose(to_device(device, turned));
  }
}

template <class LayoutA, class LayoutB, class LayoutC, class T, class Space>
void multiply_layouts(const spica::Device<Space>& device) {
  const auto a = in_layout<LayoutA>(device, host_matrix<T>({{1, 2, 3}, {4, 5, 6}}));
  const auto b = in_layout<LayoutB>(device, host_matrix<T>({{1, 2}, {3, 4}, {5, 6}}));
  const auto c = in_layout<LayoutC>(device, HostMatrix<T>(2, 2));
  static_assert(std::is_same_v<typename decltype(a)::array_layout, LayoutA>);
  static_assert(std::is_same_v<typename decltype(b)::array_layout, LayoutB>);
  static_assert(std::is_same_v<typename decltype(c)::array_layout, LayoutC>);
  spica::gemm(T(1), a, b, T(0), c);
  EXPECT_TRUE(has_exactly(c, {{22, 28}, {49, 64}}));
  EXPECT_TRUE(is_vendor_path<Space>(spica::detail::last_product().path));
  spica::gemm(T(2), spica::transpose(b), spica::transpose(a), T(1), spica::transpose(c));
  EXPECT_TRUE(has_exactly(c, {{66, 84}, {147, 192}}));
  EXPECT_TRUE(is_vendor_path<Space>(spica::detail::last_product().path));
  EXPECT_TRUE(has_exactly(spica::matmul(a, b), {{22, 28}, {49, 64}}));
  EXPECT_TRUE(is_vendor_path<Space>(spica::detail::last_product().path));
}

TYPED_TEST(Gemm, GEM_08_AllMixturesOfLayoutsWithTransposedViews) {
  using T = typename TypeParam::Element;
  using L = Kokkos::LayoutLeft;
  using R = Kokkos::LayoutRight;
  multiply_layouts<R, R, R, T>(this->device);
  multiply_layouts<R, R, L, T>(this->device);
  multiply_layouts<R, L, R, T>(this->device);
  multiply_layouts<R, L, L, T>(this->device);
  multiply_layouts<L, R, R, T>(this->device);
  multiply_layouts<L, R, L, T>(this->device);
  multiply_layouts<L, L, R, T>(this->device);
  multiply_layouts<L, L, L, T>(this->device);
}

TYPED_TEST(GemmOfEveryKind, GEM_01_BetaZeroDoesNotReadC) {
  using T = typename TypeParam::Element;
  using Real = spica::test::real_t<T>;
  for (const Real poison : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
    for (const Sizes& size : {Sizes{5, 7, 3}, Sizes{1, 1, 1}, Sizes{17, 33, 65}, Sizes{128, 128, 128}, Sizes{9, 1, 4},
                              Sizes{1, 9, 4}, Sizes{257, 1, 300}}) {
      for (const Lie lie : spica::test::all_lies) {
        SCOPED_TRACE(::testing::Message() << size.m << 'x' << size.n << 'x' << size.k << ", C " << name_of(lie));
        const auto a = spica::ones<T>(this->device, size.m, size.k);
        const auto b = spica::ones<T>(this->device, size.k, size.n);
        const auto c = place(this->device, HostMatrix<T>(size.m, size.n, T(poison)), lie);
        spica::gemm(T(1), a, b, T(0), c.matrix);
        ASSERT_TRUE(all_exactly(to_host(c.matrix), T(static_cast<Real>(size.k))));
        ASSERT_EQ(c.surroundings_changed(), 0);
      }
    }
  }
}

TYPED_TEST(Gemm, GEM_02_NoInnerExtentStillScalesC) {
  using T = typename TypeParam::Element;
  using Real = spica::test::real_t<T>;
  const auto a = spica::zeros<T>(this->device, 3, 0);
  const auto b = spica::zeros<T>(this->device, 0, 4);
  for (const Lie lie : spica::test::all_lies) {
    const auto c = place(this->device, HostMatrix<T>(3, 4, T(2)), lie);
    spica::gemm(T(1), a, b, T(1), c.matrix);
    EXPECT_TRUE(all_exactly(to_host(c.matrix), T(2)));
    spica::gemm(T(1), a, b, T(0.5), c.matrix);
    EXPECT_TRUE(all_exactly(to_host(c.matrix), T(1)));
    spica::assign(c.matrix, T(std::numeric_limits<Real>::quiet_NaN()));
    spica::gemm(T(1), a, b, T(0), c.matrix);
    EXPECT_TRUE(all_exactly(to_host(c.matrix), T(0)));
    EXPECT_EQ(c.surroundings_changed(), 0);
  }
}

TYPED_TEST(Gemm, GEM_04_AlphaZeroDoesNotReadTheFactors) {
  using T = typename TypeParam::Element;
  using Real = spica::test::real_t<T>;
  const auto a = spica::full<T>(this->device, T(std::numeric_limits<Real>::quiet_NaN()), 2, 2);
  const auto b = spica::full<T>(this->device, T(std::numeric_limits<Real>::infinity()), 2, 2);
  const auto c = spica::ones<T>(this->device, 2, 2);
  spica::gemm(T(0), a, b, T(2), c);
  EXPECT_TRUE(all_exactly(to_host(c), T(2)));
  spica::gemm(T(0), a + b, b, T(3), c);
  EXPECT_TRUE(all_exactly(to_host(c), T(6)));
  spica::gemm(T(0), a, b, T(1), c);
  EXPECT_TRUE(all_exactly(to_host(c), T(6)));
}

TYPED_TEST(Gemm, NaNAndInfInTheFactorsReachTheirRowsAndColumns) {
  using T = typename TypeParam::Element;
  using Real = spica::test::real_t<T>;
  HostMatrix<T> host_a = random_matrix<T>(9, 8, 3);
  host_a(4, 2) = T(std::numeric_limits<Real>::quiet_NaN());
  const HostMatrix<T> got = to_host(spica::matmul(to_device(this->device, host_a), spica::ones<T>(this->device, 8, 7)));
  for (std::int64_t i = 0; i < 9; ++i) {
    for (std::int64_t j = 0; j < 7; ++j) EXPECT_EQ(got(i, j) != got(i, j), i == 4) << i << ' ' << j;
  }
}

TYPED_TEST(Gemm, GEM_05_OutputThatSharesElementsWithAnInputIsRefused) {
  using T = typename TypeParam::Element;
  const std::string in_a =
      "spica::gemm: aliasing: C shares elements with A, which would be overwritten while it is read; write into "
      "another "
      "array, or multiply spica::copy(A)";
  const std::string in_b =
      "spica::gemm: aliasing: C shares elements with B, which would be overwritten while it is read; write into "
      "another "
      "array, or multiply spica::copy(B)";
  for (const std::int64_t n : {1, 2, 4, 512}) {
    const auto p = spica::full<T>(this->device, T(3), n, n);
    const auto q = spica::ones<T>(this->device, n, n);
    expect_error<spica::ValueError>(in_a, [&] { spica::gemm(T(1), p, q, T(0), p); });
    expect_error<spica::ValueError>(in_b, [&] { spica::gemm(T(1), q, p, T(0), p); });
    expect_error<spica::ValueError>(in_a, [&] { spica::gemm(T(1), p, p, T(0), p); });
    expect_error<spica::ValueError>(in_a, [&] { spica::gemm(T(1), spica::transpose(p), q, T(0), p); });
    expect_error<spica::ValueError>(in_a, [&] { spica::gemm(T(0), p, q, T(0), p); });
    EXPECT_TRUE(all_exactly(to_host(p), T(3)));
  }
  // Shifted by one row, by one column and by both; and transposed.
  const auto memory = spica::ones<T>(this->device, 6, 6);
  const auto part = [&](std::int64_t i, std::int64_t j) {
    return memory(spica::range(i, i + 4), spica::range(j, j + 4));
  };
  const auto other = spica::ones<T>(this->device, 4, 4);
  for (const auto& [i, j] : {std::pair<int, int>{1, 0}, {0, 1}, {1, 1}, {2, 2}}) {
    expect_error<spica::ValueError>(in_a,
                                    [&, i = i, j = j] { spica::gemm(T(1), part(0, 0), other, T(0), part(i, j)); });
    expect_error<spica::ValueError>(in_b,
                                    [&, i = i, j = j] { spica::gemm(T(1), other, part(i, j), T(0), part(0, 0)); });
    expect_error<spica::ValueError>(
        in_b, [&, i = i, j = j] { spica::gemm(T(1), other, spica::transpose(part(i, j)), T(0), part(0, 0)); });
  }
  EXPECT_TRUE(all_exactly(to_host(memory), T(1)));
}

TYPED_TEST(Gemm, GEM_05_CopiesMakeTheSameProductsRight) {
  using T = typename TypeParam::Element;
  const auto p = to_device(this->device, host_matrix<T>({{1, 2}, {3, 4}}));
  const auto r = to_device(this->device, host_matrix<T>({{1, 2}, {3, 4}}));
  spica::gemm(T(1), spica::copy(p), spica::ones<T>(this->device, 2, 2), T(0), p);
  EXPECT_TRUE(has_exactly(p, {{3, 3}, {7, 7}}));
  spica::gemm(T(1), r + r, r + r, T(0), r);  // an expression is evaluated before C is written
  EXPECT_TRUE(has_exactly(r, {{28, 40}, {60, 88}}));
}

TYPED_TEST(Gemm, PartsOfOneMatrixThatShareNothingAreAccepted) {
  using T = typename TypeParam::Element;
  const auto expect_product = [&](const auto& part_of) {
    const auto m = to_device(this->device, random_matrix<T>(8, 12, 5));
    const auto [a, b, c] = part_of(m);
    const auto expected = naive_gemm(T(1), to_host(a), to_host(b), T(0), to_host(c));
    spica::gemm(T(1), a, b, T(0), c);
    EXPECT_TRUE(close_to(to_host(c), expected));
  };
  const auto matrix = [&](std::int64_t rows, std::int64_t columns) {
    return to_device(this->device, random_matrix<T>(rows, columns, 6));
  };
  // Columns beside columns, whose spans of memory meet everywhere.
  expect_product([](const auto& m) {
    return std::tuple(m(all, spica::range(0, 3)), m(spica::range(0, 3), spica::range(4, 8)),
                      m(all, spica::range(8, 12)));
  });
  // Even columns from odd ones.
  expect_product([&](const auto& m) {
    const auto rows = spica::range(0, 6);
    return std::tuple(m(rows, spica::range(1, 12, 2)), matrix(6, 6), m(rows, spica::range(0, 12, 2)));
  });
  // Even rows from odd ones.
  expect_product([&](const auto& m) {
    return std::tuple(m(spica::range(1, 8, 2), all), matrix(12, 12), m(spica::range(0, 8, 2), all));
  });
  // One column from others, as a range and as an index.
  expect_product(
      [&](const auto& m) { return std::tuple(m(all, spica::range(0, 3)), matrix(3, 1), m(all, spica::range(5, 6))); });
  expect_product(
      [&](const auto& m) { return std::tuple(m(all, spica::range(0, 3)), matrix(3, 1), m(all, 5, spica::newaxis)); });
}

TYPED_TEST(Gemm, GEM_07_TransposedFactorsTakeTheInnerExtentFromTheRightAxis) {
  using T = typename TypeParam::Element;
  const auto a = to_device(this->device, host_matrix<T>({{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_TRUE(has_exactly(spica::matmul(spica::transpose(a), a), {{35, 44}, {44, 56}}));
  for (int modes = 0; modes < 4; ++modes) {
    const bool turn_a = (modes & 1) != 0;
    const bool turn_b = (modes & 2) != 0;
    const HostMatrix<T> host_a = random_matrix<T>(2, 5, 11);
    const HostMatrix<T> host_b = random_matrix<T>(5, 3, 12);
    const auto x = place(this->device, host_a, turn_a ? Lie::columns : Lie::rows).matrix;
    const auto y = place(this->device, host_b, turn_b ? Lie::columns : Lie::rows).matrix;
    EXPECT_TRUE(close_to(to_host(spica::matmul(x, y)), naive_gemm(T(1), host_a, host_b, T(0), HostMatrix<T>(2, 3))));
  }
}

TYPED_TEST(Gemm, GEM_09_BlockOfALargerMatrixKeepsItsRowStride) {
  using T = typename TypeParam::Element;
  const auto m = to_device(this->device, host_matrix<T>({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {0, 0, 0, 1}}));
  const auto block = m(spica::range(0, 3), spica::range(0, 3));
  const auto column = m(spica::range(0, 3), spica::range(3, 4));
  EXPECT_TRUE(has_exactly(spica::matmul(block, column), {{56}, {152}, {248}}));
  // The result into one column of a wider matrix, where Kokkos Kernels 4.6.01 and 5.0.2 were wrong by themselves.
  const auto wide = to_device(this->device, HostMatrix<T>(3, 4));
  spica::gemm(T(1), block, column, T(0), wide(all, spica::range(1, 2)));
  EXPECT_TRUE(has_exactly(wide, {{0, 56, 0, 0}, {0, 152, 0, 0}, {0, 248, 0, 0}}));
  // I times one column of a wider matrix.
  const auto eye = to_device(this->device, host_matrix<T>({{1, 0}, {0, 1}}));
  const auto pairs = to_device(this->device, host_matrix<T>({{1, 2}, {3, 4}}));
  EXPECT_TRUE(has_exactly(spica::matmul(eye, pairs(all, spica::range(0, 1))), {{1}, {3}}));
}

// Wrapped Views with padding keep their layout's type; a Spica slice of two ranges does not.
TYPED_TEST(Gemm, WrappedViewsWithPaddingAndConstElements) {
  using T = typename TypeParam::Element;
  using Space = typename TypeParam::Space;
  using Memory = typename Space::memory_space;
  if constexpr (std::is_same_v<Space, Host> || !spica::detail::is_host_space<Space>) {
    const HostMatrix<T> host_a = random_matrix<T>(6, 4, 21);
    const HostMatrix<T> host_b = random_matrix<T>(4, 5, 22);
    const Kokkos::View<T**, Kokkos::LayoutRight, Memory> right("right", 9, 11);
    const Kokkos::View<T**, Kokkos::LayoutLeft, Memory> left("left", 9, 11);
    const auto pair = [](int lo, int hi) { return Kokkos::pair<int, int>(lo, hi); };
    const auto a_right =
        spica::wrap(Kokkos::View<T**, Kokkos::LayoutRight, Memory>(Kokkos::subview(right, pair(1, 7), pair(2, 6))));
    const auto b_left =
        spica::wrap(Kokkos::View<T**, Kokkos::LayoutLeft, Memory>(Kokkos::subview(left, pair(3, 7), pair(2, 7))));
    spica::assign(a_right, to_device(this->device, host_a));
    spica::assign(b_left, to_device(this->device, host_b));
    const Kokkos::View<const T**, Kokkos::LayoutRight, Memory> const_a(Kokkos::subview(right, pair(1, 7), pair(2, 6)));
    const auto expected = naive_gemm(T(1), host_a, host_b, T(0), HostMatrix<T>(6, 5));
    EXPECT_TRUE(close_to(to_host(spica::matmul(a_right, b_left)), expected));
    EXPECT_TRUE(close_to(to_host(spica::matmul(spica::wrap(const_a), b_left)), expected));
    const Kokkos::View<T**, Kokkos::LayoutLeft, Memory> out("out", 8, 7);
    const auto c =
        spica::wrap(Kokkos::View<T**, Kokkos::LayoutLeft, Memory>(Kokkos::subview(out, pair(1, 7), pair(1, 6))));
    spica::gemm(T(1), a_right, b_left, T(0), c);
    EXPECT_TRUE(close_to(to_host(c), expected));
    EXPECT_EQ(spica::detail::last_product().packed, 0);
  }
}

TYPED_TEST(Gemm, RepeatedFactorsAreRead) {
  using T = typename TypeParam::Element;
  const auto row = to_device(this->device, host_matrix<T>({{1, 2, 3}}));
  const auto repeated = spica::broadcast_to(row, 4, 3);
  EXPECT_TRUE(has_exactly(spica::matmul(repeated, spica::transpose(row)), {{14}, {14}, {14}, {14}}));
  EXPECT_TRUE(has_exactly(spica::matmul(row, spica::transpose(repeated)), {{14, 14, 14, 14}}));
  EXPECT_TRUE(all_exactly(to_host(spica::matmul(repeated, spica::transpose(repeated))), T(14)));
}

TYPED_TEST(Gemm, ShapesThatDoNotFitAreRefusedAndCStays) {
  using T = typename TypeParam::Element;
  const auto a = spica::ones<T>(this->device, 64, 32);
  const auto b = spica::ones<T>(this->device, 16, 8);
  const auto c = spica::full<T>(this->device, T(5), 64, 8);
  expect_error<spica::ShapeError>(
      "spica::gemm: inner extents differ: A is [64, 32], B is [16, 8]; A.extent(1) must equal B.extent(0)",
      [&] { spica::gemm(T(1), a, b, T(0), c); });
  expect_error<spica::ShapeError>(
      "spica::gemm: C has the wrong shape: A is [64, 32], B is [32, 8], C is [64, 7]; C must be [64, 8]",
      [&] { spica::gemm(T(1), a, spica::ones<T>(this->device, 32, 8), T(0), spica::ones<T>(this->device, 64, 7)); });
  expect_error<spica::ShapeError>(
      "spica::gemm: C has the wrong shape: A is [64, 32], B is [32, 8], C is [8, 64]; C must be [64, 8]",
      [&] { spica::gemm(T(1), a, spica::ones<T>(this->device, 32, 8), T(0), spica::ones<T>(this->device, 8, 64)); });
  EXPECT_TRUE(all_exactly(to_host(c), T(5)));
}

TYPED_TEST(Gemm, DevicesOfDifferentNumbersAreRefused) {
  using T = typename TypeParam::Element;
  using Space = typename TypeParam::Space;
  if (!spica::detail::is_host_space<Space> || spica::num_devices() - spica::num_gpus() < 2) {
    GTEST_SKIP() << "needs two devices of one space: SPICA_HOST_DEVICES is 1";
  }
  const spica::Device<Space> second(1);
  const std::string first_name = this->device.name();
  const std::string second_name = second.name();
  const auto here = spica::ones<T>(this->device, 2, 2);
  const auto there = spica::ones<T>(second, 2, 2);
  expect_error<spica::DeviceError>("spica::gemm: operands are on different devices: C is on " + first_name + ", B on " +
                                       second_name + "; write spica::copy(B, C.device())",
                                   [&] { spica::gemm(T(1), here, there, T(0), spica::copy(here)); });
  expect_error<spica::DeviceError>("spica::gemm: operands are on different devices: C is on " + second_name +
                                       ", A on " + first_name + "; write spica::copy(A, C.device())",
                                   [&] { spica::gemm(T(1), here, here, T(0), there); });
  expect_error<spica::DeviceError>("spica::matmul: operands are on different devices: A is on " + first_name +
                                       ", B on " + second_name + "; write spica::copy(B, A.device())",
                                   [&] { spica::matmul(here, there); });
  EXPECT_TRUE(all_exactly(to_host(there), T(1)));
  EXPECT_EQ(spica::matmul(there, there).device(), second);
}

// Extents over what BLAS takes in 32 bits: the same arithmetic with a limit that a test can reach.
TYPED_TEST(Gemm, GEM_14_ExtentsOverTheLimitAreSplit) {
  using T = typename TypeParam::Element;
  using spica::detail::matrix_of;
  for (const std::int64_t most : {3, 7, 16, 64}) {
    for (const Sizes& size : {Sizes{17, 9, 13}, Sizes{7, 7, 7}, Sizes{8, 1, 15}, Sizes{1, 20, 2}, Sizes{1, 1, 30}}) {
      for (const Lie lie : spica::test::all_lies) {
        SCOPED_TRACE(::testing::Message()
                     << "limit " << most << ", " << size.m << 'x' << size.n << 'x' << size.k << ", " << name_of(lie));
        const HostMatrix<T> host_a = random_matrix<T>(size.m, size.k, 31);
        const HostMatrix<T> host_b = random_matrix<T>(size.k, size.n, 32);
        const HostMatrix<T> host_c = random_matrix<T>(size.m, size.n, 33);
        const auto a = place(this->device, host_a, lie);
        const auto b = place(this->device, host_b, lie);
        const auto c = place(this->device, host_c, lie);
        spica::detail::blas_product<T>(this->device, T(2), matrix_of(a.matrix).as_const(),
                                       matrix_of(b.matrix).as_const(), T(3), matrix_of(c.matrix), "spica::gemm", most);
        ASSERT_TRUE(close_to(to_host(c.matrix), naive_gemm(T(2), host_a, host_b, T(3), host_c)));
        ASSERT_EQ(c.surroundings_changed(), 0);
        const auto blocks = [&](std::int64_t extent) { return (extent + most - 1) / most; };
        ASSERT_EQ(spica::detail::last_product().calls, blocks(size.m) * blocks(size.n) * blocks(size.k));
      }
    }
  }
}

TEST(GemmChecks, OutputWithTwoElementsInOnePlaceIsRefused) {
  const std::string text =
      "spica::gemm: aliasing: C has two elements in one place (a stride of 0, or rows that reach into each other), "
      "which "
      "cannot hold two results; write into an array without that";
  const Kokkos::View<double*, Host::memory_space> memory("memory", 16);
  const auto a = spica::ones<double>(spica::Device<Host>(), 3, 3);
  for (const auto& [row, column] : {std::pair<int, int>{0, 1}, {1, 0}, {1, 1}, {2, 1}, {2, 4}, {0, 0}}) {
    const Kokkos::View<double**, Kokkos::LayoutStride, Host::memory_space> view(
        memory.data(), Kokkos::LayoutStride(3, static_cast<std::size_t>(row), 3, static_cast<std::size_t>(column)));
    expect_error<spica::ValueError>(text, [&] { spica::gemm(1.0, a, a, 0.0, spica::wrap(view)); });
  }
  // Strides of 2 and 3 reach into each other without two elements in one place only while there are few.
  const Kokkos::View<double**, Kokkos::LayoutStride, Host::memory_space> woven(memory.data(),
                                                                               Kokkos::LayoutStride(3, 2, 2, 3));
  spica::gemm(1.0, a, spica::ones<double>(spica::Device<Host>(), 3, 2), 0.0, spica::wrap(woven));
  EXPECT_TRUE(all_exactly(to_host(spica::wrap(woven)), 3.0));
}

}  // namespace
