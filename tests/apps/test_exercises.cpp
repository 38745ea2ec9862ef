// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How fast it is is no matter here: only that everything was measured, and adds up.
#include <spica/device/any_device.hpp>
#include <spica/linalg/blas_info.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/support/app.hpp"

namespace {

using spica::test::contains;
using spica::test::Ended;
using spica::test::json_of;
using spica::test::line_with;
using spica::test::run_app;

const std::vector<std::string> small{"--large=30", "--small=8", "--products=20", "--repeats=3"};

Ended run(std::vector<std::string> arguments, int host_devices) {
  arguments.insert(arguments.end(), small.begin(), small.end());
  return run_app("exercises", arguments, {"SPICA_HOST_DEVICES=" + std::to_string(host_devices)});
}

nlohmann::json measured(const std::string& exercise, int host_devices) {
  const Ended ended = run({exercise, "--json"}, host_devices);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return json_of(ended).at(exercise);
}

std::vector<std::string> device_names(int host_devices) {
  std::vector<std::string> names;
  for (int i = 0; i < host_devices; ++i) names.push_back("cpu(" + std::to_string(i) + ')');
  for (int i = 0; i < spica::num_gpus(); ++i) names.push_back(spica::gpu(i).name());
  return names;
}

class Products : public ::testing::TestWithParam<const char*> {};

TEST_P(Products, AreMeasuredOnEachDeviceInBothPrecisions) {
  const nlohmann::json lines = measured(GetParam(), 2).at("lines");
  std::vector<std::string> expected;
  for (const char* type : {"float32", "float64"}) {
    for (const std::string& name : device_names(2)) expected.push_back(name + ' ' + type);
  }
  std::vector<std::string> found;
  double on_cpu0 = 0;
  for (const auto& line : lines) {
    found.push_back(line.at("device").get<std::string>() + ' ' + line.at("type").get<std::string>());
    const double seconds = line.at("product_s");
    const double n = line.at("size");
    EXPECT_GT(seconds, 0);
    EXPECT_NEAR(line.at("gflops").get<double>() * seconds * 1e9 / (2 * n * n * n), 1, 1e-12);
    if (line.at("device") == "cpu(0)") on_cpu0 = seconds;
    EXPECT_DOUBLE_EQ(line.at("against_cpu0").get<double>(), on_cpu0 / seconds);
  }
  EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(ExercisesApp, Products, ::testing::Values("matmul", "small"),
                         [](const auto& exercise) { return std::string(exercise.param); });

TEST(ExercisesApp, TakesSizesFromTheCommandLine) {
  const nlohmann::json large = measured("matmul", 1);
  EXPECT_EQ(large.at("title"), "A large product, 30 x 30, on each device");
  EXPECT_EQ(large.at("lines").at(0).at("products"), 1);
  const nlohmann::json many = measured("small", 1);
  EXPECT_EQ(many.at("title"), "20 products of 8 x 8 on each device");
  EXPECT_EQ(many.at("lines").at(0).at("products"), 20);
}

TEST(ExercisesApp, CountsTheReadsOfTheLog) {
  const nlohmann::json lines = measured("log", 2).at("lines");
  ASSERT_EQ(lines.size(), device_names(2).size());
  for (const auto& line : lines) {
    const bool here = line.at("device") == "cpu(0)";
    EXPECT_EQ(line.at("read_each_transfers"), 20) << line;
    EXPECT_EQ(line.at("read_once_transfers"), here ? 0 : 1) << line;  // from cpu(0) to cpu(0) nothing moves
    EXPECT_DOUBLE_EQ(line.at("speedup").get<double>(),
                     line.at("read_each_s").get<double>() / line.at("read_once_s").get<double>());
  }
}

TEST(ExercisesApp, MeasuresAPairOrSaysWhyNot) {
  const nlohmann::json found = measured("pair", 2);
  ASSERT_EQ(found.at("lines").size(), 1U);
  const auto& line = found.at("lines").at(0);
  EXPECT_GT(line.at("in_turn_s"), 0);
  if (line.at("at_once_s").is_null()) {
    EXPECT_EQ(found.at("remark").get<std::string>().rfind("Not at once: ", 0), 0U) << found;
    EXPECT_TRUE(line.at("speedup").is_null());
  } else {
    EXPECT_GT(line.at("at_once_s"), 0);
    EXPECT_DOUBLE_EQ(line.at("speedup").get<double>(),
                     line.at("in_turn_s").get<double>() / line.at("at_once_s").get<double>());
  }
}

TEST(ExercisesApp, SaysThatOneDeviceIsNoPair) {
  if (spica::num_gpus() > 0) GTEST_SKIP() << "the GPU and the host are a pair";
  const nlohmann::json found = measured("pair", 1);
  EXPECT_EQ(found.at("lines").size(), 0U);
  EXPECT_EQ(found.at("remark"), "Not measured: there is one device only. SPICA_HOST_DEVICES=2 makes two of the host.");
}

TEST(ExercisesApp, SaysThatOneThreadCannotBeDivided) {
  if (spica::num_gpus() > 0) GTEST_SKIP() << "the GPU and the host are a pair";
  const Ended ended = run_app("exercises", {"pair", "--json", "--large=30", "--repeats=1"},
                              {"SPICA_HOST_DEVICES=2", "OMP_NUM_THREADS=1"});
  EXPECT_EQ(json_of(ended).at("pair").at("remark").get<std::string>().rfind("Not at once: ", 0), 0U) << ended.out;
}

TEST(ExercisesApp, RunsAllAsTables) {
  const Ended ended = run({}, 2);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  for (const char* title :
       {"A large product, 30 x 30, on each device\n", "20 products of 8 x 8 on each device\n",
        "20 products of 8 x 8, and the norm of each\n", "Two products of 30 x 30 on two devices\n"}) {
    EXPECT_TRUE(contains(ended.out, title)) << ended.out;
  }
  EXPECT_TRUE(contains(line_with(ended.out, "device  type"), "one product   GFLOP/s   against cpu(0)")) << ended.out;
  EXPECT_TRUE(contains(line_with(ended.out, "Host: "), "BLAS: " + spica::blas_info().name)) << ended.out;
  const auto all = json_of(run({"--json"}, 1));
  for (const char* name : {"matmul", "small", "log", "pair"}) EXPECT_TRUE(all.contains(name));
  EXPECT_FALSE(json_of(run({"small", "--json"}, 1)).contains("matmul"));
}

TEST(ExercisesApp, RefusesWhatItDoesNotKnow) {
  const Ended unknown = run_app("exercises", {"sort"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "sort not in {matmul,small,log,pair,all}")) << unknown.err;
  EXPECT_EQ(run_app("exercises", {"--slow"}).exit_code, 2);
  for (const char* bad : {"--large=0", "--small=-1", "--products=many", "--repeats=0", "--large=1000001"}) {
    const Ended ended = run_app("exercises", {bad});
    EXPECT_EQ(ended.exit_code, 2) << bad;
    EXPECT_EQ(ended.out, "") << bad;
    EXPECT_TRUE(contains(ended.err, std::string(bad).substr(0, std::string(bad).find('=')))) << ended.err;
  }
  EXPECT_EQ(run_app("exercises", {"--help"}).exit_code, 0);
}

TEST(ExercisesApp, ReportsThatMemoryIsShort) {
  const Ended ended = run_app("exercises", {"matmul", "--large=1000000", "--repeats=1"},
                              {"SPICA_HOST_DEVICES=1", "ASAN_OPTIONS=allocator_may_return_null=1"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_TRUE(contains(ended.err, "spica-exercises: spica::uniform: cpu(0) has no ")) << ended.err;
}

}  // namespace
