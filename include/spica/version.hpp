// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_VERSION_HPP
#define SPICA_VERSION_HPP

// The one place where the version is kept: CMakeLists.txt reads these lines.
#define SPICA_VERSION_MAJOR 0
#define SPICA_VERSION_MINOR 1
#define SPICA_VERSION_PATCH 0

#define SPICA_DETAIL_QUOTE(x) #x
#define SPICA_DETAIL_VERSION(major, minor, patch) \
  SPICA_DETAIL_QUOTE(major) "." SPICA_DETAIL_QUOTE(minor) "." SPICA_DETAIL_QUOTE(patch)

/// The version of the headers that a program is compiled with, as text: "0.1.0".
#define SPICA_VERSION SPICA_DETAIL_VERSION(SPICA_VERSION_MAJOR, SPICA_VERSION_MINOR, SPICA_VERSION_PATCH)

#endif
