// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/print.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace spica::detail {

namespace {

constexpr int precision = 8;  // digits behind the point at most
constexpr std::size_t line_width = 75;

template <class Real>
std::string rounded(Real value, std::chars_format format, int digits) {
  char text[512];
  const auto end = std::to_chars(text, text + sizeof text, value, format, digits).ptr;
  return std::string(text, end);
}

/// A number's text in three parts: before the point, behind it, and the exponent with its 'e'.
struct Parts {
  std::string whole;
  std::string fraction;
  std::string exponent;
};

Parts take_apart(const std::string& text) {
  Parts parts;
  const std::size_t e = text.find('e');
  if (e != std::string::npos) parts.exponent = text.substr(e);
  const std::string mantissa = text.substr(0, e);
  const std::size_t point = mantissa.find('.');
  parts.whole = mantissa.substr(0, point);
  if (point != std::string::npos) parts.fraction = mantissa.substr(point + 1);
  return parts;
}

/// The shortest digits that read back as `value`.
template <class Real>
std::string shortest(Real value, std::chars_format format) {
  char text[512];
  const auto end = std::to_chars(text, text + sizeof text, value, format).ptr;
  return std::string(text, end);
}

void drop_trailing_zeros(std::string& digits) { digits.erase(digits.find_last_not_of('0') + 1); }

template <class Real>
Parts parts_of(Real value, std::chars_format format) {
  Parts parts = take_apart(shortest(value, format));
  if (parts.fraction.size() > static_cast<std::size_t>(precision)) {
    parts = take_apart(rounded(value, format, precision));
    drop_trailing_zeros(parts.fraction);
  }
  return parts;
}

template <class Real>
bool wants_exponents(const std::vector<Real>& values) {
  Real largest = 0;
  Real smallest = 0;
  for (const Real value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    const Real size = std::fabs(value);
    largest = std::max(largest, size);
    smallest = smallest == 0 ? size : std::min(smallest, size);
  }
  return largest != 0 &&
         (largest >= Real(1e8) || static_cast<double>(smallest) < 1e-4 || largest / smallest > Real(1000));
}

std::string without_trailing_spaces(const std::string& text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

void pad_left(std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  for (std::string& text : texts) text.insert(0, width - text.size(), ' ');
}

/// The text of NaN or an infinity; empty for other values.
template <class Real>
std::string not_finite(Real value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return "";
}

/// With exponents: as many digits behind the point as the longest needs, and exponents of one width.
template <class Real>
void format_with_exponents(const std::vector<Real>& values, std::vector<std::string>& texts) {
  constexpr auto format = std::chars_format::scientific;
  std::size_t digits = 0;
  std::size_t exponent_width = 0;
  for (const Real value : values) {
    if (!std::isfinite(value)) continue;
    const Parts parts = parts_of(value, format);
    digits = std::max(digits, parts.fraction.size());
    exponent_width = std::max(exponent_width, parts.exponent.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    Parts parts = take_apart(rounded(values[i], format, static_cast<int>(digits)));
    parts.exponent.insert(2, exponent_width - parts.exponent.size(), '0');
    texts[i] = parts.whole + '.' + parts.fraction + parts.exponent;
  }
}

template <class Real>
void format_without_exponents(const std::vector<Real>& values, std::vector<std::string>& texts) {
  std::vector<Parts> parts(values.size());
  std::size_t fraction_width = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    parts[i] = parts_of(values[i], std::chars_format::fixed);
    fraction_width = std::max(fraction_width, parts[i].fraction.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    parts[i].fraction.resize(fraction_width, ' ');
    texts[i] = parts[i].whole + '.' + parts[i].fraction;
  }
}

/// `plus` writes a sign before positive numbers and NaN too.
template <class Real>
std::vector<std::string> format_reals(const std::vector<Real>& values, bool plus = false) {
  std::vector<std::string> texts;
  for (const Real value : values) texts.push_back(not_finite(value));
  if (wants_exponents(values)) {
    format_with_exponents(values, texts);
  } else {
    format_without_exponents(values, texts);
  }
  for (std::string& text : texts) {
    if (plus && text[0] != '-') text.insert(0, 1, '+');
  }
  pad_left(texts);
  return texts;
}

template <class Real>
std::vector<std::string> format_complex(const std::vector<Kokkos::complex<Real>>& values) {
  std::vector<Real> reals;
  std::vector<Real> imaginaries;
  for (const auto& value : values) {
    reals.push_back(value.real());
    imaginaries.push_back(value.imag());
  }
  std::vector<std::string> texts = format_reals(reals);
  std::vector<std::string> others = format_reals(imaginaries, true);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    others[i].insert(others[i].find_last_not_of(' ') + 1, 1, 'j');
    texts[i] += others[i];
  }
  return texts;
}

template <class Integer>
std::vector<std::string> format_integers(const std::vector<Integer>& values) {
  std::vector<std::string> texts;
  for (const Integer value : values) texts.push_back(std::to_string(value));
  pad_left(texts);
  return texts;
}

class ArrayFormatter {
 public:
  ArrayFormatter(const std::vector<std::string>& texts, const std::vector<std::int64_t>& shown,
                 const std::vector<std::int64_t>& extents)
      : texts_(texts), shown_(shown), extents_(extents) {}

  std::string format(std::size_t axis) {
    if (axis == shown_.size()) return texts_[next_++];
    if (axis + 1 == shown_.size()) return format_row(axis);
    std::string text = "[";
    const std::string between = std::string(shown_.size() - axis - 1, '\n') + std::string(axis + 1, ' ');
    for (std::int64_t i = 0; i < shown_[axis]; ++i) {
      if (i > 0) text += between;
      if (gap_before(axis, i)) text += "..." + between;
      text += format(axis + 1);
    }
    return text + ']';
  }

 private:
  bool gap_before(std::size_t axis, std::int64_t i) const { return shown_[axis] != extents_[axis] && i == print_edge; }

  std::string format_row(std::size_t axis) {
    const std::string indent(axis + 1, ' ');  // as wide as the opening brackets
    std::string text;
    std::string line = indent;
    bool first = true;
    const auto add = [&](const std::string& word) {
      // The closing brackets must fit too.
      if (!first && line.size() + 1 + word.size() + axis + 1 > line_width) {
        text += without_trailing_spaces(line) + '\n';
        line = indent + word;
      } else {
        line += (first ? "" : " ") + word;
      }
      first = false;
    };
    for (std::int64_t i = 0; i < shown_[axis]; ++i) {
      if (gap_before(axis, i)) add("...");
      add(texts_[next_++]);
    }
    return '[' + (text + line).substr(indent.size()) + ']';
  }

  const std::vector<std::string>& texts_;
  const std::vector<std::int64_t>& shown_;
  const std::vector<std::int64_t>& extents_;
  std::size_t next_ = 0;
};

// ---- one number by itself: all its digits, exponents only outside [1e-4, 1e16) ---------------------------------

template <class Real>
std::string format_number(Real value, const char* whole = ".0") {
  if (!std::isfinite(value)) return not_finite(value);
  const double size = std::fabs(static_cast<double>(value));
  if (size != 0 && (size < 1e-4 || size >= 1e16)) return shortest(value, std::chars_format::scientific);
  const std::string text = shortest(value, std::chars_format::fixed);
  if (text.find('.') != std::string::npos) return text;
  // std::to_chars gives every digit before the point; those that are not needed to tell the number are zeros in NumPy.
  const Parts parts = take_apart(shortest(value, std::chars_format::scientific));
  const auto exponent = static_cast<std::size_t>(std::stoi(parts.exponent.substr(1)));
  std::string digits = parts.whole + parts.fraction;
  digits.resize(parts.whole.size() + exponent, '0');
  return digits + whole;
}

template <class Real>
std::string format_number(const Kokkos::complex<Real>& value) {
  const Real real = value.real();
  const std::string imaginary = format_number(value.imag(), "") + 'j';
  if (real == 0 && !std::signbit(real)) return imaginary;
  return '(' + format_number(real, "") + (imaginary[0] == '-' ? "" : "+") + imaginary + ')';
}

}  // namespace

std::vector<std::string> format_elements(const std::vector<float>& values, bool alone) {
  return alone ? std::vector<std::string>{format_number(values[0])} : format_reals(values);
}
std::vector<std::string> format_elements(const std::vector<double>& values, bool alone) {
  return alone ? std::vector<std::string>{format_number(values[0])} : format_reals(values);
}
std::vector<std::string> format_elements(const std::vector<Kokkos::complex<float>>& values, bool alone) {
  return alone ? std::vector<std::string>{format_number(values[0])} : format_complex(values);
}
std::vector<std::string> format_elements(const std::vector<Kokkos::complex<double>>& values, bool alone) {
  return alone ? std::vector<std::string>{format_number(values[0])} : format_complex(values);
}
std::vector<std::string> format_elements(const std::vector<std::int64_t>& values, bool) {
  return format_integers(values);
}
std::vector<std::string> format_elements(const std::vector<std::uint64_t>& values, bool) {
  return format_integers(values);
}
std::vector<std::string> format_elements(const std::vector<bool>& values, bool alone) {
  std::vector<std::string> texts;
  for (const bool value : values) texts.emplace_back(!value ? "False" : (alone ? "True" : " True"));
  return texts;
}

std::string format_array(const std::vector<std::string>& texts, const std::vector<std::int64_t>& shown,
                         const std::vector<std::int64_t>& extents) {
  for (const std::int64_t extent : extents) {
    if (extent == 0) return "[]";
  }
  return ArrayFormatter(texts, shown, extents).format(0);
}

}  // namespace spica::detail
