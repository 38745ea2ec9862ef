// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_COMPILE_FAIL_OTHER_SPACE_HPP
#define SPICA_TESTS_COMPILE_FAIL_OTHER_SPACE_HPP

#include <Kokkos_Core.hpp>

/// A space that is none of the build's, so that a test of two spaces needs no build with two.
struct OtherSpace : Kokkos::DefaultExecutionSpace {
  using execution_space = OtherSpace;
};

#endif
