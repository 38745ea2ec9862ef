// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every case of the tables beside this file, which NumPy made (scripts/make-golden).
#include "golden/support/operations.hpp"
#include "support/program.hpp"

#include <gtest/gtest.h>

#include <spica/device/runtime.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

namespace spica::test::golden {
namespace {

constexpr int least_cases = 5000;
constexpr int least_of_each = 20;

std::vector<std::string> tables() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(SPICA_TEST_SOURCE_DIR "/golden")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> cases;
    for (const std::string& path : tables()) {
      const std::vector<Case> more = read_cases(path);
      cases.insert(cases.end(), more.begin(), more.end());
    }
    return cases;
  }();
  return all;
}

/// How many cases are wrong; of those the first few, described.
int count_wrong(const std::vector<Case>& cases, std::ostream& out) {
  int wrong = 0;
  for (const Case& entry : cases) {
    const std::string problem = run_case(entry);
    if (!problem.empty() && ++wrong <= 20) out << entry.place << ": " << entry.key() << ": " << problem << '\n';
  }
  return wrong;
}

TEST(Golden, EveryCaseIsWhatNumPySays) {
  std::ostringstream text;
  const int wrong = count_wrong(all_cases(), text);
  EXPECT_EQ(wrong, 0) << wrong << " of " << all_cases().size() << " cases are wrong:\n" << text.str();
}

TEST(Golden, EveryOperationAndEveryTypeHasTwentyCases) {
  EXPECT_GE(static_cast<int>(all_cases().size()), least_cases);
  std::map<std::string, int> of_operation;
  std::map<std::string, int> of_type;
  for (const std::string& type : type_names()) of_type[type] = 0;
  for (const Case& entry : all_cases()) {
    ++of_operation[entry.operation];
    std::set<std::string> types{entry.expected.type};
    for (const Given& operand : entry.operands) types.insert(operand.elements.type);
    for (const std::string& type : types) {
      if (!type.empty()) ++of_type[type];
    }
  }
  for (const auto& [operation, count] : of_operation) EXPECT_GE(count, least_of_each) << operation;
  for (const auto& [type, count] : of_type) EXPECT_GE(count, least_of_each) << type;
}

TEST(Golden, EveryCallHasACase) {
  std::set<std::string> keys;
  for (const Case& entry : all_cases()) keys.insert(entry.key());
  for (const auto& [key, run] : all_operations().runs()) EXPECT_EQ(keys.count(key), 1U) << key;
}

/// A right case, and one that must not pass.
TEST(Golden, AWrongResultIsNoticed) {
  const auto verdict = [](const std::string& result) {
    const std::string path = ::testing::TempDir() + "/golden_wrong.txt";
    std::ofstream(path) << "add\n float64[2] 1 2\n float64[2]@-1 20 10\n=" << result << '\n';
    return run_case(read_cases(path).at(0));
  };
  EXPECT_EQ(verdict("float64[2] exact 21 12"), "");
  EXPECT_EQ(verdict("float64[2] exact 21 13"), "element 1 of shape [2]: got 12, expected 13");
  EXPECT_EQ(verdict("float32[2] exact 21 12"), "got elements of type float64, expected float32");
  EXPECT_EQ(verdict("float64[3] exact 21 12 0"), "got the shape [1, 1, 1, 2], expected [3]");
  EXPECT_EQ(verdict("error ShapeError"), "threw nothing, expected ShapeError");
}

/// scripts/compare-with-numpy: the cases of a file that it has just made.
const bool added = add_program("compare", [](int& argc, char** argv) {
  const Runtime runtime(argc, argv);
  if (argc != 2) {
    std::cerr << "one argument: a file of cases\n";
    return 2;
  }
  try {
    const std::vector<Case> cases = read_cases(argv[1]);
    const int wrong = count_wrong(cases, std::cout);
    std::cout << cases.size() << " cases, " << wrong << " wrong\n";
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
});

}  // namespace
}  // namespace spica::test::golden
