// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/ops/random.hpp>

namespace spica {

/// Numbers that are drawn have counters below 2^63; splits use the others.
Generator Generator::split() {
  const std::uint64_t counter = (std::uint64_t{1} << 63U) + splits_++;
  const PhiloxBlock block = philox_number(seed_, stream_, counter);
  return Generator(static_cast<std::uint64_t>(block.word[0]) << 32U | block.word[1]);
}

}  // namespace spica
