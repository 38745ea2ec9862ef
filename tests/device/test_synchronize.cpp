// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/synchronize.hpp>

#include "support/errors.hpp"
#include "support/spaces.hpp"

#include <spica/array/create.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace {

using spica::Device;
using spica::detail::BadValue;
using spica::test::message_of;

/// Finds that the value 12 + i at position 30 + i is not below 10, for each i that is asked for.
struct FindBadValue {
  spica::detail::StatusFlag flag;
  BadValue kind;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { flag.set(kind, 30 + i, 12 + i, 10); }
};

template <class Space>
void find_bad_value(const Device<Space>& device, BadValue kind, std::int64_t i = 0) {
  const spica::detail::StatusFlag flag(spica::detail::status_record<Space>(device.number()));
  Kokkos::parallel_for("find", Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(device.instance(), i, i + 1),
                       FindBadValue{flag, kind});
}

template <class Case>
class Synchronize : public ::testing::Test {};
TYPED_TEST_SUITE(Synchronize, spica::test::Combinations<spica::test::Spaces>, spica::test::CaseName);

TYPED_TEST(Synchronize, CountsOneFence) {
  const spica::Ledger before = spica::ledger();
  spica::synchronize(Device<typename TypeParam::space>());
  const spica::Ledger did = spica::ledger() - before;
  EXPECT_EQ(did.fences, 1);
  EXPECT_EQ(did.transfers().count, 0);
}

TYPED_TEST(Synchronize, ReportsABadLabelOnce) {
  const Device<typename TypeParam::space> device;
  find_bad_value(device, BadValue::label);
  EXPECT_EQ(message_of<spica::ValueError>([&] { spica::synchronize(device); }),
            "spica::synchronize: a kernel on " + device.name() +
                " met a label outside its range: 12 at position 30; it must be at least 0 and less than 10");
  EXPECT_NO_THROW(spica::synchronize(device));
}

TYPED_TEST(Synchronize, ReportsABadMatrix) {
  const Device<typename TypeParam::space> device;
  const std::string begin =
      "spica::synchronize: work on " + device.name() + " met a bad matrix: matrix 30 of its stack ";
  const auto text = [&](BadValue kind) {
    find_bad_value(device, kind);
    return message_of<spica::ValueError>([&] { spica::synchronize(device); });
  };
  EXPECT_EQ(text(BadValue::singular),
            begin +
                "is singular: pivot 12 of its factors P L U, counted from 0, is exactly zero; the matrix must have "
                "full rank");
  EXPECT_EQ(text(BadValue::not_positive_definite),
            begin + "is not positive definite: its leading minor of order 12 is not positive");
  EXPECT_EQ(text(BadValue::not_finite), begin + "holds NaN or infinity; all elements that are read must be finite");
  EXPECT_EQ(text(BadValue::no_convergence),
            begin + "has no decomposition that the library finds: its iteration did not converge");
}

TYPED_TEST(Synchronize, KeepsTheFirstOfSeveralBadValues) {
  const Device<typename TypeParam::space> device;
  find_bad_value(device, BadValue::index, 4);
  spica::detail::compat::fence(device.instance(), "between");
  find_bad_value(device, BadValue::label, 5);
  EXPECT_EQ(message_of<spica::ValueError>([&] { spica::synchronize(device); }),
            "spica::synchronize: a kernel on " + device.name() +
                " met an index outside its range: 16 at position 34; it must be at least 0 and less than 10");
}

TYPED_TEST(Synchronize, ItemReportsABadValueInsteadOfReturning) {
  const Device<typename TypeParam::space> device;
  const auto number = spica::ones<float>(device);
  find_bad_value(device, BadValue::label);
  EXPECT_EQ(message_of<spica::ValueError>([&] { spica::item(number); }),
            "spica::item: a kernel on " + device.name() +
                " met a label outside its range: 12 at position 30; it must be at least 0 and less than 10");
  EXPECT_EQ(spica::item(number), 1);
}

TEST(SynchronizeAny, ReportsLikeTheTypedDevice) {
  find_bad_value(spica::cpu(), BadValue::label);
  EXPECT_EQ(message_of<spica::ValueError>([] { spica::synchronize(spica::AnyDevice()); }),
            "spica::synchronize: a kernel on cpu(0) met a label outside its range: 12 at position 30; it must be at "
            "least 0 and less than 10");
}

TEST(SynchronizeAny, CountsOneFence) {
  const spica::Ledger before = spica::ledger();
  spica::synchronize(spica::AnyDevice());
  EXPECT_EQ((spica::ledger() - before).fences, 1);
}

TEST(SynchronizeAny, ReportsOnItsOwnDeviceOnly) {
  if (spica::num_devices() - spica::num_gpus() < 2) GTEST_SKIP() << "one host device; SPICA_HOST_DEVICES=2 has two";
  find_bad_value(spica::cpu(1), BadValue::label);
  EXPECT_NO_THROW(spica::synchronize(spica::cpu(0)));
  EXPECT_THROW(spica::synchronize(spica::cpu(1)), spica::ValueError);
}

}  // namespace
