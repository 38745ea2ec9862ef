// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/table.hpp"

#include "golden/support/element_types.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace spica::test::golden {

namespace {

template <class R>
R read_real(const char*& text) {
  char* end = nullptr;
  R value;
  if constexpr (std::is_same_v<R, float>) {
    value = std::strtof(text, &end);  // of a decimal read as double, the rounding would be another
  } else {
    value = std::strtod(text, &end);
  }
  if (end == text) throw std::runtime_error("no number: '" + std::string(text) + "'");
  text = end;
  return value;
}

template <class T>
T read_element(const std::string& word) {
  const char* text = word.c_str();
  if constexpr (detail::is_complex<T>) {
    using R = typename T::value_type;
    const R real = read_real<R>(text);
    if (*text != ',') throw std::runtime_error("no complex number: '" + word + "'");
    ++text;
    return T(real, read_real<R>(text));
  } else if constexpr (std::is_floating_point_v<T>) {
    return read_real<T>(text);
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(std::strtoll(text, nullptr, 10));
  } else {
    return static_cast<T>(std::strtoull(text, nullptr, 10));
  }
}

/// `1,2,3`
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) numbers.push_back(std::strtod(word.c_str(), nullptr));
  return numbers;
}

Index index_of(const std::string& text) {
  Index result;
  for (const double number : numbers_of(text)) result.push_back(static_cast<std::int64_t>(number));
  return result;
}

/// `float32[2,3]`, and what stands behind it.
Elements read_head(const std::string& word, std::string& rest) {
  const std::size_t open = word.find('[');
  const std::size_t close = word.find(']');
  if (open == std::string::npos || close == std::string::npos) throw std::runtime_error("no array: '" + word + "'");
  rest = word.substr(close + 1);
  return {word.substr(0, open), index_of(word.substr(open + 1, close - open - 1)), {}};
}

void read_elements(Elements& elements, std::istream& line) {
  with_type(elements.type, [&](auto type) {
    using T = typename decltype(type)::type;
    for (std::string word; line >> word;) {
      const T value = read_element<T>(word);
      const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
      elements.bytes.insert(elements.bytes.end(), bytes, bytes + sizeof(T));
    }
  });
  if (elements.bytes.size() != static_cast<std::size_t>(count_of(elements.shape)) * bytes_of(elements.type)) {
    throw std::runtime_error("the number of elements is not that of the shape");
  }
}

Index row_major(const Index& shape) {
  Index strides(shape.size());
  std::int64_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    strides[d] = step;
    step *= shape[d];
  }
  return strides;
}

Given read_operand(std::istream& line) {
  std::string word;
  std::string rest;
  line >> word;
  Given given{read_head(word, rest), {}};
  given.strides = rest.empty() ? row_major(given.elements.shape) : index_of(rest.substr(1));
  if (given.strides.size() != given.elements.shape.size()) throw std::runtime_error("not a stride for each axis");
  read_elements(given.elements, line);
  return given;
}

void read_operation(Case& entry, std::istream& line) {
  line >> entry.operation;
  for (std::string word; line >> word;) {
    const std::size_t equals = word.find('=');
    entry.settings[word.substr(0, equals)] = numbers_of(word.substr(equals + 1));
  }
}

Tolerance read_tolerance(const std::string& word) {
  if (word == "exact") return {Tolerance::Kind::exact, 0};
  if (word == "equal") return {Tolerance::Kind::equal, 0};
  const std::size_t equals = word.find('=');
  const double size = std::strtod(word.c_str() + equals + 1, nullptr);
  if (word.substr(0, equals) == "ulp") return {Tolerance::Kind::ulp, size};
  if (word.substr(0, equals) == "within") return {Tolerance::Kind::within, size};
  throw std::runtime_error("no tolerance: '" + word + "'");
}

void read_result(Case& entry, std::istream& line) {
  std::string word;
  std::string rest;
  line >> word;
  if (word == "error") {
    line >> entry.error;
    return;
  }
  entry.expected = read_head(word, rest);
  line >> word;
  entry.tolerance = read_tolerance(word);
  read_elements(entry.expected, line);
}

}  // namespace

std::string Case::key() const {
  std::string key = operation;
  for (const Given& operand : operands) key += ' ' + operand.elements.type;
  return key;
}

const std::vector<std::string>& type_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for_each_type(Types(), [&](auto type) { all.push_back(detail::type_name<typename decltype(type)::type>()); });
    return all;
  }();
  return names;
}

std::size_t bytes_of(const std::string& type) {
  std::size_t bytes = 0;
  with_type(type, [&](auto named) { bytes = sizeof(typename decltype(named)::type); });
  return bytes;
}

std::vector<Case> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<Case> cases;
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (text.empty() || text[0] == '#') continue;
    std::istringstream line(text.substr(text[0] == ' ' || text[0] == '=' ? 1 : 0));
    try {
      if (text[0] != ' ' && text[0] != '=') {
        cases.emplace_back();
        cases.back().place = path.substr(path.rfind('/') + 1) + ':' + std::to_string(number);
        read_operation(cases.back(), line);
      } else if (cases.empty()) {
        throw std::runtime_error("an operand without an operation");
      } else if (text[0] == ' ') {
        cases.back().operands.push_back(read_operand(line));
      } else {
        read_result(cases.back(), line);
      }
    } catch (const std::exception& error) {
      throw std::runtime_error(path + ':' + std::to_string(number) + ": " + error.what());
    }
  }
  return cases;
}

}  // namespace spica::test::golden
