// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::AnyDevice: only Kokkos' default host space and default space can be named at run time;
// expect: write Device<Space> where the space is another
#include <spica/device/any_device.hpp>

#include "other_space.hpp"

#ifdef SPICA_MUST_FAIL
spica::AnyDevice forget(const spica::Device<OtherSpace>& device) { return device; }
#else
spica::AnyDevice forget(const spica::Device<>& device) { return device; }
#endif
