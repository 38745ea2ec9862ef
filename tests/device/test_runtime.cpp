// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a Runtime starts, joins and ends, each in a process of its own. What outlives it: test_runtime_survivors.cpp.
#include <spica/device/runtime.hpp>

#include "support/errors.hpp"
#include "support/program.hpp"

#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/device/synchronize.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using spica::test::add_program;
using spica::test::Ended;
using spica::test::message_of;
using spica::test::run_program;

#if KOKKOS_VERSION >= 30700
const std::string threads_option = "--kokkos-num-threads=";
#else
const std::string threads_option = "--kokkos-threads=";
#endif

void print_arguments(int argc, char** argv) {
  std::cout << argc;
  for (int i = 1; i < argc; ++i) std::cout << ' ' << argv[i];
  std::cout << (argv[argc] == nullptr ? "" : " not null-terminated") << '\n';
}

/// Makes a Runtime and prints what it threw, and whether Kokkos runs.
void try_runtime() {
  std::cout << message_of<spica::Error>([] { const spica::Runtime runtime; }) << '\n'
            << (Kokkos::is_initialized() ? "Kokkos runs" : "Kokkos does not run") << '\n';
}

const bool arguments = add_program("runtime_arguments", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  print_arguments(argc, argv);
  std::cout << Kokkos::DefaultHostExecutionSpace().concurrency() << " threads\n";
  return 0;
});

const bool no_arguments = add_program("runtime_without_arguments", [](int&, char**) {
  {
    const spica::Runtime runtime;
    std::cout << (Kokkos::is_initialized() ? "runs" : "does not run") << '\n';
  }
  std::cout << (Kokkos::is_initialized() ? "runs" : "does not run") << '\n';
  return 0;
});

const bool second = add_program("second_runtime", [](int& argc, char** argv) {
  const spica::Runtime runtime(argc, argv);
  try_runtime();
  std::cout << spica::cpu() << '\n';  // the first one still works
  return 0;
});

const bool refused = add_program("refused_arguments", [](int& argc, char** argv) {
  try {
    const spica::Runtime runtime(argc, argv);
  } catch (const spica::ValueError& error) {
    std::cout << error.what() << '\n';
  }
  std::cout << (Kokkos::is_initialized() ? "Kokkos runs\n" : "Kokkos does not run\n");
  return 0;
});

const bool again = add_program("runtime_again", [](int&, char**) {
  { const spica::Runtime runtime; }
  try_runtime();
  return 0;
});

const bool joins = add_program("runtime_joins", [](int& argc, char** argv) {
  Kokkos::initialize();
  for (int round = 0; round < 2; ++round) {
    const spica::Runtime runtime(argc, argv);
    const auto ones = spica::ones<float>(spica::cpu(), 3);
    std::cout << spica::item(ones(2)) << ' ' << spica::ledger().allocations << '\n';
  }
  print_arguments(argc, argv);
  std::cout << (Kokkos::is_initialized() ? "still runs" : "was finalized") << '\n';
  Kokkos::finalize();
  return 0;
});

const bool finalized = add_program("kokkos_finalized_too_early", [](int&, char**) {
  Kokkos::initialize();
  const spica::Runtime runtime;
  { const auto a = spica::zeros<float>(spica::cpu(), 3); }
  Kokkos::finalize();
  return 5;
});

const bool none = add_program("no_runtime", [](int&, char**) {
  const auto print = [](const std::function<void()>& call) { std::cout << message_of<spica::Error>(call) << '\n'; };
  print([] { spica::cpu(); });
  print([] { spica::Device<>(0); });
  print([] { spica::AnyDevice(); });
  print([] { spica::num_gpus(); });
  print([] { spica::num_devices(); });
  print([] { spica::gpu(); });
  print([] { spica::try_gpu(); });
  print([] { spica::try_all_gpus(); });
  print([] { spica::ledger(); });
  print([] { spica::trim_pool(); });
  return 0;
});

const bool ended = add_program("runtime_ended", [](int& argc, char** argv) {
  auto runtime = std::make_unique<spica::Runtime>(argc, argv);
  const auto device = spica::cpu();
  runtime.reset();
  const auto print = [](const std::function<void()>& call) { std::cout << message_of<spica::Error>(call) << '\n'; };
  print([&] { spica::zeros<float>(device, 3); });
  print([&] { device.instance(); });
  print([&] { spica::pool_bytes(device); });
  std::cout << device << '\n';
  return 0;
});

const bool fewer = add_program("runtime_with_fewer_devices", [](int&, char**) {
  Kokkos::initialize();
  {
    auto runtime = std::make_unique<spica::Runtime>();
    const auto device = spica::cpu(3);
    runtime.reset();
    setenv("SPICA_HOST_DEVICES", "2", 1);
    const spica::Runtime next;
    std::cout << message_of<spica::DeviceError>([&] { spica::zeros<float>(device, 3); }) << '\n';
  }
  Kokkos::finalize();
  return 0;
});

const bool thrown = add_program("runtime_and_exception", [](int&, char**) {
  try {
    const spica::Runtime runtime;
    const auto a = spica::zeros<float>(spica::cpu(), 3);
    throw std::runtime_error("the simulation failed");
  } catch (const std::exception& error) {
    std::cout << error.what() << '\n' << (Kokkos::is_initialized() ? "runs" : "does not run") << '\n';
    return 4;
  }
});

const bool environment = add_program("runtime_environment", [](int&, char**) {
  try_runtime();
  return 0;
});

const bool host_devices = add_program("runtime_host_devices", [](int&, char**) {
  const spica::Runtime runtime;
  std::cout << spica::num_devices() - spica::num_gpus() << '\n';
  return 0;
});

int status_records = 0;
bool status_records_fail = false;

void note_status_record(Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t) {
  if (std::string(label) != "spica::status") return;
  ++status_records;
  if (status_records_fail) throw std::runtime_error("no status record");
}

const bool parts = add_program("device_parts", [](int&, char**) {
  Kokkos::initialize();
  {
    Kokkos::Tools::Experimental::set_allocate_data_callback(note_status_record);
    const spica::Runtime runtime;
    const int at_start = status_records;
    const auto print = [&] { std::cout << status_records - at_start << ' '; };
    for (int i = 0; i < 2; ++i) {
      spica::cpu(0);
      print();
      const auto device = spica::cpu(3);
      print();
      spica::synchronize(device);
      print();
    }
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
  }
  Kokkos::finalize();
  return 0;
});

const bool start_fails = add_program("runtime_start_fails", [](int&, char**) {
  Kokkos::Tools::Experimental::set_allocate_data_callback(note_status_record);
  status_records_fail = true;
  try_runtime();
  return 0;
});

TEST(Runtime, MakesOtherDevicesThanTheFirstWhenTheyAreAskedFor) {
  const Ended run = run_program("device_parts", {}, {"SPICA_HOST_DEVICES=4"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "0 1 1 1 1 1 ");
}

TEST(Runtime, FinalizesKokkosWhenItsOwnStartFails) {
  // Kokkos itself loses the memory of an allocation at which a tool throws.
  const Ended run = run_program("runtime_start_fails", {}, {"ASAN_OPTIONS=detect_leaks=0"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("no status record\nKokkos does not run\n"), std::string::npos) << run.out;
}

TEST(Runtime, HandsKokkosArgumentsOnAndTakesThemOut) {
  const Ended run =
      run_program("runtime_arguments", {"first", threads_option + "1", "--epochs", "3"}, {"OMP_NUM_THREADS=2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "4 first --epochs 3\n1 threads\n");
}

TEST(Runtime, KeepsFromKokkosWhatIsTheProgramsOwn) {
  // Kokkos 3.4 would take --threads, --device and --help for itself.
  const Ended run =
      run_program("runtime_arguments", {"--threads=1", "--device=0", "--help", "--kokkos"}, {"OMP_NUM_THREADS=2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const bool serial = std::string(Kokkos::DefaultHostExecutionSpace::name()) == "Serial";
  EXPECT_EQ(run.out, std::string("5 --threads=1 --device=0 --help --kokkos\n") + (serial ? "1" : "2") + " threads\n");
}

TEST(Runtime, RefusesAnArgumentThatKokkosDoesNotKnow) {
  const Ended run = run_program("refused_arguments", {"--kokkos-nonsense=3"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "spica::Runtime: Kokkos does not know the argument --kokkos-nonsense=3; --kokkos-help lists those that it "
            "knows\nKokkos does not run\n");
}

TEST(Runtime, SaysWhatKokkosSaysOfAValueThatItRefuses) {
  if (KOKKOS_VERSION >= 30500) GTEST_SKIP() << "later Kokkos ends the process itself where a value is no number";
  const Ended run = run_program("refused_arguments", {"--kokkos-threads=many", "--kokkos-numa=1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "spica::Runtime: Kokkos does not start with --kokkos-threads=many --kokkos-numa=1: 'stoi'; change its "
            "arguments (--kokkos-*) or environment variables (KOKKOS_*)\nKokkos does not run\n");
  const Ended other = run_program("refused_arguments", {}, {"KOKKOS_NUM_THREADS=many"});
  EXPECT_EQ(other.out,
            "spica::Runtime: Kokkos does not start: 'Error: cannot convert KOKKOS_NUM_THREADS to an integer. Raised by "
            "Kokkos::initialize(int narg, char* argc[]).'; change its arguments (--kokkos-*) or environment variables "
            "(KOKKOS_*)\nKokkos does not run\n");
}

TEST(Runtime, StartsAndFinalizesKokkos) {
  const Ended run = run_program("runtime_without_arguments");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "runs\ndoes not run\n");
}

TEST(Runtime, BLD_01_SecondOneThrowsAndLeavesTheFirstAlone) {
  const Ended run = run_program("second_runtime");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "spica::Runtime: a Runtime is alive already; create one, at the start of main, and share it\n"
            "Kokkos runs\ncpu(0)\n");
}

TEST(Runtime, BLD_01_CannotStartAgainWhatItFinalized) {
  const Ended run = run_program("runtime_again");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(
      run.out,
      "spica::Runtime: Kokkos has been finalized and cannot start again in this process; keep one Runtime for the "
      "whole of main\nKokkos does not run\n");
}

TEST(Runtime, BLD_01_JoinsARunningKokkosAsOftenAsWantedAndDoesNotFinalizeIt) {
  const Ended run = run_program("runtime_joins", {threads_option + "1", "x"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, "1 2\n1 2\n3 " + threads_option + "1 x\nstill runs\n");
}

TEST(Runtime, BLD_01_KokkosFinalizedBeforeItIsOneMessage) {
  const Ended run = run_program("kokkos_finalized_too_early");
  EXPECT_EQ(run.exit_code, 5) << run.err;
  EXPECT_EQ(
      run.err,
      "spica: Kokkos was finalized before the Runtime ended, whose memory is kept until the process ends; let the "
      "Runtime go out of scope before Kokkos::finalize\n");
}

TEST(Runtime, EveryFunctionSaysWhenThereIsNone) {
  const Ended run = run_program("no_runtime");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string cure =
      ": no spica::Runtime is alive; create one at the start of main, before the first device or array\n";
  std::string expected;
  for (const char* function : {"Device", "Device", "Device", "num_gpus", "num_devices", "num_gpus", "num_gpus",
                               "num_gpus", "ledger", "trim_pool"}) {
    expected += std::string("spica::") + function + cure;
  }
  EXPECT_EQ(run.out, expected);
}

TEST(Runtime, DeviceThatOutlivesItCanBePrintedAndRefusesWork) {
  const Ended run = run_program("runtime_ended");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string cure =
      ": no spica::Runtime is alive; create one at the start of main, before the first device or array\n";
  EXPECT_EQ(run.out,
            "spica::zeros" + cure + "spica::Device::instance" + cure + "spica::pool_bytes" + cure + "cpu(0)\n");
}

TEST(Runtime, DeviceThatTheNextOneDoesNotHaveRefusesWork) {
  const Ended run = run_program("runtime_with_fewer_devices", {}, {"SPICA_HOST_DEVICES=4"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "spica::Device: cpu(3) does not exist: there are 2 host devices; set the environment variable "
            "SPICA_HOST_DEVICES for more\n");
}

TEST(Runtime, LAY_09c_ExceptionUnwindsThroughIt) {
  const Ended run = run_program("runtime_and_exception");
  EXPECT_EQ(run.exit_code, 4) << run.err;
  EXPECT_EQ(run.out, "the simulation failed\ndoes not run\n");
  EXPECT_EQ(run.err, "");
}

TEST(Runtime, HostDevicesAreOneUnlessTheEnvironmentSaysMore) {
  EXPECT_EQ(run_program("runtime_host_devices", {}, {"SPICA_HOST_DEVICES"}).out, "1\n");
  EXPECT_EQ(run_program("runtime_host_devices", {}, {"SPICA_HOST_DEVICES="}).out, "1\n");
  EXPECT_EQ(run_program("runtime_host_devices", {}, {"SPICA_HOST_DEVICES=1"}).out, "1\n");
  EXPECT_EQ(run_program("runtime_host_devices", {}, {"SPICA_HOST_DEVICES=4"}).out, "4\n");
  EXPECT_EQ(run_program("runtime_host_devices", {}, {"SPICA_HOST_DEVICES=64"}).out, "64\n");
}

class BadEnvironment : public ::testing::TestWithParam<const char*> {};

TEST_P(BadEnvironment, HostDevicesOutOfRangeThrowsBeforeKokkosStarts) {
  const std::string value = GetParam();
  const Ended run = run_program("runtime_environment", {}, {"SPICA_HOST_DEVICES=" + value});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "<N5spica10ValueErrorE> spica::Runtime: the environment variable SPICA_HOST_DEVICES is '" + value +
                         "'; it must be a whole number from 1 to 64\nKokkos does not run\n");
}
INSTANTIATE_TEST_SUITE_P(Values, BadEnvironment,
                         ::testing::Values("0", "65", "-1", "four", "4 ", " 4", "2K", "4.0", "99999999999999999999"));

class BadLimit : public ::testing::TestWithParam<const char*> {};

TEST_P(BadLimit, PoolLimitOutOfRangeThrowsBeforeKokkosStarts) {
  const std::string value = GetParam();
  const Ended run = run_program("runtime_environment", {}, {"SPICA_POOL_LIMIT=" + value});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "<N5spica10ValueErrorE> spica::Runtime: the environment variable SPICA_POOL_LIMIT is '" + value +
                         "'; it must be a whole number from 0 to 1152921504606846976, with K, M or G behind it if you "
                         "like\nKokkos does not run\n");
}
INSTANTIATE_TEST_SUITE_P(Values, BadLimit,
                         ::testing::Values("-1", "1T", "1.5G", "8GG", "G", "much", "2000000000000000000",
                                           "9223372036854775807G", "-9223372036854775808K"));

TEST(Runtime, GpuBuildWithoutGpuThrowsBeforeKokkosStarts) {
  if (!spica::detail::has_gpu_space) GTEST_SKIP() << "this build has no GPU space";
  const Ended run = run_program("runtime_environment", {}, {"CUDA_VISIBLE_DEVICES=-1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, 110),
            "<N5spica11DeviceErrorE> spica::Runtime: Kokkos was built for GPUs, and no GPU can "
            "be used here: cudaGetDev");
}

}  // namespace
