// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expected texts are NumPy's: what Python's print(A) wrote for the same numbers (NumPy 1.24).
#include "support/elements.hpp"
#include "support/errors.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>
#include <spica/array/print.hpp>
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>

namespace {

using spica::all;
using spica::array;
using spica::cpu;

template <class Source>
std::string printed(const Source& source) {
  std::ostringstream out;
  out << source;
  return out.str();
}

/// An array of rank 0.
template <class T>
std::string printed_number(T value) {
  return printed(spica::full<T>(cpu(), value));
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Print, IntegersAreRightAligned) {
  EXPECT_EQ(printed(array<int>(cpu(), {{1, -20, 300}, {4, 5, -6000}})),
            "[[    1   -20   300]\n"
            " [    4     5 -6000]]\n"
            "<int32 [2, 3] on cpu(0)>");
  EXPECT_EQ(printed(array<std::uint8_t>(cpu(), {0, 255, 7})), "[  0 255   7]\n<uint8 [3] on cpu(0)>");
  EXPECT_EQ(printed(array<std::int8_t>(cpu(), {65, -128})), "[  65 -128]\n<int8 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<std::uint64_t>(cpu(), {18446744073709551615U})),
            "[18446744073709551615]\n<uint64 [1] on cpu(0)>");
}

TEST(Print, BoolsAreTrueAndFalse) {
  EXPECT_EQ(printed(array<bool>(cpu(), {{true, false}, {false, true}})),
            "[[ True False]\n"
            " [False  True]]\n"
            "<bool [2, 2] on cpu(0)>");
  EXPECT_EQ(printed(array<bool>(cpu(), {true})), "[ True]\n<bool [1] on cpu(0)>");
}

TEST(Print, RealsShowTheShortestDigitsThatTellThem) {
  EXPECT_EQ(printed(array<float>(cpu(), {{0.1F, 0.25F}, {1.0F / 3.0F, 100.0F}})),
            "[[  0.1          0.25      ]\n"
            " [  0.33333334 100.        ]]\n"
            "<float32 [2, 2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {0.1, 0.25, 1.0 / 3.0, 100.0})),
            "[  0.1          0.25         0.33333333 100.        ]\n<float64 [4] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1.5, -2.0, 0.0})), "[ 1.5 -2.   0. ]\n<float64 [3] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {-0.0, 0.0})), "[-0.  0.]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<float>(cpu(), {34054112.0F, 1.5e7F})), "[34054112. 15000000.]\n<float32 [2] on cpu(0)>");
}

TEST(Print, ExponentsAreUsedForVeryLargeVerySmallOrVeryDifferentNumbers) {
  EXPECT_EQ(printed(array<double>(cpu(), {1e-10})), "[1.e-10]\n<float64 [1] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1e5, 1.25e-5})), "[1.00e+05 1.25e-05]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1e100, -1.5, 1e-5})),
            "[ 1.0e+100 -1.5e+000  1.0e-005]\n<float64 [3] on cpu(0)>");
  EXPECT_EQ(printed(array<float>(cpu(), {1.14968725e-05F, 1e-5F})),
            "[1.14968725e-05 9.99999975e-06]\n<float32 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1e8, 1.0})), "[1.e+08 1.e+00]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {99999999.0, 100000.5})), "[99999999.    100000.5]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1000.0, 1.0})), "[1000.    1.]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1000.5, 1.0})), "[1.0005e+03 1.0000e+00]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {1e-4, 0.05})), "[0.0001 0.05  ]\n<float64 [2] on cpu(0)>");
  EXPECT_EQ(printed(array<float>(cpu(), {1e-4F})), "[1.e-04]\n<float32 [1] on cpu(0)>");
}

TEST(Print, NanAndInfinityAreAlignedWithTheNumbers) {
  EXPECT_EQ(printed(array<double>(cpu(), {nan, -inf, inf, 1.5})), "[ nan -inf  inf  1.5]\n<float64 [4] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {nan, 1e-10, -inf})), "[   nan 1.e-10   -inf]\n<float64 [3] on cpu(0)>");
  EXPECT_EQ(printed(array<double>(cpu(), {nan, nan})), "[nan nan]\n<float64 [2] on cpu(0)>");
}

TEST(Print, ComplexNumbersHaveASignBeforeTheirImaginaryPart) {
  using C = Kokkos::complex<float>;
  using Z = Kokkos::complex<double>;
  EXPECT_EQ(printed(array<C>(cpu(), {C(1.5F, 2.25F), C(-3.0F, -10.0F)})),
            "[ 1.5 +2.25j -3. -10.j  ]\n<complex64 [2] on cpu(0)>");
  EXPECT_EQ((printed(array<Z, 2>(cpu(), {{Z(nan, 1e-7), Z(1.0, -inf)}}))),
            "[[nan+1.e-07j  1.   -infj]]\n<complex128 [1, 2] on cpu(0)>");
}

TEST(Print, LongDoubleIsShownAsDouble) {
  EXPECT_EQ(printed(array<long double>(cpu(), {0.25L, -3.0L})), "[ 0.25 -3.  ]\n<float128 [2] on cpu(0)>");
}

TEST(Print, BlocksOfHigherRanksAreSeparatedByEmptyLines) {
  EXPECT_EQ(printed(spica::reshape(spica::arange<double>(cpu(), 12), 2, 3, 2)),
            "[[[ 0.  1.]\n"
            "  [ 2.  3.]\n"
            "  [ 4.  5.]]\n"
            "\n"
            " [[ 6.  7.]\n"
            "  [ 8.  9.]\n"
            "  [10. 11.]]]\n"
            "<float64 [2, 3, 2] on cpu(0)>");
  EXPECT_EQ(printed(spica::reshape(spica::arange<int>(cpu(), 8), 2, 1, 2, 2)),
            "[[[[0 1]\n"
            "   [2 3]]]\n"
            "\n"
            "\n"
            " [[[4 5]\n"
            "   [6 7]]]]\n"
            "<int32 [2, 1, 2, 2] on cpu(0)>");
}

TEST(Print, LongRowsAreBrokenAt75Characters) {
  EXPECT_EQ(printed(spica::arange<int>(cpu(), 0, 30000, 1000)),
            "[    0  1000  2000  3000  4000  5000  6000  7000  8000  9000 10000 11000\n"
            " 12000 13000 14000 15000 16000 17000 18000 19000 20000 21000 22000 23000\n"
            " 24000 25000 26000 27000 28000 29000]\n"
            "<int32 [30] on cpu(0)>");
  EXPECT_EQ(printed(spica::reshape(spica::linspace<double>(cpu(), 0, 9.75, 40), 2, 20)),
            "[[0.   0.25 0.5  0.75 1.   1.25 1.5  1.75 2.   2.25 2.5  2.75 3.   3.25\n"
            "  3.5  3.75 4.   4.25 4.5  4.75]\n"
            " [5.   5.25 5.5  5.75 6.   6.25 6.5  6.75 7.   7.25 7.5  7.75 8.   8.25\n"
            "  8.5  8.75 9.   9.25 9.5  9.75]]\n"
            "<float64 [2, 20] on cpu(0)>");
}

TEST(Print, MoreThanAThousandElementsAreSummarised) {
  EXPECT_EQ(printed(spica::arange<int>(cpu(), 1001)), "[   0    1    2 ...  998  999 1000]\n<int32 [1001] on cpu(0)>");
  EXPECT_EQ(printed(spica::reshape(spica::arange<double>(cpu(), 3000), 3, 1000)),
            "[[0.000e+00 1.000e+00 2.000e+00 ... 9.970e+02 9.980e+02 9.990e+02]\n"
            " [1.000e+03 1.001e+03 1.002e+03 ... 1.997e+03 1.998e+03 1.999e+03]\n"
            " [2.000e+03 2.001e+03 2.002e+03 ... 2.997e+03 2.998e+03 2.999e+03]]\n"
            "<float64 [3, 1000] on cpu(0)>");
  EXPECT_EQ(printed(spica::reshape(spica::arange<int>(cpu(), 1400), 100, 2, 7)),
            "[[[   0    1    2 ...    4    5    6]\n"
            "  [   7    8    9 ...   11   12   13]]\n"
            "\n"
            " [[  14   15   16 ...   18   19   20]\n"
            "  [  21   22   23 ...   25   26   27]]\n"
            "\n"
            " [[  28   29   30 ...   32   33   34]\n"
            "  [  35   36   37 ...   39   40   41]]\n"
            "\n"
            " ...\n"
            "\n"
            " [[1358 1359 1360 ... 1362 1363 1364]\n"
            "  [1365 1366 1367 ... 1369 1370 1371]]\n"
            "\n"
            " [[1372 1373 1374 ... 1376 1377 1378]\n"
            "  [1379 1380 1381 ... 1383 1384 1385]]\n"
            "\n"
            " [[1386 1387 1388 ... 1390 1391 1392]\n"
            "  [1393 1394 1395 ... 1397 1398 1399]]]\n"
            "<int32 [100, 2, 7] on cpu(0)>");
}

TEST(Print, AThousandElementsAreAllShown) {
  const std::string text = printed(spica::arange<int>(cpu(), 1000));
  EXPECT_EQ(text.find("..."), std::string::npos);
  EXPECT_NE(text.find(" 499 "), std::string::npos);
}

TEST(Print, AnArrayOfRankZeroIsShownAsANumberWithAllItsDigits) {
  EXPECT_EQ(printed_number<double>(1.0), "1.0\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<double>(1.0 / 3.0), "0.3333333333333333\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<double>(1e16), "1e+16\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<double>(123456789.0), "123456789.0\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<double>(1e-5), "1e-05\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<double>(-0.0), "-0.0\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<double>(nan), "nan\n<float64 [] on cpu(0)>");
  EXPECT_EQ(printed_number<float>(1.0F / 3.0F), "0.33333334\n<float32 [] on cpu(0)>");
  EXPECT_EQ(printed_number<float>(1e10F), "10000000000.0\n<float32 [] on cpu(0)>");
  EXPECT_EQ(printed_number<float>(67108872.0F), "67108870.0\n<float32 [] on cpu(0)>");
  EXPECT_EQ(printed_number<float>(1e12F), "1000000000000.0\n<float32 [] on cpu(0)>");
  EXPECT_EQ(printed_number<Kokkos::complex<double>>({1.5, -2.0}), "(1.5-2j)\n<complex128 [] on cpu(0)>");
  EXPECT_EQ(printed_number<Kokkos::complex<double>>({0.0, 2.0}), "2j\n<complex128 [] on cpu(0)>");
  EXPECT_EQ(printed_number<Kokkos::complex<double>>({-0.0, nan}), "(-0+nanj)\n<complex128 [] on cpu(0)>");
  EXPECT_EQ(printed_number<bool>(true), "True\n<bool [] on cpu(0)>");
  EXPECT_EQ(printed_number<int>(-7), "-7\n<int32 [] on cpu(0)>");
}

TEST(Print, AnEmptyArrayIsAPairOfBrackets) {
  EXPECT_EQ(printed(spica::zeros<float>(cpu(), 0)), "[]\n<float32 [0] on cpu(0)>");
  EXPECT_EQ(printed(spica::zeros<double>(cpu(), 2, 0, 3)), "[]\n<float64 [2, 0, 3] on cpu(0)>");
  EXPECT_EQ(printed(spica::Array<float, 2>()), "[]\n<float32 [0, 0] on cpu(0)>");
}

TEST(Print, ADefaultConstructedArrayOfRankZeroIsAnError) {
  EXPECT_EQ(spica::test::message_of<spica::ValueError>([] { printed(spica::Array<float, 0>()); }),
            "spica::operator<<: an operand of rank 0 was default-constructed and holds no element");
}

TEST(Print, LayoutAndStridesAreNotSeen) {
  const auto X = spica::reshape(spica::arange<int>(cpu(), 24), 4, 6);
  EXPECT_EQ(printed(spica::transpose(X)(spica::range(0, 6, 3), spica::range(1, 3))),
            "[[ 6 12]\n"
            " [ 9 15]]\n"
            "<int32 [2, 2] on cpu(0)>");
  const spica::Array<int, 2, spica::detail::HostSpace, Kokkos::LayoutLeft> left(X);
  EXPECT_EQ(printed(left), printed(X));
  const auto wide = spica::reshape(spica::arange<int>(cpu(), 4000), 2, 2000);
  const spica::Array<int, 2, spica::detail::HostSpace, Kokkos::LayoutLeft> wide_left(wide);
  EXPECT_EQ(printed(wide_left), printed(wide));
  EXPECT_EQ(printed(wide(all, spica::range(0, 2000, 667))),
            "[[   0  667 1334]\n [2000 2667 3334]]\n<int32 [2, 3] on cpu(0)>");
}

TEST(Print, ConstElementsAndExpressionsPrintAsTheirValues) {
  const auto X = array<float>(cpu(), {1.5F, 2.0F});
  const spica::Array<const float, 1, spica::detail::HostSpace> constant(X);
  EXPECT_EQ(printed(constant), "[1.5 2. ]\n<float32 [2] on cpu(0)>");
  EXPECT_EQ(printed(spica::cast<int>(X)), "[1 2]\n<int32 [2] on cpu(0)>");
}

TEST(Print, TheDeviceIsNamed) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  EXPECT_EQ(printed(spica::ones<float>(cpu(1), 2)), "[1. 1.]\n<float32 [2] on cpu(1)>");
}

TEST(Print, OnlyTheElementsThatAreShownAreRead) {
  const auto X = spica::zeros<double>(cpu(), 1000, 1000);
  const spica::Ledger before = spica::ledger();
  printed(X);
  const spica::Ledger moved = spica::ledger() - before;
  EXPECT_EQ(moved.device_to_host, (spica::Ledger::Transfers{1, 36 * 8}));
  EXPECT_EQ(moved.transfers(), (spica::Ledger::Transfers{1, 36 * 8}));
}

TEST(Print, IsRefusedInsideANoTransfersScope) {
  const auto X = spica::zeros<float>(cpu(), 2, 3);
  const spica::NoTransfers scope;
  EXPECT_EQ(
      spica::test::message_of<spica::TransferError>([&] { printed(X); }),
      "spica::operator<<: would move 24 bytes from cpu(0) to the caller inside a NoTransfers scope; move the call "
      "out of the scope, or keep the value on its device");
}

#if defined(KOKKOS_ENABLE_SERIAL)
TEST(Print, AnotherHostSpacePrintsTheSame) {
  const spica::Device<Kokkos::Serial> serial;
  EXPECT_EQ(printed(spica::arange<int>(serial, 3)).substr(0, 8), "[0 1 2]\n");
}
#endif

}  // namespace
