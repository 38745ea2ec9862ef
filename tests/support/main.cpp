// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main() of every test program: one Runtime around all tests, or one of the programs of program.hpp.
#include "support/program.hpp"

#include <gtest/gtest.h>

#include <spica/device/runtime.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

/// An allocation that is too large is an error that the library reports, not the end of the process.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

/// What the OpenMP runtime of Clang holds is reachable from its threads, and a forked child has none of them.
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp.so\n"; }

namespace spica::test {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::string name_of(const std::string& variable) { return variable.substr(0, variable.find('=')); }

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const bool changed = std::any_of(changes.begin(), changes.end(),
                                     [&](const std::string& change) { return name_of(change) == name_of(*variable); });
    if (!changed) result.emplace_back(*variable);
  }
  for (const std::string& change : changes) {
    if (change.find('=') != std::string::npos) result.push_back(change);
  }
  return result;
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace

Ended run_executable(const std::string& file, const std::vector<std::string>& arguments,
                     const std::vector<std::string>& environment) {
  std::vector<std::string> words{file};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> changes = environment;
  // Without these Kokkos prints advice about binding and about more threads than cores, among what a test reads.
  for (const char* quiet : {"OMP_PROC_BIND=false", "KOKKOS_DISABLE_WARNINGS=true"}) {
    const auto same_name = [quiet](const std::string& change) { return name_of(change) == name_of(quiet); };
    if (std::none_of(changes.begin(), changes.end(), same_name)) changes.emplace_back(quiet);
  }
  std::vector<std::string> variables = environment_with(changes);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(variables);
  std::FILE* out = std::tmpfile();
  std::FILE* err = std::tmpfile();
  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(err), STDERR_FILENO);
    execve(file.c_str(), argv.data(), envp.data());
    _exit(126);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Ended ended;
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  ended.out = content(out);
  ended.err = content(err);
  return ended;
}

Ended run_program(const std::string& name, const std::vector<std::string>& arguments,
                  const std::vector<std::string>& environment) {
  std::vector<std::string> words{program_option + name};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_executable("/proc/self/exe", words, environment);
}

}  // namespace spica::test

namespace {

int run_tests(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  try {
    spica::Runtime runtime(argc, argv);
    return RUN_ALL_TESTS();
  } catch (const std::exception& error) {
    std::cerr << "the tests could not start: " << error.what() << '\n';
    return 2;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t option = std::strlen(spica::test::program_option);
  if (argc < 2 || std::strncmp(argv[1], spica::test::program_option, option) != 0) return run_tests(argc, argv);
  const auto program = spica::test::programs().find(argv[1] + option);
  if (program == spica::test::programs().end()) {
    std::cerr << "there is no program " << argv[1] + option << '\n';
    return 127;
  }
  argv[1] = argv[0];
  return program->second(--argc, argv + 1);
}
