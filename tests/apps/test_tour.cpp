// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/any_device.hpp>
#include <spica/device/version.hpp>

#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "apps/support/app.hpp"

namespace {

using spica::test::contains;
using spica::test::Ended;
using spica::test::run_app;

/// A folder for the file that the tour leaves.
class TourApp : public ::testing::Test {
 protected:
  TourApp() {
    std::string name = std::filesystem::temp_directory_path() / "spica-tour-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~TourApp() override { std::filesystem::remove_all(folder_); }

  std::string file() const { return folder_ / "tour.h5"; }
  const std::filesystem::path& folder() const { return folder_; }

  Ended run(const std::vector<std::string>& environment) const {
    return run_app("tour", {"--checkpoint", file()}, environment);
  }

 private:
  std::filesystem::path folder_;
};

/// What was printed below the call `code`, up to the next one.
std::string result_of(const std::string& text, const std::string& code) {
  const std::string call = "   > " + code + '\n';
  const std::size_t begin = text.find(call);
  if (begin == std::string::npos) return "no call " + code;
  const std::size_t first = begin + call.size();
  return text.substr(first, std::min(text.find("   > ", first), text.find("\n\n", first) + 1) - first);
}

/// The last line of the step whose title begins with `title`.
std::string ledger_of(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find("  " + title);
  if (begin == std::string::npos) return "no step " + title;
  const std::string start = "   ledger: ";
  const std::size_t at = text.find(start, begin) + start.size();
  return text.substr(at, text.find('\n', at) - at);
}

TEST_F(TourApp, ShowsEveryStepOnTwoHostDevices) {
  if (spica::num_gpus() >= 2) GTEST_SKIP() << "the tour takes two GPUs instead";
  const Ended ended = run({"SPICA_HOST_DEVICES=2"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  const std::string& out = ended.out;
  EXPECT_EQ(out.rfind(std::string("Spica ") + spica::version() + ": a tour.", 0), 0U);

  EXPECT_EQ(result_of(out, "spica::cpu()"), "   cpu(0)\n");
  EXPECT_EQ(result_of(out, "spica::num_gpus()"), "   " + std::to_string(spica::num_gpus()) + '\n');
  EXPECT_EQ(result_of(out, "spica::num_devices()"), "   " + std::to_string(2 + spica::num_gpus()) + '\n');
  EXPECT_EQ(result_of(out, "spica::try_gpu(10)"), "   cpu(0)\n");

  EXPECT_EQ(result_of(out, "first") + result_of(out, "second"), "   cpu(0)\n   cpu(1)\n");
  EXPECT_EQ(result_of(out, "X"),
            "   [[1. 1. 1.]\n"
            "    [1. 1. 1.]]\n"
            "   <float32 [2, 3] on cpu(0)>\n");
  // Philox4x32-10 with key 7 and counters 0 to 5: bits that no device changes.
  EXPECT_EQ(result_of(out, "Y"),
            "   [[0.9545971  0.40696037 0.00607508]\n"
            "    [0.39019907 0.28992862 0.3386129 ]]\n"
            "   <float32 [2, 3] on cpu(1)>\n");
  EXPECT_EQ(result_of(out, "auto Z = X + Y;"),
            "   spica::operator+: operands are on different devices: A is on cpu(0), B on cpu(1); write "
            "spica::copy(B, A.device())\n");
  EXPECT_EQ(result_of(out, "Z.device()"), "   cpu(1)\n");
  EXPECT_EQ(result_of(out, "sum"),
            "   [[1.9545971 1.4069604 1.0060751]\n"
            "    [1.3901991 1.2899287 1.3386129]]\n"
            "   <float32 [2, 3] on cpu(1)>\n");
  EXPECT_EQ(result_of(out, "spica::copy(Z, second).same_storage(Z)"), "   false\n");
  EXPECT_EQ(result_of(out, "spica::to(Z, second).same_storage(Z)"), "   true\n");
  EXPECT_EQ(result_of(out, "spica::to(Z, first).device()"), "   cpu(0)\n");

  EXPECT_EQ(result_of(out, "net.parameters()[0].name()"), "   0.weight\n");
  EXPECT_EQ(result_of(out, "net.parameters()[0].value().device()"), "   " + spica::try_gpu().name() + '\n');
}

TEST_F(TourApp, SaysWhatEachStepMoved) {
  if (spica::num_gpus() > 0) GTEST_SKIP() << "other copies on GPUs";
  const Ended ended = run({"SPICA_HOST_DEVICES=2"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const auto moved = [&](const std::string& title) {
    const std::string all = ledger_of(ended.out, title);
    return all.substr(0, all.find(", allocations"));
  };
  EXPECT_EQ(moved("Which devices"), "nothing moved");
  EXPECT_EQ(moved("A GPU if there is one"), "nothing moved");
  EXPECT_EQ(moved("An array lives on a device"), "device to host: 1 (12 bytes)");
  EXPECT_EQ(moved("Arrays on two devices"), "device to host: 2 (48 bytes)");
  EXPECT_EQ(moved("Operands must be on one device"), "nothing moved");
  EXPECT_EQ(moved("So copy first"), "host to host: 1 (24 bytes), device to host: 1 (24 bytes)");
  EXPECT_EQ(ledger_of(ended.out, "copy always gives new").rfind("host to host: 1 (24 bytes)", 0), 0U) << ended.out;
}

TEST_F(TourApp, LoadsWhatItSaved) {
  const Ended ended = run({"SPICA_HOST_DEVICES=2"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  if (contains(ended.out, "built without HDF5")) GTEST_SKIP() << "there is no file";
  EXPECT_EQ(result_of(ended.out, "file"), "   " + file() + '\n');
  const std::string equal = "   > spica::array_equal(other(X), net(X))\n";
  const std::size_t before = ended.out.find(equal + "   false\n");
  const std::size_t load = ended.out.find("   > spica::io::load(file, other);\n" + equal + "   true\n");
  EXPECT_LT(before, load) << ended.out;
  EXPECT_NE(load, std::string::npos) << ended.out;
  EXPECT_TRUE(std::filesystem::exists(file()));
}

TEST_F(TourApp, SaysHowToSeeWhatItSkips) {
  if (spica::num_gpus() >= 2) GTEST_SKIP() << "two GPUs show everything";
  const Ended ended = run({"SPICA_HOST_DEVICES=1"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(
      contains(ended.out, "4  Arrays on two devices: skipped, because there is no second device of a kind here\n"))
      << ended.out;
  EXPECT_TRUE(contains(ended.out, "   To see these steps:  SPICA_HOST_DEVICES=2 spica-tour\n")) << ended.out;
  EXPECT_TRUE(contains(ended.out, "5  A network lives on a device too")) << ended.out;
}

TEST_F(TourApp, TakesTwoHostDevicesUnlessTold) {
  const Ended ended = run({"SPICA_HOST_DEVICES"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(contains(ended.out, "SPICA_HOST_DEVICES is not set; this program uses 2")) << ended.out;
  EXPECT_EQ(result_of(ended.out, "spica::num_devices()"), "   " + std::to_string(2 + spica::num_gpus()) + '\n');
  EXPECT_FALSE(contains(run({"SPICA_HOST_DEVICES=2"}).out, "is not set"));
}

TEST_F(TourApp, ReportsAFileThatCannotBeWritten) {
  const std::string nowhere = folder() / "missing" / "tour.h5";
  const Ended ended = run_app("tour", {"--checkpoint", nowhere}, {"SPICA_HOST_DEVICES=2"});
  if (contains(ended.out, "built without HDF5")) GTEST_SKIP() << "there is no file";
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err.rfind("spica-tour: spica::io::save: ", 0), 0U) << ended.err;
  EXPECT_TRUE(contains(ended.err, nowhere)) << ended.err;
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(TourApp, RefusesUnknownOptions) {
  const Ended ended = run_app("tour", {"--fast"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(contains(ended.err, "--fast")) << ended.err;
  EXPECT_EQ(run_app("tour", {"--help"}).exit_code, 0);
}

}  // namespace
