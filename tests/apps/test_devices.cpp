// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/device_info.hpp>
#include <spica/device/version.hpp>
#include <spica/linalg/blas_info.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/support/app.hpp"

namespace {

using spica::test::contains;
using spica::test::json_of;
using spica::test::line_with;
using spica::test::run_app;

std::vector<std::string> problems(const nlohmann::json& report) {
  std::vector<std::string> texts;
  for (const auto& warning : report.at("warnings")) texts.push_back(warning.at("problem"));
  return texts;
}

bool has_problem(const nlohmann::json& report, const std::string& part) {
  for (const std::string& text : problems(report)) {
    if (contains(text, part)) return true;
  }
  return false;
}

bool has_openmp() { return std::string(Kokkos::DefaultHostExecutionSpace::name()) == "OpenMP"; }

TEST(DevicesApp, ListsEveryDeviceOnce) {
  const auto report = json_of(run_app("devices", {"--json"}, {"SPICA_HOST_DEVICES=3"}));
  std::vector<std::string> expected{"cpu(0)", "cpu(1)", "cpu(2)"};
  for (int i = 0; i < spica::num_gpus(); ++i) expected.push_back(spica::gpu(i).name());
  std::vector<std::string> names;
  for (const auto& device : report.at("devices")) names.push_back(device.at("name"));
  EXPECT_EQ(names, expected);
}

TEST(DevicesApp, TellsWhatTheLibraryTells) {
  const auto report = json_of(run_app("devices", {"--json"}));
  const spica::DeviceInfo host = spica::device_info(spica::cpu());
  const auto& device = report.at("devices").at(0);
  EXPECT_EQ(device.at("hardware"), host.hardware);
  EXPECT_EQ(device.at("cores"), host.cores);
  EXPECT_EQ(device.at("memory_total"), host.memory_total);
  EXPECT_GT(device.at("memory_free"), 0);
  EXPECT_EQ(report.at("spica"), spica::version());
  EXPECT_EQ(report.at("blas").at("name"), spica::blas_info().name);
  EXPECT_EQ(report.at("back_ends").at(0).at("name"), Kokkos::DefaultHostExecutionSpace::name());
  EXPECT_EQ(report.at("host_threads"), Kokkos::DefaultHostExecutionSpace().concurrency());
}

TEST(DevicesApp, ShowsSettingsAndNullWhereThereIsNone) {
  const auto settings =
      json_of(run_app("devices", {"--json"},
                      {"OMP_NUM_THREADS=2", "OMP_PLACES", "SPICA_POOL_LIMIT=4G", "SPICA_HOST_DEVICES"}))
          .at("settings");
  EXPECT_EQ(settings.at("OMP_NUM_THREADS"), "2");
  EXPECT_EQ(settings.at("OMP_PROC_BIND"), "false");
  EXPECT_TRUE(settings.at("OMP_PLACES").is_null());
  EXPECT_EQ(settings.at("SPICA_POOL_LIMIT"), "4G");
  EXPECT_TRUE(settings.at("SPICA_HOST_DEVICES").is_null());
}

TEST(DevicesApp, PrintsTheSameForPeople) {
  const auto ended = run_app("devices", {}, {"SPICA_HOST_DEVICES=2"});
  EXPECT_EQ(ended.exit_code, 0);
  const spica::DeviceInfo host = spica::device_info(spica::cpu());
  EXPECT_EQ(line_with(ended.out, "Spica ").rfind(std::string("Spica ") + spica::version() + ", Kokkos ", 0), 0U);
  EXPECT_TRUE(contains(line_with(ended.out, "cpu(0)"), std::to_string(host.cores) + " core")) << ended.out;
  EXPECT_EQ(line_with(ended.out, "cpu(1)"), "cpu(1): logical, the cores and the memory of cpu(0)");
  EXPECT_EQ(line_with(ended.out, "OMP_PROC_BIND"), "OMP_PROC_BIND       false");
  EXPECT_TRUE(contains(ended.out, spica::blas_info().name)) << ended.out;
}

TEST(DevicesApp, WarnsOfMoreThreadsThanCores) {
  if (!has_openmp()) GTEST_SKIP() << "there are no threads";
  const int cores = spica::device_info(spica::cpu()).cores;
  const std::vector<std::string> environment{"OMP_NUM_THREADS=" + std::to_string(cores + 1)};
  const auto report = json_of(run_app("devices", {"--json"}, environment));
  EXPECT_TRUE(has_problem(report, std::to_string(cores + 1) + " threads on " + std::to_string(cores) + " core"));
  const auto text = run_app("devices", {}, environment);
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_TRUE(contains(text.out, "   Cure: export OMP_NUM_THREADS=" + std::to_string(cores) + '\n')) << text.out;
}

TEST(DevicesApp, WarnsOfIdleCores) {
  const int cores = spica::device_info(spica::cpu()).cores;
  if (!has_openmp() || cores < 2) GTEST_SKIP() << "no core can be idle";
  const auto report = json_of(run_app("devices", {"--json"}, {"OMP_NUM_THREADS=1"}));
  EXPECT_TRUE(has_problem(
      report, "1 thread on " + std::to_string(cores) +
                  " cores: " + (cores == 2 ? "1 core is idle." : std::to_string(cores - 1) + " cores are idle.")));
}

TEST(DevicesApp, WarnsWhereThreadsAreNotBound) {
  if (!has_openmp()) GTEST_SKIP() << "there are no threads";
  const std::string problem = "OMP_PROC_BIND is not set";
  const auto with = [](const std::string& bind, const std::string& threads) {
    return json_of(run_app("devices", {"--json"}, {bind, threads, "OMP_PLACES"}));
  };
  EXPECT_TRUE(has_problem(with("OMP_PROC_BIND", "OMP_NUM_THREADS=2"), problem));
  EXPECT_FALSE(has_problem(with("OMP_PROC_BIND", "OMP_NUM_THREADS=1"), problem));
  EXPECT_FALSE(has_problem(with("OMP_PROC_BIND=spread", "OMP_NUM_THREADS=2"), problem));
  EXPECT_TRUE(has_problem(with("OMP_PROC_BIND=master", "OMP_NUM_THREADS=2"), "puts all 2 threads on one core"));
}

TEST(DevicesApp, WarnsOfAPoolThatKeepsNothing) {
  const auto limited_to = [](const std::string& limit) {
    return json_of(run_app("devices", {"--json"}, {"SPICA_POOL_LIMIT=" + limit}));
  };
  EXPECT_TRUE(has_problem(limited_to("0"), "SPICA_POOL_LIMIT=0 keeps 0 bytes"));
  EXPECT_TRUE(has_problem(limited_to("63M"), "SPICA_POOL_LIMIT=63M keeps 63.0 MiB"));
  EXPECT_FALSE(has_problem(limited_to("64M"), "SPICA_POOL_LIMIT"));
  EXPECT_FALSE(has_problem(limited_to("1G"), "SPICA_POOL_LIMIT"));
}

TEST(DevicesApp, SaysWhatIsWrongWithTheCommandLine) {
  const auto ended = run_app("devices", {"--jsn"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(contains(ended.err, "--jsn")) << ended.err;
}

TEST(DevicesApp, SaysWhatIsWrongWithTheEnvironment) {
  const auto ended = run_app("devices", {}, {"SPICA_HOST_DEVICES=none"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err,
            "spica-devices: spica::Runtime: the environment variable SPICA_HOST_DEVICES is 'none'; it must be a whole "
            "number from 1 to 64\n");
}

TEST(DevicesApp, PrintsValidJsonWhateverTheEnvironmentHolds) {
  const auto ended = run_app("devices", {"--json"}, {"OMP_PLACES=\xff"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(json_of(ended).at("settings").at("OMP_PLACES"), "\xef\xbf\xbd");  // U+FFFD, the replacement character
}

TEST(DevicesApp, HelpsAndLeavesKokkosItsOptions) {
  const auto help = run_app("devices", {"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(contains(help.out, "spica-devices [OPTIONS]")) << help.out;
  EXPECT_EQ(run_app("devices", {"--kokkos-disable-warnings"}).exit_code, 0);
}

}  // namespace
