// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_VERSION_HPP
#define SPICA_DEVICE_VERSION_HPP

#include <spica/version.hpp>

namespace spica {

/// The version of the library that the program runs with, as text: "0.1.0". It differs from the macro SPICA_VERSION
/// where a program was compiled with the headers of another version.
const char* version() noexcept;

}  // namespace spica

#endif
