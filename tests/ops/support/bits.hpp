// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_OPS_SUPPORT_BITS_HPP
#define SPICA_TESTS_OPS_SUPPORT_BITS_HPP

#include "support/elements.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace spica::test {

/// The bits of a number, or of all elements mixed together.
template <class A>
std::string bits_of(const A& array) {
  std::uint64_t mixed = 14695981039346656037U;
  for (const auto& value : spica::test::elements(array)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    mixed = (mixed ^ bits) * 1099511628211U;
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(mixed));
  return text;
}

}  // namespace spica::test

#endif
