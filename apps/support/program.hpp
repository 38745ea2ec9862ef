// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_PROGRAM_HPP
#define SPICA_APPS_SUPPORT_PROGRAM_HPP

// What every small program does alike: read options, and report errors.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace apps {

/// The exit code of a program that was asked for something it cannot do.
inline constexpr int failure = 2;

/// The exit code of a program that has done what it was asked for: 0, or `failure`, with a line that says so, where
/// what it printed could not be written, as on a full disk.
inline int finish(const std::string& program) {
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::cout && std::ferror(stdout) == 0) return 0;
  std::cerr << program << ": standard output could not be written\n";
  return failure;
}

/// Reads the command line, and leaves options that begin with --kokkos- to the Runtime, which is created afterwards, so
/// that --help works on any machine. Returns the exit code when the program is to end at once: 0 after --help,
/// `failure` after an unknown or malformed option.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  std::vector<std::string> arguments;  // CLI11 takes them last first
  for (int i = argc - 1; i > 0; --i) {
    if (std::string(argv[i]).rfind("--kokkos-", 0) != 0) arguments.emplace_back(argv[i]);
  }
  try {
    app.parse(arguments);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? finish(app.get_name()) : failure;
  }
}

/// Prints what went wrong, one line, and returns `failure`.
inline int report(const std::string& program, const std::exception& error) {
  std::cout.flush();
  std::cerr << program << ": " << error.what() << '\n';
  return failure;
}

}  // namespace apps

#endif
