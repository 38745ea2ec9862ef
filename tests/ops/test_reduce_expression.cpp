// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops/support/kernels.hpp"
#include "ops/support/reference.hpp"
#include "support/errors.hpp"
#include "support/expect.hpp"

#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using spica::array;
using spica::Array;
using spica::cpu;
using spica::test::Index;
using spica::test::matches;

/// Reduces an expression and the array of its values.
template <class E>
void expect_as_of_its_values(const E& e) {
  const Array values(e);
  EXPECT_EQ(item(sum(e)), item(sum(values)));
  EXPECT_EQ(item(max(e)), item(max(values)));
  EXPECT_EQ(item(argmax(e)), item(argmax(values)));
  for (int axis = 0; axis < E::rank; ++axis) {
    SCOPED_TRACE("axis " + std::to_string(axis));
    Index kept = spica::test::shape_of(values);
    kept.erase(kept.begin() + axis);
    EXPECT_TRUE(matches(sum(e, axis), kept, spica::test::elements(sum(values, axis))));
    EXPECT_TRUE(matches(max(e, axis), kept, spica::test::elements(max(values, axis))));
    EXPECT_TRUE(matches(argmax(e, axis), kept, spica::test::elements(argmax(values, axis))));
  }
}

TEST(ReduceExpression, OperandsOfDifferentLayoutsAndShapes) {
  const auto x = spica::reshape(spica::arange<double>(cpu(), 300 * 40), 300, 40);
  const auto y = spica::reshape(spica::arange<double>(cpu(), 40 * 300, 0, -1), 40, 300);
  expect_as_of_its_values(x + spica::transpose(y) * 3.0);
  expect_as_of_its_values(spica::transpose(x) + y * 3.0);
  const auto row = spica::arange<double>(cpu(), 40);
  const auto column = spica::reshape(spica::arange<double>(cpu(), 300), 300, 1);
  expect_as_of_its_values(row(spica::newaxis, spica::all) + column * 3.0);
  expect_as_of_its_values(column + x(0, spica::all)(spica::newaxis, spica::all) * 3.0);
}

TEST(ReduceExpression, CountsWhatAComparisonFinds) {
  const auto x = spica::reshape(spica::arange<double>(cpu(), 12), 3, 4);
  EXPECT_EQ(item(sum(x > 5.0)), 6);
  EXPECT_TRUE(matches(sum(x > 5.0, 0), {4}, {1, 1, 2, 2}));
  EXPECT_EQ(item(argmax(x > 5.0)), 6);
}

TEST(ReduceExpression, SeesTheElementsOfTheMoment) {
  const auto x = spica::ones<double>(cpu(), 3);
  const auto e = x * 2.0;
  EXPECT_EQ(item(sum(e)), 6.0);
  spica::assign(x, 5.0);
  EXPECT_EQ(item(sum(e)), 30.0);
}

TEST(ReduceExpression, IsReducedAsItIsComputedWithoutATemporary) {
  const auto x = spica::ones<double>(cpu(), 1000, 1000);
  sum(x * 2.0);
  sum(x * 2.0, 0);
  spica::trim_pool();
  const spica::Ledger before = spica::ledger();
  spica::test::KernelWatch watch;
  const auto total = sum(x * 2.0);
  const auto columns = sum(x * 2.0, 0);
  const std::vector<std::string> kernels{"spica::sum", "spica::sum"};
  EXPECT_EQ(watch.labels(), kernels);
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_LT(done.allocated_bytes, 100000);  // the values would take 8 MB
  EXPECT_EQ(done.transfers().count, 0);
  EXPECT_EQ(item(total), 2e6);
  EXPECT_EQ(columns.label(), "spica::sum");
}

TEST(ReduceExpression, InTheSteadyStateNothingIsAllocated) {
  const auto x = spica::ones<double>(cpu(), 100, 100);
  const auto step = [&] {
    const spica::NoTransfers scope;
    sum(x);
    max(x, 0);
    argmax(x, 1);
  };
  step();
  const spica::Ledger before = spica::ledger();
  for (int i = 0; i < 10; ++i) step();
  const spica::Ledger done = spica::ledger() - before;
  EXPECT_EQ(done.allocations, 0);
  EXPECT_EQ(done.fences, 0);
  EXPECT_EQ(done.transfers().count, 0);
}

TEST(ReduceExpression, TheResultIsOnTheOperandsDevice) {
  if (spica::num_devices() < 2) GTEST_SKIP() << "needs SPICA_HOST_DEVICES of 2 or more";
  const auto x = spica::ones<double>(cpu(1), 4);
  EXPECT_EQ(sum(x).device(), cpu(1));
  EXPECT_EQ(max(x, 0).device(), cpu(1));
  EXPECT_EQ(argmax(x + 1.0).device(), cpu(1));
}

}  // namespace
