// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/ops/philox.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>

namespace {

using Words = std::array<std::uint32_t, 4>;

Words words_of(const spica::PhiloxBlock& block) { return {block.word[0], block.word[1], block.word[2], block.word[3]}; }

TEST(Philox, GOLD_13_Random123sKnownAnswers) {
  const std::uint32_t ones = 0xffffffffU;
  EXPECT_EQ(words_of(spica::philox4x32_10({{0, 0, 0, 0}}, 0, 0)),
            (Words{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
  EXPECT_EQ(words_of(spica::philox4x32_10({{ones, ones, ones, ones}}, ones, ones)),
            (Words{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}));
  EXPECT_EQ(
      words_of(spica::philox4x32_10({{0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}}, 0xa4093822U, 0x299f31d0U)),
      (Words{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

TEST(Philox, ANumberIsTheBlockOfItsCounterStreamAndSeed) {
  const std::uint64_t seed = 0x299f31d0a4093822U;
  const std::uint64_t stream = 0x0370734413198a2eU;
  const std::uint64_t number = 0x85a308d3243f6a88U;
  EXPECT_EQ(words_of(spica::philox_number(seed, stream, number)),
            (Words{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

TEST(Philox, EveryPartOfCounterAndKeyCounts) {
  std::set<Words> seen;
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    seen.insert(words_of(spica::philox_number(one, 0, 0)));
    seen.insert(words_of(spica::philox_number(0, one, 0)));
    seen.insert(words_of(spica::philox_number(0, 0, one)));
  }
  EXPECT_EQ(seen.size(), 3U * 64U);
}

TEST(Philox, TheLeading53BitsMakeAFractionBelowOne) {
  EXPECT_EQ(spica::detail::unit_double(0, 0), 0.0);
  EXPECT_EQ(spica::detail::unit_double(0x80000000U, 0), 0.5);
  EXPECT_EQ(spica::detail::unit_double(0, 0x800U), 0x1p-53);
  EXPECT_EQ(spica::detail::unit_double(0, 0x7ffU), 0.0);
  EXPECT_EQ(spica::detail::unit_double(0xffffffffU, 0xffffffffU), 1.0 - 0x1p-53);
}

}  // namespace
