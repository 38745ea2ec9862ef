// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_GOLDEN_SUPPORT_TABLE_HPP
#define SPICA_TESTS_GOLDEN_SUPPORT_TABLE_HPP

// The cases that scripts/make-golden writes, read. Its docstring has the format.

#include "support/elements.hpp"

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace spica::test::golden {

/// The elements of an array whose type is known by its name: their bytes, in the order of their indices.
struct Elements {
  std::string type;
  Index shape;
  std::vector<unsigned char> bytes;
};

/// An operand, and how it lies in memory: strides in elements, which may be 0 or negative.
struct Given {
  Elements elements;
  Index strides;
};

/// How far a result may be from what NumPy says.
struct Tolerance {
  enum class Kind {
    exact,   ///< the same number, and the same sign of a zero
    equal,   ///< the same number
    ulp,     ///< `size` units in the last place of the expected number, of each part of a complex one
    within,  ///< a distance of `size`
  };
  Kind kind = Kind::exact;
  double size = 0;
};

struct Case {
  std::string place;  ///< file:line
  std::string operation;
  std::map<std::string, std::vector<double>> settings;
  std::vector<Given> operands;
  std::string error;  ///< the exception that must be thrown; empty where there is a result
  Elements expected;
  Tolerance tolerance;

  /// `add float32 float64`: what the call depends on.
  std::string key() const;
};

/// The names of all element types.
const std::vector<std::string>& type_names();

/// The bytes of one element of the type of this name.
std::size_t bytes_of(const std::string& type);

/// @throws std::runtime_error, naming file and line, for what is not in the format.
std::vector<Case> read_cases(const std::string& path);

/// Why `got` is not what the case expects; empty where it is. Shapes may differ by axes of extent 1 in front, unless
/// the operation's name tells a rank (`sum.rank8`).
std::string difference(const Case& expected, const Elements& got);

}  // namespace spica::test::golden

#endif
