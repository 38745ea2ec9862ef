// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/error.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <type_traits>

namespace {

template <class E>
class ErrorType : public ::testing::Test {};
using ErrorTypes = ::testing::Types<spica::ShapeError, spica::DeviceError, spica::ValueError, spica::TransferError,
                                    spica::IoError, spica::CommError, spica::MemoryError>;
TYPED_TEST_SUITE(ErrorType, ErrorTypes, );

TYPED_TEST(ErrorType, IsCaughtAsErrorWithItsText) {
  try {
    throw TypeParam("spica::f: what clashes; the cure");
  } catch (const spica::Error& error) {
    EXPECT_STREQ(error.what(), "spica::f: what clashes; the cure");
  }
}

template <class E, class... Others>
constexpr int caught_as(::testing::Types<Others...>) {
  return (static_cast<int>(std::is_base_of_v<Others, E>) + ...);
}

TYPED_TEST(ErrorType, IsCaughtAsNoneOfTheOthers) { EXPECT_EQ(caught_as<TypeParam>(ErrorTypes()), 1); }

TEST(Error, IsARuntimeErrorOfTheStandardLibrary) { EXPECT_TRUE((std::is_base_of_v<std::runtime_error, spica::Error>)); }

}  // namespace
