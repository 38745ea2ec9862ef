// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/print.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace spica::detail {

namespace {

constexpr int precision = 8;           // digits behind the point at most
constexpr std::size_t line_width = 75;

/// The shortest digits that read back as `value`.
template <class Real>
std::string shortest(Real value, std::chars_format format) {
  char text[512];
  const auto end = std::to_chars(text, text + sizeof text, value, format).ptr;
  return std::string(text, end);
}

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
  return largest != 0 && (largest >= Real(1e8) || smallest < Real(1e-4) || largest / smallest > Real(1000));
}

void pad_left(std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  for (std::string& text : texts) text.insert(0, width - text.size(), ' ');
}

template <class Real>
std::vector<std::string> format_reals(const std::vector<Real>& values) {
  const bool exponents = wants_exponents(values);
  const auto format = exponents ? std::chars_format::scientific : std::chars_format::fixed;
  std::vector<Parts> parts(values.size());
  std::size_t fraction_width = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    parts[i] = parts_of(values[i], format);
    fraction_width = std::max(fraction_width, parts[i].fraction.size());
  }
  if (exponents) fraction_width = std::max<std::size_t>(fraction_width, 1);
  std::vector<std::string> texts(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      texts[i] = "nan";
    } else if (std::isinf(values[i])) {
      texts[i] = values[i] > 0 ? "inf" : "-inf";
    } else {
      std::string fraction = parts[i].fraction;
      fraction.resize(fraction_width, exponents ? '0' : ' ');
      texts[i] = parts[i].whole + '.' + fraction + parts[i].exponent;
    }
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
    imaginaries.push_back(std::fabs(value.imag()));
  }
  std::vector<std::string> texts = format_reals(reals);
  std::vector<std::string> others = format_reals(imaginaries);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string& other = others[i];
    const std::size_t end = other.find_last_not_of(' ') + 1;
    const std::string spaces(other.size() - end, ' ');
    texts[i] += (std::signbit(values[i].imag()) ? "-" : "+") + other.substr(0, end) + 'j' + spaces;
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
  bool gap_before(std::size_t axis, std::int64_t i) const {
    return shown_[axis] != extents_[axis] && i == print_edge;
  }

  std::string format_row(std::size_t axis) {
    const std::string indent(axis + 1, ' ');
    std::string text;
    std::string line = "[";
    bool first = true;
    const auto add = [&](const std::string& word) {
      // The closing brackets must fit too.
      if (!first && line.size() + 1 + word.size() + axis + 1 > line_width) {
        text += line + '\n';
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
    return text + line + ']';
  }

  const std::vector<std::string>& texts_;
  const std::vector<std::int64_t>& shown_;
  const std::vector<std::int64_t>& extents_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::string> format_elements(const std::vector<float>& values) { return format_reals(values); }
std::vector<std::string> format_elements(const std::vector<double>& values) { return format_reals(values); }
std::vector<std::string> format_elements(const std::vector<Kokkos::complex<float>>& values) {
  return format_complex(values);
}
std::vector<std::string> format_elements(const std::vector<Kokkos::complex<double>>& values) {
  return format_complex(values);
}
std::vector<std::string> format_elements(const std::vector<std::int64_t>& values) { return format_integers(values); }
std::vector<std::string> format_elements(const std::vector<std::uint64_t>& values) { return format_integers(values); }
std::vector<std::string> format_elements(const std::vector<bool>& values) {
  std::vector<std::string> texts;
  for (const bool value : values) texts.emplace_back(value ? "True" : "False");
  pad_left(texts);
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
