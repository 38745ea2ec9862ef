// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays and Views that outlive the Runtime: one message that names them, and the exit code unchanged.
#include <spica/device/runtime.hpp>

#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using spica::test::add_program;
using spica::test::Ended;
using spica::test::run_program;
using Numbers = spica::Array<float, 1, spica::detail::HostSpace>;

const Numbers& static_array() {
  static const Numbers array = [] {
    const Numbers temperature = spica::zeros<float>(spica::cpu(), 3);
    temperature.set_label("temperature");
    return temperature;
  }();
  return array;
}

const bool in_static = add_program("survivor_static", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  static_array();
  return 6;
});

const bool in_thread_local = add_program("survivor_thread_local", [](int&, char**) {
  const spica::Runtime runtime;
  thread_local const Numbers array = spica::ones<float>(spica::cpu(), 100);
  return array.extent(0) == 100 ? 6 : 1;
});

const bool in_main = add_program("survivor_in_main", [](int&, char**) {
  auto runtime = std::make_unique<spica::Runtime>();
  Numbers pressure = spica::full<float>(spica::cpu(), 2.5F, 1000);
  pressure.set_label("pressure");
  runtime.reset();
  std::cout << pressure.view()(999) << ' ' << pressure.label() << '\n';  // the memory is still there
  const Numbers copied_handle = pressure;
  pressure = copied_handle;
  return 0;
});

const bool on_exit = add_program("exit_with_arrays", [](int&, char**) -> int {
  const spica::Runtime runtime;
  static_array();
  const Numbers array = spica::ones<float>(spica::cpu(), 3);
  std::exit(3);
});

const bool many = add_program("survivors_many", [](int&, char**) {
  std::vector<Numbers> arrays;
  {
    const spica::Runtime runtime;
    for (int i = 0; i < 12; ++i) {
      arrays.push_back(spica::zeros<float>(spica::cpu(), 3));
      arrays.back().set_label("array " + std::to_string(i));
    }
  }
  return 0;
});

const bool in_view = add_program("survivor_view", [](int&, char**) {
  Numbers::view_type view;
  {
    const spica::Runtime runtime;
    Numbers density = spica::full<float>(spica::cpu(), 7, 3);
    density.set_label("density");
    view = density.view();
  }
  std::cout << view(2) << '\n';
  return 0;
});

const bool next_runtime = add_program("survivor_of_an_earlier_runtime", [](int&, char**) {
  Kokkos::initialize();
  std::optional<Numbers> old;
  {
    const spica::Runtime runtime;
    old = spica::full<float>(spica::cpu(), 1, 64);
  }
  {
    const spica::Runtime runtime;
    const Numbers other = spica::full<float>(spica::cpu(), 2, 64);
    std::cout << old->view()(63) << '\n';
    old.reset();  // ends in a Runtime that is not its own
    const Numbers after = spica::full<float>(spica::cpu(), 3, 64);
    std::cout << spica::ledger().allocations << ' ' << spica::ledger().pool_hits << '\n';
  }
  Kokkos::finalize();
  return 0;
});

std::string one_array(const std::string& label, int bytes) {
  return "spica: 1 array outlives the Runtime and keeps its memory until the process ends: \"" + label + "\" (" +
         std::to_string(bytes) + " bytes); let arrays go out of scope before the Runtime does\n";
}

TEST(Survivors, LAY_09a_StaticArrayIsNamedAndTheExitCodeKept) {
  const Ended run = run_program("survivor_static");
  EXPECT_EQ(run.signal, 0);
  EXPECT_EQ(run.exit_code, 6);
  EXPECT_EQ(run.err, one_array("temperature", 256));
}

TEST(Survivors, LAY_09a_ThreadLocalArrayIsNamedByTheFunctionThatMadeIt) {
  const Ended run = run_program("survivor_thread_local");
  EXPECT_EQ(run.exit_code, 6);
  EXPECT_EQ(run.err, one_array("spica::ones", 512));
}

TEST(Survivors, LAY_09b_ArrayOfMainIsStillReadable) {
  const Ended run = run_program("survivor_in_main");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "2.5 pressure\n");
  EXPECT_EQ(run.err, one_array("pressure", 4096));
}

TEST(Survivors, LAY_09d_ExitInsideTheScopeKeepsTheExitCode) {
  const Ended run = run_program("exit_with_arrays");
  EXPECT_EQ(run.signal, 0);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.err, "");
}

TEST(Survivors, TenAreNamedAndTheOthersCounted) {
  const Ended run = run_program("survivors_many");
  EXPECT_EQ(run.exit_code, 0);
  std::string names;
  for (int i = 0; i < 10; ++i) names += (i == 0 ? "\"array " : ", \"array ") + std::to_string(i) + "\" (256 bytes)";
  EXPECT_EQ(run.err, "spica: 12 arrays outlive the Runtime and keep their memory until the process ends: " + names +
                         " and 2 more; let arrays go out of scope before the Runtime does\n");
}

TEST(Survivors, ViewKeepsTheMemoryOfAnArrayThatIsGone) {
  const Ended run = run_program("survivor_view");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "7\n");
  EXPECT_EQ(run.err, one_array("density", 256));
}

TEST(Survivors, NextRuntimeLeavesTheMemoryOfEarlierOnesAlone) {
  const Ended run = run_program("survivor_of_an_earlier_runtime");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "1\n2 0\n");
  EXPECT_EQ(run.err, one_array("spica::full", 256));
}

}  // namespace
