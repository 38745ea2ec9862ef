// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_OPS_SORTABLE_TYPES_HPP
#define SPICA_SRC_OPS_SORTABLE_TYPES_HPP

/// Calls SPICA_INSTANTIATE(T, Space) for each type T that is `sortable_t` of another; hand it to
/// SPICA_DETAIL_FOR_EACH_SPACE.
#define SPICA_INSTANTIATE_SORTABLE(Space)          \
  SPICA_INSTANTIATE(bool, Space)                   \
  SPICA_INSTANTIATE(std::int8_t, Space)            \
  SPICA_INSTANTIATE(std::int16_t, Space)           \
  SPICA_INSTANTIATE(std::int32_t, Space)           \
  SPICA_INSTANTIATE(std::int64_t, Space)           \
  SPICA_INSTANTIATE(std::uint8_t, Space)           \
  SPICA_INSTANTIATE(std::uint16_t, Space)          \
  SPICA_INSTANTIATE(std::uint32_t, Space)          \
  SPICA_INSTANTIATE(std::uint64_t, Space)          \
  SPICA_INSTANTIATE(float, Space)                  \
  SPICA_INSTANTIATE(double, Space)                 \
  SPICA_INSTANTIATE(Kokkos::complex<float>, Space) \
  SPICA_INSTANTIATE(Kokkos::complex<double>, Space)

#endif
