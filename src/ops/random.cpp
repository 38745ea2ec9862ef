// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/error.hpp>
#include <spica/ops/random.hpp>

#include <string>

namespace spica {

/// Numbers that are drawn have counters below 2^63; splits use the others.
Generator Generator::split() {
  const std::uint64_t counter = (std::uint64_t{1} << 63U) + splits_++;
  const PhiloxBlock block = philox_number(seed_, stream_, counter);
  return Generator(static_cast<std::uint64_t>(block.word[0]) << 32U | block.word[1]);
}

Generator Generator::from_state(const GeneratorState& state) {
  const std::uint64_t limit = std::uint64_t{1} << 63U;
  if (state.position >= limit || state.splits >= limit) {
    throw ValueError("spica::Generator::from_state: position " + std::to_string(state.position) + ", splits " +
                     std::to_string(state.splits) + ": no generator reaches 2^63");
  }
  Generator generator(state.seed, state.stream);
  generator.position_ = state.position;
  generator.splits_ = state.splits;
  return generator;
}

}  // namespace spica
