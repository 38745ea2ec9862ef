// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_ERRORS_HPP
#define SPICA_TESTS_SUPPORT_ERRORS_HPP

#include <exception>
#include <string>
#include <typeinfo>

namespace spica::test {

/// The text of the exception of exactly the type `Expected` that `call` throws; else "<nothing thrown>", or what else
/// it threw.
template <class Expected, class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return (typeid(error) == typeid(Expected) ? "" : std::string("<") + typeid(error).name() + "> ") + error.what();
  }
  return "<nothing thrown>";
}

}  // namespace spica::test

#endif
