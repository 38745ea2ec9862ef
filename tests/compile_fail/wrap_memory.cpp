// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::wrap: neither the host nor the default device can read the View's memory space
#include <spica/array/wrap.hpp>

/// Memory that no space of the build can read.
struct Elsewhere {
  using memory_space = Elsewhere;
  using execution_space = Kokkos::DefaultExecutionSpace;
  using device_type = Kokkos::Device<execution_space, memory_space>;
  using size_type = std::size_t;
};

#ifdef SPICA_MUST_FAIL
using Memory = Elsewhere;
#else
using Memory = Kokkos::DefaultExecutionSpace::memory_space;
#endif

void use(const Kokkos::View<double*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>& view) { spica::wrap(view); }
