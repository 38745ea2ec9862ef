// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::wrap: elements are of an arithmetic type, spica::float16, bfloat16 or Kokkos::complex
// expect: spica::wrap: a View with Atomic or RandomAccess traits has no plain elements;
// expect: wrap the View that it was made from
#include <spica/array/wrap.hpp>

struct Particle {
  double x, y, z;
};

void use(const Kokkos::View<Particle*>& particles, const Kokkos::View<double*>& numbers) {
#ifdef SPICA_MUST_FAIL
  spica::wrap(particles);
  spica::wrap(Kokkos::View<double*, Kokkos::MemoryTraits<Kokkos::Atomic>>(numbers));
#else
  spica::wrap(Kokkos::View<double**, Kokkos::LayoutRight>(&particles.data()->x, particles.extent(0), 3));
  spica::wrap(numbers);
#endif
}
