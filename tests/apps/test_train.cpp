// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica-train digits: what it reaches, and what it says.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "apps/support/app.hpp"

namespace {

using spica::test::Ended;

Ended train(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "digits");
  return spica::test::run_app("train", arguments, {"SPICA_HOST_DEVICES=1"});
}

/// A folder of its own that goes when the test ends.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "spica-train-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The number in the last line, "test accuracy 0.xxx"; -1 where it is not there.
double accuracy_in(const Ended& ended) {
  const std::string mark = "test accuracy ";
  const std::size_t line = ended.out.rfind('\n', ended.out.size() - 2);
  const std::size_t begin = line == std::string::npos ? 0 : line + 1;
  if (ended.out.compare(begin, mark.size(), mark) != 0) return -1;
  return std::atof(ended.out.c_str() + begin + mark.size());
}

// 100 seeds of a correct implementation gave 0.914 +- 0.005, none below 0.906; PyTorch gives 0.92 on three.
TEST(TrainDigits, ReachesTheAccuracyOfThisNetworkOnTenSeeds) {
  double sum = 0;
  for (int seed = 1; seed <= 10; ++seed) {
    const Ended ended = train({"--quiet", "--seed", std::to_string(seed)});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    const double accuracy = accuracy_in(ended);
    EXPECT_GE(accuracy, 0.89) << "seed " << seed;
    sum += accuracy;
  }
  EXPECT_GE(sum / 10, 0.905);
}

TEST(TrainDigits, PrintsALineAnEpochAndTheAccuracyLast) {
  const Ended ended = train({"--epochs", "2"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("epoch  1/2  loss "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("epoch  2/2  loss "), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find('\r'), std::string::npos) << "a progress bar outside a terminal";
  EXPECT_GT(accuracy_in(ended), 0.5);
}

TEST(TrainDigits, QuietPrintsTheLastLineOnly) {
  const Ended ended = train({"--epochs", "1", "--quiet"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out.find('\n'), ended.out.size() - 1) << ended.out;
}

TEST(TrainDigits, AnswersTheSameForTheSameSeed) {
  const Ended first = train({"--epochs", "2", "--quiet", "--seed", "3"});
  const Ended second = train({"--epochs", "2", "--quiet", "--seed", "3"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out, second.out);
}

TEST(TrainDigits, EvaluatesACheckpointInANewNetwork) {
  const Folder folder;
  const Ended trained = train({"--epochs", "2", "--quiet", "--checkpoint", folder.file("a.h5")});
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const Ended loaded = train({"--quiet", "--seed", "77", "--evaluate", folder.file("a.h5")});
  ASSERT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_EQ(loaded.out, trained.out);
}

TEST(TrainDigits, GoesOnAsIfItHadNotStopped) {
  for (const std::string optimizer : {"adam", "sgd"}) {
    const Folder folder;
    const std::vector<std::string> common = {"--quiet", "--optimizer", optimizer, "--lr",
                                             optimizer == "adam" ? "0.003" : "0.05"};
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.end(), common.begin(), common.end());
      return train(more);
    };
    const Ended straight = with({"--epochs", "4", "--checkpoint", folder.file("straight.h5")});
    ASSERT_EQ(straight.exit_code, 0) << straight.err;
    const Ended half = with({"--epochs", "2", "--checkpoint", folder.file("halves.h5"), "--resume"});
    ASSERT_EQ(half.exit_code, 0) << half.err;
    const Ended rest = with({"--epochs", "4", "--checkpoint", folder.file("halves.h5"), "--resume"});
    ASSERT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_EQ(straight.out, rest.out);
    EXPECT_EQ(contents(folder.file("straight.h5")), contents(folder.file("halves.h5")))
        << optimizer << ": parameters and optimiser state differ";
  }
}

/// What the lines of a table begin with.
std::vector<std::string> first_column(const std::string& file) {
  std::istringstream lines(contents(file));
  std::vector<std::string> column;
  for (std::string line; std::getline(lines, line);) column.push_back(line.substr(0, line.find(',')));
  return column;
}

TEST(TrainDigits, WritesTheHistoryAndAppendsToItWhenItGoesOn) {
  const Folder folder;
  const std::vector<std::string> files = {"--checkpoint",       folder.file("a.h5"), "--history",
                                          folder.file("a.csv"), "--quiet",           "--resume"};
  const auto until = [&](const char* epochs) {
    std::vector<std::string> arguments = {"--epochs", epochs};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const Ended ended = train(arguments);
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
  };
  using Column = std::vector<std::string>;
  until("1");
  const std::string first = contents(folder.file("a.csv"));
  until("3");
  EXPECT_EQ(first_column(folder.file("a.csv")), (Column{"epoch", "1", "2", "3"}));
  EXPECT_EQ(contents(folder.file("a.csv")).substr(0, first.size()), first);
  // A training that is killed after it has written a line and before it has saved does this epoch again.
  std::ofstream(folder.file("a.csv"), std::ios::app) << "4,0.5,0.5,0.5,0.5\n5,0.";
  until("4");
  EXPECT_EQ(first_column(folder.file("a.csv")), (Column{"epoch", "1", "2", "3", "4"}));
  std::ofstream(folder.file("a.csv"), std::ios::trunc).close();
  until("5");
  EXPECT_EQ(first_column(folder.file("a.csv")), (Column{"epoch", "5"}));
}

TEST(TrainDigits, StartsTheHistoryAnewWhenItDoesNotGoOn) {
  const Folder folder;
  for (const char* epochs : {"2", "1"}) {
    const Ended ended = train({"--epochs", epochs, "--history", folder.file("a.csv"), "--quiet"});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
  }
  EXPECT_EQ(first_column(folder.file("a.csv")), (std::vector<std::string>{"epoch", "1"}));
}

TEST(TrainDigits, HelpNamesTheProgram) {
  const Ended ended = train({"--help"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_NE(ended.out.find("spica-train digits [OPTIONS]"), std::string::npos) << ended.out;
}

TEST(TrainDigits, SaysWhenItsOutputCannotBeWritten) {
  const std::vector<std::vector<std::string>> calls = {
      {"digits", "--epochs", "1"}, {"digits", "--epochs", "0", "--quiet"}, {"digits", "--help"}};
  for (const auto& arguments : calls) {
    const Ended ended = spica::test::run_app_on_full_disk("train", arguments);
    EXPECT_EQ(ended.exit_code, 2) << arguments.back();
    EXPECT_EQ(ended.err, "spica-train: standard output could not be written\n") << arguments.back();
  }
}

struct Refused {
  std::vector<std::string> arguments;
  std::string message;  // on standard error, somewhere
};

TEST(TrainDigits, RefusesWhatItCannotDoWithExitCodeTwo) {
  const Folder folder;
  std::ofstream(folder.file("text.h5")) << "no HDF5\n";
  std::filesystem::create_symlink("loop", folder.file("loop"));
  const Refused cases[] = {
      {{"--nonsense"}, "--nonsense"},
      {{"--epochs", "-1"}, "--epochs"},
      {{"--batch", "0"}, "--batch"},
      {{"--batch", "1501"}, "--batch"},
      {{"--lr", "0"}, "--lr: 0 is not a positive number\n"},
      {{"--lr", "inf"}, "--lr: inf is not a positive number\n"},
      {{"--lr", "nan"}, "--lr: nan is not a positive number\n"},
      {{"--seed", "-1"}, "--seed: -1 is not a whole number from 0 to 2^64 - 1\n"},
      {{"--seed", "18446744073709551616"}, "--seed: 18446744073709551616 is not a whole number from 0 to 2^64 - 1\n"},
      {{"--checkpoint", ""}, "--checkpoint: the file name is empty\n"},
      {{"--checkpoint="}, "--checkpoint"},
      {{"--history", ""}, "--history: the file name is empty\n"},
      {{"--evaluate", ""}, "--evaluate: the file name is empty\n"},
      {{"--data", ""}, "--data: the file name is empty\n"},
      {{"--evaluate", "a.h5", "--epochs", "1"}, "--epochs excludes --evaluate\n"},
      {{"--evaluate", "a.h5", "--history", "a.csv"}, "--history excludes --evaluate\n"},
      {{"--evaluate", "a.h5", "--checkpoint", "b.h5"}, "--checkpoint excludes --evaluate\n"},
      {{"--optimizer", "lbfgs"}, "--optimizer"},
      {{"--resume"}, "--checkpoint"},
      {{"--device", "tpu"}, "spica-train: --device tpu: not a device; write auto, cpu, cpu:1, gpu or gpu:1\n"},
      {{"--device", "cpu:9"},
       "spica-train: spica::Device: cpu(9) does not exist: there is 1 host device; set the environment variable "
       "SPICA_HOST_DEVICES for more\n"},
      {{"--evaluate", folder.file("none.h5")},
       "spica-train: spica::io::load: " + folder.file("none.h5") + ": No such file or directory\n"},
      {{"--evaluate", folder.file("text.h5")}, "spica-train: spica::io::load: " + folder.file("text.h5") + ": "},
      {{"--data", folder.file("text.h5")}, "spica-train: spica::io::read: " + folder.file("text.h5") + ": "},
      {{"--checkpoint", folder.file("none/a.h5")},
       "spica-train: spica::io::save: " + folder.file("none/a.h5") + ": folder " + folder.file("none") +
           ": No such file or directory\n"},
      {{"--checkpoint", folder.file("loop"), "--resume"},
       "spica-train: spica::io::save: " + folder.file("loop") + ": Too many levels of symbolic links\n"},
      {{"--checkpoint", folder.file("")}, "spica-train: spica::io::save: " + folder.file("") + ": Is a directory\n"},
      {{"--history", folder.file("none/a.csv")},
       "spica-train: --history " + folder.file("none/a.csv") + ": the file cannot be written\n"},
  };
  for (const Refused& one : cases) {
    const Ended ended = train(one.arguments);
    EXPECT_EQ(ended.exit_code, 2) << one.arguments.front();
    EXPECT_NE(ended.err.find(one.message), std::string::npos) << one.arguments.front() << ": " << ended.err;
    EXPECT_EQ(ended.out.find("epoch"), std::string::npos) << one.arguments.front() << ": trained before it refused";
    EXPECT_EQ(ended.out.find("test accuracy"), std::string::npos) << one.arguments.front();
  }
}

TEST(TrainDigits, RefusesWhatIsNoDevice) {
  for (const std::string name : {"", "c", "cpux", "cpu:", "cpu:1x", "cpu:99999999999", "cpu(0", "cpu)0(", "cpu()"}) {
    const Ended ended = train({"--device", name});
    EXPECT_EQ(ended.exit_code, 2) << name;
    EXPECT_EQ(ended.err, "spica-train: --device " + name + ": not a device; write auto, cpu, cpu:1, gpu or gpu:1\n");
  }
  const Ended gpu = train({"--device", "gpu(99)"});
  EXPECT_EQ(gpu.exit_code, 2);
  EXPECT_EQ(gpu.err.rfind("spica-train: spica::gpu: gpu(99) does not exist: there ", 0), 0U) << gpu.err;
}

TEST(TrainDigits, RefusesWhatIsNoTraining) {
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const Ended ended = spica::test::run_app("train", arguments);
    EXPECT_EQ(ended.exit_code, 2);
    return ended.err.substr(0, ended.err.find('\n'));
  };
  EXPECT_EQ(refusal({}), "A subcommand (digits) is required");
  EXPECT_EQ(refusal({"letters"}), "The following argument was not expected: letters");
  EXPECT_EQ(refusal({"--nonsense"}), "The following argument was not expected: --nonsense");
}

TEST(TrainDigits, RefusesDataThatAreNoDigitsAndChangesNothing) {
  const Folder folder;
  const Ended made = spica::test::run_executable(
      SPICA_TEST_PYTHON, {"-c",
                          "import h5py, numpy as np, sys\n"
                          "def make(name, images, labels):\n"
                          "  with h5py.File(sys.argv[1] + name, 'w') as f:\n"
                          "    f['images'], f['labels'] = np.zeros(images, 'u1'), np.array(labels, 'u1')\n"
                          "make('few', (1500, 8, 8), [0] * 1500)\n"
                          "make('more', (1600, 8, 8), [0] * 1601)\n"
                          "make('large', (1600, 9, 4), [0] * 1600)\n"
                          "make('labels', (1600, 8, 8), [0] * 1599 + [10])\n",
                          folder.file("")});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::pair<std::string, std::string> cases[] = {
      {"few", "1500 images and 1500 labels; there must be as many of both, and more than 1500"},
      {"more", "1600 images and 1601 labels; there must be as many of both, and more than 1500"},
      {"large", "images of 9 x 4 pixels; they must be 8 x 8"},
      {"labels", "a label is 10; labels are from 0 to 9"}};
  std::ofstream(folder.file("a.h5")) << "a checkpoint\n";
  std::ofstream(folder.file("a.csv")) << "a history\n";
  for (const auto& [name, message] : cases) {
    const Ended ended =
        train({"--data", folder.file(name), "--checkpoint", folder.file("a.h5"), "--history", folder.file("a.csv")});
    EXPECT_EQ(ended.exit_code, 2) << name;
    EXPECT_EQ(ended.err, "spica-train: " + folder.file(name) + ": " + message + '\n');
  }
  EXPECT_EQ(contents(folder.file("a.h5")), "a checkpoint\n");
  EXPECT_EQ(contents(folder.file("a.csv")), "a history\n");
}

TEST(TrainDigits, ChangesNoFileWhereAnotherCannotBeWritten) {
  const Folder folder;
  std::ofstream(folder.file("a.h5")) << "a checkpoint\n";
  std::ofstream(folder.file("a.csv")) << "a history\n";
  EXPECT_EQ(train({"--checkpoint", folder.file("none/a.h5"), "--history", folder.file("a.csv")}).exit_code, 2);
  EXPECT_EQ(train({"--checkpoint", folder.file("none/a.h5"), "--history", folder.file("new.csv")}).exit_code, 2);
  EXPECT_EQ(train({"--checkpoint", folder.file("a.h5"), "--history", folder.file("none/a.csv")}).exit_code, 2);
  EXPECT_EQ(contents(folder.file("a.h5")), "a checkpoint\n");
  EXPECT_EQ(contents(folder.file("a.csv")), "a history\n");
  EXPECT_FALSE(std::filesystem::exists(folder.file("new.csv")));
}

TEST(TrainDigits, RefusesToWriteOverAFileThatAnotherOptionNames) {
  const Folder folder;
  const std::string file = folder.file("a");
  std::ofstream(file) << "old\n";
  const std::string end = " name one file, " + file + "; give each a file of its own\n";
  EXPECT_EQ(train({"--checkpoint", folder.file("./a"), "--history", file}).err,
            "spica-train: --checkpoint and --history" + end);
  std::filesystem::create_symlink("a", folder.file("link"));
  EXPECT_EQ(train({"--checkpoint", folder.file("link"), "--data", file}).err,
            "spica-train: --checkpoint and --data" + end);
  EXPECT_EQ(train({"--history", file, "--data", file}).err, "spica-train: --history and --data" + end);
  EXPECT_EQ(contents(file), "old\n");
  EXPECT_EQ(train({"--checkpoint", "new", "--history", "./new"}).err,
            "spica-train: --checkpoint and --history name one file, ./new; give each a file of its own\n");
  EXPECT_FALSE(std::filesystem::exists("new"));
}

TEST(TrainDigits, RefusesToGoOnWithOtherSettings) {
  const Folder folder;
  const std::string file = folder.file("a.h5");
  const Ended ended = train({"--epochs", "1", "--quiet", "--checkpoint", file});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const std::string before = contents(file);
  const std::vector<std::vector<std::string>> settings = {
      {"--seed", "1", "2"}, {"--batch", "50", "7"}, {"--lr", "0.003", "0.5"}, {"--optimizer", "adam", "sgd"}};
  for (const auto& setting : settings) {
    const Ended other = train({"--epochs", "2", "--quiet", "--checkpoint", file, "--resume", setting[0], setting[2]});
    EXPECT_EQ(other.exit_code, 2) << setting[0];
    EXPECT_EQ(other.err, "spica-train: --resume: " + file + " was trained with " + setting[0] + ' ' + setting[1] +
                             ", not " + setting[2] + '\n');
    EXPECT_EQ(contents(file), before);
  }
}

TEST(TrainDigits, RefusesToGoOnFromAnImpossibleEpoch) {
  const Folder folder;
  const std::string file = folder.file("a.h5");
  ASSERT_EQ(train({"--epochs", "1", "--quiet", "--checkpoint", file}).exit_code, 0);
  const Ended edited = spica::test::run_executable(
      SPICA_TEST_PYTHON, {"-c",
                          "import h5py, sys; f = h5py.File(sys.argv[1], 'r+'); d = f['values/epoch']; d[()] = -5; "
                          "del d.attrs['checksum']",
                          file});
  ASSERT_EQ(edited.exit_code, 0) << edited.err;
  const Ended ended = train({"--epochs", "2", "--quiet", "--checkpoint", file, "--resume"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err, "spica-train: --resume: the epoch of " + file + " is -5\n");
}

}  // namespace
