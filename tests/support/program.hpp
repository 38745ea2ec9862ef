// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_PROGRAM_HPP
#define SPICA_TESTS_SUPPORT_PROGRAM_HPP

// Tests that need a process of their own: another main() than the test program's, which makes a Runtime. The test
// program starts itself again and runs the function of that name instead of the tests.

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace spica::test {

/// A main() of its own.
using Program = std::function<int(int& argc, char** argv)>;

inline std::map<std::string, Program>& programs() {
  static std::map<std::string, Program> all;
  return all;
}

/// `const bool added = add_program("name", [](int& argc, char** argv) { ... });` beside the test that runs it.
inline bool add_program(const std::string& name, Program program) {
  return programs().emplace(name, std::move(program)).second;
}

/// How a program ended, and what it printed.
struct Ended {
  int exit_code = -1;  ///< -1 where a signal ended it
  int signal = 0;
  std::string out;
  std::string err;
};

/// Runs the program of this name. An entry of `environment` is NAME=value, or NAME to take the variable away.
Ended run_program(const std::string& name, const std::vector<std::string>& arguments = {},
                  const std::vector<std::string>& environment = {});

/// Runs an executable file likewise.
Ended run_executable(const std::string& file, const std::vector<std::string>& arguments = {},
                     const std::vector<std::string>& environment = {});

/// The first argument with which the test program is told to run a program instead of the tests.
inline constexpr const char* program_option = "--run-program=";

}  // namespace spica::test

#endif
