// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "support/quantity.hpp"
#include "support/table.hpp"
#include "support/timing.hpp"

namespace {

TEST(Quantity, HasThreeDigitsAndNoExponent) {
  EXPECT_EQ(apps::three_digits(0), "0");
  EXPECT_EQ(apps::three_digits(1), "1.00");
  EXPECT_EQ(apps::three_digits(0.012345), "0.0123");
  EXPECT_EQ(apps::three_digits(9.999), "10.0");
  EXPECT_EQ(apps::three_digits(99.96), "100");
  EXPECT_EQ(apps::three_digits(12345), "12300");
  EXPECT_EQ(apps::three_digits(-2.5), "-2.50");
  EXPECT_EQ(apps::three_digits(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Quantity, ChoosesTheUnit) {
  EXPECT_EQ(apps::seconds_text(12.34), "12.3 s");
  EXPECT_EQ(apps::seconds_text(0.001), "1.00 ms");
  EXPECT_EQ(apps::seconds_text(4.56e-6), "4.56 us");
  EXPECT_EQ(apps::bytes_text(1), "1 byte");
  EXPECT_EQ(apps::bytes_text(1023), "1023 bytes");
  EXPECT_EQ(apps::bytes_text(1536), "1.50 KiB");
  EXPECT_EQ(apps::bytes_text(std::int64_t{3} << 40), "3.00 TiB");
}

TEST(Table, AlignsNumbersToTheRight) {
  apps::Table table({"device", " time"});
  table.add({"cpu(0)", "1.00 ms"});
  table.add({"a longer name", "12 s"});
  std::ostringstream text;
  text << table;
  EXPECT_EQ(text.str(),
            "  device            time\n"
            "  cpu(0)         1.00 ms\n"
            "  a longer name     12 s\n");
}

TEST(Table, TakesLinesOfDifferentLength) {
  apps::Table table;
  table.add({"a", "b", "c"});
  table.add({"longer"});
  std::ostringstream text;
  text << table;
  EXPECT_EQ(text.str(), "  a       b  c\n  longer\n");
}

TEST(Timing, RunsOnceMoreThanItCounts) {
  int runs = 0;
  const double seconds = apps::median_seconds(3, [&] { ++runs; });
  EXPECT_EQ(runs, 4);
  EXPECT_GE(seconds, 0);
}

}  // namespace
