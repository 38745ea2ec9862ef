// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_SUPPORT_QUANTITY_HPP
#define SPICA_APPS_SUPPORT_QUANTITY_HPP

// Numbers with units as people read them.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace apps {

/// Three significant digits and never an exponent: 0.0123, 1.23, 12.3, 1230.
inline std::string three_digits(double value) {
  if (value == 0 || !std::isfinite(value)) return value == 0 ? "0" : std::to_string(value);
  const auto size_of = [](double x) { return std::floor(std::log10(std::fabs(x))); };
  const double unit = std::pow(10.0, size_of(value) - 2);
  const double rounded = std::round(value / unit) * unit;  // 9.999 is 10.0, one digit less behind the point
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", static_cast<int>(std::fmax(0, 2 - size_of(rounded))), rounded);
  return text.data();
}

/// "1.23 s", "45.6 ms", "789 us".
inline std::string seconds_text(double seconds) {
  if (seconds >= 1) return three_digits(seconds) + " s";
  if (seconds >= 1e-3) return three_digits(seconds * 1e3) + " ms";
  return three_digits(seconds * 1e6) + " us";
}

/// "512 bytes", "1.50 GiB".
inline std::string bytes_text(std::int64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  double value = static_cast<double>(bytes) / 1024;
  for (const char* unit : {" KiB", " MiB", " GiB"}) {
    if (value < 1024) return three_digits(value) + unit;
    value /= 1024;
  }
  return three_digits(value) + " TiB";
}

}  // namespace apps

#endif
