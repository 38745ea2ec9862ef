// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_OPTION_CHECKS_HPP
#define SPICA_APPS_SUPPORT_OPTION_CHECKS_HPP

// Checks of options' values that CLI11 does not have, or whose texts are hard to read.

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

namespace apps {

/// An empty name comes of a variable that is not set, and must not mean that the option was not given.
inline CLI::Validator file_name() {
  return {[](const std::string& text) { return text.empty() ? std::string("the file name is empty") : std::string(); },
          ""};
}

inline CLI::Validator positive_number() {
  return {[](const std::string& text) {
            const double value = std::strtod(text.c_str(), nullptr);
            return value > 0 && std::isfinite(value) ? std::string() : text + " is not a positive number";
          },
          ""};
}

/// CLI11 turns -1, and all that is too large, into the largest number.
inline CLI::Validator whole_number() {
  return {[](const std::string& text) {
            std::uint64_t value = 0;
            const char* last = text.data() + text.size();
            const auto [end, error] = std::from_chars(text.data(), last, value);
            return error == std::errc() && end == last ? std::string()
                                                       : text + " is not a whole number from 0 to 2^64 - 1";
          },
          ""};
}

}  // namespace apps

#endif
