// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_PHILOX_HPP
#define SPICA_OPS_PHILOX_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace spica {

/// 128 random bits.
struct PhiloxBlock {
  std::uint32_t word[4];
};

/// The counter-based generator Philox4x32 with 10 rounds: 128 bits that look random from a counter of 128 bits and a
/// key of 64. Callable on every device.
/// Source: J. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011, section 3.3.
KOKKOS_INLINE_FUNCTION PhiloxBlock philox4x32_10(PhiloxBlock counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * counter.word[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(b >> 32U) ^ counter.word[1] ^ key0, static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32U) ^ counter.word[3] ^ key1, static_cast<std::uint32_t>(a)}};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return counter;
}

/// Number `i` of a stream: the counter's words are i (low, high), then the stream (low, high); the key's are the seed
/// (low, high).
KOKKOS_INLINE_FUNCTION PhiloxBlock philox_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t i) {
  return philox4x32_10({{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32U),
                         static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32U)}},
                       static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U));
}

namespace detail {

/// The leading 53 of 64 bits as a fraction in [0, 1).
KOKKOS_INLINE_FUNCTION double unit_double(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = static_cast<std::uint64_t>(high) << 32U | low;
  return static_cast<double>(bits >> 11U) * (1.0 / 9007199254740992.0);
}

}  // namespace detail
}  // namespace spica

#endif
