// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/detail/host_memory.hpp>
#include <spica/device/device_info.hpp>

#include <gtest/gtest.h>

#include <sched.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

/// A folder that looks like the root of a Linux machine of 64 GiB, 48 of them free.
class FakeMachine {
 public:
  FakeMachine() {
    std::string name = std::filesystem::temp_directory_path() / "spica-machine-XXXXXX";
    root_ = std::string(mkdtemp(name.data())) + '/';
    write("proc/meminfo", "MemTotal:       67108864 kB\nMemFree:         1048576 kB\nMemAvailable:   50331648 kB\n");
  }
  ~FakeMachine() { std::filesystem::remove_all(root_); }
  FakeMachine(const FakeMachine&) = delete;
  FakeMachine& operator=(const FakeMachine&) = delete;

  const std::string& root() const { return root_; }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(root_ + file).parent_path());
    std::ofstream(root_ + file) << text;
  }

 private:
  std::string root_;
};

constexpr std::int64_t gibi = std::int64_t{1} << 30;

TEST(DeviceInfo, SaysWhatTheMachineHas) {
  const FakeMachine machine;
  EXPECT_EQ(spica::detail::host_memory(machine.root()).total, 64 * gibi);
  EXPECT_EQ(spica::detail::host_memory(machine.root()).free, 48 * gibi);
}

TEST(DeviceInfo, IsBoundedByTheTightestControlGroup) {
  const FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/slurm/job_7/step_0\n");
  machine.write("sys/fs/cgroup/slurm/job_7/step_0/memory.max", "max\n");
  machine.write("sys/fs/cgroup/slurm/job_7/step_0/memory.current", "1073741824\n");
  machine.write("sys/fs/cgroup/slurm/job_7/memory.max", "8589934592\n");
  machine.write("sys/fs/cgroup/slurm/job_7/memory.current", "3221225472\n");
  machine.write("sys/fs/cgroup/slurm/job_7/memory.stat", "anon 5\ninactive_file 1073741824\n");
  EXPECT_EQ(spica::detail::host_memory(machine.root()).total, 8 * gibi);
  EXPECT_EQ(spica::detail::host_memory(machine.root()).free, 6 * gibi);
}

TEST(DeviceInfo, IsTheMachinesWithoutALimit) {
  const FakeMachine machine;
  machine.write("proc/self/cgroup", "1:name=systemd:/x\n0::/\n");  // the root of a machine's groups has no memory.max
  EXPECT_EQ(spica::detail::host_memory(machine.root()).total, 64 * gibi);
  machine.write("proc/self/cgroup", "1:name=systemd:/x\n");
  EXPECT_EQ(spica::detail::host_memory(machine.root()).total, 64 * gibi);
}

TEST(DeviceInfo, IsBoundedByAContainerThatSeesItsOwnGroupAsTheRoot) {
  const FakeMachine machine;
  machine.write("sys/fs/cgroup/memory.max", "1073741824\n");
  machine.write("sys/fs/cgroup/memory.current", "268435456\n");
  for (const char* group : {"0::/\n", "0::/inner\n", "0::/inner/most\n"}) {
    machine.write("proc/self/cgroup", group);
    EXPECT_EQ(spica::detail::host_memory(machine.root()).total, gibi) << group;
    EXPECT_EQ(spica::detail::host_memory(machine.root()).free, gibi * 3 / 4) << group;
  }
}

TEST(DeviceInfo, UnknownMemoryIsZero) {
  EXPECT_EQ(spica::detail::host_memory("/nowhere/").total, 0);
  EXPECT_EQ(spica::detail::host_memory("/nowhere/").free, 0);
}

TEST(DeviceInfo, AgreesWithTheSystemOnTheHost) {
  const spica::DeviceInfo info = spica::device_info(spica::cpu());
  const std::int64_t installed = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  EXPECT_GT(info.memory_total, 0);
  EXPECT_LE(info.memory_total, installed);
  EXPECT_GT(info.memory_free, 0);
  EXPECT_LE(info.memory_free, info.memory_total);
  const char* bind = std::getenv("OMP_PROC_BIND");
  if (bind != nullptr && std::string(bind) != "false") GTEST_SKIP() << "this thread is bound to one core";
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  EXPECT_EQ(info.cores, CPU_COUNT(&allowed));
}

TEST(DeviceInfo, LogicalDevicesShareTheHardware) {
  const spica::DeviceInfo first = spica::device_info(spica::cpu());
  for (int i = 1; i < spica::num_devices() - spica::num_gpus(); ++i) {
    const spica::DeviceInfo other = spica::device_info(spica::cpu(i));
    EXPECT_EQ(other.hardware, first.hardware);
    EXPECT_EQ(other.cores, first.cores);
    EXPECT_EQ(other.memory_total, first.memory_total);
  }
}

TEST(DeviceInfo, NamesEveryGpu) {
  if (spica::num_gpus() == 0) GTEST_SKIP() << "there is no GPU";
  for (int i = 0; i < spica::num_gpus(); ++i) {
    const spica::DeviceInfo info = spica::device_info(spica::gpu(i));
    EXPECT_FALSE(info.hardware.empty());
    EXPECT_EQ(info.cores, 0);
    EXPECT_GT(info.memory_free, 0);
    EXPECT_LE(info.memory_free, info.memory_total);
  }
}

}  // namespace
