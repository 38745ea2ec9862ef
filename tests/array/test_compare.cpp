// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/compare.hpp>

#include "support/errors.hpp"
#include "support/guarded.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace {

using Host = spica::detail::HostSpace;
using spica::allclose;
using spica::Array;
using spica::array_equal;
using spica::cpu;
using spica::Device;
using spica::Ledger;
using spica::test::Guarded;
using spica::test::message_of;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class Case>
class Compare : public ::testing::Test {};
using CompareCases = spica::test::Combinations<spica::test::Spaces, spica::test::List<float>, spica::test::Layouts>;
TYPED_TEST_SUITE(Compare, CompareCases, spica::test::CaseName);

TYPED_TEST(Compare, OneDifferentElementAnywhereIsSeen) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  std::vector<float> values = spica::test::numbers<float>(4 * 5 * 7);
  const Guarded<float, 3, Space, Kokkos::LayoutRight> a(device, {4, 5, 7}, values);
  for (const std::size_t at : {std::size_t{0}, std::size_t{6}, std::size_t{7}, std::size_t{72}, values.size() - 1}) {
    std::vector<float> other = values;
    const Guarded<float, 3, Space, typename TypeParam::layout> same(device, {4, 5, 7}, other);
    EXPECT_TRUE(array_equal(a.array(), same.array()));
    EXPECT_TRUE(allclose(a.array(), same.array(), 0, 0));
    other[at] += 0.5F;
    const Guarded<float, 3, Space, typename TypeParam::layout> different(device, {4, 5, 7}, other);
    EXPECT_FALSE(array_equal(a.array(), different.array())) << at;
    EXPECT_FALSE(array_equal(different.array(), a.array())) << at;
    EXPECT_FALSE(allclose(a.array(), different.array())) << at;
  }
}

TYPED_TEST(Compare, ShapesMustBeEqualForArrayEqual) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  const Guarded<float, 2, Space, typename TypeParam::layout> a(device, {2, 3});
  EXPECT_FALSE(array_equal(a.array(), spica::zeros<float>(device, 3, 2)));
  EXPECT_FALSE(array_equal(a.array(), spica::zeros<float>(device, 6)));
  EXPECT_FALSE(array_equal(spica::zeros<float>(device, 1), spica::zeros<float>(device, 2)));
  EXPECT_FALSE(array_equal(spica::zeros<float>(device, 0, 3), spica::zeros<float>(device, 3, 0)));
  EXPECT_TRUE(array_equal(spica::zeros<float>(device, 0, 3), spica::zeros<float>(device, 0, 3)));
}

TYPED_TEST(Compare, ManyElements) {
  const Device<typename TypeParam::space> device;
  const auto a = spica::arange<std::int32_t>(device, 100003);
  const auto b = spica::arange<std::int32_t>(device, 1, 100004);
  EXPECT_TRUE(array_equal(a, spica::copy(a)));
  EXPECT_FALSE(array_equal(a, b));
  EXPECT_TRUE(array_equal(a(spica::range(1, 100003)), b(spica::range(0, 100002))));
}

TYPED_TEST(Compare, RankZero) {
  const Device<typename TypeParam::space> device;
  EXPECT_TRUE(array_equal(spica::full<float>(device, 2), spica::full<double>(device, 2)));
  EXPECT_FALSE(array_equal(spica::full<float>(device, 2), spica::full<float>(device, 3)));
}

template <class A, class B>
bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) {
  return allclose(spica::full<A>(cpu(), a), spica::full<B>(cpu(), b), rtol, atol, equal_nan);
}

TEST(ArrayEqual, NotANumberEqualsNothing) {
  const auto a = spica::array<double>(cpu(), {1, nan});
  EXPECT_FALSE(array_equal(a, a));
  EXPECT_TRUE(array_equal(spica::array<double>(cpu(), {0.0, inf}), spica::array<double>(cpu(), {-0.0, inf})));
}

TEST(ArrayEqual, ComparesValuesOfDifferentTypes) {
  EXPECT_TRUE(array_equal(spica::array<int>(cpu(), {1, 2}), spica::array<double>(cpu(), {1, 2})));
  EXPECT_FALSE(array_equal(spica::array<int>(cpu(), {1, 2}), spica::array<double>(cpu(), {1, 2.5})));
  EXPECT_TRUE(array_equal(spica::array<bool>(cpu(), {true}), spica::array<int>(cpu(), {1})));
  using Z = Kokkos::complex<double>;
  EXPECT_TRUE(array_equal(spica::full<Z>(cpu(), Z(1, 2)), spica::full<Z>(cpu(), Z(1, 2))));
  EXPECT_FALSE(array_equal(spica::full<Z>(cpu(), Z(1, 2)), spica::full<Z>(cpu(), Z(1, 3))));
}

TEST(ArrayEqual, SignedAndUnsignedAreComparedByValue) {
  EXPECT_FALSE(array_equal(spica::full<std::int32_t>(cpu(), -1), spica::full<std::uint32_t>(cpu(), 4294967295U)));
  EXPECT_FALSE(array_equal(spica::full<std::uint64_t>(cpu(), ~std::uint64_t{0}), spica::full<std::int64_t>(cpu(), -1)));
  EXPECT_TRUE(array_equal(spica::full<std::int32_t>(cpu(), 7), spica::full<std::uint32_t>(cpu(), 7)));
}

// C++ would round the integer to the real type first.
TEST(ArrayEqual, IntegersAndRealNumbersAreComparedExactly) {
  const auto equal = [](auto a, auto b) {
    const bool result = array_equal(spica::full<decltype(a)>(cpu(), a), spica::full<decltype(b)>(cpu(), b));
    EXPECT_EQ(result, array_equal(spica::full<decltype(b)>(cpu(), b), spica::full<decltype(a)>(cpu(), a)));
    return result;
  };
  EXPECT_FALSE(equal(std::int32_t{16777217}, 16777216.0F));
  EXPECT_TRUE(equal(std::int32_t{16777216}, 16777216.0F));
  const std::int64_t odd = (std::int64_t{1} << 53) + 1;
  EXPECT_FALSE(equal(odd, 9007199254740992.0));
  EXPECT_TRUE(equal(odd - 1, 9007199254740992.0));
  EXPECT_FALSE(equal(std::numeric_limits<std::int64_t>::max(), 9223372036854775808.0));
  EXPECT_TRUE(equal(std::numeric_limits<std::int64_t>::min(), -9223372036854775808.0));
  EXPECT_FALSE(equal(std::numeric_limits<std::uint64_t>::max(), 18446744073709551616.0F));
  EXPECT_FALSE(equal(std::uint64_t{0}, -1.0));
  EXPECT_FALSE(equal(std::int64_t{2}, 2.5));
  EXPECT_FALSE(equal(std::int64_t{0}, nan));
  EXPECT_FALSE(equal(std::int64_t{0}, inf));
  EXPECT_TRUE(equal(true, 1.0));
  EXPECT_FALSE(equal(std::int32_t{16777217}, Kokkos::complex<float>(16777216, 0)));
  EXPECT_FALSE(equal(std::int32_t{1}, Kokkos::complex<float>(1, 1)));
  EXPECT_TRUE(equal(std::int32_t{1}, Kokkos::complex<float>(1, 0)));
}

TEST(AllClose, TakesANumber) {
  const auto a = spica::full<float>(cpu(), 2, 3, 4);
  EXPECT_TRUE(allclose(a, 2));
  EXPECT_TRUE(allclose(a, 2.00001));
  EXPECT_FALSE(allclose(a, 2.1));
  EXPECT_TRUE(allclose(a, 2.1, 0, 0.2));
}

TEST(AllClose, WithinRelativeOrAbsoluteTolerance) {
  EXPECT_TRUE(close(1.0, 1.00001));
  EXPECT_FALSE(close(1.0, 1.00002));
  EXPECT_TRUE(close(0.0, 1e-8));
  EXPECT_FALSE(close(0.0, 2e-8));
  EXPECT_TRUE(close(100.0, 101.0, 0.01, 0));
  EXPECT_FALSE(close(102.0, 100.0, 0.01, 0));  // relative to the second
  EXPECT_TRUE(close(-100.0, -101.0, 0.01, 0));
  EXPECT_FALSE(close(-1.0, 1.0, 0.5, 0.5));
  EXPECT_TRUE(close(3, 3.0F));
  EXPECT_FALSE(close(3, 4));
  EXPECT_TRUE(close(4U, 3U, 0, 1));
}

TEST(AllClose, InfinitiesAreCloseToThemselvesOnly) {
  EXPECT_TRUE(close(inf, inf));
  EXPECT_TRUE(close(-inf, -inf));
  EXPECT_FALSE(close(inf, -inf));
  EXPECT_FALSE(close(inf, 1e308));
  EXPECT_FALSE(close(1e308, inf));
  EXPECT_FALSE(close(nan, inf));
}

TEST(AllClose, NotANumberOnlyByAsking) {
  EXPECT_FALSE(close(nan, nan));
  EXPECT_TRUE(close(nan, nan, 0, 0, true));
  EXPECT_FALSE(close(nan, 1.0, 1, 1, true));
  EXPECT_FALSE(close(1.0, nan, 1, 1, true));
}

TEST(AllClose, ComplexNumbersByTheirDistance) {
  using Z = Kokkos::complex<double>;
  EXPECT_TRUE(close(Z(3, 4), Z(3, 4)));
  EXPECT_TRUE(close(Z(3, 4), Z(3, 4.05), 0.01, 0));  // 0.05 of 5.04
  EXPECT_FALSE(close(Z(3, 4), Z(3, 4.06), 0.01, 0));
  EXPECT_FALSE(close(Z(1, nan), Z(1, nan)));
  EXPECT_TRUE(close(Z(1, nan), Z(1, nan), 0, 0, true));
  EXPECT_TRUE(close(Z(inf, 0), Z(inf, 0)));
  EXPECT_FALSE(close(Z(inf, 0), Z(0, inf)));
  EXPECT_TRUE(close(Kokkos::complex<float>(1, 0), 1.0));
}

TEST(AllClose, BroadcastsAndThrowsWhereShapesDoNotFit) {
  const auto a = spica::array<float>(cpu(), {{1, 2, 3}, {1, 2, 3}});
  EXPECT_TRUE(allclose(a, spica::array<float>(cpu(), {1, 2, 3})));
  EXPECT_FALSE(allclose(a, spica::array<float>(cpu(), {1, 2, 4})));
  EXPECT_TRUE(allclose(spica::full<double>(cpu(), 1), a(spica::all, 0)));
  EXPECT_EQ(message_of<spica::ShapeError>([&] { allclose(a, spica::zeros<float>(cpu(), 2)); }),
            "spica::allclose: shapes cannot be broadcast together: A is [2, 3], B is [2]; counted from the last axis, "
            "extents must be equal or 1");
}

TEST(CompareLedger, IsOneReadFromTheDevice) {
  const auto a = spica::zeros<float>(cpu(), 1000);
  const Ledger before = spica::ledger();
  array_equal(a, a);
  EXPECT_EQ((spica::ledger() - before).transfers(), (Ledger::Transfers{1, 8}));
  allclose(a, a);
  EXPECT_EQ((spica::ledger() - before).device_to_host, (Ledger::Transfers{2, 16}));
  EXPECT_EQ((spica::ledger() - before).allocations + (spica::ledger() - before).pool_hits, 0);
}

TEST(CompareLedger, InsideNoTransfersThrows) {
  const auto a = spica::zeros<float>(cpu(), 3);
  const spica::NoTransfers scope;
  const std::string rest =
      ": would move 8 bytes from cpu(0) to the caller inside a NoTransfers scope; move the call out "
      "of the scope, or keep the value on its device";
  EXPECT_EQ(message_of<spica::TransferError>([&] { array_equal(a, a); }), "spica::array_equal" + rest);
  EXPECT_EQ(message_of<spica::TransferError>([&] { allclose(a, a); }), "spica::allclose" + rest);
  const auto shorter = a(spica::range(0, 2));
  EXPECT_EQ(message_of<spica::TransferError>([&] { array_equal(a, shorter); }), "spica::array_equal" + rest);
  EXPECT_EQ(message_of<spica::TransferError>([&] { array_equal(a, a(0)); }), "spica::array_equal" + rest);
}

TEST(CompareDevices, DifferentNumbersThrowBothOperandsAndTheCure) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  const auto a = spica::zeros<float>(cpu(0), 3);
  const auto b = spica::zeros<float>(cpu(1), 3);
  const std::string rest =
      ": operands are on different devices: A is on cpu(0), B on cpu(1); write spica::copy(B, "
      "A.device())";
  EXPECT_EQ(message_of<spica::DeviceError>([&] { array_equal(a, b); }), "spica::array_equal" + rest);
  EXPECT_EQ(message_of<spica::DeviceError>([&] { allclose(a, b); }), "spica::allclose" + rest);
  EXPECT_TRUE(array_equal(a, spica::copy(b, a.device())));
}

TEST(CompareNothing, DefaultConstructedArrays) {
  EXPECT_TRUE(array_equal(Array<float, 2, Host>(), Array<float, 2, Host>()));
  const std::string rest = ": an operand of rank 0 was default-constructed and holds no element";
  EXPECT_EQ(message_of<spica::ValueError>([] { array_equal(Array<float, 0, Host>(), spica::zeros<float>(cpu())); }),
            "spica::array_equal" + rest);
}

}  // namespace
