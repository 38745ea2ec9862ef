// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a Kokkos Tools profile shows: every kernel and allocation carries the name of the function that asked for it.
#include "support/spaces.hpp"

#include <spica/array/assign.hpp>
#include <spica/array/compare.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/device/pool.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace {

namespace tools = Kokkos::Tools::Experimental;
using spica::Device;
using Labels = std::vector<std::string>;

/// Notes the labels that tools are told while it lives.
class Listening {
 public:
  Listening() {
    kernels.clear();
    allocations.clear();
    tools::set_begin_parallel_for_callback(note_kernel);
    tools::set_begin_parallel_reduce_callback(note_kernel);
    tools::set_allocate_data_callback(note_allocation);
  }
  ~Listening() {
    tools::set_begin_parallel_for_callback(nullptr);
    tools::set_begin_parallel_reduce_callback(nullptr);
    tools::set_allocate_data_callback(nullptr);
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  static inline Labels kernels;
  static inline Labels allocations;

 private:
  static void note_kernel(const char* label, std::uint32_t, std::uint64_t*) { kernels.emplace_back(label); }
  static void note_allocation(Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t) {
    allocations.emplace_back(label);
  }
};

/// The labels of the kernels that `call` runs.
template <class Call>
Labels kernels_of(const Call& call) {
  const Listening listening;
  call();
  return Listening::kernels;
}

struct Zero {
  KOKKOS_FUNCTION float operator()(std::int64_t) const { return 0; }
};

template <class Case>
class LabelsOf : public ::testing::Test {};
using LabelsOfCases = spica::test::Combinations<spica::test::Spaces>;
TYPED_TEST_SUITE(LabelsOf, LabelsOfCases, spica::test::CaseName);

TYPED_TEST(LabelsOf, FunctionsThatMakeArraysRunOneKernelOfTheirName) {
  const Device<typename TypeParam::space> device;
  EXPECT_EQ(kernels_of([&] { spica::empty<float>(device, 2); }), Labels{});
  EXPECT_EQ(kernels_of([&] { spica::zeros<float>(device, 2); }), Labels{"spica::zeros"});
  EXPECT_EQ(kernels_of([&] { spica::ones<float>(device, 2); }), Labels{"spica::ones"});
  EXPECT_EQ(kernels_of([&] { spica::full<float>(device, 3, 2); }), Labels{"spica::full"});
  EXPECT_EQ(kernels_of([&] { spica::arange<float>(device, 3); }), Labels{"spica::arange"});
  EXPECT_EQ(kernels_of([&] { spica::linspace<float>(device, 0, 1, 3); }), Labels{"spica::linspace"});
  EXPECT_EQ(kernels_of([&] { spica::eye<float>(device, 3); }), Labels{"spica::eye"});
  EXPECT_EQ(kernels_of([&] { spica::from_function<float>(device, spica::shape(3), Zero()); }),
            Labels{"spica::from_function"});
}

TYPED_TEST(LabelsOf, FunctionsThatReadArraysRunOneKernelOfTheirName) {
  using Space = typename TypeParam::space;
  const Device<Space> device;
  const auto a = spica::ones<float>(device, 3, 5);
  const auto b = spica::ones<float>(device, 3, 5);
  const auto t = spica::transpose(a);
  EXPECT_EQ(kernels_of([&] { spica::assign(a, b); }), Labels{"spica::assign"});
  EXPECT_EQ(kernels_of([&] { spica::assign(a, 2); }), Labels{"spica::assign"});
  EXPECT_EQ(kernels_of([&] { spica::deep_copy(a, b); }), Labels{"spica::deep_copy"});
  EXPECT_EQ(kernels_of([&] { spica::copy(a); }), Labels{"spica::copy"});
  EXPECT_EQ(kernels_of([&] { spica::contiguous(t); }), Labels{"spica::copy"});
  EXPECT_EQ(kernels_of([&] { spica::Array<float, 2, Space>{t}; }), Labels{"spica::Array::layout"});
  EXPECT_EQ(kernels_of([&] { spica::Array{spica::cast<int>(a)}; }), Labels{"spica::Array::expression"});
  EXPECT_EQ(kernels_of([&] { spica::array_equal(a, b); }), Labels{"spica::array_equal"});
  EXPECT_EQ(kernels_of([&] { spica::allclose(a, b); }), Labels{"spica::allclose"});
}

TYPED_TEST(LabelsOf, HandlesRunNoKernel) {
  const Device<typename TypeParam::space> device;
  const auto a = spica::ones<float>(device, 3, 5);
  EXPECT_EQ(kernels_of([&] {
              a(1, spica::range(0, 2));
              spica::transpose(a);
              spica::permute(a, 1, 0);
              spica::reshape(a, 5, 3);
              spica::contiguous(a);
              spica::broadcast_to(a, 2, 3, 5);
              spica::to(a, device);
              spica::cast<int>(a);
            }),
            Labels{});
}

TYPED_TEST(LabelsOf, AllocationsAreThePools) {
  spica::trim_pool();
  const Listening listening;
  const auto a = spica::ones<float>(Device<typename TypeParam::space>(), 3, 5);
  EXPECT_EQ(Listening::allocations, Labels{"spica::pool"});
}

}  // namespace
