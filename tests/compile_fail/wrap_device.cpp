// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::wrap: the device's space does not own the View's memory;
// expect: leave the device out, or name one of the View's own space
#include <spica/array/wrap.hpp>

#ifdef SPICA_MUST_FAIL
using Memory = Kokkos::DefaultExecutionSpace::scratch_memory_space;
#else
using Memory = Kokkos::DefaultExecutionSpace::memory_space;
#endif

void use(const Kokkos::View<double*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>& view,
         const spica::Device<>& device) {
  spica::wrap(view, device);
}
